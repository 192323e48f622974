use rondel::game::MatchError;
use rondel::prelude::*;
use tic_tac_toe::{Move, TicTacToe};

fn played(cells: &[usize]) -> Match<TicTacToe> {
    let mut game = Match::new(2).start().unwrap();
    for (turn, cell) in (0..).zip(cells) {
        game.play(turn % 2, Move::Mark { cell: *cell }).unwrap();
    }
    game
}

#[test]
fn three_in_a_row_win() {
    assert_eq!(played(&[0, 3, 1, 4]).outcome(), None);
    assert_eq!(played(&[0, 3, 1, 4, 2]).outcome(), Some(&Outcome::Winner(Seat::new(0))));
    assert_eq!(played(&[8, 2, 7, 4, 0, 6]).outcome(), Some(&Outcome::Winner(Seat::new(1))));
}

#[test]
fn a_full_board_is_a_draw() {
    assert_eq!(played(&[0, 1, 2, 4, 3, 5, 7, 6, 8]).outcome(), Some(&Outcome::Draw));
}

#[test]
fn a_cell_is_taken_once_and_has_to_be_there() {
    let mut game = played(&[4]);
    for cell in [4, 9, usize::MAX] {
        assert!(matches!(game.play(1, Move::Mark { cell }), Err(MatchError::Refused { .. })));
    }
    let mut free = Vec::new();
    game.moves(Seat::new(1), &mut free);
    assert_eq!(free.len(), 8);
}

#[test]
fn random_matches_keep_what_every_game_promises() {
    rondel::check::<TicTacToe>(10).unwrap();
}

use connect_four::{ConnectFour, Move};
use rondel::prelude::*;

fn played(columns: &[usize]) -> Match<ConnectFour> {
    let mut game = Match::new(2).start().unwrap();
    for (turn, column) in (0..).zip(columns) {
        game.play(turn % 2, Move::Drop { column: *column }).unwrap();
    }
    game
}

#[test]
fn four_in_a_row_win_in_every_direction() {
    let [red, blue] = [0, 1].map(|seat| Outcome::Winner(Seat::new(seat)));
    assert_eq!(played(&[0, 0, 1, 1, 2, 2, 3]).outcome(), Some(&red), "across");
    assert_eq!(played(&[5, 0, 1, 0, 1, 0, 1, 0]).outcome(), Some(&blue), "up");
    assert_eq!(played(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3]).outcome(), Some(&red), "rising");
    assert_eq!(played(&[3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0]).outcome(), Some(&red), "falling");
}

#[test]
fn a_full_column_takes_no_disc() {
    let mut game = played(&[2; 6]);
    assert!(game.play(0, Move::Drop { column: 2 }).is_err());
    assert!(game.play(0, Move::Drop { column: 7 }).is_err());
    let mut open = Vec::new();
    game.moves(Seat::new(0), &mut open);
    assert_eq!(open.len(), 6);
}

#[test]
fn a_full_board_is_a_draw() {
    let columns = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3];
    let rest = [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6];
    assert_eq!(played(&[&columns[..], &rest].concat()).outcome(), Some(&Outcome::Draw));
}

#[test]
fn random_matches_keep_what_every_game_promises() {
    rondel::check::<ConnectFour>(10).unwrap();
}

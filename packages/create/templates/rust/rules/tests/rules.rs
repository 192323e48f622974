use last_card::{LastCard, Move};
use rondel::prelude::*;

/// Returns a match of two players.
fn start() -> Match<LastCard> {
    Match::<LastCard>::new(2).seed("rules").start().unwrap()
}

#[test]
fn a_card_that_is_not_in_the_hand_is_refused() {
    let refused = start().play(0, Move::Play { card: "1♥".to_owned() }).unwrap_err();
    assert_eq!(refused.payload(), Some(rondel::serde_json::json!("not-yours")));
}

#[test]
fn a_page_cannot_foresee_the_next_card() {
    let mut game = start();
    let mut moves = Vec::new();
    // Until a player has no card that matches.
    for turn in 0.. {
        game.moves(turn % 2, &mut moves);
        if moves == [Move::Draw] {
            assert_eq!(game.predict(turn % 2, Move::Draw).unwrap(), Predicted::Waits);
            return;
        }
        game.play(turn % 2, moves.remove(0)).unwrap();
        moves.clear();
    }
}

#[test]
fn random_matches_find_nothing_wrong() {
    for players in 2..=4 {
        rondel::game::Check::<LastCard>::new().seats(players..=players).run(10).unwrap();
    }
}

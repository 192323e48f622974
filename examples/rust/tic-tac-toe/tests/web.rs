//! Tests of the rules in a browser: `wasm-pack test --headless --chrome examples/rust/tic-tac-toe --test
//! web`.
#![cfg(target_arch = "wasm32")]

use rondel::prelude::*;
use tic_tac_toe::{Move, TicTacToe};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn a_match_is_played_to_its_end() {
    let mut game = Match::<TicTacToe>::new(2).start().unwrap();
    for (turn, cell) in (0..).zip([0, 3, 1, 4]) {
        game.play(turn % 2, Move::Mark { cell }).unwrap();
    }
    assert!(game.play(0, Move::Mark { cell: 3 }).is_err());
    assert!(game.play_json(0, "mark", "[9]").is_err());
    game.play_json(0, "mark", "[2]").unwrap();
    assert_eq!(game.outcome(), Some(&Outcome::Winner(Seat::new(0))));
}

#[wasm_bindgen_test]
fn random_matches_find_nothing_wrong() {
    assert_eq!(rondel::check::<TicTacToe>(20).unwrap().matches, 20);
}

//! Tests of moves and hooks that call back into the engine.

use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::game::{Match, field, member, picky, read, reentrant};

#[wasm_bindgen_test]
fn a_move_may_call_events_draw_numbers_and_note_metadata() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    assert_eq!(played.play("roll", &[]).unwrap(), true);
    assert_eq!(field::<String>(&played.ctx(), "currentPlayer"), "1");
    // Alea's numbers for the seed "rondel".
    let rolled = [0.3691262302454561, 0.6764377735089511, 0.6168501260690391];
    assert_eq!(read::<Rolls>(&played.g()).rolled, rolled);
    let log = played.engine().log_from(0);
    assert_eq!(field::<String>(&member(&log.get(0), "metadata"), "by"), "0");
}

#[wasm_bindgen_test]
fn reads_inside_a_move_return_the_state_before_it() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    played.play("roll", &[]).unwrap();
    let inside: Inside = field(&game.seen(), "inside");
    assert_eq!(inside, Inside { g: Rolls { rolled: vec![] }, turn: 1, state_id: 0 });
    assert_eq!(field::<u32>(&game.seen(), "log"), 0);
}

#[wasm_bindgen_test]
fn an_action_inside_a_move_is_refused_and_does_no_harm() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    assert_eq!(played.play("roll", &[]).unwrap(), true);
    for deed in ["again", "event", "undo"] {
        assert_eq!(member(&game.seen(), deed), "action/action_invalid", "{deed}");
    }
    assert_eq!(played.state_id(), 1.0);
    assert_eq!(played.engine().log_from(0).length(), 2);
    assert_eq!(played.play("roll", &[]).unwrap(), true);
    assert_eq!(field::<u32>(&played.ctx(), "turn"), 3);
}

#[wasm_bindgen_test]
fn freeing_an_engine_inside_its_own_move_throws_and_keeps_snapshots() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    let look = played.engine().look();
    assert_eq!(played.play("free", &[]).unwrap(), true);
    assert!(member(&game.seen(), "error").is_instance_of::<js_sys::Error>());
    assert!(read::<Rolls>(&look.g()).rolled.is_empty());
}

#[wasm_bindgen_test]
fn to_ask_for_a_move_inside_a_move_does_no_harm() {
    let game = picky();
    let played = Match::begin(&game, 2).unwrap();
    assert_eq!(played.play("curious", &[]).unwrap(), true);
    assert_eq!(member(&game.seen(), "could"), false);
    assert_eq!(field::<u32>(&played.ctx(), "turn"), 2);
    assert!(played.can("free", &[]).unwrap());
}

/// `G` of the game.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rolls {
    rolled: Vec<f64>,
}

/// Values that a move of the game reads while it runs.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inside {
    #[serde(rename = "G")]
    g: Rolls,
    turn: u32,
    #[serde(rename = "stateID")]
    state_id: u32,
}

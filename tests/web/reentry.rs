//! Moves and hooks call back into the engine that is calling them.

use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::game::{Match, json, member, picky, reentrant};

#[wasm_bindgen_test]
fn a_move_may_call_events_draw_numbers_and_note_metadata() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    assert_eq!(played.play("roll", &[]).unwrap(), true);
    assert_eq!(json(&member(&played.ctx(), "currentPlayer")), r#""1""#);
    // The numbers are Alea's for the seed "rondel".
    let rolled = r#"{"rolled":[0.3691262302454561,0.6764377735089511,0.6168501260690391]}"#;
    assert_eq!(json(&played.g()), rolled);
    let log = played.engine().log_from(0);
    assert_eq!(json(&member(&log.get(0), "metadata")), r#"{"by":"0"}"#);
}

#[wasm_bindgen_test]
fn what_is_read_inside_a_move_is_the_state_from_before_it() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    played.play("roll", &[]).unwrap();
    let inside = member(&game.seen(), "inside");
    assert_eq!(json(&inside), r#"{"G":{"rolled":[]},"turn":1,"stateID":0}"#);
    assert_eq!(json(&member(&game.seen(), "log")), "0");
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
    assert_eq!(json(&member(&played.ctx(), "turn")), "3");
}

#[wasm_bindgen_test]
fn freeing_an_engine_inside_its_own_move_throws_at_the_game_and_breaks_no_snapshot() {
    let game = reentrant();
    let played = Match::begin(&game, 2).unwrap();
    let snapshot = played.engine().snapshot();
    assert_eq!(played.play("free", &[]).unwrap(), true);
    assert!(member(&game.seen(), "error").is_instance_of::<js_sys::Error>());
    assert_eq!(json(&snapshot.g()), r#"{"rolled":[]}"#);
}

#[wasm_bindgen_test]
fn to_ask_for_a_move_inside_a_move_does_no_harm() {
    let game = picky();
    let played = Match::begin(&game, 2).unwrap();
    assert_eq!(played.play("curious", &[]).unwrap(), true);
    assert_eq!(member(&game.seen(), "could"), false);
    assert_eq!(json(&member(&played.ctx(), "turn")), "2");
    assert!(played.can("free", &[]).unwrap());
}

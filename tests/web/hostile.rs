//! Tests of games that return invalid values: they are refused or reported, and the match goes on.

use js_sys::Object;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::game::{Game, Match, field, json, member, obedient, set, untouchable};

#[wasm_bindgen_test]
fn a_position_that_is_no_position_is_refused() {
    let game = obedient();
    let played = Match::begin(&game, 2).unwrap();
    let numbers =
        [-1.0, 2.0, 0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 4_294_967_296.0];
    let others =
        [JsValue::NULL, "1".into(), true.into(), Object::new().into(), js_sys::Symbol::iterator().into()];
    for position in numbers.map(JsValue::from_f64).into_iter().chain(others) {
        set(&game, "next", &position);
        let answer = played.event("endTurn", &JsValue::UNDEFINED).unwrap();
        assert_eq!(answer, "action/action_invalid", "{position:?}");
        assert_eq!(turn(&played), 1);
    }
    set(&game, "next", &JsValue::from_f64(1.0));
    assert_eq!(played.event("endTurn", &JsValue::UNDEFINED).unwrap(), true);
    assert_eq!(turn(&played), 2);
}

#[wasm_bindgen_test]
fn event_arguments_out_of_range_never_panic() {
    let arguments = [
        r#"7"#,
        r#""words""#,
        r#"[]"#,
        r#"[1e300, -1, null, {}]"#,
        r#"{"next":1e300}"#,
        r#"{"next":{}}"#,
        r#"{"all":"s","maxMoves":1e300,"minMoves":-5}"#,
        r#"{"all":{"stage":"s","maxMoves":0.1},"value":{"9999999999":"s","":null}}"#,
        r#"{"stage":"\u0000true","maxMoves":4294967296}"#,
        r#"{"stage":"\ud800"}"#,
        r#"{"value":{"__proto__":null,"constructor":"toString"}}"#,
        r#"{"next":{"next":{"next":{}}},"revert":1}"#,
    ];
    let events =
        ["endTurn", "pass", "endPhase", "setPhase", "endGame", "setActivePlayers", "endStage", "setStage"];
    for text in arguments {
        let arg = js_sys::JSON::parse(text).unwrap();
        for event in events {
            let game = obedient();
            let played = Match::begin(&game, 2).unwrap();
            // In any case the engine answers, and its state can be read.
            let asked = played.event(event, &arg);
            assert!(asked.is_ok(), "events.{event}({text})");
            assert!(
                played.play("call", &[event.into(), arg.clone()]).is_ok(),
                "events.{event}({text}) in a move"
            );
            json(&played.ctx());
            json(&played.engine().log_from(0));
            played.engine().look().undo_stack();
        }
    }
}

#[wasm_bindgen_test]
fn a_g_whose_members_throw_is_passed_on_unread() {
    let game = obedient();
    let played = Match::begin(&game, 2).unwrap();
    let g = untouchable();
    assert_eq!(played.play("answer", std::slice::from_ref(&g)).unwrap(), true);
    assert!(Object::is(&played.g(), &g));
    assert_eq!(played.play("call", &["endTurn".into()]).unwrap(), true);
    assert!(Object::is(&played.g(), &g));
    assert_eq!(played.engine().log_from(0).length(), 3);
}

#[wasm_bindgen_test]
fn an_outcome_whose_members_throw_ends_the_game() {
    let game = obedient();
    let played = Match::begin(&game, 2).unwrap();
    let outcome = untouchable();
    assert_eq!(played.play("call", &["endGame".into(), outcome.clone()]).unwrap(), true);
    assert!(Object::is(&member(&played.ctx(), "gameover"), &outcome));
    assert_eq!(played.play("call", &["endTurn".into()]).unwrap(), "action/gameover");
}

#[wasm_bindgen_test]
fn an_answer_that_throws_when_it_is_looked_at_throws_at_the_caller() {
    let game = obedient();
    let played = Match::begin(&game, 2).unwrap();
    set(&game, "ending", &untouchable());
    // The engine does not read the outcome that `endIf` returns. Its reader on the JavaScript side may throw,
    // which the caller gets.
    let answer = played.play("answer", &[]);
    set(&game, "ending", &JsValue::UNDEFINED);
    assert!(answer.is_err());
    assert_eq!(played.state_id(), 0.0);
    assert_eq!(played.play("answer", &[]).unwrap(), true);
}

#[wasm_bindgen_test]
fn a_move_or_an_event_that_does_not_exist_is_refused() {
    let game: Game = obedient();
    let played = Match::begin(&game, 2).unwrap();
    for name in ["", "constructor", "__proto__", "toString", "hasOwnProperty", "Call"] {
        assert_eq!(played.play(name, &[]).unwrap(), "action/unavailable_move", "{name}");
    }
    assert_eq!(turn(&played), 1);
}

fn turn(played: &Match) -> u32 {
    field(&played.ctx(), "turn")
}

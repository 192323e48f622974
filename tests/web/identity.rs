//! Tests that values return from WebAssembly as the same objects.

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::game::{Game, Match, field, json, member, noting, picky, read, set, throwing, treasure};

#[wasm_bindgen_test]
fn an_exception_of_the_game_s_passes_through_as_it_is() {
    // Callbacks that throw, with the moves that call them.
    let cases = [
        ("move", "go"),
        ("redact", "go"),
        ("turn.onMove", "go"),
        ("endIf", "go"),
        ("a.endIf", "go"),
        ("turn.endIf", "go"),
        ("turn.onEnd", "endTurn"),
        ("next", "endTurn"),
        ("turn.onBegin", "endTurn"),
        ("a.onEnd", "endPhase"),
        ("a.next", "endPhase"),
        ("b.onBegin", "endPhase"),
        ("first", "endPhase"),
        ("onEnd", "endGame"),
        ("undoable", "undo"),
    ];
    for (place, deed) in cases {
        let game = throwing();
        let played = Match::begin(&game, 2).unwrap();
        played.play("go", &[]).unwrap();
        let (g, ctx, log) = (played.g(), json(&played.ctx()), played.engine().log_from(0).length());
        for error in [js_sys::Error::new("of the game").into(), JsValue::NULL, JsValue::from_f64(7.0)] {
            set(&game, "place", &place.into());
            set(&game, "error", &error);
            let thrown = act(&played, deed).expect_err(place);
            assert!(Object::is(&thrown, &error), "{place} threw something else");
            set(&game, "place", &JsValue::UNDEFINED);
            assert!(Object::is(&g, &played.g()), "{place} has changed G");
            assert_eq!((&ctx, log), (&json(&played.ctx()), played.engine().log_from(0).length()), "{place}");
        }
        assert_eq!(act(&played, deed).unwrap(), true, "{place} has left the engine unusable");
    }
}

#[wasm_bindgen_test]
fn an_exception_at_the_start_passes_through_as_it_is() {
    for place in ["setup", "a.onBegin", "first", "turn.onBegin", "endIf"] {
        let game: Game = throwing();
        let error: JsValue = js_sys::Error::new("of the game").into();
        set(&game, "place", &place.into());
        set(&game, "error", &error);
        let thrown = Match::begin(&game, 2).err().expect(place);
        assert!(Object::is(&thrown, &error), "{place} threw something else");
    }
}

#[wasm_bindgen_test]
fn g_is_never_copied() {
    let game = treasure();
    let played = Match::begin(&game, 2).unwrap();
    let chest = member(&game, "chest");
    played.play("look", &[]).unwrap();
    played.event("setStage", &"any".into()).unwrap();
    assert!(Object::is(&played.g(), &chest));
    assert_eq!(read::<Vec<bool>>(&game.seen()), [true; 2]);

    let other = Object::new();
    set(&played, "expected", &other);
    played.play("swap", &[other.clone().into()]).unwrap();
    assert!(Object::is(&played.g(), &other));
    assert_eq!(read::<Vec<bool>>(&game.seen()), [true; 3]);

    played.undo().unwrap();
    assert!(Object::is(&played.g(), &chest));
}

#[wasm_bindgen_test]
fn arguments_and_metadata_are_never_copied() {
    let game = treasure();
    let played = Match::begin(&game, 2).unwrap();
    let arg: JsValue = Object::new().into();
    set(&played, "expected", &arg);
    played.play("swap", std::slice::from_ref(&arg)).unwrap();
    let entry = played.engine().log_from(0).get(0);
    let args: Array = member(&member(&member(&entry, "action"), "payload"), "args").into();
    assert!(Object::is(&args.get(0), &arg));
}

#[wasm_bindgen_test]
fn callbacks_share_one_ctx_until_it_changes() {
    let game = noting();
    let played = Match::begin(&game, 2).unwrap();
    played.play("free", &[]).unwrap();
    played.play("free", &[]).unwrap();
    let seen: Array = game.seen().into();
    // Two moves, each with `onMove`. Nothing was counted, so `ctx` has not changed.
    assert_eq!(seen.length(), 4);
    assert!((1..4).all(|index| Object::is(&seen.get(index), &seen.get(0))));
    played.play("go", &[]).unwrap();
    assert!(Object::is(&seen.get(4), &seen.get(0)));
    assert!(!Object::is(&seen.get(5), &seen.get(0)), "onMove sees the move counted");
    assert_eq!(field::<u32>(&seen.get(5), "numMoves"), 1);
    assert_eq!(field::<u32>(&seen.get(0), "numMoves"), 0);
    assert_eq!(field::<String>(&seen.get(0), "playerID"), "0");
}

#[wasm_bindgen_test]
fn a_play_order_that_stays_is_the_same_list() {
    let played = Match::begin(&noting(), 3).unwrap();
    let before = member(&played.ctx(), "playOrder");
    played.event("endTurn", &JsValue::UNDEFINED).unwrap();
    assert!(Object::is(&member(&played.ctx(), "playOrder"), &before));
}

#[wasm_bindgen_test]
fn ctx_objects_are_frozen() {
    let played = Match::begin(&noting(), 2).unwrap();
    let ctx = played.ctx();
    assert!(Object::is_frozen(&ctx.clone().into()));
    assert!(Object::is_frozen(&member(&ctx, "playOrder").into()));
    assert!(member(&ctx, "playerID").is_undefined(), "the acting player is never stored");
}

fn act(played: &Match, deed: &str) -> Result<JsValue, JsValue> {
    match deed {
        "go" => played.play("go", &[]),
        "undo" => played.undo(),
        event => played.event(event, &JsValue::UNDEFINED),
    }
}

#[wasm_bindgen_test]
fn snapshots_share_one_ctx_until_it_changes() {
    let played = Match::begin(&noting(), 2).unwrap();
    let before = played.ctx();
    played.play("free", &[]).unwrap();
    assert!(Object::is(&played.ctx(), &before));
    played.play("go", &[]).unwrap();
    assert!(!Object::is(&played.ctx(), &before));
}

#[wasm_bindgen_test]
fn payloads_of_refusals_are_never_copied() {
    let game = picky();
    let played = Match::begin(&game, 2).unwrap();
    for name in ["before", "after"] {
        assert_eq!(played.play(name, &[]).unwrap(), "action/invalid_move");
        assert!(Object::is(&played.payload(), &member(&game, "payload")), "{name}");
    }
    let thrown = played.play("throwing", &[]).unwrap_err();
    assert!(Object::is(&thrown, &member(&game, "payload")));
    let thrown = played.can("throwing", &[]).unwrap_err();
    assert!(Object::is(&thrown, &member(&game, "payload")));
    assert!(played.can("free", &[]).unwrap());
}

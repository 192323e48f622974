//! Tests of the release of memory.

use js_sys::{Array, Reflect, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::game::{Match, counting, field, member};

#[wasm_bindgen_test]
fn a_freed_engine_gives_back_all_that_it_kept() {
    let played = Match::begin(&counting(), 2).unwrap();
    for _ in 0..100 {
        played.play("go", &[JsValue::from_f64(1.0)]).unwrap();
        played.undo().unwrap();
        played.play("pass", &[]).unwrap();
    }
    assert!(played.host().open() > 100, "the log keeps the arguments");
    played.engine().free();
    assert_eq!(played.host().open(), 0);
}

#[wasm_bindgen_test]
fn a_refused_move_gives_back_its_arguments() {
    let played = Match::begin(&counting(), 2).unwrap();
    let open = played.host().open();
    for _ in 0..50 {
        assert_eq!(played.play("no such move", &[]).unwrap(), "action/unavailable_move");
        assert!(played.can("go", &[JsValue::from_f64(1.0)]).unwrap());
        played.event("endTurn", &JsValue::from_f64(7.0)).unwrap();
    }
    assert_eq!(played.host().open(), open);
}

#[wasm_bindgen_test]
fn without_a_history_memory_does_not_grow_with_g() {
    let played = Match::begin(&counting(), 2).unwrap();
    let grown = |times: usize| {
        let open = played.host().open();
        for _ in 0..times {
            played.play("go", &[]).unwrap();
            played.event("endTurn", &JsValue::UNDEFINED).unwrap();
        }
        played.host().open() - open
    };
    grown(10);
    // The arguments of each move are in the log. Each earlier `G` has been released.
    assert_eq!(grown(100), 100);
}

#[wasm_bindgen_test]
fn a_snapshot_keeps_its_state_when_the_engine_is_freed() {
    let played = Match::begin(&counting(), 2).unwrap();
    played.play("go", &[]).unwrap();
    let look = played.engine().look();
    played.play("go", &[]).unwrap();
    played.engine().free();
    assert_eq!(count(&look.g()), 1);
    assert_eq!(field::<u32>(&look.ctx(), "numMoves"), 1);
    assert_eq!(played.host().open(), 0);
}

#[wasm_bindgen_test]
fn a_slot_that_is_forgotten_or_taken_by_another_gives_back_what_it_kept() {
    let played = Match::begin(&counting(), 2).unwrap();
    let engine = played.engine();
    engine.fill_slot(0);
    let go_and_come_back = || {
        played.play("go", &[]).unwrap();
        engine.fill_slot(3);
        let state = engine.export_state(1);
        assert_eq!(count(&member(&state, "G")), 1);
        assert_eq!(Array::from(&member(&state, "_undo")).length(), 1);
        assert_eq!(Array::from(&member(&state, "deltalog")).length(), 1);
        engine.go_to(0);
        assert_eq!(count(&played.g()), 0);
        engine.go_to(3);
        assert_eq!(count(&played.g()), 1);
        engine.go_to(0);
        played.g();
        let with_slot = played.host().open();
        engine.clear_slot(3);
        engine.clear_slot(3);
        engine.clear_slot(1_000_000);
        (with_slot, played.host().open())
    };
    // The last objects stay in the caches.
    let (with_slot, open) = go_and_come_back();
    assert!(with_slot > open);
    assert_eq!(go_and_come_back(), (with_slot, open));
    engine.free();
    assert_eq!(played.host().open(), 0);
}

#[wasm_bindgen_test]
fn thousands_of_engines_and_snapshots_do_not_fill_the_memory() {
    let some = || {
        for _ in 0..300 {
            let played = Match::begin(&counting(), 4).unwrap();
            for _ in 0..5 {
                played.play("go", &[]).unwrap();
                let look = played.engine().look();
                played.play("pass", &[]).unwrap();
                look.forget();
            }
            played.engine().free();
        }
    };
    some();
    let before = memory_size();
    for _ in 0..10 {
        some();
    }
    assert_eq!(memory_size(), before);
}

fn memory_size() -> u32 {
    let memory = wasm_bindgen::memory().unchecked_into::<WebAssembly::Memory>();
    Reflect::get(&memory.buffer(), &"byteLength".into()).unwrap().as_f64().unwrap() as u32
}

/// Returns the count in the `G` of the game `counting`.
fn count(g: &JsValue) -> u32 {
    field(g, "count")
}

//! Games and matches on the JavaScript side, for the tests.

use js_sys::{Array, Function, JSON, Object, Reflect};
use rondel::js::GameEngine;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/target/web-tests/page.js")]
extern "C" {
    /// A match, driven by JavaScript. See `match.js`.
    pub type Match;

    #[wasm_bindgen(constructor, catch)]
    fn new(game: &JsValue, make_engine: &Function, num_players: u32) -> Result<Match, JsValue>;

    /// Makes a move. Returns `true`, or the type of the refusal.
    #[wasm_bindgen(method, catch, variadic, js_name = move)]
    pub fn play(this: &Match, name: &str, args: &[JsValue]) -> Result<JsValue, JsValue>;

    /// Returns `true` if a move could be made.
    #[wasm_bindgen(method, catch, variadic)]
    pub fn can(this: &Match, name: &str, args: &[JsValue]) -> Result<bool, JsValue>;

    /// Returns the payload of the last refusal.
    #[wasm_bindgen(method, getter)]
    pub fn payload(this: &Match) -> JsValue;

    #[wasm_bindgen(method, catch)]
    pub fn event(this: &Match, name: &str, arg: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub fn undo(this: &Match) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, js_name = G)]
    pub fn g(this: &Match) -> JsValue;

    #[wasm_bindgen(method, getter)]
    pub fn ctx(this: &Match) -> JsValue;

    #[wasm_bindgen(method, getter, js_name = stateID)]
    pub fn state_id(this: &Match) -> f64;

    #[wasm_bindgen(method, getter)]
    pub fn engine(this: &Match) -> Engine;

    #[wasm_bindgen(method, getter)]
    pub fn host(this: &Match) -> TestHost;

    /// `GameEngine`, as JavaScript uses it.
    pub type Engine;

    #[wasm_bindgen(method)]
    pub fn look(this: &Engine) -> Look;

    #[wasm_bindgen(method, js_name = logFrom)]
    pub fn log_from(this: &Engine, first: u32) -> Array;

    #[wasm_bindgen(method, js_name = exportState)]
    pub fn export_state(this: &Engine, first_undo: u32) -> JsValue;

    #[wasm_bindgen(method, js_name = fillSlot)]
    pub fn fill_slot(this: &Engine, number: u32);

    #[wasm_bindgen(method, js_name = clearSlot)]
    pub fn clear_slot(this: &Engine, number: u32);

    #[wasm_bindgen(method, js_name = goTo)]
    pub fn go_to(this: &Engine, number: u32);

    #[wasm_bindgen(method)]
    pub fn free(this: &Engine);

    /// A snapshot of a state, as `match.js` makes it.
    pub type Look;

    #[wasm_bindgen(method, getter, js_name = G)]
    pub fn g(this: &Look) -> JsValue;

    #[wasm_bindgen(method, getter)]
    pub fn ctx(this: &Look) -> JsValue;

    #[wasm_bindgen(method, js_name = undoStack)]
    pub fn undo_stack(this: &Look) -> Array;

    #[wasm_bindgen(method)]
    pub fn deltalog(this: &Look) -> Array;

    #[wasm_bindgen(method)]
    pub fn forget(this: &Look);

    /// The host of `host.js`.
    pub type TestHost;

    /// Returns the number of values that the engine has not released.
    #[wasm_bindgen(method, getter)]
    pub fn open(this: &TestHost) -> u32;
}

#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    #[wasm_bindgen(js_name = setBoundary)]
    fn set_boundary(boundary: &JsValue);
}

#[wasm_bindgen(module = "/target/web-tests/page.js")]
extern "C" {
    /// The boundary that serves all imports.
    #[wasm_bindgen(thread_local_v2, js_name = boundary)]
    static BOUNDARY: JsValue;

    pub fn reentrant() -> Game;
    pub fn throwing() -> Game;
    pub fn noting() -> Game;
    pub fn treasure() -> Game;
    pub fn obedient() -> Game;
    pub fn counting() -> Game;
    pub fn picky() -> Game;
    pub fn untouchable() -> JsValue;

    /// A game of `games.js`.
    #[wasm_bindgen(extends = Object)]
    pub type Game;

    /// Returns what the game's callbacks have noted.
    #[wasm_bindgen(method, getter)]
    pub fn seen(this: &Game) -> JsValue;
}

impl Match {
    /// Starts a match of this game.
    ///
    /// # Errors
    /// Exceptions of the game.
    pub fn begin(game: &Game, num_players: u32) -> Result<Match, JsValue> {
        BOUNDARY.with(set_boundary);
        MAKE_ENGINE.with(|make| Match::new(game, make, num_players))
    }
}

thread_local! {
    static MAKE_ENGINE: Function = Closure::<dyn Fn() -> JsValue>::new(|| GameEngine::new().into())
        .into_js_value()
        .unchecked_into();
}

/// Returns a member of an object.
pub fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

/// Sets a member of an object.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    assert!(Reflect::set(object, &name.into(), value).unwrap());
}

/// Deserializes a value of a test or a game.
pub fn read<T: DeserializeOwned>(value: &JsValue) -> T {
    serde_wasm_bindgen::from_value(value.clone()).unwrap()
}

/// Deserializes a member of an object.
pub fn field<T: DeserializeOwned>(object: &JsValue, name: &str) -> T {
    read(&member(object, name))
}

/// Returns a value as JSON.
pub fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

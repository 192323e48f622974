//! What each player may see of `G`.

use std::cell::RefCell;

use rondel::js::{Thrown, ValueId};
use wasm_bindgen::prelude::*;

use super::duel::Duel;
use super::host::{from_value, to_value};

/// The game's `playerView`.
#[wasm_bindgen]
#[derive(Default)]
pub struct Viewer {
    /// The last answer: JavaScript takes it before it asks again.
    last: RefCell<Option<ValueId>>,
}

#[wasm_bindgen]
impl Viewer {
    /// A viewer for any match.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Viewer {
        Viewer::default()
    }

    /// The value that is kept of `[G, playerID]`.
    pub fn view(&self, question: u32) -> u32 {
        let question = ValueId::new(question);
        let Some((duel, player)) = from_value::<(Duel, Option<String>)>(&question) else {
            Thrown::raise("game/state", "G", "it is no state of this game");
            return question.id();
        };
        let seen = to_value(&duel.seen_by(player.and_then(|player| player.parse().ok())));
        let id = seen.id();
        self.last.replace(Some(seen));
        id
    }
}

//! What stays on the JavaScript side of the border, and how the engine refers to it.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::host::JsHost;
use crate::core::{Metadata, NUMBER_PREFIX, Name};

/// The border of one engine: its JavaScript host, and the names that both sides know.
pub struct Border {
    /// The JavaScript side.
    pub js: JsHost,
    /// A name's number is its index; the host has the strings under the same numbers. A game has few
    /// names, so that a linear search is fastest.
    names: RefCell<Vec<Name>>,
    /// Whether players who are numbers stay so, as in boardgame.io.
    compat: bool,
}

/// The number of "no name".
const NO_NAME: i32 = -1;

/// The number of the value `true`, which boardgame.io's games may give to a stage.
const TRUTH: i32 = -2;

/// What the engine calls a stage that is `true`.
const TRUTH_NAME: &str = "\0true";

impl Border {
    /// The border to this host.
    pub fn new(js: JsHost, compat: bool) -> Self {
        Border { js, names: RefCell::default(), compat }
    }

    /// Where metadata for the log is shared by states, if they share it.
    pub fn metadata(&self) -> Option<Metadata<Handle>> {
        self.compat.then(Metadata::default)
    }

    /// Leaves a value on the JavaScript side.
    pub fn keep(self: &Rc<Self>, value: &JsValue) -> Handle {
        self.handle(self.js.keep(value))
    }

    /// A handle to what the JavaScript side has kept under this number.
    pub fn handle(self: &Rc<Self>, id: u32) -> Handle {
        Handle(Rc::new(Kept { id, border: Rc::clone(self) }))
    }

    /// The number under which the JavaScript side has this name.
    pub fn number_of(&self, name: Option<&Name>) -> i32 {
        let Some(name) = name else { return NO_NAME };
        let mut names = self.names.borrow_mut();
        let known = names
            .iter()
            .position(|known| Rc::ptr_eq(known, name))
            .or_else(|| names.iter().position(|known| known == name));
        let index = known.unwrap_or_else(|| {
            if **name == *TRUTH_NAME {
                return TRUTH as usize;
            }
            names.push(Rc::clone(name));
            self.js.set_name(names.len() - 1, name);
            names.len() - 1
        });
        index as i32
    }

    /// As [`Border::number_of`], for a text.
    pub fn number_of_text(&self, text: &str) -> i32 {
        let known = self.names.borrow().iter().position(|known| **known == *text);
        known.map_or_else(|| self.number_of(Some(&text.into())), |index| index as i32)
    }

    /// The name that the JavaScript side has under this number.
    pub fn numbered(&self, number: usize) -> Option<Name> {
        self.names.borrow().get(number).cloned()
    }

    /// The name that a JavaScript string stands for; none if the value is no string.
    pub fn name_of(&self, value: &JsValue) -> Option<Name> {
        Some(self.name(&value.as_string()?))
    }

    /// This text as a name.
    pub fn name(&self, text: &str) -> Name {
        let names = self.names.borrow();
        names.iter().find(|known| ***known == *text).map_or_else(|| text.into(), Rc::clone)
    }

    /// As [`Border::name_of`], for players: some games write them as numbers.
    pub fn player_of(&self, value: &JsValue) -> Option<Name> {
        let number = || {
            let prefix = if self.compat { NUMBER_PREFIX } else { "" };
            value.as_f64().map(|_| format!("{prefix}{}", text_of(value)).into())
        };
        self.name_of(value).or_else(number)
    }

    /// The stage that is `true` in boardgame.io's games.
    pub fn truth() -> Name {
        TRUTH_NAME.into()
    }
}

/// A value as JSON: the engine formats no floating-point numbers of its own, which would cost 14 kB.
pub fn text_of(value: &JsValue) -> String {
    js_sys::JSON::stringify(value).map(String::from).unwrap_or_default()
}

/// A value of the game that lies in the host's list on the JavaScript side: `G`, arguments, outcomes.
///
/// Not a `JsValue`, because those lie in a table that the garbage collector walks from end to end at every
/// turn: with a long log or undo history, each move would cost more than the one before.
#[derive(Clone)]
pub struct Handle(Rc<Kept>);

struct Kept {
    id: u32,
    border: Rc<Border>,
}

impl Handle {
    /// Its number on the JavaScript side.
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// The value itself.
    pub fn value(&self) -> JsValue {
        self.0.border.js.kept(self.0.id)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.border.js.release(self.id);
    }
}

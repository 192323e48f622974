//! Flat lists: how the JavaScript side hands over what would otherwise be read property by property.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::border::{Border, Handle};
use crate::core::{Name, Stage};

/// A list that is read from front to back.
pub struct FlatList<'a> {
    values: Array,
    position: u32,
    border: &'a Rc<Border>,
}

impl<'a> FlatList<'a> {
    /// The list from its beginning.
    pub fn new(values: Array, border: &'a Rc<Border>) -> Self {
        FlatList { values, position: 0, border }
    }

    /// The next value; `undefined` past the end.
    pub fn value(&mut self) -> JsValue {
        self.position += 1;
        self.values.get(self.position - 1)
    }

    /// The next value, left on the JavaScript side.
    pub fn handle(&mut self) -> Handle {
        let value = self.value();
        self.border.keep(&value)
    }

    /// The next value as a name.
    pub fn name(&mut self) -> Option<Name> {
        let value = self.value();
        self.border.name_of(&value)
    }

    /// The next value as a list of names.
    pub fn list(&mut self) -> Rc<[Name]> {
        let names = self.value().unchecked_into::<Array>();
        names.iter().filter_map(|name| self.border.player_of(&name)).collect()
    }

    /// The next value as a function.
    pub fn function(&mut self) -> Option<Function> {
        self.value().dyn_into().ok()
    }

    /// The next value as a whole number.
    pub fn number(&mut self) -> Option<u32> {
        self.value().as_f64().map(|number| number as u32)
    }

    /// The next value as a flag.
    pub fn flag(&mut self) -> bool {
        self.value().is_truthy()
    }

    /// A value that was read, as a stage.
    pub fn stage(&self, value: &JsValue) -> Stage {
        self.border.stage_of(value)
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.position >= self.values.length()
    }
}

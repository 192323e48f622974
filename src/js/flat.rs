//! Flat lists: how the JavaScript side hands over what would otherwise be read property by property.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::names::Names;
use crate::core::{Name, Stage};

/// A list that is read from front to back.
pub struct FlatList<'a> {
    values: Array,
    position: u32,
    names: &'a Names,
}

impl<'a> FlatList<'a> {
    /// The list from its beginning.
    pub fn new(values: Array, names: &'a Names) -> Self {
        FlatList { values, position: 0, names }
    }

    /// The next value; `undefined` past the end.
    pub fn value(&mut self) -> JsValue {
        self.position += 1;
        self.values.get(self.position - 1)
    }

    /// The next value as a name.
    pub fn name(&mut self) -> Option<Name> {
        let value = self.value();
        self.names.of_js(&value)
    }

    /// The next value as a list of names.
    pub fn list(&mut self) -> Rc<[Name]> {
        let names = self.value().unchecked_into::<Array>();
        names.iter().filter_map(|name| self.names.of_player(&name)).collect()
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
        self.names.of_js(value).or_else(|| value.is_truthy().then(|| self.names.truth()))
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.position >= self.values.length()
    }
}

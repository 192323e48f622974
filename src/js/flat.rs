//! Flat lists: how the JavaScript side hands over what would otherwise be read property by property.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::border::{Border, Handle};
use crate::core::{Name, Stage};

#[wasm_bindgen]
extern "C" {
    /// A list that the JavaScript side has made, so that the kinds of its values are known: reading one
    /// costs one crossing, and no look at what it is.
    #[wasm_bindgen(js_name = Array)]
    type Flat;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn value(this: &Flat, index: u32) -> JsValue;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn number(this: &Flat, index: u32) -> f64;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn text(this: &Flat, index: u32) -> Option<String>;
}

/// A list that is read from front to back.
pub struct FlatList<'a> {
    values: Flat,
    position: Cell<u32>,
    border: &'a Rc<Border>,
}

impl<'a> FlatList<'a> {
    /// The list from its beginning.
    pub fn new(values: JsValue, border: &'a Rc<Border>) -> Self {
        FlatList { values: values.unchecked_into(), position: Cell::new(0), border }
    }

    /// The next value, left on the JavaScript side.
    pub fn handle(&mut self) -> Handle {
        let value = self.values.value(self.advance());
        self.border.keep(&value)
    }

    /// The next value as a name; none if it is `undefined`.
    pub fn name(&mut self) -> Option<Name> {
        let text = self.values.text(self.advance())?;
        Some(self.border.name(&text))
    }

    /// The next value as a list of names.
    pub fn list(&mut self) -> Rc<[Name]> {
        let names = self.values.value(self.advance()).unchecked_into::<Array>();
        names.iter().filter_map(|name| self.border.player_of(&name)).collect()
    }

    /// The next value as a function; none if it is `undefined`.
    pub fn function(&mut self) -> Option<Function> {
        self.values.value(self.advance()).dyn_into().ok()
    }

    /// The next value as it is.
    pub fn value(&mut self) -> JsValue {
        self.values.value(self.advance())
    }

    /// The next value as a whole number; 0 if it is `undefined`.
    pub fn number(&mut self) -> u32 {
        self.values.number(self.advance()) as u32
    }

    /// The next value as a number of any kind.
    pub fn float(&mut self) -> f64 {
        self.values.number(self.advance())
    }

    /// The next value as a number of moves; none if it is 0 or `undefined`.
    pub fn moves(&mut self) -> Option<u32> {
        match self.number() {
            0 => None,
            moves => Some(moves),
        }
    }

    /// The next value as a flag.
    pub fn flag(&mut self) -> bool {
        self.number() != 0
    }

    /// The next values as a stage: what kind it is, and its name if it has one. None: no stage is given.
    pub fn stage(&mut self) -> Option<Stage> {
        match self.number() {
            0 => None,
            1 => Some(None),
            2 => Some(self.name()),
            _ => Some(Some(Border::truth())),
        }
    }

    fn advance(&self) -> u32 {
        self.position.replace(self.position.get() + 1)
    }
}

//! A game object being read: values with the path that leads to them, so that every mistake names its
//! place. It is read once, when a client is made.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::names::text_of;
use crate::core::DefinitionError;

/// An object somewhere in a game's definition.
pub struct Section {
    /// The object.
    pub value: JsValue,
    /// Where it stands: `phases.draw`. Empty for the definition itself.
    pub path: String,
}

/// What parsing a definition comes to.
pub type Parsed<T> = Result<T, DefinitionError>;

impl Section {
    /// This value as a section.
    ///
    /// # Errors
    /// If it is no object.
    pub fn of(value: JsValue, path: String) -> Parsed<Section> {
        if value.is_object() && !Array::is_array(&value) {
            return Ok(Section { value, path });
        }
        let found = describe(&value);
        Err(DefinitionError::new(path, format!("expected an object, got {found}")))
    }

    /// The value of a property; `undefined` if it is not declared.
    pub fn get(&self, key: &str) -> JsValue {
        Reflect::get(&self.value, &JsValue::from_str(key)).unwrap_or_default()
    }

    /// The path of a property.
    pub fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }

    /// A mistake in a property.
    pub fn mistake<T>(&self, key: &str, message: impl Into<String>) -> Parsed<T> {
        Err(DefinitionError::new(self.path_of(key), message))
    }

    /// The section under this key, if it is declared.
    pub fn section(&self, key: &str) -> Parsed<Option<Section>> {
        let value = self.get(key);
        if value.is_undefined() || value.is_null() {
            return Ok(None);
        }
        Section::of(value, self.path_of(key)).map(Some)
    }

    /// The function under this key, if it is declared.
    pub fn function(&self, key: &str) -> Parsed<Option<Function>> {
        let value = self.get(key);
        if value.is_undefined() || value.is_null() {
            return Ok(None);
        }
        match value.dyn_into() {
            Ok(function) => Ok(Some(function)),
            Err(value) => self.mistake(key, format!("expected a function, got {}", describe(&value))),
        }
    }

    /// The name under this key, if it is declared.
    pub fn name(&self, key: &str) -> Parsed<Option<String>> {
        let value = self.get(key);
        if value.is_undefined() {
            return Ok(None);
        }
        match value.as_string() {
            Some(name) if name.bytes().any(|byte| byte == b' ') => {
                self.mistake(key, format!("{} must not contain spaces", describe(&value)))
            }
            Some(name) if !name.is_empty() => Ok(Some(name)),
            _ => self.mistake(key, format!("expected a name, got {}", describe(&value))),
        }
    }

    /// The number of moves under this key, if it is declared.
    pub fn moves(&self, key: &str) -> Parsed<Option<u32>> {
        let value = self.get(key);
        if value.is_falsy() {
            return Ok(None);
        }
        match value.as_f64() {
            Some(moves) if moves >= 0.0 && moves.fract() == 0.0 => Ok(Some(moves as u32)),
            _ => {
                let found = describe(&value);
                self.mistake(key, format!("expected a whole number of moves, got {found}"))
            }
        }
    }

    /// The object's own properties, in JavaScript's order.
    pub fn entries(&self) -> Vec<(String, JsValue)> {
        let entries = Object::entries(self.value.unchecked_ref());
        let entry = |entry: JsValue| {
            let entry = entry.unchecked_into::<Array>();
            (entry.get(0).as_string().unwrap_or_default(), entry.get(1))
        };
        entries.iter().map(|pair| entry(pair.into())).collect()
    }
}

/// A value that is not what was expected, in words.
pub fn describe(value: &JsValue) -> String {
    if Array::is_array(value) {
        return "an array".into();
    }
    if value.is_null() || value.is_string() || value.as_f64().is_some() || value.as_bool().is_some() {
        return text_of(value);
    }
    if value.is_undefined() {
        return "undefined".into();
    }
    format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default())
}

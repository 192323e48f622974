//! A game object being read: values with the path that leads to them, so that every mistake names its
//! place. It is read once, when a client is made.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::core::DefinitionError;

/// A value somewhere in a game's definition.
pub struct Field {
    /// The value.
    pub value: JsValue,
    /// Where it stands: `phases.draw.next`.
    pub path: String,
}

/// What parsing a definition comes to.
pub type Parsed<T> = Result<T, DefinitionError>;

impl Field {
    /// The definition as a whole.
    pub fn root(value: JsValue) -> Self {
        Field { value, path: String::new() }
    }

    /// The property with this name.
    pub fn at(&self, key: &str) -> Field {
        let value = Reflect::get(&self.value, &JsValue::from_str(key)).unwrap_or_default();
        let path =
            if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) };
        Field { value, path }
    }

    /// This field, unless it is not declared.
    pub fn declared(self) -> Option<Field> {
        (!self.value.is_undefined()).then_some(self)
    }

    /// A mistake at this place.
    pub fn mistake<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(DefinitionError::new(self.path.clone(), message))
    }

    /// The function declared here, if any.
    pub fn function(&self) -> Parsed<Option<Function>> {
        if self.value.is_undefined() || self.value.is_null() {
            return Ok(None);
        }
        match self.value.dyn_ref::<Function>() {
            Some(function) => Ok(Some(function.clone())),
            None => self.mistake(format!("expected a function, got {}", self.found())),
        }
    }

    /// The text declared here, if any.
    pub fn text(&self) -> Parsed<Option<String>> {
        match self.value.as_string() {
            None if !self.value.is_undefined() => {
                self.mistake(format!("expected a string, got {}", self.found()))
            }
            text => Ok(text),
        }
    }

    /// The number of moves declared here, if any.
    pub fn moves(&self) -> Parsed<Option<u32>> {
        if self.value.is_undefined() || self.value.is_null() {
            return Ok(None);
        }
        match self.value.as_f64() {
            Some(0.0) => Ok(None),
            Some(moves) if moves >= 0.0 && moves.fract() == 0.0 => Ok(Some(moves as u32)),
            _ => self.mistake(format!("expected a whole number of moves, got {}", self.found())),
        }
    }

    /// Whether `true` is declared here.
    pub fn flag(&self) -> bool {
        self.value.is_truthy()
    }

    /// The object declared here, if any.
    pub fn object(self) -> Parsed<Option<Field>> {
        if self.value.is_undefined() || self.value.is_null() {
            return Ok(None);
        }
        if !self.value.is_object() || Array::is_array(&self.value) {
            return self.mistake(format!("expected an object, got {}", self.found()));
        }
        Ok(Some(self))
    }

    /// The object's own properties, in JavaScript's order.
    pub fn entries(&self) -> Vec<(String, Field)> {
        Object::entries(self.value.unchecked_ref())
            .iter()
            .map(|entry| {
                let entry = entry.unchecked_into::<Array>();
                let key = entry.get(0).as_string().unwrap_or_default();
                let path = if self.path.is_empty() { key.clone() } else { format!("{}.{key}", self.path) };
                (key, Field { value: entry.get(1), path })
            })
            .collect()
    }

    /// What stands here instead of what was expected.
    pub fn found(&self) -> String {
        if self.value.is_null() {
            return "null".into();
        }
        if Array::is_array(&self.value) {
            return "an array".into();
        }
        match (self.value.as_string(), self.value.as_f64()) {
            (Some(text), _) => format!("\"{text}\""),
            (_, Some(number)) => number.to_string(),
            _ => format!("a value of type {}", self.value.js_typeof().as_string().unwrap_or_default()),
        }
    }
}

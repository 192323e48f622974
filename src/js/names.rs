//! Names of players, phases and stages as JavaScript strings, made once each.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsValue;

/// Pairs of a name and its JavaScript string. A game has few of them, so that a linear search is fastest.
#[derive(Default)]
pub struct Names(RefCell<Vec<(Rc<str>, JsValue)>>);

/// A game that makes up names without end must not fill the memory.
const MOST_NAMES: usize = 512;

impl Names {
    /// The name as a JavaScript string.
    pub fn to_js(&self, name: &Rc<str>) -> JsValue {
        let mut names = self.0.borrow_mut();
        let known = names
            .iter()
            .find(|(known, _)| Rc::ptr_eq(known, name))
            .or_else(|| names.iter().find(|(known, _)| known == name));
        if let Some((_, string)) = known {
            return string.clone();
        }
        if names.len() >= MOST_NAMES {
            names.clear();
        }
        let string = JsValue::from_str(name);
        names.push((Rc::clone(name), string.clone()));
        string
    }

    /// The name as a JavaScript string, or `null`.
    pub fn to_js_or_null(&self, name: Option<&Rc<str>>) -> JsValue {
        name.map_or(JsValue::NULL, |name| self.to_js(name))
    }

    /// The name that a JavaScript string stands for; none if the value is no string.
    pub fn of_js(&self, value: &JsValue) -> Option<Rc<str>> {
        let text = value.as_string()?;
        let names = self.0.borrow();
        let known = names.iter().find(|(known, _)| **known == *text);
        Some(known.map_or_else(|| text.as_str().into(), |(known, _)| Rc::clone(known)))
    }

    /// The name that stands for the value `true`, which boardgame.io's games may give to a stage.
    pub fn truth(&self) -> Rc<str> {
        let mut names = self.0.borrow_mut();
        if let Some((name, _)) = names.iter().find(|(_, value)| value.is_truthy() && !value.is_string()) {
            return Rc::clone(name);
        }
        let name: Rc<str> = "\0true".into();
        names.push((Rc::clone(&name), JsValue::TRUE));
        name
    }

    /// As [`Names::of_js`], for players: boardgame.io's games write them as numbers, too.
    pub fn of_player(&self, value: &JsValue) -> Option<Rc<str>> {
        self.of_js(value).or_else(|| value.as_f64().map(|_| text_of(value).into()))
    }
}

/// A value as JSON: the engine formats no floating-point numbers of its own, which would cost 14 kB.
pub fn text_of(value: &JsValue) -> String {
    js_sys::JSON::stringify(value).map(String::from).unwrap_or_default()
}

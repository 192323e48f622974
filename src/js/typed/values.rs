//! Values of JavaScript's as the data of a game: by their text of JSON's.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::bound::Bound;
use super::super::imports::{self, Thrown};
use super::super::values::ValueId;
use super::known::Showing;
use crate::codes::{problem, value};
use crate::core::{Differences, GameValues};
use crate::game::{Data, Stop, reason_of, write_exactly};

impl Data for ValueId {
    type Exception = Thrown;
    type Shown<G> = Rc<Showing<G>>;
    type Bound<H: GameValues<Value = Self>> = Bound<H>;

    fn of_json(text: String) -> Self {
        ValueId::parse(&text)
    }

    fn text(&self) -> Option<String> {
        (self.id() != value::UNDEFINED).then(|| imports::json_text(self.id()))
    }

    fn yes() -> Self {
        ValueId::new(value::TRUE)
    }

    fn is_truthy(&self) -> bool {
        imports::is_truthy(self.id())
    }

    /// Of `setup` alone: elsewhere the engine gets the reason why code stops.
    fn exception(stop: Stop) -> Thrown {
        let reason: String = match stop {
            Stop::Invalid(Some(why)) => serde_json::from_str(&why).unwrap_or_else(|_| why.to_string()),
            Stop::Invalid(None) => "it is invalid".into(),
            Stop::Unknown => "it depends on what is hidden".into(),
        };
        raise(problem::SETUP, &reason, "setup");
        Thrown
    }

    fn unwritable(why: String) -> Thrown {
        raise(problem::STATE, &why, "G");
        Thrown
    }

    /// The import that has none has thrown.
    fn exhausted() -> Thrown {
        Thrown
    }

    fn warn(message: &str) -> bool {
        imports::warn(message);
        true
    }

    fn next<G>(g: &Rc<G>, shown: &Rc<Showing<G>>) -> Rc<Showing<G>> {
        Rc::new(shown.next(g))
    }

    fn bound<H: GameValues<Value = Self>>() -> Bound<H> {
        Bound::new(Rc::default(), Differences::default())
    }
}

/// What the value under this number says, or what is expected in it, and where.
pub fn read<T: DeserializeOwned>(id: u32, name: &str) -> Result<T, String> {
    let text = imports::json_text(id);
    let mut from = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let why = reason_of(error.inner());
        match error.path().to_string().as_str() {
            "." => format!("{name}: {why}"),
            path => format!("{name}.{path}: {why}"),
        }
    })
}

/// Throws an error of what is wrong, `place: problem`. What names no place is of this one.
pub fn raise(code: &str, wrong: &str, place: &str) {
    let (place, problem) = wrong.split_once(": ").unwrap_or((place, wrong));
    imports::raise(code, place, problem);
}

/// Keeps a value that says this.
pub fn keep<T: Serialize + ?Sized>(what: &T, place: &str) -> u32 {
    let mut text = Vec::new();
    let written = write_exactly(what, &mut text).map_err(|why| why.inside(place).to_string());
    match written.and_then(|()| String::from_utf8(text).map_err(|why| why.to_string())) {
        Ok(text) => imports::parse(&text),
        Err(why) => {
            raise(problem::STATE, &why, place);
            value::UNDEFINED
        }
    }
}

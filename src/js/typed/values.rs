//! JavaScript values as the data of a game in Rust, through JSON text.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::bound::Bound;
use super::super::imports;
use super::super::values::ValueId;
use super::shown_states::LastShown;
use super::stored_value::StoredValue;
use crate::codes::{problem, value};
use crate::core::{Differences, GameValues};
use crate::game::{Carries, Data, Moves, Outcome, Stop, read_args, reason_of, write_exactly};

impl Data for ValueId {
    type Shown<G: 'static> = Rc<LastShown<G>>;
    type Bound<H: GameValues<Value = Self>> = Bound<H>;

    fn bound<H: GameValues<Value = Self>>() -> Bound<H> {
        Bound::new(Rc::default(), Differences::default())
    }

    fn of_json(text: String) -> Self {
        ValueId(StoredValue::of(text))
    }

    fn text(&self) -> Option<String> {
        let known = || (self.id() != value::UNDEFINED).then(|| imports::json_text(self.id()));
        self.0.text().or_else(known)
    }

    fn of_outcome(outcome: Outcome) -> Self {
        ValueId(StoredValue::of(outcome))
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.0.source()
    }

    fn cannot_begin(stop: &Stop) {
        let reason: String = match stop {
            Stop::Invalid(Some(why)) => serde_json::from_str(why).unwrap_or_else(|_| why.to_string()),
            Stop::Invalid(None) => "it is invalid".into(),
            Stop::Unwritten(why) => why.to_string(),
            Stop::Unknown => "it depends on a hidden value".into(),
        };
        raise(problem::SETUP, &reason, "setup");
    }

    fn unwritable(why: &str) {
        raise(problem::STATE, why, "G");
    }

    fn warn(message: &str) -> bool {
        imports::warn(message);
        true
    }

    fn yes() -> Self {
        ValueId::new(value::TRUE)
    }

    fn is_truthy(&self) -> bool {
        imports::is_truthy(self.id())
    }
}

impl<M: Moves> Carries<M> for ValueId {
    fn of_move(made: M) -> Self {
        ValueId(StoredValue::of(made))
    }

    fn read_args(&self, id: usize) -> Result<M, String> {
        if let Some(made) = self.0.source::<M>() {
            return Ok(made.clone());
        }
        // Skips the text for moves without arguments.
        let is_bare = M::DECLARED.get(id).is_some_and(|info| info.arguments.is_empty());
        let text = if is_bare { None } else { self.text() };
        read_args(id, text.as_deref().unwrap_or("[]"))
    }
}

/// Deserializes the value with this number. On failure, returns the expected type.
pub fn read<T: DeserializeOwned>(id: u32, name: &str) -> Result<T, String> {
    serde_json::from_str(&imports::json_text(id)).map_err(|error| format!("{name}: {}", reason_of(&error)))
}

/// Deserializes the `G` with this number. On failure, returns the path and the expected type, which takes a
/// second reader for each type.
pub fn read_g<G: DeserializeOwned>(id: u32) -> Result<G, String> {
    let text = imports::json_text(id);
    let mut from = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let why = reason_of(error.inner());
        match error.path().to_string().as_str() {
            "." => format!("G: {why}"),
            path => format!("G.{path}: {why}"),
        }
    })
}

/// Throws an error from a message `place: problem`. Without a place in it, uses `place`.
pub fn raise(code: &str, wrong: &str, place: &str) {
    let (place, problem) = wrong.split_once(": ").unwrap_or((place, wrong));
    imports::raise(code, place, problem);
}

/// Serializes a value and stores it on the JavaScript side.
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

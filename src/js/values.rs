//! JavaScript values as WebAssembly knows them: by number.

use alloc::rc::Rc;

use super::imports;
#[cfg(feature = "bindgen")]
use super::numbers::Number as StoredValue;
#[cfg(not(feature = "bindgen"))]
use super::typed::StoredValue;
use crate::codes::value;

/// A value in the host's table on the JavaScript side: `G`, arguments, outcomes, a `ctx` object. Dropping the
/// last copy releases it. In the module of a game, it may also be made of a value of the game. It then gets
/// its number on demand.
///
/// This is not a `JsValue`: the garbage collector scans the table of those at each run, and never collects
/// what they refer to.
#[derive(Clone)]
pub struct ValueId(pub(super) Rc<StoredValue>);

impl ValueId {
    /// Creates it for a value that the JavaScript side has stored for the receiver under this number.
    pub fn new(id: u32) -> Self {
        ValueId(StoredValue::under(id))
    }

    /// Stores the value at this index of the list from JavaScript.
    pub fn at(place: u32) -> Self {
        ValueId::new(imports::value_at(place) as u32)
    }

    /// Returns the number of the value.
    pub fn id(&self) -> u32 {
        self.0.number()
    }

    /// Returns the number of an optional value, or that of `undefined`.
    pub fn id_or_undefined(kept: Option<&Self>) -> u32 {
        kept.map_or(value::UNDEFINED, ValueId::id)
    }
}

impl ValueId {
    /// `undefined`.
    pub fn undefined() -> Self {
        ValueId::new(value::UNDEFINED)
    }

    /// `null`.
    pub fn null() -> Self {
        ValueId::new(value::NULL)
    }

    /// `true`.
    pub fn yes() -> Self {
        ValueId::new(value::TRUE)
    }
}

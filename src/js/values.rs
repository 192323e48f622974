//! Values of JavaScript's, as WebAssembly knows them: by number.

use alloc::rc::Rc;

use super::imports;
use crate::codes::value;

/// A value that lies in the host's table on the JavaScript side: `G`, arguments, outcomes, a `ctx` as an object. It is
/// forgotten there when the last copy of this is dropped.
///
/// Not a `JsValue`: those lie in a table that the garbage collector walks from end to end at every turn, and what lies
/// there is never collected, whatever it leads to.
#[derive(Clone)]
pub struct ValueId(Rc<Kept>);

struct Kept(u32);

impl ValueId {
    /// The value that the JavaScript side has kept under this number for whoever gets this.
    pub fn new(id: u32) -> Self {
        ValueId(Rc::new(Kept(id)))
    }

    /// The value at this place of the list that JavaScript hands over.
    pub fn at(place: u32) -> Self {
        ValueId::new(imports::value_at(place) as u32)
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.0
    }

    /// The number of a value that may be missing: `undefined`'s then.
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

impl Drop for Kept {
    fn drop(&mut self) {
        if self.0 > value::TRUE {
            imports::release(self.0);
        }
    }
}

#[cfg(not(feature = "bindgen"))]
impl ValueId {
    /// The value that this text of JSON's says.
    pub fn parse(text: &str) -> Self {
        ValueId::new(imports::parse(text))
    }

    /// Whether JavaScript would take it for true.
    pub fn is_truthy(&self) -> bool {
        imports::is_truthy(self.id())
    }

    /// The value as JSON would write it; `null` for what JSON has no text for.
    pub fn text(&self) -> alloc::string::String {
        imports::json_text(self.id())
    }
}

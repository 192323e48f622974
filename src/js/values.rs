//! Values of JavaScript's, as WebAssembly knows them: by number.

use alloc::rc::Rc;

use super::imports;
#[cfg(feature = "bindgen")]
use super::numbers::Number as Kept;
#[cfg(not(feature = "bindgen"))]
use super::typed::Kept;
use crate::codes::value;

/// A value that lies in the host's table on the JavaScript side: `G`, arguments, outcomes, a `ctx` as an object. It is
/// forgotten there when the last copy of this is dropped. In the module of a game it may also be made of a value of the game's:
/// it then lies here, and gets its number when that is asked for.
///
/// Not a `JsValue`: those lie in a table that the garbage collector walks from end to end at every turn, and what lies
/// there is never collected, whatever it leads to.
#[derive(Clone)]
pub struct ValueId(pub(super) Rc<Kept>);

impl ValueId {
    /// The value that the JavaScript side has kept under this number for the receiver.
    pub fn new(id: u32) -> Self {
        ValueId(Kept::under(id))
    }

    /// The value at this place of the list that JavaScript hands over.
    pub fn at(place: u32) -> Self {
        ValueId::new(imports::value_at(place) as u32)
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.number()
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

//! Values of JavaScript's, as WebAssembly knows them: by number.

use std::rc::Rc;

use super::imports;

/// A value that lies in the host's table on the JavaScript side: `G`, arguments, outcomes, a `ctx` as an object. It is
/// forgotten there when the last copy of this is dropped.
///
/// Not a `JsValue`: those lie in a table that the garbage collector walks from end to end at every turn, and what lies
/// there is never collected, whatever it leads to.
#[derive(Clone)]
pub struct ValueId(Rc<Kept>);

struct Kept(u32);

/// The numbers of values that every table has from the beginning, in the order of `pkg-template/lib/engine/value-table.js`.
const UNDEFINED: u32 = 0;
#[cfg(feature = "engine")]
const NULL: u32 = 1;
const TRUE: u32 = 2;

impl ValueId {
    /// The value that the JavaScript side has kept under this number for whoever gets this.
    pub fn new(id: u32) -> Self {
        ValueId(Rc::new(Kept(id)))
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.0.0
    }

    /// The number of a value that may be missing: `undefined`'s then.
    pub fn id_or_undefined(value: Option<&Self>) -> u32 {
        value.map_or(UNDEFINED, ValueId::id)
    }
}

#[cfg(feature = "engine")]
impl ValueId {
    /// `undefined`.
    pub fn undefined() -> Self {
        ValueId::new(UNDEFINED)
    }

    /// `null`.
    pub fn null() -> Self {
        ValueId::new(NULL)
    }

    /// `true`.
    pub fn yes() -> Self {
        ValueId::new(TRUE)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.0 > TRUE {
            imports::release(self.0);
        }
    }
}

//! Numbers of values in the host's table on the JavaScript side.

#[cfg(feature = "bindgen")]
use alloc::rc::Rc;

use super::imports;
use crate::codes::value;

/// Number of a value. Dropping it releases the value.
pub struct Number(pub u32);

#[cfg(feature = "bindgen")]
impl Number {
    /// Creates a shared number.
    pub fn under(id: u32) -> Rc<Self> {
        Rc::new(Number(id))
    }

    /// Returns the number.
    pub fn number(&self) -> u32 {
        self.0
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        if self.0 > value::TRUE {
            imports::release(self.0);
        }
    }
}

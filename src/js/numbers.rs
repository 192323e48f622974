//! Numbers of values that lie in the host's table on the JavaScript side.

#[cfg(feature = "bindgen")]
use alloc::rc::Rc;

use super::imports;
use crate::codes::value;

/// The number of a value, which is forgotten there when this is dropped.
pub struct Number(pub u32);

#[cfg(feature = "bindgen")]
impl Number {
    /// A number that several hold.
    pub fn under(id: u32) -> Rc<Self> {
        Rc::new(Number(id))
    }

    /// It.
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

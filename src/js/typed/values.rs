//! Values of JavaScript's as serde has them: by their text of JSON's.

use alloc::format;
use alloc::string::String;

use serde::de::DeserializeOwned;

use crate::js::values::ValueId;

impl ValueId {
    /// What the value says, or why it cannot be read.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_str(&self.text()).map_err(|why| format!("{why}"))
    }
}

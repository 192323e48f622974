//! Data that serde describes, on their way over the boundary.
//!
//! Only what JavaScript has made or copied itself goes this way, and never what a page hands over: a getter of such an object
//! would run in the midst of reading, outside of any catch.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;

use super::imports;
use super::values::ValueId;

/// The data that are kept as this value; or what they lack.
pub fn read<T: DeserializeOwned>(value: &ValueId) -> Result<T, String> {
    serde_wasm_bindgen::from_value(imports::kept(value.id())).map_err(|error| error.to_string())
}

#[allow(dead_code, reason = "what is stored goes this way next")]
/// Keeps data as objects, lists and numbers such as `JSON.parse` makes them.
pub fn write(data: &impl Serialize) -> Result<ValueId, String> {
    let value = data.serialize(&Serializer::json_compatible()).map_err(|error| error.to_string())?;
    Ok(ValueId::new(imports::keep(value)))
}

//! JSON text with the same meaning in JavaScript and in Rust.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::json_writer::Writer;
use super::unwritten::Unwritten;

/// Appends a value as JSON text.
///
/// # Errors
///
/// The path of a part whose `Serialize` failed, or that JSON or JavaScript cannot represent.
pub fn write_exactly<T: Serialize + ?Sized>(value: &T, to: &mut Vec<u8>) -> Result<(), Unwritten> {
    write_below(value, to, 0)
}

/// Appends a value that is nested inside this number of lists and objects.
///
/// # Errors
///
/// As for [`write_exactly`].
pub fn write_below<T: Serialize + ?Sized>(
    value: &T,
    to: &mut Vec<u8>,
    levels: usize,
) -> Result<(), Unwritten> {
    value.serialize(&mut Writer::below(levels, to))
}

/// Returns a value as JSON text.
///
/// # Errors
///
/// As for [`write_exactly`].
pub fn text_of<T: Serialize + ?Sized>(value: &T) -> Result<String, Unwritten> {
    let mut text = Vec::new();
    write_exactly(value, &mut text)?;
    String::from_utf8(text).map_err(Unwritten::new)
}

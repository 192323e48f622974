//! JSON text that means the same in JavaScript and in Rust.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::json_writer::Writer;
use super::unwritten::Unwritten;

/// Appends a value as text of JSON's.
///
/// # Errors
///
/// The error of its `Serialize`, and of which part; or which part JSON has no text for, or JavaScript would read as another one.
pub fn write_exactly<T: Serialize + ?Sized>(value: &T, to: &mut Vec<u8>) -> Result<(), Unwritten> {
    write_below(value, to, 0)
}

/// Appends a value that is inside so many lists and objects.
///
/// # Errors
///
/// As [`write_exactly`].
pub fn write_below<T: Serialize + ?Sized>(
    value: &T,
    to: &mut Vec<u8>,
    levels: usize,
) -> Result<(), Unwritten> {
    value.serialize(&mut Writer::below(levels, to))
}

/// A value as text of JSON's.
///
/// # Errors
///
/// As [`write_exactly`].
pub fn text_of<T: Serialize + ?Sized>(value: &T) -> Result<String, Unwritten> {
    let mut text = Vec::new();
    write_exactly(value, &mut text)?;
    String::from_utf8(text).map_err(Unwritten::new)
}

//! Text of JSON's that says to JavaScript what it says to Rust.

use std::format;
use std::io::{self, Error, Write};
use std::vec::Vec;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

/// Appends a value as text of JSON's.
///
/// # Errors
///
/// What its `Serialize` says, or which whole number JavaScript would read as another one.
pub fn write_exactly<T: Serialize + ?Sized>(value: &T, to: &mut Vec<u8>) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(to, Exact { is_key: false }))
}

/// Whole numbers up to this are numbers of JavaScript's.
const LARGEST: u128 = 1 << 53;

struct Exact {
    /// A key is a text, whatever number it says.
    is_key: bool,
}

impl Exact {
    fn check(&self, size: u128, value: impl std::fmt::Display) -> io::Result<()> {
        if size <= LARGEST || self.is_key {
            return Ok(());
        }
        Err(Error::other(format!(
            "{value} is beyond 2^53, and JavaScript reads another number: make it a text, or several numbers"
        )))
    }
}

impl Formatter for Exact {
    fn write_u64<W: ?Sized + Write>(&mut self, to: &mut W, value: u64) -> io::Result<()> {
        self.check(value.into(), value)?;
        CompactFormatter.write_u64(to, value)
    }

    fn write_i64<W: ?Sized + Write>(&mut self, to: &mut W, value: i64) -> io::Result<()> {
        self.check(value.unsigned_abs().into(), value)?;
        CompactFormatter.write_i64(to, value)
    }

    fn write_u128<W: ?Sized + Write>(&mut self, to: &mut W, value: u128) -> io::Result<()> {
        self.check(value, value)?;
        CompactFormatter.write_u128(to, value)
    }

    fn write_i128<W: ?Sized + Write>(&mut self, to: &mut W, value: i128) -> io::Result<()> {
        self.check(value.unsigned_abs(), value)?;
        CompactFormatter.write_i128(to, value)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        self.is_key = true;
        CompactFormatter.begin_object_key(to, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        self.is_key = false;
        CompactFormatter.end_object_key(to)
    }
}

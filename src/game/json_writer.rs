//! A JSON serializer whose errors name the path. It formats strings and numbers as `serde_json` does.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::ser::{self, Serialize, Serializer};

use super::unwritten::Unwritten;

/// Maximum depth of nested lists and objects. [`serde_json`] reads at most 127 levels, and stored or sent
/// states are nested inside some more.
const MOST_LEVELS: usize = 120;

type Written = Result<(), Unwritten>;

/// Serializer that appends to a text.
pub struct Writer<'a> {
    to: &'a mut Vec<u8>,
    /// Number of lists and objects that enclose the next value.
    levels: usize,
}

impl<'a> Writer<'a> {
    /// Creates a serializer for a value that is nested inside this number of lists and objects.
    pub fn below(levels: usize, to: &'a mut Vec<u8>) -> Self {
        Writer { to, levels }
    }

    /// Writes a value without parts as `serde_json` does.
    fn plain<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        serde_json::to_writer(&mut *self.to, value).map_err(Unwritten::new)
    }

    /// Writes a whole number with this absolute value.
    fn whole<T: Serialize + core::fmt::Display>(&mut self, size: u128, value: &T) -> Written {
        if size > LARGEST {
            return Err(Unwritten::new(format!(
                "{value} is larger than 2^53, which JavaScript cannot represent exactly: use a string or several numbers"
            )));
        }
        self.plain(value)
    }

    /// Writes a floating-point number.
    fn fraction<T: Serialize>(&mut self, size: f64, value: &T) -> Written {
        // Fixed names, because code that formats any number would take a twelfth of a game's module.
        let name = match size {
            f64::INFINITY => "inf",
            f64::NEG_INFINITY => "-inf",
            _ if size.is_nan() => "NaN",
            _ => return self.plain(value),
        };
        Err(Unwritten::new(format!("JSON cannot represent {name}")))
    }

    fn open(&mut self, text: &str) -> Written {
        if self.levels >= MOST_LEVELS {
            return Err(Unwritten::new(format!("more than {MOST_LEVELS} lists and objects are nested")));
        }
        self.levels += 1;
        self.to.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn close(&mut self, text: &str) {
        self.levels -= 1;
        self.to.extend_from_slice(text.as_bytes());
    }

    fn parts(&mut self, open: &str, close: &'static str) -> Result<Parts<'_, 'a>, Unwritten> {
        self.open(open)?;
        Ok(Parts { writer: self, count: 0, key: 0..0, close, variant: None })
    }

    /// Writes the name of a variant. Its value follows.
    fn variant(&mut self, name: &str) -> Written {
        self.open("{")?;
        self.plain(name)?;
        self.to.push(b':');
        Ok(())
    }

    fn parts_of_variant(
        &mut self,
        name: &'static str,
        open: &str,
        close: &'static str,
    ) -> Result<Parts<'_, 'a>, Unwritten> {
        self.variant(name)?;
        Ok(Parts { variant: Some(name), ..self.parts(open, close)? })
    }
}

/// Largest whole number up to which JavaScript's numbers are exact.
const LARGEST: u128 = 1 << 53;

macro_rules! whole_numbers {
    ($($method:ident $kind:ty: $size:expr),*) => {$(
        fn $method(self, value: $kind) -> Written {
            let size: fn($kind) -> u128 = $size;
            self.whole(size(value), &value)
        }
    )*};
}

macro_rules! plain_values {
    ($($method:ident $kind:ty),*) => {$(
        fn $method(self, value: $kind) -> Written {
            self.plain(&value)
        }
    )*};
}

macro_rules! parts_of_variants {
    ($($method:ident $open:literal $close:literal),*) => {$(
        fn $method(self, _: &'static str, _: u32, name: &'static str, _: usize) -> Result<Parts<'b, 'a>, Unwritten> {
            self.parts_of_variant(name, $open, $close)
        }
    )*};
}

impl<'b, 'a> Serializer for &'b mut Writer<'a> {
    type Ok = ();
    type Error = Unwritten;
    type SerializeSeq = Parts<'b, 'a>;
    type SerializeTuple = Parts<'b, 'a>;
    type SerializeTupleStruct = Parts<'b, 'a>;
    type SerializeTupleVariant = Parts<'b, 'a>;
    type SerializeMap = Parts<'b, 'a>;
    type SerializeStruct = Parts<'b, 'a>;
    type SerializeStructVariant = Parts<'b, 'a>;

    plain_values!(
        serialize_bool bool, serialize_char char, serialize_str &str, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32
    );
    whole_numbers!(
        serialize_u64 u64: u128::from, serialize_u128 u128: |size| size,
        serialize_i64 i64: |value| value.unsigned_abs().into(), serialize_i128 i128: i128::unsigned_abs
    );

    fn serialize_f32(self, value: f32) -> Written {
        self.fraction(value.into(), &value)
    }

    fn serialize_f64(self, value: f64) -> Written {
        self.fraction(value, &value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        value.serialize(self)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.plain(&())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.variant(variant)?;
        value.serialize(&mut *self).map_err(|why| why.inside(&format!(".{variant}")))?;
        self.close("}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'b, 'a>, Unwritten> {
        self.parts("[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'b, 'a>, Unwritten> {
        self.parts("[", "]")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'b, 'a>, Unwritten> {
        self.parts("[", "]")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'b, 'a>, Unwritten> {
        self.parts("{", "}")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'b, 'a>, Unwritten> {
        self.parts("{", "}")
    }

    parts_of_variants!(serialize_tuple_variant "[" "]", serialize_struct_variant "{" "}");
}

/// Serializer of the parts of a list or an object.
pub struct Parts<'b, 'a> {
    writer: &'b mut Writer<'a>,
    count: usize,
    /// Range of the last key in the text.
    key: core::ops::Range<usize>,
    close: &'static str,
    /// Name of the variant that contains the parts, in an object of its own.
    variant: Option<&'static str>,
}

impl Parts<'_, '_> {
    fn comma(&mut self) {
        if self.count > 0 {
            self.writer.to.push(b',');
        }
        self.count += 1;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.comma();
        value
            .serialize(&mut *self.writer)
            .map_err(|why| self.of_part(why.inside(&format!("[{}]", self.count - 1))))
    }

    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.comma();
        let from = self.writer.to.len();
        // This writes the object's brace, then the key.
        let mut json = serde_json::Serializer::new(&mut *self.writer.to);
        let begun = json.serialize_map(None);
        let written = begun.and_then(|mut object| ser::SerializeMap::serialize_key(&mut object, key));
        written.map_err(Unwritten::new)?;
        self.writer.to.remove(from);
        self.key = from..self.writer.to.len();
        Ok(())
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.writer.to.push(b':');
        value.serialize(&mut *self.writer).map_err(|why| {
            let key = self.writer.to.get(self.key.clone()).unwrap_or_default();
            self.of_part(why.under_key(&String::from_utf8_lossy(key)))
        })
    }

    #[cold]
    fn of_part(&self, why: Unwritten) -> Unwritten {
        match self.variant {
            Some(name) => why.inside(&format!(".{name}")),
            None => why,
        }
    }

    fn finish(self) -> Written {
        self.writer.close(self.close);
        if self.variant.is_some() {
            self.writer.close("}");
        }
        Ok(())
    }
}

macro_rules! lists {
    ($($kind:ident $method:ident),*) => {$(
        impl ser::$kind for Parts<'_, '_> {
            type Ok = ();
            type Error = Unwritten;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.item(value)
            }

            fn end(self) -> Written {
                self.finish()
            }
        }
    )*};
}
lists!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);

macro_rules! objects {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Parts<'_, '_> {
            type Ok = ();
            type Error = Unwritten;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
                self.key(key)?;
                self.value(value)
            }

            fn end(self) -> Written {
                self.finish()
            }
        }
    )*};
}
objects!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Unwritten;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.value(value)
    }

    fn end(self) -> Written {
        self.finish()
    }
}

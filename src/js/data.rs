//! Reading of JavaScript objects with serde.
//!
//! Only for objects that the package has made or copied itself, never for a page's own: a getter of such an
//! object would run in the middle of reading, outside of any catch.

use alloc::string::String;
use core::fmt::{self, Display, Formatter};

use js_sys::{Array, Object};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use wasm_bindgen::{JsCast, JsValue};

use super::imports;
use super::values::ValueId;

/// Reason why data cannot be read: the expected type, or the name of a field.
#[derive(Debug)]
struct Misfit(&'static str);

impl ValueId {
    /// Reads the data of this value. On failure, returns the expected type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, &'static str> {
        T::deserialize(Reader(imports::kept(self.id()))).map_err(|Misfit(expected)| expected)
    }
}

/// Deserializer of a JavaScript value. docs/decisions/13-small-engine.md explains why it is not
/// serde_wasm_bindgen.
struct Reader(JsValue);

impl<'de> Deserializer<'de> for Reader {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let Reader(value) = self;
        if value.is_undefined() || value.is_null() {
            visitor.visit_unit()
        } else if let Some(flag) = value.as_bool() {
            visitor.visit_bool(flag)
        } else if let Some(number) = value.as_f64() {
            visit_number(number, visitor)
        } else if let Some(text) = value.as_string() {
            visitor.visit_string(text)
        } else if let Some(list) = value.dyn_ref::<Array>() {
            visitor.visit_seq(SeqDeserializer::new(list.iter().map(Reader)))
        } else {
            visitor.visit_map(MapDeserializer::new(entries(value.unchecked_ref())))
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.0.is_undefined() || self.0.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    /// Supports only variants without data. Others are read as another type first.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let name = self.0.as_string().ok_or(Misfit("a name"))?;
        visitor.visit_enum(name.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl IntoDeserializer<'_, Misfit> for Reader {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Visits a number as an integer if it is whole.
fn visit_number<'de, V: Visitor<'de>>(number: f64, visitor: V) -> Result<V::Value, Misfit> {
    // `as` saturates outside of the range.
    match (number as u64, number as i64) {
        (whole, _) if whole as f64 == number => visitor.visit_u64(whole),
        (_, whole) if whole as f64 == number => visitor.visit_i64(whole),
        _ => visitor.visit_f64(number),
    }
}

/// Iterates over the fields of an object.
fn entries(object: &Object) -> impl Iterator<Item = (String, Reader)> + use<> {
    let names = Object::keys(object).into_iter();
    let values = Object::values(object).into_iter();
    names.zip(values).map(|(name, value)| (name.as_string().unwrap_or_default(), Reader(value)))
}

impl de::Error for Misfit {
    fn custom<T: Display>(_: T) -> Self {
        Misfit("other data")
    }

    fn missing_field(field: &'static str) -> Self {
        Misfit(field)
    }
}

impl core::error::Error for Misfit {}

impl Display for Misfit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

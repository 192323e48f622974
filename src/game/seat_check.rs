//! The seats that a value contains, found by a serializer without output.

use alloc::string::{String, ToString};
use core::fmt::{self, Display};

use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::seat::SEAT;
use super::seat::Seat;

/// Returns the first seat in a value that does not exist at a table of this size.
pub(super) fn first_unknown_seat(value: &impl Serialize, seats: usize) -> Option<String> {
    match value.serialize(Walk { seats, is_in_seat: false }) {
        Err(End::UnknownSeat(seat)) => Some(seat),
        Ok(()) | Err(End::Failed) => None,
    }
}

/// Reason for which the walk ends early.
#[derive(Debug)]
enum End {
    UnknownSeat(String),
    /// The value's `Serialize` failed. The code that writes the value reports the error.
    Failed,
}

impl Display for End {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a player who is not at the table")
    }
}

impl core::error::Error for End {}

impl ser::Error for End {
    fn custom<T: Display>(_: T) -> Self {
        End::Failed
    }
}

#[derive(Clone, Copy)]
struct Walk {
    seats: usize,
    /// `true` if the next text is a seat's player ID.
    is_in_seat: bool,
}

type Walked = Result<(), End>;

macro_rules! passed {
    ($($method:ident($kind:ty)),*) => {$(
        fn $method(self, _: $kind) -> Walked {
            Ok(())
        }
    )*};
}

macro_rules! entered {
    ($($method:ident($($kind:ty),*)),*) => {$(
        fn $method(self, $(_: $kind),*) -> Result<Self, End> {
            Ok(self)
        }
    )*};
}

impl Serializer for Walk {
    type Ok = ();
    type Error = End;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    passed!(
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_char(char),
        serialize_str(&str),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str)
    );

    fn serialize_none(self) -> Walked {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Walked {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Walked {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Walked {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Walked {
        value.serialize(Walk { is_in_seat: name == SEAT, ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Walked {
        value.serialize(self)
    }

    entered!(serialize_seq(Option<usize>), serialize_map(Option<usize>), serialize_tuple(usize));
    entered!(serialize_tuple_struct(&'static str, usize), serialize_struct(&'static str, usize));
    entered!(serialize_tuple_variant(&'static str, u32, &'static str, usize));
    entered!(serialize_struct_variant(&'static str, u32, &'static str, usize));

    fn collect_str<T: Display + ?Sized>(self, text: &T) -> Walked {
        if !self.is_in_seat {
            return Ok(());
        }
        let text = text.to_string();
        match Seat::parse(&text) {
            Some(seat) if seat.index() < self.seats => Ok(()),
            _ => Err(End::UnknownSeat(text)),
        }
    }
}

macro_rules! walked {
    ($($part:ident: $method:ident($($key:ty)?)),*) => {$(
        impl $part for Walk {
            type Ok = ();
            type Error = End;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Walked {
                value.serialize(*self)
            }

            fn end(self) -> Walked {
                Ok(())
            }
        }
    )*};
}
walked!(SerializeSeq: serialize_element(), SerializeTuple: serialize_element());
walked!(SerializeTupleStruct: serialize_field(), SerializeTupleVariant: serialize_field());
walked!(SerializeStruct: serialize_field(&'static str), SerializeStructVariant: serialize_field(&'static str));

impl SerializeMap for Walk {
    type Ok = ();
    type Error = End;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Walked {
        key.serialize(*self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Walked {
        value.serialize(*self)
    }

    fn end(self) -> Walked {
        Ok(())
    }
}

//! Functions and types for derived code only.

pub use alloc::string::String;
pub use alloc::vec::Vec;
pub use alloc::{format, vec};

use alloc::string::ToString;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::UnitDeserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::changes::{Changes, Members};
use super::comments::Docs;
pub use super::comments::{comment_of, comment_of_move};
use super::json::write_exactly;
use super::moves::Moves;
use super::seat_check::first_unknown_seat;
use super::types::{Typed, Types};

/// Reads the next argument. A missing one reads as `null`, for `Option`.
///
/// # Errors
///
/// The place and the expected type of an argument that is missing or has another type.
pub fn argument<'de, T, A>(from: &mut A, name: &str, label: &str) -> Result<T, A::Error>
where
    T: Deserialize<'de>,
    A: SeqAccess<'de>,
{
    match from.next_element() {
        Ok(Some(argument)) => Ok(argument),
        Ok(None) => T::deserialize(UnitDeserializer::<A::Error>::new())
            .map_err(|_| A::Error::custom(format_args!("{name}: {label} is missing"))),
        Err(error) => Err(A::Error::custom(format_args!("{name}: {label}: {error}"))),
    }
}

/// Checks that there are no more arguments.
///
/// # Errors
///
/// If there are more than `count`.
pub fn no_more<'de, A: SeqAccess<'de>>(mut from: A, name: &str, count: usize) -> Result<(), A::Error> {
    match from.next_element::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("{name}: more arguments than {count}"))),
    }
}

/// Checks that all seats in an argument exist at a table of this size.
///
/// # Errors
///
/// The argument and the first player ID that does not exist.
pub fn check_seats(argument: &impl Serialize, name: &str, label: &str, seats: usize) -> Result<(), String> {
    match first_unknown_seat(argument, seats) {
        None => Ok(()),
        Some(seat) => {
            let last = seats.saturating_sub(1);
            Err(format!(
                "{name}: {label}: \"{seat}\" is not a player of this match, whose players are \"0\" to \"{last}\""
            ))
        }
    }
}

/// Deserializer seed: reads the move with a number from the list of its arguments.
pub struct ArgsOf<M>(usize, PhantomData<M>);

impl<M: Moves> ArgsOf<M> {
    /// Creates the seed for the move with this number.
    pub const fn new(id: usize) -> Self {
        ArgsOf(id, PhantomData)
    }
}

impl<'de, M: Moves> DeserializeSeed<'de> for ArgsOf<M> {
    type Value = M;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<M, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, M: Moves> Visitor<'de> for ArgsOf<M> {
    type Value = M;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of arguments")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, from: A) -> Result<M, A::Error> {
        M::read_args(self.0, from)
    }
}

/// Serializes the arguments of a move as a list.
pub struct ArgsIn<'a, M>(pub &'a M);

impl<M: Moves> Serialize for ArgsIn<'_, M> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write_args(to)
    }
}

/// Writes a move as `{ type, args }`.
///
/// # Errors
///
/// The error of an argument's `Serialize`.
pub fn write_move<M: Moves, S: Serializer>(made: &M, to: S) -> Result<S::Ok, S::Error> {
    let mut whole = to.serialize_struct("Move", 2)?;
    whole.serialize_field("type", M::DECLARED.get(made.id()).map_or("", |info| info.name))?;
    whole.serialize_field("args", &ArgsIn(made))?;
    whole.end()
}

/// Reads a move from `{ type, args }`.
///
/// # Errors
///
/// The place and the expected type, if it is not a move.
pub fn read_move<'de, M: Moves, D: Deserializer<'de>>(from: D) -> Result<M, D::Error> {
    from.deserialize_map(TypeAndArgs(PhantomData))
}

struct TypeAndArgs<M>(PhantomData<M>);

impl<'de, M: Moves> Visitor<'de> for TypeAndArgs<M> {
    type Value = M;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a move: { type, args }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<M, A::Error> {
        if map.next_key::<String>()?.as_deref() != Some("type") {
            return Err(A::Error::custom("a move begins with its type"));
        }
        let name: String = map.next_value()?;
        let id = M::DECLARED.iter().position(|known| known.name == name);
        let id = id.ok_or_else(|| A::Error::custom(format_args!("no move is called {name}")))?;
        if map.next_key::<String>()?.as_deref() != Some("args") {
            return Err(A::Error::custom(format_args!("{name}: no args")));
        }
        map.next_value_seed(ArgsOf::new(id))
    }
}

/// Requires that a part of a state has no interior mutability, such as a `Cell`. States are shared, and only
/// moves and hooks may change them.
pub fn unchanging<T: Sync + ?Sized>(_: &T) {}

/// A part that all viewers see whole, of any type. If the type implements [`Changes`], its patch is used;
/// otherwise the JSON texts are compared. Method resolution on a reference picks the first trait that the
/// type has.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

/// Comparison by [`Changes`].
pub trait ByChanges<T: ?Sized> {
    /// See [`Changes::same`].
    fn is_same(&self, old: &T) -> bool;
    /// Writes the member if it has changed.
    fn differing(&self, old: &T, key: &str, to: &mut Members<'_>);
}

impl<T: Changes + ?Sized> ByChanges<T> for Shown<'_, T> {
    fn is_same(&self, old: &T) -> bool {
        self.0.same(old)
    }

    fn differing(&self, old: &T, key: &str, to: &mut Members<'_>) {
        to.differing(key, self.0, old);
    }
}

/// Comparison by JSON text.
pub trait ByText<T: ?Sized> {
    /// Returns `true` if both have the same JSON text.
    fn is_same(&self, old: &T) -> bool;
    /// Writes the member if it has changed.
    fn differing(&self, old: &T, key: &str, to: &mut Members<'_>);
}

impl<T: Serialize + ?Sized> ByText<T> for &Shown<'_, T> {
    fn is_same(&self, old: &T) -> bool {
        same_text(self.0, old)
    }

    fn differing(&self, old: &T, key: &str, to: &mut Members<'_>) {
        if !same_text(self.0, old) {
            to.part(key, |to| {
                to.replace(self.0);
                true
            });
        }
    }
}

/// Returns `true` if both have the same JSON text.
pub fn same_text<T: Serialize + ?Sized>(new: &T, old: &T) -> bool {
    let text = |value: &T| {
        let mut text = Vec::new();
        write_exactly(value, &mut text).map(|()| text)
    };
    // A value without JSON form counts as changed, so that writing it reports the reason.
    text(new).is_ok_and(|new| text(old) == Ok(new))
}

/// The TypeScript name of a type, if it has one.
pub struct TypeOf<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> TypeOf<T> {
    /// Creates it.
    #[expect(clippy::new_without_default, reason = "only derived code creates it")]
    pub const fn new() -> Self {
        TypeOf(PhantomData)
    }
}

/// A type that implements [`Typed`].
pub trait KnownType {
    /// See [`Typed::type_text`].
    fn text(&self, types: &mut Types) -> String;
    /// See [`Typed::public_type_text`].
    fn public_text(&self, types: &mut Types) -> String;
}

impl<T: Typed + ?Sized> KnownType for TypeOf<T> {
    fn text(&self, types: &mut Types) -> String {
        T::type_text(types)
    }

    fn public_text(&self, types: &mut Types) -> String {
        T::public_type_text(types)
    }
}

/// A type that does not implement [`Typed`].
pub trait UnknownType {
    /// Returns `unknown`.
    fn text(&self, types: &mut Types) -> String;
    /// Returns `unknown`.
    fn public_text(&self, types: &mut Types) -> String;
}

impl<T: ?Sized> UnknownType for &TypeOf<T> {
    fn text(&self, _: &mut Types) -> String {
        "unknown".to_string()
    }

    fn public_text(&self, _: &mut Types) -> String {
        "unknown".to_string()
    }
}

/// Returns a tuple type in TypeScript.
pub fn tuple_text(parts: &[String]) -> String {
    format!("[{}]", parts.join(", "))
}

/// Returns an object type in TypeScript. Each key is in quotes, followed by `?` if it is optional; each
/// member has its doc comment.
pub fn object_text(members: &[(&str, String, Docs<'_>)]) -> String {
    let mut is_commented = false;
    let members = members.iter().map(|(key, text, docs)| {
        let comment = comment_of(docs, &[]);
        if comment.is_empty() {
            return format!("{key}: {text}");
        }
        is_commented = true;
        format!("{comment}\n{key}: {text}")
    });
    let members: Vec<String> = members.collect();
    match members.as_slice() {
        [] => "{}".to_string(),
        members if is_commented => {
            format!("{{\n  {};\n}}", members.join(";\n").replace('\n', "\n  "))
        }
        members => format!("{{ {} }}", members.join("; ")),
    }
}

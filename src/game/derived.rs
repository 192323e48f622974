//! What derived code calls. Nobody else does.

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
use super::seats_named::first_stranger;
use super::types::{Typed, Types};

/// The next argument. One that is missing is read like `null`, for `Option`.
///
/// # Errors
///
/// Where it is another thing than declared, or is missing: the place, and what was expected.
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

/// Whether there are no more arguments.
///
/// # Errors
///
/// If there is one more than `count`.
pub fn no_more<'de, A: SeqAccess<'de>>(mut from: A, name: &str, count: usize) -> Result<(), A::Error> {
    match from.next_element::<IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::custom(format_args!("{name}: more arguments than {count}"))),
    }
}

/// Whether all players that an argument names sit at a table of so many seats.
///
/// # Errors
///
/// The place of the first one who does not.
pub fn check_seats(argument: &impl Serialize, name: &str, label: &str, seats: usize) -> Result<(), String> {
    match first_stranger(argument, seats) {
        None => Ok(()),
        Some(seat) => {
            let last = seats.saturating_sub(1);
            Err(format!(
                "{name}: {label}: \"{seat}\" is no player of this match, whose players are \"0\" to \"{last}\""
            ))
        }
    }
}

/// Reads the move with a number from the list of its arguments.
pub struct ArgsOf<M>(usize, PhantomData<M>);

impl<M: Moves> ArgsOf<M> {
    /// For the move with this number.
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

/// The arguments of a move, as a list.
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
/// Where it is none: the place, and what was expected.
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

/// Asks that a part of a state is nothing that changes behind a shared reference, such as a `Cell`: states are shared by all who have
/// them, and change by moves and hooks alone.
pub fn unchanging<T: Sync + ?Sized>(_: &T) {}

/// A part that is shown whole, whatever type it is. Of one that is [`Changes`], what differs is found; else the texts are
/// compared. Called with a reference to it, the first of these that there is for its type is meant.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

/// By what the type says.
pub trait ByChanges<T: ?Sized> {
    /// See [`Changes::same`].
    fn is_same(&self, old: &T) -> bool;
    /// Writes the member, if it differs.
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

/// By its text.
pub trait ByText<T: ?Sized> {
    /// Whether both are written alike.
    fn is_same(&self, old: &T) -> bool;
    /// Writes the member, if it differs.
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

/// Whether both are written alike.
pub fn same_text<T: Serialize + ?Sized>(new: &T, old: &T) -> bool {
    let text = |value: &T| {
        let mut text = Vec::new();
        write_exactly(value, &mut text).map(|()| text)
    };
    // What cannot be written is visited again, so that an error gives the reason.
    text(new).is_ok_and(|new| text(old) == Ok(new))
}

/// A type's name in TypeScript, if it has one.
pub struct TypeOf<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> TypeOf<T> {
    /// Of this type.
    #[expect(clippy::new_without_default, reason = "it is made by derived code alone")]
    pub const fn new() -> Self {
        TypeOf(PhantomData)
    }
}

/// It says so.
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

/// It does not.
pub trait UnknownType {
    /// `unknown`
    fn text(&self, types: &mut Types) -> String;
    /// `unknown`
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

/// A tuple as TypeScript writes it.
pub fn tuple_text(parts: &[String]) -> String {
    format!("[{}]", parts.join(", "))
}

/// An object as TypeScript writes it, of keys in their quotes, those that may be left out with a `?`; and of what is written above
/// each.
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

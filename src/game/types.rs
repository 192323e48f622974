//! TypeScript types of a game. Only builds that describe games contain them.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::list::List;
use super::per_seat::PerSeat;
use super::pile::Pile;
use super::seat::Seat;
use super::secret::Secret;

/// A type with a TypeScript form: the type of its values in JavaScript. [`View`](super::View) derives it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what TypeScript calls it",
    note = "write `#[state]` on it"
)]
pub trait Typed {
    /// Returns the type in TypeScript. Adds a named type to `types`.
    fn type_text(types: &mut Types) -> String;

    /// Returns the type of values of which nothing is hidden.
    fn public_type_text(types: &mut Types) -> String {
        Self::type_text(types)
    }
}

/// The named types of a game.
#[derive(Default)]
pub struct Types {
    declared: Vec<Declared>,
    has_holes: bool,
    is_given: bool,
}

struct Declared {
    /// Path of the type in Rust.
    path: &'static str,
    /// `true` for values that JavaScript passes in, `false` for values that it reads.
    is_given: bool,
    named: NamedType,
}

/// A TypeScript type with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedType {
    /// Name in TypeScript.
    pub name: String,
    /// Definition in TypeScript.
    pub text: String,
    /// Doc comment of the author as a TypeScript comment, or an empty string.
    pub comment: String,
}

impl Types {
    /// Returns the name of a type and declares it with the result of `text`. Prefers the name `wanted`;
    /// appends a number if another type has it.
    pub fn named<T: ?Sized>(
        &mut self,
        wanted: &str,
        comment: String,
        text: impl FnOnce(&mut Types) -> String,
    ) -> String {
        let path = core::any::type_name::<T>();
        let is_given = self.is_given;
        let mut known = self.declared.iter().filter(|known| known.path == path);
        if let Some(known) = known.find(|known| known.is_given == is_given) {
            return known.named.name.clone();
        }
        let name = self.free_name(wanted);
        let at = self.declared.len();
        // Before its parts, because one of them may refer to it.
        let named = NamedType { name: name.clone(), text: String::new(), comment };
        self.declared.push(Declared { path, is_given, named });
        let text = text(self);
        if let Some(twin) = self.declared.iter().find(|known| known.path == path && known.named.text == text)
        {
            let name = twin.named.name.clone();
            self.declared.remove(at);
            return name;
        }
        if let Some(declared) = self.declared.get_mut(at) {
            declared.named.text = text;
        }
        name
    }

    /// Calls `describe` for types of values that JavaScript passes in. In these, members with a default are
    /// optional.
    pub fn given<T>(&mut self, describe: impl FnOnce(&mut Types) -> T) -> T {
        let was_given = core::mem::replace(&mut self.is_given, true);
        let described = describe(self);
        self.is_given = was_given;
        described
    }

    /// Returns `true` for types of values that JavaScript passes in.
    pub const fn are_given(&self) -> bool {
        self.is_given
    }

    /// Iterates over the named types in the order of their first use.
    pub fn iter(&self) -> impl Iterator<Item = &NamedType> {
        self.declared.iter().map(|declared| &declared.named)
    }

    /// Notes that a part of a type is hidden from a viewer.
    pub fn note_hole(&mut self) {
        self.has_holes = true;
    }

    /// Returns `true` if a part of a type is hidden from a viewer.
    pub const fn has_holes(&self) -> bool {
        self.has_holes
    }

    fn free_name(&self, wanted: &str) -> String {
        let is_free = |name: &String| self.declared.iter().all(|known| known.named.name != *name);
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        core::iter::once(wanted.to_string()).chain(numbered).find(is_free).unwrap_or_default()
    }
}

/// TypeScript signature of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Arguments of the move.
    pub arguments: Vec<Argument>,
    /// Doc comments of the move and its arguments as a TypeScript comment, or an empty string.
    pub comment: String,
}

/// An argument of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Name of the argument.
    pub name: String,
    /// Type in TypeScript.
    pub kind: String,
    /// `true` if the argument may be omitted together with all that follow.
    pub optional: bool,
}

macro_rules! typed {
    ($text:literal: $($kind:ty),*) => {$(
        impl Typed for $kind {
            fn type_text(_: &mut Types) -> String {
                $text.into()
            }
        }
    )*};
}
typed!("number": u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);
typed!("boolean": bool);
typed!("string": char, String, Seat);
typed!("null": ());

macro_rules! typed_list {
    ($([$($generics:tt)*] $kind:ty),*) => {$(
        impl<T: Typed, $($generics)*> Typed for $kind {
            fn type_text(types: &mut Types) -> String {
                list_of(&T::type_text(types))
            }
            fn public_type_text(types: &mut Types) -> String {
                list_of(&T::public_type_text(types))
            }
        }
    )*};
}
typed_list!([] Vec<T>, [const N: usize] [T; N], [] VecDeque<T>, [] List<T>, [] PerSeat<T>);

fn list_of(item: &str) -> String {
    if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
}

impl<T: Typed> Typed for Option<T> {
    fn type_text(types: &mut Types) -> String {
        or_null(T::type_text(types))
    }

    fn public_type_text(types: &mut Types) -> String {
        or_null(T::public_type_text(types))
    }
}

fn or_null(text: String) -> String {
    if text.ends_with("null") { text } else { text + " | null" }
}

impl<T: Typed> Typed for Box<T> {
    fn type_text(types: &mut Types) -> String {
        T::type_text(types)
    }

    fn public_type_text(types: &mut Types) -> String {
        T::public_type_text(types)
    }
}

impl<K, T: Typed> Typed for BTreeMap<K, T> {
    fn type_text(types: &mut Types) -> String {
        format!("{{ [key: string]: {} }}", T::type_text(types))
    }

    fn public_type_text(types: &mut Types) -> String {
        format!("{{ [key: string]: {} }}", T::public_type_text(types))
    }
}

impl<T: Typed> Typed for Pile<T> {
    fn type_text(types: &mut Types) -> String {
        list_of(&T::type_text(types)) + " | number"
    }

    fn public_type_text(types: &mut Types) -> String {
        list_of(&T::type_text(types))
    }
}

impl<T: Typed> Typed for Secret<T> {
    fn type_text(types: &mut Types) -> String {
        or_null(T::type_text(types))
    }

    fn public_type_text(types: &mut Types) -> String {
        T::type_text(types)
    }
}

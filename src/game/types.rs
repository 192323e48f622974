//! The types of a game as TypeScript writes them. Only a build that asks for them has any of it.

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

/// What TypeScript calls a type: what JavaScript sees of its values. Derived with [`View`](super::View).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what TypeScript calls it",
    note = "write `#[state]` on it"
)]
pub trait Typed {
    /// The type as TypeScript writes it. What has a name of its own is declared in `types`.
    fn type_text(types: &mut Types) -> String;

    /// The same where nothing of it is hidden.
    fn public_type_text(types: &mut Types) -> String {
        Self::type_text(types)
    }
}

/// Types that have a name.
#[derive(Default)]
pub struct Types {
    declared: Vec<Declared>,
    has_holes: bool,
    is_given: bool,
}

struct Declared {
    /// The type's name in Rust, with its module.
    path: &'static str,
    /// Whether it is what JavaScript gives, and not what it sees.
    is_given: bool,
    named: NamedType,
}

/// A type that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedType {
    /// What TypeScript calls it.
    pub name: String,
    /// What it stands for.
    pub text: String,
    /// What its author has written above it, as a comment of TypeScript's; empty if nothing is.
    pub comment: String,
}

impl Types {
    /// The name of a type that is called so, unless another one is, and has this comment; what `text` returns declares it.
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
        // Before its parts: one of them may name it.
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

    /// Calls with types that JavaScript gives: what may be left out in them is optional.
    pub fn given<T>(&mut self, describe: impl FnOnce(&mut Types) -> T) -> T {
        let was_given = core::mem::replace(&mut self.is_given, true);
        let described = describe(self);
        self.is_given = was_given;
        described
    }

    /// Whether they are types that JavaScript gives.
    pub const fn are_given(&self) -> bool {
        self.is_given
    }

    /// The types with names, in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = &NamedType> {
        self.declared.iter().map(|declared| &declared.named)
    }

    /// Notes that a part of a type is hidden from somebody.
    pub fn note_hole(&mut self) {
        self.has_holes = true;
    }

    /// Whether a part of a type is hidden from somebody.
    pub const fn has_holes(&self) -> bool {
        self.has_holes
    }

    fn free_name(&self, wanted: &str) -> String {
        let is_free = |name: &String| self.declared.iter().all(|known| known.named.name != *name);
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        core::iter::once(wanted.to_string()).chain(numbered).find(is_free).unwrap_or_default()
    }
}

/// A move as TypeScript knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// What its author has written above it and its arguments, as a comment of TypeScript's; empty if nothing is.
    pub comment: String,
}

/// An argument of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// What it is called.
    pub name: String,
    /// Its type as TypeScript writes it.
    pub kind: String,
    /// Whether it may be left out, if all behind it are.
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

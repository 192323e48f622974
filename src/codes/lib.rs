//! What both languages must agree on: names by place, numbers with a meaning, limits.
//!
//! The table is read twice. Here its entries become Rust; `scripts/codes.rs` makes the JavaScript of them, which is
//! `lib/engine/codes.js` of the package. So there is no second list that could differ.
//!
//! It refers to nothing else of the crate.

#![no_std]

/// The whole table.
macro_rules! table {
    ($($entries:tt)*) => {
        $($entries)*
    };
}

/// Names in a fixed order: an enum of them, each known by its place or by its name.
macro_rules! names {
    ($(#[doc = $doc:literal])* $kind:ident as $list:ident, $prefix:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $kind {
            /// All of them, each at its place.
            pub const ALL: &[$kind] = &[$($kind::$variant,)*];

            /// The one at this place.
            pub fn at(place: usize) -> Option<Self> {
                Self::ALL.get(place).copied()
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }

            /// The name by which games and callers know it.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name,)*
                }
            }
        }
    };
}

/// The first names of a list, up to one that belongs to it no longer: a list in JavaScript, here how many they are.
macro_rules! first {
    ($(#[doc = $doc:literal])* $part:ident = $list:ident, $prefix:ident before $kind:ident::$variant:ident) => {
        $(#[doc = $doc])*
        pub const $part: usize = $kind::$variant as usize;
    };
}

/// Some of the names of a list.
macro_rules! some {
    ($(#[doc = $doc:literal])* $some:ident: $kind:ident as $prefix:ident { $($variant:ident,)* }) => {
        $(#[doc = $doc])*
        pub const $some: &[$kind] = &[$($kind::$variant,)*];
    };
}

/// A list of `some!` for each of several names.
macro_rules! each {
    ($(#[doc = $doc:literal])* $each:ident: $kind:ident as $prefix:ident, $of:ident { $($variant:ident = $some:ident,)* }) => {
        $(#[doc = $doc])*
        pub const $each: &[($kind, &[$of])] = &[$(($kind::$variant, $some),)*];
    };
}

/// The fields of something that crosses as a flat list, in their order. Becomes a macro that reads them: it binds each to
/// what is read for it, and compiles only if that is done in this order and nothing is left out.
macro_rules! record {
    ($(#[doc = $doc:literal])* $name:ident as $list:ident { $($field:ident,)* }) => {
        record! { ($) [$($doc)*] $name { $($field)* } {} }
    };
    (($dollar:tt) [$($doc:literal)*] $name:ident { $($field:ident)* } { $($rules:tt)* }) => {
        $(#[doc = $doc])*
        #[macro_export]
        macro_rules! $name {
            (@order $($field)*) => {};
            (@order $dollar($dollar other:ident)*) => {
                compile_error!(concat!(
                    "name these fields, in the order of src/codes/records.rs:",
                    $(" ", stringify!($field),)*
                ));
            };
            $($rules)*
            ($dollar($dollar given:ident = $dollar value:expr;)*) => {
                $dollar crate::$name! { @order $dollar($dollar given)* }
                $dollar(let $dollar given = $dollar value;)*
            };
        }
    };
}

/// The fields of something that is stored, and crosses as a flat list, with the kind of each. Becomes a macro that makes a kind of it,
/// which reads and writes it: it names the fields in their order, and the type that holds them, with an expression of that type, which
/// is a pattern, too.
macro_rules! stored {
    (
        $(#[doc = $doc:literal])*
        $name:ident as $kind:ident: $form:ident { $($(#[doc = $what:literal])* $field:ident: $of:ty,)* }
    ) => {
        stored! { ($) [$($doc)*] $name $kind { $($field: $of,)* } }
    };
    (($dollar:tt) [$($doc:literal)*] $name:ident $kind:ident { $($field:ident: $of:ty,)* }) => {
        record! { ($dollar) [$($doc)*] $name { $($field)* } {
            ([$($dollar $field:ident)*] $dollar value:ty = $dollar($dollar shape:tt)*) => {
                $dollar crate::$name! { @order $($dollar $field)* }
                $(#[doc = $doc])*
                pub struct $kind;

                impl Kind for $kind {
                    type Value = $dollar value;

                    fn read(list: &mut ListReader<'_>) -> Self::Value {
                        $(let $dollar $field = <$of as Kind>::read(list);)*
                        $dollar($dollar shape)*
                    }

                    fn write(value: &Self::Value, list: &mut ListWriter<'_>) {
                        let $dollar($dollar shape)* = value;
                        $(<$of as Kind>::write($dollar $field, list);)*
                    }
                }
            };
            ([$dollar($dollar other:ident)*] $dollar($dollar rest:tt)*) => {
                $dollar crate::$name! { @order $dollar($dollar other)* }
            };
        } }
    };
}

/// What the presets of a list do, in two kinds of something; the others say themselves what they do.
macro_rules! presets {
    (
        $(#[doc = $doc:literal])*
        $presets:ident: $kind:ident as $prefix:ident, $one:ident as $one_prefix:ident, $other:ident as $other_prefix:ident {
            $($variant:ident = $first:ident, $second:ident;)*
        }
    ) => {
        impl $kind {
            $(#[doc = $doc])*
            pub fn preset(self) -> Option<($one, $other)> {
                match self {
                    $($kind::$variant => Some(($one::$first, $other::$second)),)*
                    _ => None,
                }
            }
        }
    };
}

/// Kinds of something: an enum, whose numbers are what crosses.
macro_rules! kinds {
    ($(#[doc = $doc:literal])* $kind:ident as $prefix:ident { $($(#[doc = $what:literal])* $variant:ident,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $($(#[doc = $what])* $variant,)*
        }
    };
}

/// Values of JavaScript's by place; the places are constants in a module of their own.
macro_rules! values {
    ($(#[doc = $doc:literal])* $group:ident as $list:ident { $($name:ident = $value:ident,)* }) => {
        $(#[doc = $doc])*
        pub mod $group {
            #[allow(clippy::upper_case_acronyms, non_camel_case_types, reason = "named as the constants are")]
            enum Place {
                $($name,)*
            }
            $(#[doc = concat!("`", stringify!($value), "`")] pub const $name: u32 = Place::$name as u32;)*
        }
    };
}

/// Numbers that stand for something, in a module of their own.
macro_rules! codes {
    ($(#[doc = $doc:literal])* $group:ident: $type:ty { $($(#[doc = $what:literal])* $name:ident = $code:expr,)* }) => {
        $(#[doc = $doc])*
        pub mod $group {
            $($(#[doc = $what])* pub const $name: $type = $code;)*
        }
    };
}

/// One number or text.
macro_rules! constant {
    ($(#[doc = $doc:literal])* $name:ident: $type:ty = $value:expr) => {
        $(#[doc = $doc])*
        pub const $name: $type = $value;
    };
}

mod method;

include!("table.rs");
include!("records.rs");
include!("limits.rs");

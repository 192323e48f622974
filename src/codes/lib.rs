//! The table of codes: ordered names, numbers with a meaning, and limits that both languages share.
//!
//! The table has two readers. Here its entries become Rust. `scripts/codes.rs` prints them as JavaScript, the
//! package's `lib/engine/codes.js`. There is thus no second list that could differ.
//!
//! The table refers to no other code of the crate.

#![no_std]

/// The table.
macro_rules! table {
    ($($entries:tt)*) => {
        $($entries)*
    };
}

/// Names in a fixed order. Becomes an enum whose variants are known by index or by name.
macro_rules! names {
    ($(#[doc = $doc:literal])* $kind:ident as $list:ident, $prefix:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $kind {
            /// All variants in order.
            pub const ALL: &[$kind] = &[$($kind::$variant,)*];

            /// Returns the variant at this index.
            pub fn at(place: usize) -> Option<Self> {
                Self::ALL.get(place).copied()
            }

            /// Returns the variant with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }

            /// Returns the name that games and callers see.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name,)*
                }
            }
        }
    };
}

/// The first names of a list, up to a name that is not included. A list in JavaScript, their number in Rust.
macro_rules! first {
    ($(#[doc = $doc:literal])* $part:ident = $list:ident, $prefix:ident before $kind:ident::$variant:ident) => {
        $(#[doc = $doc])*
        pub const $part: usize = $kind::$variant as usize;
    };
}

/// A subset of the names of a list.
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

/// The fields of a type that crosses as a flat list, in order. Becomes a macro that reads them: it binds each
/// field to the expression for it, and compiles only if the fields are complete and in this order.
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

/// The fields of a type that is stored, and that crosses as a flat list, with the kind of each. Becomes a
/// macro with two forms:
///
/// - `read Type` reads a struct whose fields have these names, and the types of these kinds.
/// - The other one makes a kind, which reads and writes. It names the fields in order, the type that contains
///   them, and an expression of that type, which is a pattern too.
macro_rules! stored {
    (
        $(#[doc = $doc:literal])*
        $name:ident as $kind:ident: $form:ident {
            $($(#[doc = $what:literal])* $field:ident $(= $stored:literal)?: $of:ty,)*
        }
    ) => {
        stored! { ($) [$($doc)*] $name $kind { $($field: $of,)* } }
    };
    (($dollar:tt) [$($doc:literal)*] $name:ident $kind:ident { $($field:ident: $of:ty,)* }) => {
        record! { ($dollar) [$($doc)*] $name { $($field)* } {
            (read $dollar read:ident) => {
                impl Kind for $dollar read {
                    type Value = Self;

                    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self {
                        $dollar read { $($field: <$of as Kind>::read(list, differences),)* }
                    }
                }
            };
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

/// The behaviour of the presets of a list, in two dimensions. The other entries define their own.
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

/// The variants of an enum, whose numbers cross.
macro_rules! kinds {
    ($(#[doc = $doc:literal])* $kind:ident as $prefix:ident { $($(#[doc = $what:literal])* $variant:ident,)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $($(#[doc = $what])* $variant,)*
        }
    };
}

/// JavaScript values by index. The indices become constants in a module.
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

/// Numbers with a meaning, in a module.
macro_rules! codes {
    ($(#[doc = $doc:literal])* $group:ident: $type:ty { $($(#[doc = $what:literal])* $name:ident = $code:expr,)* }) => {
        $(#[doc = $doc])*
        pub mod $group {
            $($(#[doc = $what])* pub const $name: $type = $code;)*
        }
    };
}

/// A number or a text.
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
include!("clock.rs");

//! The derives of games that are written with the crate `rondel`, which hands them on.

mod boundary;
mod changes;
mod docs;
mod fields;
mod letters;
mod moves;
mod names;
mod serde_form;
mod state;
#[cfg(test)]
mod tests;
mod types;
mod view;
mod visibility;
mod wrong_types;

use proc_macro::TokenStream;
use syn::{DeriveInput, Error, Result, parse_macro_input};

/// Makes an enum the moves of a game: see the trait of the same name.
#[proc_macro_derive(Moves, attributes(rondel))]
pub fn moves(input: TokenStream) -> TokenStream {
    derived(input, moves::derive)
}

/// Makes an enum without fields the names of a game's phases.
#[proc_macro_derive(Phases)]
pub fn phases(input: TokenStream) -> TokenStream {
    derived(input, |input| names::derive(input, "Phases"))
}

/// Makes an enum without fields the names of a game's stages.
#[proc_macro_derive(Stages)]
pub fn stages(input: TokenStream) -> TokenStream {
    derived(input, |input| names::derive(input, "Stages"))
}

/// Defines what may be seen of a struct or an enum, how two of its values differ, and what TypeScript calls it: see the trait
/// of the same name.
///
/// It takes the form that serde's derives write, and knows `rename`, `rename_all`, `rename_all_fields`, `skip`,
/// `skip_serializing`, `transparent` and `default`. A type with other attributes of serde's that change its form is shown
/// again, whole, where anything in it differs, and TypeScript knows it as `unknown`. So is one with `#[view(whole)]`: write
/// that where its `Serialize` is your own.
#[proc_macro_derive(View, attributes(hidden, owner, public, view))]
pub fn view(input: TokenStream) -> TokenStream {
    derived(input, view::derive)
}

/// Makes a struct or an enum part of a game's state: `Clone`, `Debug`, `PartialEq`, serde's `Serialize` and `Deserialize`,
/// and `View`. JavaScript sees its fields and variants in camelCase, if it has no `#[serde(rename_all = "…")]` of its own.
/// Further derives stand below it, such as `#[derive(Copy, Eq)]`.
#[proc_macro_attribute]
pub fn state(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    tokens(state::expand(arguments.into(), item))
}

/// One list of what crosses the boundary of a module, for both kinds of module: the package's own, of `wasm-bindgen`, and that of a
/// game. For the crate `rondel` alone.
///
/// - `extern "C" { … }`: functions of the host, by the names of JavaScript's.
/// - `struct`: what lives in the module, and is known outside by number.
/// - `impl`: its methods, exported as `class_method`.
/// - `trait`, with the name of a `struct` that holds a `Box<dyn Trait>`: its methods, exported as those of the struct, except those with
///   `#[boundary(inside)]`.
///
/// A name of JavaScript's is the one of Rust's in camelCase, unless `#[boundary(js_name = …)]` gives another.
#[proc_macro_attribute]
pub fn boundary(guest: TokenStream, item: TokenStream) -> TokenStream {
    tokens(boundary::expand(guest.into(), item.into()))
}

fn derived(
    input: TokenStream,
    derive: impl Fn(&DeriveInput) -> Result<proc_macro2::TokenStream>,
) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    tokens(derive(&input))
}

fn tokens(made: Result<proc_macro2::TokenStream>) -> TokenStream {
    made.unwrap_or_else(Error::into_compile_error).into()
}

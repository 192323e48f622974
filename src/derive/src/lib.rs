//! The derive macros of the crate `rondel`, which re-exports them.

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

/// Derives the trait `Moves` for an enum of a game's moves. See the trait.
#[proc_macro_derive(Moves, attributes(rondel))]
pub fn moves(input: TokenStream) -> TokenStream {
    derived(input, moves::derive)
}

/// Derives the names of a game's phases for an enum without fields.
#[proc_macro_derive(Phases)]
pub fn phases(input: TokenStream) -> TokenStream {
    derived(input, |input| names::derive(input, "Phases"))
}

/// Derives the names of a game's stages for an enum without fields.
#[proc_macro_derive(Stages)]
pub fn stages(input: TokenStream) -> TokenStream {
    derived(input, |input| names::derive(input, "Stages"))
}

/// Derives the trait `View` for a struct or an enum: who sees which fields, how two values differ, and the
/// TypeScript type. See the trait.
///
/// The derive follows the form of serde's derives. It supports `rename`, `rename_all`, `rename_all_fields`,
/// `skip`, `skip_serializing`, `transparent` and `default`. A type with another serde attribute that changes
/// its form is sent as a whole after each change, and its TypeScript type is `unknown`. Write
/// `#[view(whole)]` for the same behaviour if you implement `Serialize` yourself.
#[proc_macro_derive(View, attributes(hidden, owner, public, view))]
pub fn view(input: TokenStream) -> TokenStream {
    derived(input, view::derive)
}

/// Makes a struct or an enum part of a game's state. Derives `Clone`, `Debug`, `PartialEq`, serde's
/// `Serialize` and `Deserialize`, and `View`. JavaScript sees its fields and variants in camelCase, unless it
/// has its own `#[serde(rename_all = "…")]`. Write further derives below it, such as `#[derive(Copy, Eq)]`.
#[proc_macro_attribute]
pub fn state(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    tokens(state::expand(arguments.into(), item))
}

/// Declares what crosses the boundary of a module, for both kinds of module: the package's own with
/// `wasm-bindgen`, and that of a game. For the crate `rondel` only.
///
/// - `extern "C" { … }`: functions of the host, with their JavaScript names.
/// - `struct`: a type whose objects live in the module. The host holds them by number.
/// - `impl`: its methods, exported as `class_method`.
/// - `trait`, with the name of a `struct` that contains a `Box<dyn Trait>`: its methods, exported as methods
///   of the struct, except those with `#[boundary(inside)]`.
///
/// A JavaScript name is the Rust name in camelCase, unless `#[boundary(js_name = …)]` sets another.
#[proc_macro_attribute]
pub fn boundary(object: TokenStream, item: TokenStream) -> TokenStream {
    tokens(boundary::expand(object.into(), item.into()))
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

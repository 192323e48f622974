//! What an author has written above an item.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Meta};

/// The lines of the item's documentation, a slice of texts.
pub fn docs(attributes: &[Attribute]) -> TokenStream {
    let texts = attributes.iter().filter_map(|attribute| match &attribute.meta {
        // Not only `///`: a value may also be `include_str!(…)`.
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    });
    quote!(&[#(#texts),*])
}

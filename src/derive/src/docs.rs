//! The doc comment of an item.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Meta};

/// Returns the lines of the item's doc comment as a slice of texts.
pub fn docs(attributes: &[Attribute]) -> TokenStream {
    let texts = attributes.iter().filter_map(|attribute| match &attribute.meta {
        // The value may also be a macro such as `include_str!(…)`.
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    });
    quote!(&[#(#texts),*])
}

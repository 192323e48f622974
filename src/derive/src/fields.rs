//! The fields of a struct or of a variant, as patterns.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Fields, Ident, Type};

/// Returns a pattern that binds the fields to these names.
pub fn pattern(path: &TokenStream, fields: &Fields, locals: &[Ident]) -> TokenStream {
    match fields {
        Fields::Named(named) => {
            let names = named.named.iter().map(|field| &field.ident);
            quote!(#path { #(#names: #locals),* })
        }
        Fields::Unnamed(_) => quote!(#path(#(#locals),*)),
        Fields::Unit => path.clone(),
    }
}

/// Returns a variable name for each field.
pub fn locals(prefix: &str, fields: &Fields) -> Vec<Ident> {
    (0..fields.len()).map(|at| format_ident!("{prefix}{at}")).collect()
}

/// Returns `true` if the type is called `Option`.
pub fn is_option(kind: &Type) -> bool {
    matches!(kind, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

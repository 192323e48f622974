//! `#[state]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Result};

/// The item with its derives.
pub fn expand(arguments: TokenStream, item: DeriveInput) -> Result<TokenStream> {
    if !arguments.is_empty() {
        return Err(Error::new_spanned(
            arguments,
            "`#[state]` takes no arguments: write further derives in a `#[derive(…)]` below it",
        ));
    }
    let of_fields = match item.data {
        Data::Enum(_) => quote!(, rename_all_fields = "camelCase"),
        Data::Struct(_) => quote!(),
        Data::Union(_) => return Err(Error::new_spanned(item.ident, "a union cannot be part of a state")),
    };
    Ok(quote! {
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::rondel::serde::Serialize,
            ::rondel::serde::Deserialize,
            ::rondel::game::View,
        )]
        #[serde(crate = "::rondel::serde", rename_all = "camelCase" #of_fields)]
        #item
    })
}

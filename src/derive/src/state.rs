//! `#[state]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Result};

use crate::serde_form::options_of;

/// Returns the item with its derives.
pub fn expand(arguments: TokenStream, item: DeriveInput) -> Result<TokenStream> {
    if !arguments.is_empty() {
        return Err(Error::new_spanned(
            arguments,
            "`#[state]` takes no arguments: write further derives in a `#[derive(…)]` below it",
        ));
    }
    let cases: &[&str] = match item.data {
        Data::Enum(_) => &["rename_all", "rename_all_fields"],
        Data::Struct(_) => &["rename_all"],
        Data::Union(_) => return Err(Error::new_spanned(item.ident, "a union cannot be part of a state")),
    };
    let own = options_of(&item.attrs)?;
    let usual = cases.iter().filter(|case| own.iter().all(|option| option != *case));
    let usual = usual.map(|case| syn::Ident::new(case, proc_macro2::Span::call_site()));
    Ok(quote! {
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::rondel::serde::Serialize,
            ::rondel::serde::Deserialize,
            ::rondel::game::View,
        )]
        #[serde(crate = "::rondel::serde" #(, #usual = "camelCase")*)]
        #item
    })
}

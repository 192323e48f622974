//! `derive(Phases)` and `derive(Stages)`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Error, Result};

use crate::docs::docs;
use crate::letters::camel;

/// Generates implementations of `Names` and of the trait of this kind.
pub fn derive(input: &DeriveInput, kind: &str) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, format!("{kind} are an enum without fields")));
    };
    if let Some(variant) = data.variants.iter().find(|variant| !variant.fields.is_empty()) {
        return Err(Error::new_spanned(variant, "a name has no fields"));
    }
    let (name, kind) = (&input.ident, Ident::new(kind, Span::call_site()));
    let idents: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let texts: Vec<String> = idents.iter().map(|ident| camel(ident)).collect();
    let is_known = |at: usize, text: &String| texts.iter().take(at).any(|before| before == text);
    let twice = texts.iter().enumerate().find(|(at, text)| is_known(*at, text));
    if let Some(ident) = twice.and_then(|(at, _)| idents.get(at)) {
        return Err(Error::new_spanned(ident, "another variant has the same name in JavaScript"));
    }
    let (above, each) = (docs(&input.attrs), data.variants.iter().map(|variant| docs(&variant.attrs)));
    Ok(quote! {
        #[automatically_derived]
        impl ::rondel::game::Names for #name {
            const ALL: &'static [&'static str] = &[#(#texts),*];
            fn name(&self) -> &'static str {
                match *self { #(Self::#idents => #texts),* }
            }
            fn named(name: &str) -> ::core::option::Option<Self> {
                match name {
                    #(#texts => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }
            fn comment() -> ::rondel::game::derived::String {
                ::rondel::game::derived::comment_of(#above, &[#((#texts, #each)),*])
            }
        }
        #[automatically_derived]
        impl ::rondel::game::#kind for #name {}
    })
}

//! `derive(View)`: the hidden parts. Differences and TypeScript types are in files of their own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, Fields, Result};

use crate::fields::{locals, pattern};
use crate::serde_form::Form;
use crate::visibility::{Mark, mark, with_bounds};
use crate::{changes, types, wrong_types};

/// Generates implementations of `View`, `Changes` and `Typed`.
pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let arms = match &input.data {
        Data::Struct(data) => vec![arm(&quote!(Self), &data.fields)?],
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let ident = &variant.ident;
                arm(&quote!(Self::#ident), &variant.fields)
            });
            arms.collect::<Result<_>>()?
        }
        Data::Union(_) => return Err(Error::new_spanned(&input.ident, "a union cannot be viewed")),
    };
    let form = Form::of(input)?;
    let (changes, types) = (changes::derive(input, &form)?, types::derive(input, &form)?);
    let name = &input.ident;
    let generics = with_bounds(&input.generics);
    let (bounds, args, clause) = generics.split_for_impl();
    let is_empty = arms.is_empty();
    let matched = if is_empty { quote!(match *self {}) } else { quote!(match self { #(#arms)* }) };
    Ok(quote! {
        #[automatically_derived]
        impl #bounds ::rondel::game::View for #name #args #clause {
            #[allow(unused_variables)]
            fn holes(
                &mut self,
                sight: ::rondel::game::Sight,
                visit: &mut dyn ::core::ops::FnMut(&mut dyn ::rondel::game::Hide),
            ) {
                #matched
            }
        }
        #changes
        #types
    })
}

fn arm(path: &TokenStream, fields: &Fields) -> Result<TokenStream> {
    let locals = locals("field", fields);
    let looks = fields.iter().zip(&locals).map(|(field, local)| look(field, local));
    let looks: Vec<TokenStream> = looks.collect::<Result<_>>()?;
    let pattern = pattern(path, fields, &locals);
    Ok(quote!(#pattern => { #(#looks)* }))
}

fn look(field: &Field, local: &Ident) -> Result<TokenStream> {
    // The compiler shows errors about the type at the field.
    let span = field.ty.span().resolved_at(Span::call_site());
    Ok(match mark(field)? {
        Mark::Nothing => quote_spanned!(span=> ::rondel::game::View::holes(#local, sight, visit);),
        Mark::Owner => quote_spanned!(span=> ::rondel::game::Owned::holes_of_others(#local, sight, visit);),
        Mark::Hidden => quote_spanned!(span=> visit(#local);),
        Mark::Public => {
            wrong_types::refuse(&field.ty)?;
            quote_spanned!(span=> ::rondel::game::derived::unchanging(#local);)
        }
    })
}

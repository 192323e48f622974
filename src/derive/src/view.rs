//! `derive(View)`: what may not be seen. How values differ and what TypeScript calls them is beside it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, GenericParam, Generics, Result, parse_quote};

use crate::fields::{locals, pattern};
use crate::serde_form::Form;
use crate::{changes, types, wrong_types};

/// Implements `View`, `Changes` and `Typed`.
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

/// The generics, of types that can be viewed.
pub fn with_bounds(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        if let GenericParam::Type(param) = param {
            param.bounds.push(parse_quote!(::rondel::game::View));
            param.bounds.push(parse_quote!(::core::clone::Clone));
            param.bounds.push(parse_quote!(::core::marker::Sync));
            param.bounds.push(parse_quote!('static));
        }
    }
    generics
}

/// Who sees a field.
#[derive(Clone, Copy, PartialEq)]
pub enum Mark {
    /// Everybody, but for what its type hides.
    Nothing,
    /// Nobody.
    Hidden,
    /// Its owner.
    Owner,
    /// Everybody.
    Public,
}

impl Mark {
    fn of(attribute: &Attribute) -> Option<Self> {
        let marks = [("hidden", Mark::Hidden), ("owner", Mark::Owner), ("public", Mark::Public)];
        marks.into_iter().find(|(name, _)| attribute.path().is_ident(name)).map(|(_, mark)| mark)
    }
}

/// Who sees this field.
pub fn mark(field: &Field) -> Result<Mark> {
    let mut marks = field.attrs.iter().filter_map(|attribute| Some((Mark::of(attribute)?, attribute)));
    let Some((mark, attribute)) = marks.next() else { return Ok(Mark::Nothing) };
    attribute.meta.require_path_only()?;
    match marks.next() {
        None => Ok(mark),
        Some((_, second)) => Err(Error::new_spanned(second, "hidden, owner or public: one of them")),
    }
}

fn arm(path: &TokenStream, fields: &Fields) -> Result<TokenStream> {
    let locals = locals("field", fields);
    let looks = fields.iter().zip(&locals).map(|(field, local)| look(field, local));
    let looks: Vec<TokenStream> = looks.collect::<Result<_>>()?;
    let pattern = pattern(path, fields, &locals);
    Ok(quote!(#pattern => { #(#looks)* }))
}

fn look(field: &Field, local: &Ident) -> Result<TokenStream> {
    // The compiler's errors about the type are shown at the field.
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

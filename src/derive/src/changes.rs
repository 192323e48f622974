//! `derive(View)`: the difference between two values.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Fields, Result};

use crate::fields::{locals, pattern};
use crate::letters::quoted;
use crate::serde_form::{FieldForm, Form};
use crate::visibility::{Mark, mark, with_bounds};

/// Generates an implementation of `Changes`.
pub fn derive(input: &DeriveInput, form: &Form) -> Result<TokenStream> {
    let name = &input.ident;
    let generics = with_bounds(&input.generics);
    let (bounds, args, clause) = generics.split_for_impl();
    let body = match &input.data {
        Data::Enum(data) if data.variants.is_empty() => quote! {
            fn same(&self, _: &Self) -> bool { match *self {} }
        },
        _ => by_kinds(input, form)?,
    };
    Ok(quote! {
        #[automatically_derived]
        impl #bounds ::rondel::game::Changes for #name #args #clause {
            #body
        }
    })
}

/// A struct, or a variant.
struct Kind<'a> {
    path: TokenStream,
    /// Name of the variant in its serde form.
    tag: Option<String>,
    fields: &'a Fields,
    forms: Vec<FieldForm>,
}

fn by_kinds(input: &DeriveInput, form: &Form) -> Result<TokenStream> {
    let mut form = form.clone();
    let kinds = kinds(input, &mut form)?;
    if form.is_unknown {
        return Ok(quote! {
            fn same(&self, old: &Self) -> bool {
                ::rondel::game::derived::same_text(self, old)
            }
        });
    }
    let same = kinds.iter().map(Kind::same).collect::<Result<Vec<_>>>()?;
    let patches = kinds.iter().map(Kind::patch).collect::<Result<Vec<_>>>()?;
    // The other value is another variant.
    let others = (kinds.len() > 1).then(|| {
        (
            quote!(_ => false,),
            quote! {
                _ => {
                    to.replace(self);
                    true
                }
            },
        )
    });
    let (other, replaced) = others.unzip();
    Ok(quote! {
        const HAS_PARTS: bool = true;
        #[allow(unused_imports, unused_variables)]
        fn same(&self, old: &Self) -> bool {
            use ::rondel::game::derived::{ByChanges as _, ByText as _};
            match (self, old) { #(#same)* #other }
        }
        #[allow(unused_imports, unused_variables)]
        fn patch(&self, old: &Self, to: &mut ::rondel::game::Patch) -> bool {
            use ::rondel::game::derived::{ByChanges as _, ByText as _};
            match (self, old) { #(#patches)* #replaced }
        }
    })
}

fn kinds<'a>(input: &'a DeriveInput, form: &mut Form) -> Result<Vec<Kind<'a>>> {
    match &input.data {
        Data::Enum(data) => {
            let kinds = data.variants.iter().map(|variant| {
                let ident = &variant.ident;
                let (tag, mut inner) = form.of_variant(variant)?;
                let forms = inner.of_fields(&variant.fields)?;
                form.is_unknown |= inner.is_unknown;
                Ok(Kind { path: quote!(Self::#ident), tag: Some(tag), fields: &variant.fields, forms })
            });
            kinds.collect()
        }
        Data::Struct(data) => {
            let forms = form.of_fields(&data.fields)?;
            Ok(vec![Kind { path: quote!(Self), tag: None, fields: &data.fields, forms }])
        }
        Data::Union(_) => Ok(Vec::new()),
    }
}

/// A field of both values.
struct Pair<'a> {
    new: &'a Ident,
    old: &'a Ident,
    form: &'a FieldForm,
    mark: Mark,
}

impl Kind<'_> {
    fn same(&self) -> Result<TokenStream> {
        self.arm(|pairs| {
            let parts = pairs.iter().map(|Pair { new, old, mark, .. }| match mark {
                Mark::Public => quote!((&::rondel::game::derived::Shown(#new)).is_same(#old)),
                _ => quote!(::rondel::game::Changes::same(#new, #old)),
            });
            quote!(true #(&& #parts)*)
        })
    }

    fn patch(&self) -> Result<TokenStream> {
        self.arm(|pairs| match (pairs, &self.tag) {
            ([], _) => quote!(false),
            (pairs, Some(tag)) if self.is_one_part() => members(&[differing(pairs, tag)]),
            (pairs, Some(tag)) => {
                let (key, inner) = (key(tag), members(&self.each(pairs)));
                quote! {
                    let mut outer = to.members();
                    outer.part(#key, |to| { #inner });
                    outer.end()
                }
            }
            ([Pair { new, old, mark, .. }], None) if self.is_one_part() => match mark {
                Mark::Public => quote! {
                    let differs = !::rondel::game::Changes::same(self, old);
                    if differs {
                        to.replace(self);
                    }
                    differs
                },
                _ => quote!(::rondel::game::Changes::patch(#new, #old, to)),
            },
            (pairs, None) => members(&self.each(pairs)),
        })
    }

    /// Returns `true` if serde writes it as its only field.
    fn is_one_part(&self) -> bool {
        matches!(self.fields, Fields::Unnamed(_)) && self.fields.len() == 1
    }

    fn each(&self, pairs: &[Pair<'_>]) -> Vec<TokenStream> {
        pairs.iter().map(|pair| differing(core::slice::from_ref(pair), &pair.form.key)).collect()
    }

    /// Generates a match arm that binds the written fields of both values.
    fn arm(&self, body: impl Fn(&[Pair<'_>]) -> TokenStream) -> Result<TokenStream> {
        let (news, olds) = (locals("new", self.fields), locals("old", self.fields));
        let marks = self.fields.iter().map(mark).collect::<Result<Vec<_>>>()?;
        let pairs = news.iter().zip(&olds).zip(&self.forms).zip(marks);
        let pairs = pairs.map(|(((new, old), form), mark)| Pair { new, old, form, mark });
        let pairs: Vec<Pair<'_>> = pairs.filter(|pair| !pair.form.is_skipped).collect();
        let body = body(&pairs);
        let (new, old) = (pattern(&self.path, self.fields, &news), pattern(&self.path, self.fields, &olds));
        Ok(quote!((#new, #old) => { #body }))
    }
}

fn members(parts: &[TokenStream]) -> TokenStream {
    quote! {
        let mut members = to.members();
        #(#parts)*
        members.end()
    }
}

/// Generates the code that writes the member with this name if one of the pairs differs.
fn differing(pairs: &[Pair<'_>], name: &str) -> TokenStream {
    let key = key(name);
    let parts = pairs.iter().map(|Pair { new, old, mark, .. }| match mark {
        Mark::Public => quote!((&::rondel::game::derived::Shown(#new)).differing(#old, #key, &mut members);),
        _ => quote!(members.differing(#key, #new, #old);),
    });
    quote!(#(#parts)*)
}

fn key(name: &str) -> String {
    quoted(name) + ":"
}

//! `derive(View)`: the TypeScript type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Field, Fields, Result};

use crate::docs::docs;
use crate::letters::{plain, quoted};
use crate::serde_form::Form;
use crate::visibility::{Mark, mark, with_bounds};

/// Generates an implementation of `Typed`.
pub fn derive(input: &DeriveInput, form: &Form) -> Result<TokenStream> {
    let mut form = form.clone();
    let text = match &input.data {
        Data::Enum(data) => {
            let kinds = data.variants.iter().map(|variant| {
                let (tag, mut inner) = form.of_variant(variant)?;
                let body = body(&variant.fields, &mut inner)?;
                form.is_unknown |= inner.is_unknown;
                Ok(of_variant(&tag, body, &docs(&variant.attrs)))
            });
            let kinds = kinds.collect::<Result<Vec<_>>>()?;
            if kinds.is_empty() { quote!(parts.push("never".into());) } else { quote!(#(#kinds)*) }
        }
        Data::Struct(data) => {
            let body = body(&data.fields, &mut form)?.unwrap_or_else(|| quote!("null".into()));
            quote!(parts.push(#body);)
        }
        Data::Union(_) => quote!(),
    };
    // The fields are visited all the same, because they may contain hidden values.
    let whole = form.is_unknown.then(|| quote!(parts = ::rondel::game::derived::vec!["unknown".into()];));
    let holes = has_holes(&input.data)?.then(|| quote!(types.note_hole();));
    let (name, called) = (&input.ident, plain(&input.ident));
    let (above, each) = (docs(&input.attrs), comments_of_units(&input.data, &mut form)?);
    let generics = with_bounds(&input.generics);
    let (bounds, args, clause) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #bounds ::rondel::game::Typed for #name #args #clause {
            #[allow(unused_imports, unused_variables)]
            fn type_text(types: &mut ::rondel::game::Types) -> ::rondel::game::derived::String {
                use ::rondel::game::derived::{KnownType as _, UnknownType as _};
                let comment = ::rondel::game::derived::comment_of(#above, &[#(#each),*]);
                types.named::<Self>(#called, comment, |types| {
                    let mut parts: ::rondel::game::derived::Vec<::rondel::game::derived::String> =
                        ::rondel::game::derived::Vec::new();
                    #holes
                    #text
                    #whole
                    parts.join(" | ")
                })
            }
        }
    })
}

fn of_variant(tag: &str, body: Option<TokenStream>, above: &TokenStream) -> TokenStream {
    let tag = quoted(tag);
    match body {
        None => quote!(parts.push(#tag.into());),
        Some(body) => quote! {
            let body: ::rondel::game::derived::String = #body;
            parts.push(::rondel::game::derived::object_text(&[(#tag, body, #above)]));
        },
    }
}

/// Returns the doc comments of variants that are strings in TypeScript, where editors do not show any.
fn comments_of_units(data: &Data, form: &mut Form) -> Result<Vec<TokenStream>> {
    let Data::Enum(data) = data else { return Ok(Vec::new()) };
    let units = data.variants.iter().filter(|variant| matches!(variant.fields, Fields::Unit));
    let comments = units.map(|variant| {
        let (tag, above) = (form.of_variant(variant)?.0, docs(&variant.attrs));
        Ok(quote!((#tag, #above)))
    });
    comments.collect()
}

/// Generates the TypeScript type of the fields. Returns `None` without fields.
fn body(fields: &Fields, form: &mut Form) -> Result<Option<TokenStream>> {
    let forms = form.of_fields(fields)?;
    let texts = fields.iter().map(|field| {
        let kind = &field.ty;
        let of = quote!((&::rondel::game::derived::TypeOf::<#kind>::new()));
        Ok(if mark(field)? == Mark::Public {
            quote!(#of.public_text(types))
        } else {
            quote!(#of.text(types))
        })
    });
    let texts = texts.collect::<Result<Vec<_>>>()?;
    let written: Vec<_> = forms.iter().zip(&texts).filter(|(form, _)| !form.is_skipped).collect();
    Ok(match (fields, written.as_slice()) {
        (Fields::Unit, _) => None,
        (Fields::Unnamed(_), [(_, text)]) if fields.len() == 1 => Some(quote!(#text)),
        (Fields::Unnamed(_), written) => {
            let texts = written.iter().map(|(_, text)| text);
            Some(quote!(::rondel::game::derived::tuple_text(&[#(#texts),*])))
        }
        (Fields::Named(_), written) => {
            let fields = fields.iter().zip(&forms).filter(|(_, form)| !form.is_skipped);
            let members = fields.zip(written).map(|((field, _), (form, text))| {
                let key = quoted(&form.key);
                let optional = form.may_be_left_out.then(|| format!("{key}?"));
                let key = match optional {
                    Some(optional) => quote!(if types.are_given() { #optional } else { #key }),
                    None => quote!(#key),
                };
                let above = docs(&field.attrs);
                quote!((#key, #text, #above))
            });
            Some(quote!(::rondel::game::derived::object_text(&[#(#members),*])))
        }
    })
}

fn has_holes(data: &Data) -> Result<bool> {
    let fields: Vec<&Field> = match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    let marks = fields.into_iter().map(mark).collect::<Result<Vec<_>>>()?;
    Ok(marks.into_iter().any(|mark| matches!(mark, Mark::Hidden | Mark::Owner)))
}

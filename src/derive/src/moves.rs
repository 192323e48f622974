//! `derive(Moves)`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, LitBool, Result, Token, Type, Variant};

use crate::docs::docs;
use crate::fields::{is_option, locals, pattern};
use crate::letters::{camel, parameter, shouting};

/// Generates implementations of `Moves`, `Serialize` and `Deserialize`, and a constant for each variant.
pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(
            &input.ident,
            "moves are an enum: a variant for each, with its arguments",
        ));
    };
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &input.generics,
            "moves have no generics: JavaScript calls them by their names",
        ));
    }
    if data.variants.is_empty() {
        return Err(Error::new_spanned(&input.ident, "a game has one move at least"));
    }
    let moves = data.variants.iter().enumerate().map(|(id, variant)| Move::read(id, variant));
    let moves: Vec<Move> = moves.collect::<Result<_>>()?;
    let name = &input.ident;
    let (constants, implementation) = (constants(input, &moves), implementation(name, &moves));
    Ok(quote! {
        #constants
        #implementation
        #[automatically_derived]
        impl ::rondel::serde::Serialize for #name {
            fn serialize<S: ::rondel::serde::Serializer>(&self, to: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::rondel::game::derived::write_move(self, to)
            }
        }
        #[automatically_derived]
        impl<'de> ::rondel::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::rondel::serde::Deserializer<'de>>(from: D) -> ::core::result::Result<Self, D::Error> {
                ::rondel::game::derived::read_move(from)
            }
        }
    })
}

struct Move<'a> {
    id: usize,
    variant: &'a Variant,
    name: String,
    constant: Ident,
    options: Options,
    locals: Vec<Ident>,
    /// Names of the arguments in errors.
    labels: Vec<String>,
}

impl<'a> Move<'a> {
    fn read(id: usize, variant: &'a Variant) -> Result<Self> {
        let constant = shouting(&variant.ident);
        if constant == variant.ident {
            let problem = "the move's name and its constant's would be the same: use a longer name";
            return Err(Error::new(variant.ident.span(), problem));
        }
        let labels = variant.fields.iter().enumerate();
        let labels = labels
            .map(|(at, field)| field.ident.as_ref().map_or_else(|| format!("argument {}", at + 1), camel));
        Ok(Move {
            id,
            variant,
            name: camel(&variant.ident),
            constant,
            options: Options::read(variant)?,
            locals: locals("a", &variant.fields),
            labels: labels.collect(),
        })
    }

    fn pattern(&self) -> TokenStream {
        let ident = &self.variant.ident;
        pattern(&quote!(Self::#ident), &self.variant.fields, &self.locals)
    }

    fn declaration(&self) -> TokenStream {
        let (name, labels) = (&self.name, &self.labels);
        let Options { undoable, redact, no_limit, strict, ignores_stale } = self.options;
        let undoable = match undoable {
            None => quote!(::core::option::Option::None),
            Some(undoable) => quote!(::core::option::Option::Some(#undoable)),
        };
        quote!(::rondel::game::MoveInfo {
            name: #name,
            arguments: &[#(#labels),*],
            undoable: #undoable,
            redact: #redact,
            no_limit: #no_limit,
            strict: #strict,
            ignores_stale: #ignores_stale,
        })
    }

    fn write(&self) -> TokenStream {
        let (pattern, locals, count) = (self.pattern(), &self.locals, self.locals.len());
        quote!(#pattern => {
            let mut list = to.serialize_seq(::core::option::Option::Some(#count))?;
            #(list.serialize_element(#locals)?;)*
            list.end()
        })
    }

    fn read_arm(&self) -> TokenStream {
        let (id, name, pattern, count) = (self.id, &self.name, self.pattern(), self.locals.len());
        let arguments = self.each_argument(|local, label, field| {
            let span = field.ty.span();
            quote_spanned!(span=> let #local = ::rondel::game::derived::argument(&mut from, #name, #label)?;)
        });
        quote!(#id => {
            #(#arguments)*
            ::rondel::game::derived::no_more(from, #name, #count)?;
            ::core::result::Result::Ok(#pattern)
        })
    }

    fn check(&self) -> TokenStream {
        let (name, pattern) = (&self.name, self.pattern());
        let checks = self.each_argument(
            |local, label, _| quote!(::rondel::game::derived::check_seats(#local, #name, #label, seats)?;),
        );
        quote!(#pattern => { #(#checks)* })
    }

    fn description(&self) -> TokenStream {
        let names = argument_names(&self.variant.fields.iter().collect::<Vec<_>>());
        let fields = || self.variant.fields.iter().zip(&names);
        let arguments = fields().map(|(field, name)| {
            let (kind, optional) = (&field.ty, is_option(&field.ty));
            quote!(::rondel::game::Argument {
                name: #name.into(),
                kind: (&::rondel::game::derived::TypeOf::<#kind>::new()).text(types),
                optional: #optional,
            })
        });
        let above = docs(&self.variant.attrs);
        let each = fields().map(|(field, name)| {
            let above = docs(&field.attrs);
            quote!((#name, #above))
        });
        quote!(::rondel::game::Signature {
            arguments: ::rondel::game::derived::vec![#(#arguments),*],
            comment: ::rondel::game::derived::comment_of_move(#above, &[#(#each),*]),
        })
    }

    fn each_argument(&self, make: impl Fn(&Ident, &String, &Field) -> TokenStream) -> Vec<TokenStream> {
        let fields = self.locals.iter().zip(&self.labels).zip(&self.variant.fields);
        fields.map(|((local, label), field)| make(local, label, field)).collect()
    }
}

#[derive(Clone, Copy, Default)]
struct Options {
    undoable: Option<bool>,
    redact: bool,
    no_limit: bool,
    strict: bool,
    ignores_stale: bool,
}

impl Options {
    fn read(variant: &Variant) -> Result<Self> {
        let mut options = Options::default();
        for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("rondel")) {
            attribute.parse_nested_meta(|meta| options.set(&meta))?;
        }
        if options.strict && options.ignores_stale {
            return Err(Error::new_spanned(variant, "use only one of strict and ignores_stale"));
        }
        Ok(options)
    }

    fn set(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let is_on = !meta.input.peek(Token![=]) || meta.value()?.parse::<LitBool>()?.value;
        let name = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match name.as_str() {
            "undoable" => self.undoable = Some(is_on),
            "redact" => self.redact = is_on,
            "no_limit" => self.no_limit = is_on,
            "strict" => self.strict = is_on,
            "ignores_stale" => self.ignores_stale = is_on,
            _ => return Err(meta.error("expected undoable, redact, no_limit, strict or ignores_stale")),
        }
        Ok(())
    }
}

fn constants(input: &DeriveInput, moves: &[Move<'_>]) -> TokenStream {
    let (name, vis) = (&input.ident, &input.vis);
    let constants = moves.iter().map(|one| {
        let (id, constant, text) =
            (one.id, &one.constant, format!("The move `{}`, without its arguments.", one.name));
        quote! {
            #[doc = #text]
            #vis const #constant: ::rondel::game::MoveName<#name> = ::rondel::game::MoveName::new(#id);
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(dead_code)]
        impl #name { #(#constants)* }
    }
}

fn implementation(name: &Ident, moves: &[Move<'_>]) -> TokenStream {
    let declarations = moves.iter().map(Move::declaration);
    let ids = moves.iter().map(|one| {
        let (ident, id) = (&one.variant.ident, one.id);
        quote!(Self::#ident { .. } => #id)
    });
    let (writes, reads) = (moves.iter().map(Move::write), moves.iter().map(Move::read_arm));
    let (checks, descriptions) = (moves.iter().map(Move::check), moves.iter().map(Move::description));
    quote! {
        #[automatically_derived]
        impl ::rondel::game::Moves for #name {
            const DECLARED: &'static [::rondel::game::MoveInfo] = &[#(#declarations),*];
            fn id(&self) -> usize {
                match *self { #(#ids),* }
            }
            fn write_args<S: ::rondel::serde::Serializer>(&self, to: S) -> ::core::result::Result<S::Ok, S::Error> {
                use ::rondel::serde::ser::SerializeSeq as _;
                match self { #(#writes)* }
            }
            fn read_args<'de, A>(id: usize, mut from: A) -> ::core::result::Result<Self, A::Error>
            where
                A: ::rondel::serde::de::SeqAccess<'de>,
            {
                match id {
                    #(#reads)*
                    _ => ::core::result::Result::Err(::rondel::serde::de::Error::custom("no such move")),
                }
            }
            #[allow(unused_variables)]
            fn check_seats(&self, seats: usize) -> ::core::result::Result<(), ::rondel::game::derived::String> {
                match self { #(#checks)* }
                ::core::result::Result::Ok(())
            }
            #[allow(unused_imports, unused_variables)]
            fn describe(
                types: &mut ::rondel::game::Types,
            ) -> ::rondel::game::derived::Vec<::rondel::game::Signature> {
                use ::rondel::game::derived::{KnownType as _, UnknownType as _};
                ::rondel::game::derived::vec![#(#descriptions),*]
            }
        }
    }
}

/// Returns the names of the arguments in TypeScript: those of the fields, else those of the types, with
/// numbers if necessary.
fn argument_names(fields: &[&Field]) -> Vec<String> {
    let wanted: Vec<String> =
        fields.iter().map(|field| field.ident.as_ref().map_or_else(|| of_type(&field.ty), camel)).collect();
    let number = |at: usize, name: &String| {
        let before = wanted.iter().take(at).filter(|other| *other == name).count();
        if wanted.iter().filter(|other| *other == name).count() > 1 {
            format!("{name}{}", before + 1)
        } else {
            name.clone()
        }
    };
    wanted.iter().enumerate().map(|(at, name)| parameter(number(at, name))).collect()
}

/// Returns an argument name for a type: `seat` for `Seat`, `argument` for a type that is not the game's.
fn of_type(kind: &Type) -> String {
    let last = match kind {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    match last {
        Some(segment) if segment.arguments.is_empty() && starts_large(&segment.ident) => {
            camel(&segment.ident)
        }
        _ => "argument".into(),
    }
}

fn starts_large(ident: &Ident) -> bool {
    ident != "String" && ident.to_string().starts_with(char::is_uppercase)
}

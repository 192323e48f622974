//! Tests of the errors for authors' mistakes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Result, parse2};

use crate::{moves, names, state, view};

fn told(derive: impl Fn(&DeriveInput) -> Result<TokenStream>, item: TokenStream) -> String {
    let told = parse2::<DeriveInput>(item).and_then(|item| derive(&item));
    told.err().map_or_else(|| "it compiles".to_owned(), |error| error.to_string())
}

#[test]
fn types_with_interior_mutability_or_without_order_are_refused() {
    let field = |kind: TokenStream, mark: TokenStream| {
        told(view::derive, quote!(struct Table { #mark asked: #kind }))
    };
    let refused = "has interior mutability: states are shared, and only moves and hooks may change them";
    for (kind, cell) in [
        (quote!(std::sync::Arc<std::sync::Mutex<u32>>), "Mutex"),
        (quote!(Vec<(u8, [Arc<AtomicU32>; 2])>), "AtomicU32"),
        (quote!(Option<Arc<OnceLock<u32>>>), "OnceLock"),
    ] {
        assert_eq!(field(kind, quote!(#[public])), format!("`{cell}` {refused}"));
    }
    for (kind, name) in
        [(quote!(HashMap<u8, u8>), "HashMap"), (quote!(Vec<std::collections::HashSet<u8>>), "HashSet")]
    {
        let why = "has a different order at each start: use `BTreeMap` or `BTreeSet`";
        assert_eq!(field(kind, quote!(#[public])), format!("`{name}` {why}"));
    }
    assert_eq!(field(quote!(Arc<[Vec<u8>; 2]>), quote!(#[public])), "it compiles");
}

#[test]
fn moves_are_an_enum_with_options_that_there_are() {
    let moves = |item| told(moves::derive, item);
    assert_eq!(
        moves(quote!(
            enum Move {
                #[rondel(undoable = false, redact, strict = true)]
                Draw,
                Go(u8),
            }
        )),
        "it compiles"
    );
    assert_eq!(
        moves(quote!(
            struct Move;
        )),
        "moves are an enum: a variant for each, with its arguments"
    );
    assert_eq!(
        moves(quote!(
            enum Move {}
        )),
        "a game has one move at least"
    );
    assert_eq!(
        moves(quote!(
            enum Move<T> {
                Go(T),
            }
        )),
        "moves have no generics: JavaScript calls them by their names"
    );
    assert_eq!(
        moves(quote!(
            enum Move {
                X,
            }
        )),
        "the move's name and its constant's would be the same: use a longer name"
    );
    assert_eq!(
        moves(quote!(
            enum Move {
                #[rondel(undoabel)]
                Draw,
            }
        )),
        "expected undoable, redact, no_limit, strict or ignores_stale"
    );
    assert_eq!(
        moves(quote!(
            enum Move {
                #[rondel(redact = 7)]
                Draw,
            }
        )),
        "expected boolean literal"
    );
    assert_eq!(
        moves(quote!(
            enum Move {
                #[rondel(strict, ignores_stale)]
                Draw,
            }
        )),
        "use only one of strict and ignores_stale"
    );
}

#[test]
fn names_have_no_fields() {
    let phases = |item| told(|item| names::derive(item, "Phases"), item);
    assert_eq!(
        phases(quote!(
            enum Phase {
                Draft,
                Fight,
            }
        )),
        "it compiles"
    );
    assert_eq!(
        phases(quote!(
            enum Phase {
                Draft(u8),
            }
        )),
        "a name has no fields"
    );
    assert_eq!(
        phases(quote!(
            struct Phase;
        )),
        "Phases are an enum without fields"
    );
}

#[test]
fn names_differ_in_javascript() {
    let stages = |item| told(|item| names::derive(item, "Stages"), item);
    let alike = quote!(
        enum Stage {
            React,
            react,
        }
    );
    assert_eq!(stages(alike), "another variant has the same name in JavaScript");
}

#[test]
fn a_field_has_one_mark() {
    let view = |item| told(view::derive, item);
    assert_eq!(
        view(quote!(
            struct Table {
                #[hidden]
                deck: Pile<Card>,
                points: u8,
            }
        )),
        "it compiles"
    );
    assert_eq!(
        view(quote!(
            struct Table {
                #[hidden]
                #[owner]
                hands: PerSeat<Pile<Card>>,
            }
        )),
        "use only one of hidden, owner and public"
    );
    assert_eq!(
        view(quote!(
            struct Table {
                #[hidden(deck)]
                deck: Pile<Card>,
            }
        )),
        "unexpected token in attribute"
    );
    assert_eq!(view(quote!(union Table { a: u8, b: u8 })), "a union cannot be viewed");
    assert_eq!(
        view(quote!(
            #[view(hole)]
            struct Table {
                a: u8,
            }
        )),
        "expected whole"
    );
}

#[test]
fn a_state_takes_no_arguments() {
    let state = |arguments: TokenStream| {
        told(
            |item| state::expand(arguments.clone(), item.clone()),
            quote!(
                struct Table;
            ),
        )
    };
    assert_eq!(state(quote!()), "it compiles");
    assert_eq!(
        state(quote!(Copy)),
        "`#[state]` takes no arguments: write further derives in a `#[derive(…)]` below it"
    );
}

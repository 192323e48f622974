//! Tests of the TypeScript types of a game.

use std::collections::BTreeMap;

use rondel::game::{Argument, Moves as _, Typed as _, Types};
use rondel::prelude::*;
use serde::{Deserialize, Serialize};

#[state]
#[derive(Copy)]
struct Card(u8);

#[state]
enum Place {
    Empty,
    Covered(#[hidden] Pile<Card>),
    Open { top_card: Card, by: Seat },
}

#[state]
struct Unwritten;

#[state]
#[serde(rename_all = "kebab-case")]
enum Dashed {
    TwoWords { and_fields: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Foreign;

mod other {
    use rondel::prelude::*;

    #[state]
    pub struct Card {
        pub name: String,
    }
}

#[state]
struct Table {
    #[hidden]
    deck: Pile<Card>,
    #[public]
    discarded: Pile<Card>,
    #[owner]
    goals: PerSeat<Secret<other::Card>>,
    places: BTreeMap<String, Place>,
    cells: [Option<Seat>; 9],
    #[public]
    foreign: Foreign,
    pair: (bool, f32),
    sub_tables: Vec<Table>,
    none: Unwritten,
}

#[derive(Clone, Debug, PartialEq, Moves)]
enum Move {
    Pass,
    Attack(Card, Seat, Seat, u8),
    Mark {
        cell_number: usize,
        note: Option<String>,
    },
    Odd(Foreign),
    Offer {
        offer: Offer,
    },
    /// Names that TypeScript lets no parameter have.
    Buy {
        class: u8,
        this: u8,
        r#for: u8,
    },
}

#[state]
struct Offer {
    cards: Vec<Card>,
    to: Option<Seat>,
    #[serde(default)]
    last_word: bool,
}

#[test]
fn a_state_is_described_as_players_see_it() {
    let mut types = Types::default();
    assert_eq!(Table::type_text(&mut types), "Table");
    let declared: Vec<String> = types.iter().map(|one| format!("{} = {}", one.name, one.text)).collect();
    assert_eq!(
        declared,
        [
            r#"Table = { "deck": Card[] | number; "discarded": Card[]; "goals": (Card2 | null)[]; "places": { [key: string]: Place }; "cells": (string | null)[]; "foreign": unknown; "pair": [boolean, number]; "subTables": Table[]; "none": Unwritten }"#,
            "Card = number",
            r#"Card2 = { "name": string }"#,
            r#"Place = "empty" | { "covered": Card[] | number } | { "open": { "topCard": Card; "by": string } }"#,
            "Unwritten = null",
        ]
    );
}

#[test]
fn names_follow_the_attributes_of_serde() {
    let mut types = Types::default();
    Dashed::type_text(&mut types);
    let text = r#"{ "two-words": { "andFields": number } }"#;
    assert_eq!(types.iter().map(|one| (&*one.name, &*one.text)).collect::<Vec<_>>(), [("Dashed", text)]);
    let json = serde_json::to_string(&Dashed::TwoWords { and_fields: 7 });
    assert_eq!(json.ok().as_deref(), Some(r#"{"two-words":{"andFields":7}}"#));
}

#[test]
fn arguments_have_names_and_types() {
    let mut types = Types::default();
    let argument =
        |name: &str, kind: &str, optional| Argument { name: name.into(), kind: kind.into(), optional };
    let described: Vec<Vec<Argument>> =
        Move::describe(&mut types).into_iter().map(|one| one.arguments).collect();
    assert_eq!(
        described,
        [
            vec![],
            vec![
                argument("card", "Card", false),
                argument("seat1", "string", false),
                argument("seat2", "string", false),
                argument("argument", "number", false),
            ],
            vec![argument("cellNumber", "number", false), argument("note", "string | null", true)],
            vec![argument("foreign", "unknown", false)],
            vec![argument("offer", "Offer", false)],
            vec![
                argument("class_", "number", false),
                argument("this_", "number", false),
                argument("for_", "number", false),
            ],
        ]
    );
}

#[test]
fn members_with_a_default_are_optional_in_input_types() {
    let mut types = Types::default();
    assert_eq!(Card::type_text(&mut types), "Card");
    types.given(Move::describe);
    let offer = types.iter().find(|one| one.name == "Offer").map(|one| one.text.clone());
    assert_eq!(offer.as_deref(), Some(r#"{ "cards": Card[]; "to"?: string | null; "lastWord"?: boolean }"#));
    assert_eq!(Offer::type_text(&mut types), "Offer2");
    let names: Vec<&str> = types.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["Card", "Offer", "Offer2"]);
}

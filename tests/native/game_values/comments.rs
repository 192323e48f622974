//! Tests of doc comments of game types, as TypeScript comments.

#![allow(clippy::empty_docs, reason = "some authors write none")]

use rondel::game::{Moves as _, NamedType, Typed, Types};
use rondel::prelude::*;

/// A table of cards.
///
/// ```
/// let table = 1; // *nothing*
/// ```
///   - indented
#[state]
struct Table {
    /// What is left.
    deck: u32,
    plain: u32,
    /** Where cards lie:
     *
     *  - in a row
     */
    places: Vec<Place>,
    /// Left out.
    #[serde(skip)]
    _kept: (),
}

/// How a place is.
#[state]
enum Place {
    /// Nothing
    /// lies there.
    Empty,
    /// Somebody's.
    Taken {
        /// Whose.
        by: Seat,
        since: u32,
    },
    Closed,
}

/// */ export const no = 1; /* C:\temp\u0041
/// @deprecated
///  \@ and someone@example.com
#[doc = " one\r\n two\r three\u{2028} @internal"]
#[doc(hidden)]
#[state]
struct Hostile(#[doc = "of a tuple"] u8);

#[doc = concat!("* listed", "\n", "* again")]
#[state]
struct Listed(u8);

///
#[state]
struct Blank {
    ///
    nothing: u8,
}

#[derive(Clone, Debug, PartialEq, Moves)]
enum Move {
    /// Takes cards.
    Take {
        /// How many
        /// of them.
        count: u8,
        from: Seat,
    },
    Give(
        /// {it} is a card.
        u8,
    ),
    Pass,
}

/// Where the game is.
#[derive(Phases)]
enum Phase {
    /// All draw.
    Draft,
    Fight,
    /// It ends.
    TheEnd,
}

#[derive(Stages)]
enum Stage {
    React,
}

fn declared<T: Typed>() -> Vec<NamedType> {
    let mut types = Types::default();
    T::type_text(&mut types);
    types.iter().cloned().collect()
}

fn comment_above<T: Typed>() -> String {
    declared::<T>().into_iter().map(|one| one.comment).next().unwrap_or_default()
}

#[test]
fn types_and_their_fields_have_the_comments_of_their_authors() {
    let [table, place] = &declared::<Table>()[..] else { panic!("there are two") };
    assert_eq!(
        table.comment,
        "/**\n * A table of cards.\n *\n * ```\n * let table = 1; // *nothing*\n * ```\n *   - indented\n */"
    );
    assert_eq!(
        table.text,
        r#"{
  /** What is left. */
  "deck": number;
  "plain": number;
  /**
   * Where cards lie:
   *
   *  - in a row
   */
  "places": Place[];
}"#
    );
    assert_eq!(place.comment, "/**\n * How a place is.\n *\n * - `empty`: Nothing\n *   lies there.\n */");
    assert_eq!(
        place.text,
        r#""empty" | {
  /** Somebody's. */
  "taken": {
    /** Whose. */
    "by": string;
    "since": number;
  };
} | "closed""#
    );
}

#[test]
fn no_comment_ends_before_its_end_or_has_tags_of_its_own() {
    let lines = [
        r" * *\/ export const no = 1; /* C:\temp\u0041",
        r" * \@deprecated",
        r" *  \@ and someone@example.com",
        " * one",
        " * two",
        " * three",
        r" * \@internal",
    ];
    assert_eq!(comment_above::<Hostile>(), format!("/**\n{}\n */", lines.join("\n")));
    assert_eq!(comment_above::<Listed>(), "/**\n * * listed\n * * again\n */");
    assert_eq!(
        declared::<Blank>(),
        [NamedType { name: "Blank".into(), text: r#"{ "nothing": number }"#.into(), comment: String::new() }]
    );
}

#[test]
fn moves_have_comments_with_their_arguments() {
    let comments: Vec<String> =
        Move::describe(&mut Types::default()).into_iter().map(|one| one.comment).collect();
    let take = "/**\n * Takes cards.\n *\n * @param count - How many\n *   of them.\n */";
    assert_eq!(comments, [take, "/** @param argument - {it} is a card. */", ""]);
}

#[test]
fn comments_of_names_list_all_variants() {
    assert_eq!(
        Phase::comment(),
        "/**\n * Where the game is.\n *\n * - `draft`: All draw.\n * - `theEnd`: It ends.\n */"
    );
    assert_eq!(Stage::comment(), "");
}

//! Tests of `derive(View)`: holes and determinized games.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rondel::game::{Bag, deal_unseen, determinized, seen_by};
use rondel::prelude::*;

#[state]
#[derive(Copy)]
struct Card(u8);

/// A card with a hidden side that only its owner sees.
#[state]
struct Token {
    #[owner]
    value: Secret<u8>,
    face: u8,
}

#[state]
enum Place {
    Empty,
    Covered(#[hidden] Pile<Card>),
    Open { card: Card, under: Token },
}

#[state]
struct Board<T> {
    #[owner]
    hand: Pile<T>,
    tokens: Vec<Token>,
}

#[state]
struct Table {
    #[hidden]
    deck: Pile<Card>,
    #[owner]
    hands: PerSeat<Pile<Token>>,
    boards: PerSeat<Board<Card>>,
    by_seat: BTreeMap<Seat, Board<u8>>,
    places: BTreeMap<String, Place>,
    #[hidden]
    rows: [Option<Pile<Card>>; 2],
    #[public]
    open: Pile<Card>,
}

fn cards(from: u8, count: u8) -> Pile<Card> {
    (from..from + count).map(Card).collect()
}

fn token(value: u8) -> Token {
    Token { value: Secret::new(value), face: 1 }
}

fn table() -> Table {
    let places = [
        ("a", Place::Empty),
        ("b", Place::Covered(cards(20, 2))),
        ("c", Place::Open { card: Card(1), under: token(2) }),
    ];
    Table {
        deck: cards(0, 3),
        hands: PerSeat::new(2, |seat| [token(seat.index() as u8 + 50)].into_iter().collect()),
        boards: PerSeat::new(2, |seat| Board {
            hand: cards(seat.index() as u8 + 10, 2),
            tokens: vec![token(77)],
        }),
        by_seat: [(Seat::new(1), Board { hand: Pile::from(vec![5]), tokens: Vec::new() })].into(),
        places: places.into_iter().map(|(name, place)| (name.to_owned(), place)).collect(),
        rows: [None, Some(cards(30, 4))],
        open: cards(40, 1),
    }
}

fn json(table: &Table) -> String {
    serde_json::to_string(table).unwrap_or_default()
}

#[test]
fn players_see_their_own_and_public_values_and_spectators_only_public_ones() {
    assert_eq!(
        json(&seen_by(&table(), Some(Seat::new(1)))),
        r#"{"deck":3,"hands":[1,[{"value":51,"face":1}]],"boards":[{"hand":2,"tokens":[{"value":null,"face":1}]},{"hand":[11,12],"tokens":[{"value":77,"face":1}]}],"bySeat":{"1":{"hand":[5],"tokens":[]}},"places":{"a":"empty","b":{"covered":2},"c":{"open":{"card":1,"under":{"value":null,"face":1}}}},"rows":[null,4],"open":[40]}"#
    );
    assert_eq!(
        json(&seen_by(&table(), None)),
        r#"{"deck":3,"hands":[1,1],"boards":[{"hand":2,"tokens":[{"value":null,"face":1}]},{"hand":2,"tokens":[{"value":null,"face":1}]}],"bySeat":{"1":{"hand":1,"tokens":[]}},"places":{"a":"empty","b":{"covered":2},"c":{"open":{"card":1,"under":{"value":null,"face":1}}}},"rows":[null,4],"open":[40]}"#
    );
    let view = seen_by(&table(), Some(Seat::new(7)));
    assert_eq!(json(&view), json(&seen_by(&table(), None)));
}

#[test]
fn a_view_is_read_as_a_game_with_holes() {
    for viewer in [None, Some(Seat::new(0)), Some(Seat::new(1))] {
        let view = seen_by(&table(), viewer);
        assert_eq!(serde_json::from_str::<Table>(&json(&view)).ok(), Some(view.clone()));
        assert_eq!(seen_by(&view, viewer), view);
    }
}

#[test]
fn a_determinized_game_has_the_same_cards_at_other_hidden_places() {
    let dice = RefCell::new(rondel::core::Random::seeded("a"));
    let random = Random::over(&dice);
    let (me, whole) = (Some(Seat::new(0)), table());
    let mut has_moved = false;
    for _ in 0..20 {
        let world = determinized(&whole, me, &random).expect("it is whole");
        assert_eq!(seen_by(&world, me), seen_by(&whole, me));
        assert_eq!(all_cards(&world), all_cards(&whole));
        has_moved |= world != whole;
    }
    assert!(has_moved);
    assert_eq!(determinized(&seen_by(&whole, me), me, &random), None);
}

#[test]
fn determinize_fills_the_holes_of_a_view() {
    let dice = RefCell::new(rondel::core::Random::seeded("a"));
    let random = Random::over(&dice);
    let (me, whole) = (Some(Seat::new(0)), table());
    let view = seen_by(&whole, me);
    let unseen = Bag::new().with((0..40).map(Card)).with([token(9)]).with([1_u8, 2, 3, 4]);
    let world = deal_unseen(&view, me, unseen, &random).expect("there is enough");
    assert_eq!(seen_by(&world, me), view);
    assert_eq!(deal_unseen(&view, me, Bag::new().with([Card(1)]), &random), None);
}

#[test]
fn a_card_on_a_hidden_pile_is_hidden() {
    let mut view = seen_by(&table(), None);
    view.deck.push(Card(99));
    assert_eq!((view.deck.len(), view.deck.draw()), (4, Err(Stop::Unknown)));
    assert_eq!(view.deck.deal(3), Pile::hidden(3));
    assert_eq!(view.deck, Pile::hidden(1));
}

/// Returns the cards of all hidden places, sorted.
fn all_cards(table: &Table) -> Vec<u8> {
    let rows = table.rows.iter().flatten();
    let covered = table.places.values().filter_map(|place| match place {
        Place::Covered(pile) => Some(pile),
        _ => None,
    });
    let piles =
        rows.chain(covered).chain([&table.deck]).chain(table.boards.values().map(|board| &board.hand));
    let mut cards: Vec<u8> =
        piles.flat_map(|pile| pile.cards().unwrap_or_default()).map(|card| card.0).collect();
    cards.sort_unstable();
    cards
}

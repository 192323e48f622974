//! Tests of views, predictions and rights in a game with hidden hands, phases and a reaction.

use rondel::core::RefusalKind;
use rondel::game::seen_by;
use rondel::prelude::*;
use serde_json::{Value, json};

use super::duel::{Card, Duel, Move, Options, Phase, Stage};

fn seat(place: u16) -> Seat {
    Seat::new(place)
}

fn to_json(g: &Duel) -> Value {
    serde_json::to_value(g).unwrap()
}

/// Returns a match in which all players have drawn their cards.
fn drafted(seed: &str) -> Match<Duel> {
    let mut game = Match::<Duel>::new(2).seed(seed).start().unwrap();
    for place in [0, 0, 0, 1, 1, 1] {
        game.play(place, Move::Draw).unwrap();
    }
    assert!(game.ctx().is_in(Phase::Fight));
    game
}

#[test]
fn phases_follow_one_another_and_a_reaction_gives_the_turn_back() {
    let mut game = drafted("a");
    assert_eq!((game.g().hand(0).len(), game.ctx().current()), (4, seat(0)));
    let attack = *game.g().hand(0).iter().min_by_key(|card| card.0).unwrap();
    let parry = *game.g().hand(1).iter().max_by_key(|card| card.0).unwrap();
    assert!(game.play(1, Move::Parry(parry)).is_err());
    game.play(0, Move::Attack(attack, seat(1))).unwrap();
    assert_eq!(game.active(), [seat(1)]);
    assert_eq!(game.ctx().stage(seat(1)).map(|Stage::React| ()), Some(()));
    assert!(game.play(0, Move::Done).is_err());
    assert!(game.play(1, Move::Done).is_err());
    game.play(1, Move::Parry(parry)).unwrap();
    assert_eq!((game.active(), game.ctx().current()), (vec![seat(0)], seat(0)));
    game.play(0, Move::Attack(game.g().hand(0)[0], seat(1))).unwrap();
    game.play(1, Move::Pass).unwrap();
    assert_eq!(to_json(game.g())["points"], json!([1, 0]));
    game.play(0, Move::Done).unwrap();
    assert_eq!((game.ctx().current(), game.g().hand(1).len()), (seat(1), 3));
}

#[test]
fn players_see_only_their_own_hand() {
    let game = drafted("a");
    let [mine, theirs, nobody] =
        [Some(seat(0)), Some(seat(1)), None].map(|viewer| to_json(&game.seen_by(viewer)));
    assert_eq!((&mine["hands"][1], &mine["deck"]), (&json!(3), &json!(13)));
    assert_eq!((&theirs["hands"][0], &nobody["hands"]), (&json!(4), &json!([4, 3])));
    assert_eq!(mine["hands"][0], to_json(game.g())["hands"][0]);
    // The view deserializes as the same type with holes.
    let back: Duel = serde_json::from_value(theirs).unwrap();
    assert_eq!(back, game.seen_by(Some(seat(1))));
    assert_eq!(seen_by(&back, Some(seat(1))), back);
}

#[test]
fn a_page_predicts_moves_until_it_needs_a_hidden_value() {
    let mut game = drafted("a");
    let card = game.g().hand(0)[0];
    assert_eq!(game.predict(0, Move::Draw), Ok(Predicted::Waits));
    let Ok(Predicted::Done(shown)) = game.predict(0, Move::Attack(card, seat(1))) else {
        panic!("a page waits with what it sees")
    };
    assert_eq!(to_json(&shown)["table"], json!([card.0]));
    // The prediction is the same as the result.
    game.play(0, Move::Attack(card, seat(1))).unwrap();
    assert_eq!(game.seen_by(Some(seat(0))), shown);
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let deal = |seed| to_json(drafted(seed).g());
    assert_eq!(deal("a"), deal("a"));
    assert_ne!(deal("a"), deal("b"));
}

#[test]
fn no_argument_names_a_seat_that_is_not_at_the_table() {
    let mut game = drafted("a");
    let card = game.g().hand(0)[0].0;
    let error = game.play_json(0, "attack", &format!("[{card}, \"7\"]")).unwrap_err().to_string();
    assert!(error.contains("attack: argument 2: \"7\" is not a player of this match"), "{error}");
    let typed = game.play(0, Move::Attack(Card(card), seat(7))).unwrap_err().to_string();
    assert!(typed.contains("\"7\" is not a player of this match"), "{typed}");
    game.play_json(0, "attack", &format!("[{card}, \"1\"]")).unwrap();
}

#[test]
fn setup_data_are_typed_and_bad_ones_are_an_error() {
    let game = Match::<Duel>::new(2).data(Options { cards: Some(9) }).start().unwrap();
    assert_eq!(to_json(game.g())["deck"].as_array().unwrap().len(), 9);
    let Err(error) = Match::<Duel>::new(2).data("x").start() else { panic!("a text is no options") };
    assert!(error.to_string().starts_with("setup: invalid: \"setupData: invalid type"), "{error}");
}

#[test]
fn a_game_limits_its_number_of_players() {
    for players in [1, 5] {
        let Err(error) = Match::<Duel>::new(players).start() else { panic!("it is not for {players}") };
        assert!(matches!(error, MatchError::Refused { kind: RefusalKind::NumPlayers, .. }), "{error}");
    }
}

#[test]
fn a_move_that_is_not_undoable_stays() {
    let mut game = drafted("a");
    let card = game.g().hand(0)[0];
    game.play(0, Move::Draw).unwrap();
    assert!(game.undo(0).unwrap_err().to_string().contains("draw"));
    game.play(0, Move::Attack(card, seat(1))).unwrap();
    let attacked = game.g().clone();
    game.undo(0).unwrap();
    assert_eq!(game.active(), [seat(0)]);
    game.redo(0).unwrap();
    assert_eq!(game.g(), &attacked);
}

#[test]
fn random_matches_end_without_warnings() {
    for seed in 0..100_u32 {
        let mut game = Match::<Duel>::new(3).seed(seed).start().unwrap();
        let (mut moves, mut dice, mut count) = (Vec::new(), u64::from(seed) * 7919 + 1, 0);
        while game.outcome().is_none() && count < 5_000 {
            let active = game.active();
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let who = active[(dice >> 33) as usize % active.len()];
            game.moves(who, &mut moves);
            let mv = moves[(dice >> 40) as usize % moves.len()].clone();
            count += 1;
            if let Err(error) = game.play(who, mv.clone()) {
                assert!(error.payload::<Value>().is_some(), "{mv:?}: {error}");
            }
        }
        assert!(game.outcome().is_some(), "seed {seed}: {:?}", game.g());
        assert_eq!(game.warnings(), Vec::<String>::new());
    }
}

use magpies::{Magpies, Move, Phase, Stage};
use rondel::prelude::*;

const ONE: Seat = Seat::new(1);
const ZERO: Seat = Seat::new(0);

fn begun(seed: &str) -> Match<Magpies> {
    Match::new(2).seed(seed).start().unwrap()
}

fn hand(game: &Match<Magpies>, seat: Seat) -> Vec<u8> {
    game.g().hands[seat].cards().unwrap().to_vec()
}

/// Starts a match in which both have bid: the first player the highest card, the second one the lowest.
fn raiding() -> Match<Magpies> {
    let mut game = begun("nest");
    let high = hand(&game, ZERO).into_iter().max().unwrap();
    let low = hand(&game, ONE).into_iter().min().unwrap();
    assert!(high > low);
    game.play(0, Move::Bid(high)).unwrap();
    game.play(1, Move::Bid(low)).unwrap();
    game
}

#[test]
fn bids_are_face_down_until_all_have_bid() {
    let mut game = begun("nest");
    assert_eq!(game.active(), [ZERO, ONE]);
    let card = hand(&game, ONE)[0];
    game.play(1, Move::Bid(card)).unwrap();
    assert_eq!(game.active(), [ZERO]);
    let [theirs, mine] = [ZERO, ONE].map(|seat| game.seen_by(Some(seat)).bids[ONE].clone());
    assert!(theirs.cards().is_err() && theirs.len() == 1);
    assert_eq!(mine.cards().unwrap(), [card]);
}

#[test]
fn the_highest_bid_takes_the_prize() {
    let game = raiding();
    assert!(game.ctx().is_in(Phase::Raids));
    assert_eq!((game.g().nests[ZERO].len(), game.g().nests[ONE].len()), (1, 0));
    assert_eq!((game.g().prizes.len(), game.g().shown.len(), game.g().discard.len()), (4, 2, 2));
}

#[test]
fn equal_bids_take_nothing() {
    let mut game = (0..).map(|seed| begun(&seed.to_string())).find(|game| shared(game).is_some()).unwrap();
    let card = shared(&game).unwrap();
    game.play(0, Move::Bid(card)).unwrap();
    game.play(1, Move::Bid(card)).unwrap();
    assert_eq!(game.g().prizes.len(), 5);

    fn shared(game: &Match<Magpies>) -> Option<u8> {
        hand(game, ZERO).into_iter().find(|card| hand(game, ONE).contains(card))
    }
}

#[test]
fn a_raided_player_reacts_and_the_raider_continues() {
    let mut game = raiding();
    game.play(0, Move::Forage).unwrap();
    let raid = hand(&game, ONE).into_iter().min().unwrap();
    game.play(1, Move::Raid(raid, ZERO)).unwrap();
    assert_eq!(game.active(), [ZERO]);
    assert!(matches!(game.ctx().stage(ZERO), Some(Stage::Raided)));
    let guard = hand(&game, ZERO).into_iter().max().unwrap();
    game.play(0, Move::Guard(guard)).unwrap();
    assert_eq!((game.active(), game.g().nests[ZERO].len()), (vec![ONE], 1));

    let raid = hand(&game, ONE)[0];
    game.play(1, Move::Raid(raid, ZERO)).unwrap();
    game.play(0, Move::GiveUp).unwrap();
    assert_eq!((game.g().nests[ZERO].len(), game.g().nests[ONE].len()), (0, 1));
    game.play(1, Move::Forage).unwrap();
    assert!(game.ctx().is_in(Phase::Swoop));
}

#[test]
fn moves_that_the_rules_forbid_are_refused() {
    let mut game = raiding();
    let (mine, theirs) = (hand(&game, ZERO), hand(&game, ONE));
    assert!(game.play(0, Move::Raid(mine[0], ONE)).is_err(), "an empty nest");
    assert!(game.play(0, Move::Raid(mine[0], ZERO)).is_err(), "one's own nest");
    assert!(game.play(0, Move::Bid(mine[0])).is_err(), "a bid in the midst of raids");
    assert!(game.play(1, Move::Forage).is_err(), "somebody else's turn");
    game.play(0, Move::Forage).unwrap();
    assert!(game.play(1, Move::Raid(99, ZERO)).is_err(), "a card that is not in the hand");
    let strongest = theirs.into_iter().max().unwrap();
    game.play(1, Move::Raid(strongest, ZERO)).unwrap();
    if let Some(weak) = hand(&game, ZERO).into_iter().find(|card| *card < strongest) {
        assert!(game.play(0, Move::Guard(weak)).is_err(), "a guard that is too weak");
    }
}

#[test]
fn the_last_prize_ends_the_game() {
    let mut game = Match::<Magpies>::new(2).seed("nest").data(Some(1_usize)).start().unwrap();
    let (high, low) = (hand(&game, ZERO).into_iter().max(), hand(&game, ONE).into_iter().min());
    game.play(0, Move::Bid(high.unwrap())).unwrap();
    game.play(1, Move::Bid(low.unwrap())).unwrap();
    assert_eq!(game.outcome(), Some(&Outcome::Winner(ZERO)));
}

#[test]
fn random_matches_keep_what_every_game_promises() {
    rondel::check::<Magpies>(10).unwrap();
}

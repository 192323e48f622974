//! Bots that play native matches.

use rondel::game::bots::{Bot, IsmctsBot, MctsBot, Playouts, RandomBot, play_out};
use rondel::prelude::*;

use super::duel::Duel;
use super::tic_tac_toe::{self, TicTacToe};

fn begun<G: Game>(seed: u32) -> Match<G> {
    Match::new(2).seed(seed).start().unwrap()
}

/// The winner of a match between these two, if there is one.
fn winner<G: Game>(seed: u32, bots: [Box<dyn Bot<G>>; 2]) -> Option<usize> {
    let (mut game, mut bots) = (begun::<G>(seed), bots);
    play_out(&mut game, &mut bots).unwrap();
    match game.outcome() {
        Some(Outcome::Winner(seat)) => Some(seat.index()),
        _ => None,
    }
}

#[test]
fn a_search_never_loses_at_tic_tac_toe() {
    for seed in 0..10 {
        let name = seed.to_string();
        let search = || Box::new(MctsBot::new(&name).iterations(1_000));
        assert_ne!(winner::<TicTacToe>(seed, [search(), Box::new(RandomBot::new(&name))]), Some(1));
        assert_ne!(winner::<TicTacToe>(seed, [Box::new(RandomBot::new(&name)), search()]), Some(0));
    }
}

#[test]
fn the_same_seed_makes_the_same_move() {
    let game = begun::<Duel>(1);
    let chosen = |seed: &str| {
        let moves = (0..3).map(|_| IsmctsBot::new(seed).iterations(50).choose(&game, Seat::new(0)).unwrap());
        moves.collect::<Vec<_>>()
    };
    let moves = chosen("a");
    assert!(moves.iter().all(|mv| mv.is_some() && *mv == moves[0]));
}

#[test]
fn bots_play_what_hides_something_to_its_end() {
    for seed in 0..3 {
        let search = || Box::new(IsmctsBot::new("a").iterations(30));
        winner::<Duel>(seed, [search(), search()]);
        winner::<Duel>(seed, [Box::new(MctsBot::new("a").iterations(30)), Box::new(RandomBot::new("b"))]);
    }
}

#[test]
fn what_is_hidden_from_a_bot_does_not_change_its_mind() {
    // Only what its seat sees is the same in both; the bot deals the rest itself.
    let game = begun::<Duel>(7);
    let mut other = game.clone();
    other.play(0, super::duel::Move::Draw).unwrap();
    let chosen = |game: &Match<Duel>| IsmctsBot::new("a").iterations(40).choose(game, Seat::new(0)).unwrap();
    assert_eq!(chosen(&game), chosen(&game.clone()));
    assert!(chosen(&other).is_some());
}

#[test]
fn random_matches_of_a_search_end_as_matches_do() {
    let mut playouts = Playouts::of(&begun::<TicTacToe>(0), "a");
    let outcomes: Vec<_> = (0..300).map(|_| playouts.play().unwrap()).collect();
    let wins = |seat| outcomes.iter().filter(|outcome| **outcome == Outcome::Winner(Seat::new(seat))).count();
    let draws = outcomes.iter().filter(|outcome| **outcome == Outcome::Draw).count();
    assert_eq!(wins(0) + wins(1) + draws, 300);
    // 58.5 %, 28.8 % and 12.7 % of all random matches.
    assert!((140..=210).contains(&wins(0)) && (55..=120).contains(&wins(1)), "{} {}", wins(0), wins(1));
    let mut again = Playouts::of(&begun::<TicTacToe>(0), "a");
    assert_eq!(
        outcomes.into_iter().map(Some).collect::<Vec<_>>(),
        (0..300).map(|_| again.play()).collect::<Vec<_>>()
    );
}

#[test]
fn a_bot_takes_what_wins_at_once() {
    let mut game = begun::<TicTacToe>(0);
    for (seat, cell) in [(0, 0), (1, 3), (0, 1), (1, 4)] {
        game.play(seat, tic_tac_toe::Move::Mark { cell }).unwrap();
    }
    let chosen = MctsBot::new("a").iterations(200).choose(&game, Seat::new(0));
    assert_eq!(chosen, Ok(Some(tic_tac_toe::Move::Mark { cell: 2 })));
}

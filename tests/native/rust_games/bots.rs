//! Tests of bots in native matches.

use rondel::game::bots::{Bot, IsmctsBot, MctsBot, Playouts, RandomBot, play_out};
use rondel::prelude::*;

use super::duel::Duel;
use super::tic_tac_toe::{self, TicTacToe};

fn begun<G: Game>(seed: u32) -> Match<G> {
    Match::new(2).seed(seed).start().unwrap()
}

/// Plays a match between two bots and returns the winner's seat, if there is one.
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
fn bots_play_games_with_hidden_values_to_the_end() {
    for seed in 0..3 {
        let search = || Box::new(IsmctsBot::new("a").iterations(30));
        winner::<Duel>(seed, [search(), search()]);
        winner::<Duel>(seed, [Box::new(MctsBot::new("a").iterations(30)), Box::new(RandomBot::new("b"))]);
    }
}

#[test]
fn hidden_values_do_not_change_a_bot_s_move() {
    // Both matches look the same to this seat. The bot deals the hidden cards itself.
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
fn a_bot_makes_a_move_that_wins_at_once() {
    let mut game = begun::<TicTacToe>(0);
    for (seat, cell) in [(0, 0), (1, 3), (0, 1), (1, 4)] {
        game.play(seat, tic_tac_toe::Move::Mark { cell }).unwrap();
    }
    let chosen = MctsBot::new("a").iterations(200).choose(&game, Seat::new(0));
    assert_eq!(chosen, Ok(Some(tic_tac_toe::Move::Mark { cell: 2 })));
}

use tic_tac_toe::Move::Mark;

fn marked(cells: &[usize]) -> Match<TicTacToe> {
    let mut game = begun::<TicTacToe>(0);
    mark(&mut game, cells);
    game
}

fn mark(game: &mut Match<TicTacToe>, cells: &[usize]) {
    for cell in cells {
        game.play(game.ctx().current(), Mark { cell: *cell }).unwrap();
    }
}

/// Returns the current player's move of a bot without further iterations: the first possible move if it has
/// no tree.
fn at_once(bot: MctsBot<TicTacToe>, game: &Match<TicTacToe>) -> tic_tac_toe::Move {
    bot.iterations(0).choose(game, game.ctx().current()).unwrap().unwrap()
}

/// Returns a bot after 300 iterations in this match, and its move.
fn experienced(game: &Match<TicTacToe>) -> (MctsBot<TicTacToe>, tic_tac_toe::Move) {
    let mut bot = MctsBot::new("a").iterations(300);
    let chosen = bot.choose(game, Seat::new(0)).unwrap().unwrap();
    (bot, chosen)
}

/// Returns `true` if the first player wins from here with best play.
fn is_won(game: &Match<TicTacToe>) -> bool {
    let search = || Box::new(MctsBot::new("b").iterations(2_000)) as Box<dyn Bot<TicTacToe>>;
    let mut game = game.clone();
    play_out(&mut game, &mut [search(), search()]).unwrap();
    game.outcome() == Some(&Outcome::Winner(Seat::new(0)))
}

#[test]
fn a_bot_reuses_its_tree_at_its_next_move() {
    // The first player wins after each of these openings.
    let openings = [[4, 1], [4, 3], [4, 5], [4, 7], [0, 1], [0, 2], [0, 5], [0, 7], [2, 1], [2, 3], [8, 1]];
    let (mut known, mut unknown) = (0, 0);
    for opening in openings {
        let mut game = marked(&opening);
        let (bot, chosen) = experienced(&game);
        game.play(0, chosen).unwrap();
        let reply = MctsBot::new("b").iterations(2_000).choose(&game, Seat::new(1)).unwrap().unwrap();
        game.play(1, reply).unwrap();
        for (bot, won) in [(bot, &mut known), (MctsBot::new("a"), &mut unknown)] {
            let mut game = game.clone();
            let chosen = at_once(bot, &game);
            game.play(0, chosen).unwrap();
            *won += u32::from(is_won(&game));
        }
    }
    assert!(known > 8 && known > 2 * unknown, "{known} {unknown}");
}

#[test]
fn a_bot_does_not_reuse_its_tree_for_other_positions() {
    let before = marked(&[4, 1]);
    let mut next = before.clone();
    mark(&mut next, &[0]);
    // The other seat's position, those of other matches, and an earlier one.
    for game in [next, marked(&[4, 1, 0, 8]), marked(&[0, 1, 2, 3]), marked(&[])] {
        assert_eq!(at_once(experienced(&before).0, &game), at_once(MctsBot::new("a"), &game));
    }
}

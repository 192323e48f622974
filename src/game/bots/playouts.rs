//! Random matches in the engine's search mode.

use std::rc::Rc;
use std::vec::Vec;

use super::typed_search::GameAdvice;
use crate::bot::{MatchWorld, Played, World};
use crate::core::{Engine, Random, State};
use crate::game::adapter::Adapter;
use crate::game::game::Game;
use crate::game::matches::Match;
use crate::game::values::{Data, Outcome};

/// Maximum number of attempts for a match that fails halfway.
const MOST_ATTEMPTS: u32 = 16;

/// Random matches from one position, in the engine's search mode: with all rules, without log and history.
/// Faster than a [`Match`] for each, for example for win rates over many matches.
pub struct Playouts<G: Game> {
    engine: Rc<Engine<Adapter<G>>>,
    root: State<Adapter<G>>,
    random: Random,
    most_moves: u32,
    actions: Vec<G::Move>,
}

impl<G: Game> Playouts<G> {
    /// Creates playouts from the present state of a match. The same seed gives the same matches.
    pub fn of(game: &Match<G>, seed: &str) -> Self {
        let (engine, root) = (Rc::clone(game.engine()), game.state().clone());
        Playouts { engine, root, random: Random::seeded(seed), most_moves: 10_000, actions: Vec::new() }
    }

    /// Sets the number of moves after which a match is abandoned. Default: 10,000.
    pub fn most_moves(mut self, moves: u32) -> Self {
        self.most_moves = moves;
        self
    }

    /// Plays one match and returns its outcome, or `None` if no player has a move or the match was abandoned.
    pub fn play(&mut self) -> Option<Outcome> {
        let mut ended = None;
        self.play_many(1, |outcome| ended = outcome.cloned());
        ended
    }

    /// Plays `matches` matches and calls `ended` with the outcome of each, as in [`Playouts::play`].
    pub fn play_many(&mut self, matches: u32, mut ended: impl FnMut(Option<&Outcome>)) {
        let Playouts { engine, root, random, most_moves, actions } = self;
        let mut failure = None;
        let advice = GameAdvice::of_whole(engine, root, &mut failure);
        let mut world = MatchWorld::new(engine, root, None, advice);
        for _ in 0..matches {
            // Starts a match again that failed halfway because the game refused a listed move.
            let is_played = (0..MOST_ATTEMPTS).any(|_| play_out(&mut world, random, *most_moves, actions));
            let now = world.now().filter(|_| is_played);
            ended(now.and_then(|state| state.ctx.gameover.as_ref()?.outcome()));
        }
    }
}

/// Plays a match at random. Returns `false` if it failed halfway.
fn play_out<A>(
    world: &mut impl World<Action = A>,
    random: &mut Random,
    most_moves: u32,
    actions: &mut Vec<A>,
) -> bool {
    if !world.begin(random) {
        return false;
    }
    for _ in 0..most_moves {
        let Some(seat) = world.mover() else { break };
        match world.play_any(seat, random, actions) {
            None => break,
            Some(Played::Spoiled) => return false,
            Some(_) => {}
        }
    }
    true
}

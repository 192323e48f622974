//! Random matches, as a search plays them.

use std::rc::Rc;
use std::vec::Vec;

use super::typed_search::GameAdvice;
use crate::bot::{MatchWorld, Played, World};
use crate::core::{Engine, Random, State};
use crate::game::adapter::Adapter;
use crate::game::game::Game;
use crate::game::matches::Match;
use crate::game::values::{Data, Outcome};

/// So often a match is begun again that has failed.
const MOST_ATTEMPTS: u32 = 16;

/// Random matches from one position, in the engine's search mode: the rules are all there, and a log and a history are not. For
/// win rates over many matches, where a [`Match`] for each would take longer.
pub struct Playouts<G: Game> {
    engine: Rc<Engine<Adapter<G>>>,
    root: State<Adapter<G>>,
    random: Random,
    most_moves: u32,
    actions: Vec<G::Move>,
}

impl<G: Game> Playouts<G> {
    /// Random matches that continue from the state of this one. The same seed leads to the same matches.
    pub fn of(game: &Match<G>, seed: &str) -> Self {
        let (engine, root) = (Rc::clone(game.engine()), game.state().clone());
        Playouts { engine, root, random: Random::seeded(seed), most_moves: 10_000, actions: Vec::new() }
    }

    /// After how many moves a match is abandoned: 10,000 by default.
    pub fn most_moves(mut self, moves: u32) -> Self {
        self.most_moves = moves;
        self
    }

    /// Plays one more match, and returns how it has ended. `None`: nobody can do anything more, or it takes too long.
    pub fn play(&mut self) -> Option<Outcome> {
        let mut ended = None;
        self.play_many(1, |outcome| ended = outcome.cloned());
        ended
    }

    /// Plays so many more matches, and returns how each has ended, as [`Playouts::play`] does.
    pub fn play_many(&mut self, matches: u32, mut ended: impl FnMut(Option<&Outcome>)) {
        let Playouts { engine, root, random, most_moves, actions } = self;
        let mut failure = None;
        let advice = GameAdvice::of_whole(engine, root, &mut failure);
        let mut world = MatchWorld::new(engine, root, None, advice);
        for _ in 0..matches {
            // One that fails halfway, by a move that the game lists and refuses, is none.
            let is_played = (0..MOST_ATTEMPTS).any(|_| play_out(&mut world, random, *most_moves, actions));
            let now = world.now().filter(|_| is_played);
            ended(now.and_then(|state| state.ctx.gameover.as_ref()?.outcome()));
        }
    }
}

/// Plays a match at random. False: it has failed halfway.
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

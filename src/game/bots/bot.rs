//! Bots that play native matches.

use std::boxed::Box;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use super::typed_search::{Deals, TypedSearch};
use crate::bot::{Candidate, Settings, choose};
use crate::core::{Random, RefusalKind};
use crate::game::ctx::id_of;
use crate::game::game::Game;
use crate::game::matches::{Match, MatchError};
use crate::game::seat::Seat;

/// As boardgame.io's bots.
const USUAL_ITERATIONS: u32 = 1_000;
const PLAYOUT_DEPTH: u32 = 50;
/// A tree grows no further.
const MOST_NODES: usize = 250_000;

/// Chooses moves.
pub trait Bot<G: Game> {
    /// What the bot does for this seat; nothing, if there is nothing to do.
    ///
    /// # Errors
    /// What kept it from finding anything.
    fn choose(&mut self, game: &Match<G>, seat: Seat) -> Result<Option<G::Move>, MatchError>;
}

/// Does anything that the game lists.
pub struct RandomBot {
    random: Random,
}

impl RandomBot {
    /// A bot that makes the same choices again with the same seed.
    pub fn new(seed: &str) -> Self {
        RandomBot { random: Random::seeded(seed) }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn choose(&mut self, game: &Match<G>, seat: Seat) -> Result<Option<G::Move>, MatchError> {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        while !moves.is_empty() {
            let index = (self.random.number() * moves.len() as f64) as usize;
            let mv = moves.swap_remove(index.min(moves.len() - 1));
            if game.check(seat, mv.clone()).is_ok() {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

/// Searches for its moves: Monte Carlo tree search. What its seat does not see is dealt again once for each move, and taken for the
/// truth.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # struct Heap(u32);
/// # #[derive(Clone, Debug, PartialEq, Moves)]
/// # enum Move { Take(u32) }
/// # impl Game for Heap {
/// #     type Move = Move;
/// #     const NAME: &'static str = "heap";
/// #     fn setup(_: &Setup) -> Result<Self> { Ok(Heap(7)) }
/// #     fn flow(flow: Flow<Self>) -> Flow<Self> { flow.turn(|turn| turn.limit(1..=1)) }
/// #     fn play(&mut self, Move::Take(count): Move, _: &Cx) -> Played {
/// #         if !(1..=3).contains(&count) || count > self.0 { return invalid("too many") }
/// #         self.0 -= count;
/// #         Ok(())
/// #     }
/// #     fn outcome(&self, cx: &Ctx) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::Winner(cx.current())) }
/// #     fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) { out.extend((1..=self.0.min(3)).map(Move::Take)) }
/// # }
/// use rondel::game::bots::{Bot, MctsBot};
///
/// let game = Match::<Heap>::new(2).start()?;
/// let mut bot = MctsBot::new("a").iterations(500);
/// assert_eq!(bot.choose(&game, Seat::new(0))?, Some(Move::Take(3)));
/// # Ok::<(), MatchError>(())
/// ```
///
/// What it knows of a position it keeps for its next move, until it is dropped: a tree of 250,000 nodes at most.
pub struct MctsBot<G: Game> {
    thinking: Thinking<G>,
}

/// Searches for its moves in games that hide something: what its seat does not see is dealt again for each iteration (SO-ISMCTS),
/// so that it finds what is good whatever the others hold.
pub struct IsmctsBot<G: Game> {
    thinking: Thinking<G>,
}

struct Thinking<G: Game> {
    seed: String,
    iterations: u32,
    playout_depth: u32,
    sharpness: Option<u32>,
    deals: Deals,
    /// The search for the last move: it may know what comes next.
    kept: Option<Box<TypedSearch<G>>>,
}

macro_rules! searching_bot {
    ($bot:ident, $deals:expr) => {
        impl<G: Game> $bot<G> {
            /// A bot that makes the same moves again in the same match, with the same seed, if it has been asked for the same before.
            pub fn new(seed: &str) -> Self {
                $bot { thinking: Thinking::new(seed, $deals) }
            }

            /// How many iterations it makes for a move: 1,000 by default.
            pub fn iterations(mut self, iterations: u32) -> Self {
                self.thinking.iterations = iterations;
                self
            }

            /// After how many moves a playout is cut short: 50 by default.
            pub fn playout_depth(mut self, depth: u32) -> Self {
                self.thinking.playout_depth = depth;
                self.thinking.kept = None;
                self
            }

            /// How often it does what it has found to be best: the power to which the visits of each move count. 0 does anything
            /// that it has tried; without this it always does the best.
            pub fn sharpness(mut self, power: u32) -> Self {
                self.thinking.sharpness = Some(power);
                self
            }
        }

        impl<G: Game> Bot<G> for $bot<G> {
            fn choose(&mut self, game: &Match<G>, seat: Seat) -> Result<Option<G::Move>, MatchError> {
                self.thinking.choose(game, seat)
            }
        }
    };
}

searching_bot!(MctsBot, Deals::Once);
searching_bot!(IsmctsBot, Deals::EachTime);

impl<G: Game> Thinking<G> {
    fn new(seed: &str, deals: Deals) -> Self {
        let (iterations, playout_depth) = (USUAL_ITERATIONS, PLAYOUT_DEPTH);
        Thinking { seed: seed.into(), iterations, playout_depth, sharpness: None, deals, kept: None }
    }

    fn choose(&mut self, game: &Match<G>, seat: Seat) -> Result<Option<G::Move>, MatchError> {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        if moves.len() < 2 {
            return Ok(moves.pop());
        }
        let seed = format!("{} {}", self.seed, game.state().state_id);
        let settings = Settings {
            seed: seed.as_str().into(),
            playout_depth: self.playout_depth,
            most_nodes: MOST_NODES,
        };
        let engine = Rc::clone(game.engine());
        let search = TypedSearch::new(engine, game.state(), Some(id_of(seat)), self.deals, &settings);
        let search = search.map_err(failed)?.after(self.kept.take());
        let search = self.kept.insert(Box::new(search));
        search.run(self.iterations);
        let found: Vec<Candidate<G::Move>> =
            search.below(0).into_iter().map(|(_, candidate)| candidate).collect();
        let chosen = choose(&found, self.sharpness, &mut Random::seeded(format!("{seed} chooses").as_str()));
        match (chosen, search.take_failure()) {
            (Some(candidate), _) => Ok(Some(candidate.action.clone())),
            (None, Some(failure)) => Err(failed(failure.to_string())),
            (None, None) => Ok(moves.into_iter().next()),
        }
    }
}

fn failed(message: String) -> MatchError {
    MatchError::Refused { kind: RefusalKind::ActionInvalid, message, payload: None }
}

/// Plays a match to its end, with a bot at each seat. Where several players may act, the first of them in the order of the seats
/// does. It ends early if nobody can do anything.
///
/// # Errors
/// What a bot has failed by, or why its move was refused.
pub fn play_out<G: Game>(game: &mut Match<G>, bots: &mut [Box<dyn Bot<G>>]) -> Result<(), MatchError> {
    while game.outcome().is_none() {
        let mut chosen = None;
        for seat in game.active() {
            if let Some(bot) = bots.get_mut(seat.index())
                && let Some(mv) = bot.choose(game, seat)?
            {
                chosen = Some((seat, mv));
                break;
            }
        }
        let Some((seat, mv)) = chosen else { break };
        game.play(seat, mv)?;
    }
    Ok(())
}

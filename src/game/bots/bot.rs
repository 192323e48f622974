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

/// Default of boardgame.io's bots.
const USUAL_ITERATIONS: u32 = 1_000;
const PLAYOUT_DEPTH: u32 = 50;
/// Maximum number of nodes of a tree.
const MOST_NODES: usize = 250_000;

/// A player that chooses its moves by code.
pub trait Bot<G: Game> {
    /// Returns the bot's move for this seat, or `None` if the seat has no move.
    ///
    /// # Errors
    /// The reason why the bot found no move, for example a listed move that the game refused.
    fn choose(&mut self, game: &Match<G>, seat: Seat) -> Result<Option<G::Move>, MatchError>;
}

/// A bot that makes a random one of the moves that the game lists.
pub struct RandomBot {
    random: Random,
}

impl RandomBot {
    /// Creates a bot. The same seed gives the same choices.
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

/// A bot with Monte Carlo tree search (MCTS). In a game with hidden values it deals them once for each move
/// and searches that one possible game.
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
/// The bot keeps its tree for its next move. A tree has at most 250,000 nodes.
pub struct MctsBot<G: Game> {
    thinking: Thinking<G>,
}

/// A bot with single-observer information set MCTS (SO-ISMCTS) for games with hidden values. It deals them
/// again for each iteration, so its move is good on average over the possible games.
pub struct IsmctsBot<G: Game> {
    thinking: Thinking<G>,
}

struct Thinking<G: Game> {
    seed: String,
    iterations: u32,
    playout_depth: u32,
    sharpness: Option<u32>,
    deals: Deals,
    /// Search for the last move, whose tree the next search may continue.
    last_search: Option<Box<TypedSearch<G>>>,
}

macro_rules! searching_bot {
    ($bot:ident, $deals:expr) => {
        impl<G: Game> $bot<G> {
            /// Creates a bot. The same seed gives the same moves if the bot was asked for the same moves
            /// before.
            pub fn new(seed: &str) -> Self {
                $bot { thinking: Thinking::new(seed, $deals) }
            }

            /// Sets the number of iterations for each move. Default: 1,000.
            pub fn iterations(mut self, iterations: u32) -> Self {
                self.thinking.iterations = iterations;
                self
            }

            /// Sets the maximum number of moves of a playout. Default: 50.
            pub fn playout_depth(mut self, depth: u32) -> Self {
                self.thinking.playout_depth = depth;
                self.thinking.last_search = None;
                self
            }

            /// Makes the bot choose at random, with a weight for each move: its number of visits to this
            /// power. 0 gives all tried moves the same weight. Default: the bot always makes the best move.
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
        Thinking { seed: seed.into(), iterations, playout_depth, sharpness: None, deals, last_search: None }
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
        let search = search.map_err(failed)?.after(self.last_search.take());
        let search = self.last_search.insert(Box::new(search));
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

/// Plays a match to its end with one bot for each seat. If several players may act, the first in the order of
/// the seats acts. Stops early if no bot has a move.
///
/// # Errors
/// The error of a bot, or the refusal of its move.
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

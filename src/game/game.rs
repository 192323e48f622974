//! The trait [`Game`], which the author of a game implements.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::ctx::Ctx;
use super::cx::Cx;
use super::flow::Flow;
use super::moves::{HasMoves, Moves};
use super::random::Random;
use super::seat::Seat;
use super::setup::Setup;
use super::stop::{Played, Result};
use super::values::Outcome;
use super::view::View;

/// A game. The implementing type is the game's state, boardgame.io's `G`.
///
/// ```
/// use rondel::prelude::*;
///
/// #[state]
/// pub struct Countdown { left: u32 }
///
/// #[derive(Clone, Debug, PartialEq, Moves)]
/// pub enum Move { Take { count: u32 } }
///
/// impl Game for Countdown {
///     type Move = Move;
///     const NAME: &'static str = "countdown";
///
///     fn setup(_: &Setup) -> Result<Self> {
///         Ok(Countdown { left: 10 })
///     }
///
///     fn flow(flow: Flow<Self>) -> Flow<Self> {
///         flow.turn(|turn| turn.limit(1..=1))
///     }
///
///     fn play(&mut self, mv: Move, _: &Cx) -> Played {
///         let Move::Take { count } = mv;
///         if !(1..=3).contains(&count) || count > self.left {
///             return invalid("take 1, 2 or 3 of those that are left");
///         }
///         self.left -= count;
///         Ok(())
///     }
///
///     fn outcome(&self, cx: &Ctx) -> Option<Outcome> {
///         (self.left == 0).then(|| Outcome::Winner(cx.current()))
///     }
/// }
///
/// let mut game = Match::<Countdown>::new(2).start()?;
/// game.play(0, Move::Take { count: 3 })?;
/// assert!(game.play(1, Move::Take { count: 4 }).is_err());
/// game.play(1, Move::Take { count: 3 })?;
/// assert_eq!((game.g().left, game.ctx().current()), (4, Seat::new(0)));
/// # Ok::<(), MatchError>(())
/// ```
pub trait Game: Clone + View + DeserializeOwned + 'static {
    /// Type of the moves that players make.
    type Move: Moves;

    /// Name of the game. Clients, servers and storages identify the game by it.
    const NAME: &'static str;

    /// Version of the rules, stored with each state. Raise it when the new rules cannot continue stored
    /// matches, and write a [`Game::migrate`]. Default: `None`, a game without versions.
    const VERSION: Option<u32> = None;

    /// Returns the state at the beginning of a match.
    ///
    /// # Errors
    /// The reason why the match cannot begin, for example invalid setup data.
    fn setup(cx: &Setup<'_>) -> Result<Self>;

    /// Declares the phases, turns and stages of the game, and its options. Default: players take turns in
    /// order, and a turn ends with [`Events::end_turn`](super::Events::end_turn).
    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow
    }

    /// Makes a move of [`Cx::player`]. The engine has checked that this player may make the move now. It has
    /// not checked the arguments. On an error, the engine discards all changes of the move.
    ///
    /// # Errors
    /// [`invalid`](super::invalid) for a move that the rules forbid. [`Stop::Unknown`](super::Stop::Unknown),
    /// usually by `?`, for a move that depends on hidden values: a page then waits for the master's answer.
    fn play(&mut self, mv: Self::Move, cx: &Cx<'_>) -> Played;

    /// Returns the outcome, or `None` while the game goes on. The engine asks after each action.
    fn outcome(&self, cx: &Ctx<'_>) -> Option<Outcome> {
        let _ = cx;
        None
    }

    /// Adds the moves that a player may make to `out`, for bots, `client.legalMoves()` and random tests. The
    /// list may contain moves that the flow does not allow this player now: the engine removes them.
    fn moves(&self, cx: &Ctx<'_>, seat: Seat, out: &mut std::vec::Vec<Self::Move>) {
        cx.note_no_list();
        let _ = (seat, out);
    }

    /// Returns one possible complete state of a game of which `self` is this player's view: it fills all
    /// holes, for bots. Each call returns another one. [`deal_unseen`](super::deal_unseen) deals the cards
    /// that the view does not show.
    ///
    /// Default: a bot shuffles the hidden values among their places. This needs the whole state, so it does
    /// not work for bots on pages and servers, which only get their seat's view.
    fn determinize(&self, ctx: &Ctx<'_>, seat: Seat, random: &Random<'_>) -> Option<Self> {
        let _ = (ctx, seat, random);
        None
    }

    /// Returns the value of the state for a player, from 0 (lost) to 1 (won). Bots ask for it at the end of a
    /// search path, and for a game that ended with an [`Outcome::Other`]. `None` counts as a draw.
    fn score(&self, ctx: &Ctx<'_>, seat: Seat) -> Option<f64> {
        let _ = (ctx, seat);
        None
    }

    /// Converts a match that another version of the game stored. Returns `None` for a version that it cannot
    /// convert. The function must be deterministic.
    ///
    /// ```
    /// # use rondel::prelude::*;
    /// # #[state]
    /// # pub struct Tavern { mugs: Vec<String> }
    /// # #[derive(Clone, Debug, PartialEq, Moves)]
    /// # pub enum Move { Empty }
    /// # impl Game for Tavern {
    /// #     type Move = Move;
    /// #     const NAME: &'static str = "tavern";
    /// #     fn setup(_: &Setup) -> Result<Self> { Ok(Tavern { mugs: Vec::new() }) }
    /// #     fn play(&mut self, _: Move, _: &Cx) -> Played { Ok(()) }
    /// const VERSION: Option<u32> = Some(2);
    ///
    /// fn migrate(mut stored: Stored, from: Option<u32>) -> Option<Stored> {
    ///     if from != Some(1) {
    ///         return None;
    ///     }
    ///     // Mugs were a number, and the phase was called "drink".
    ///     let count = stored.g["mugs"].as_u64()?;
    ///     stored.g["mugs"] = (0..count).map(|_| "beer").collect();
    ///     if stored.ctx["phase"] == "drink" {
    ///         stored.ctx["phase"] = "evening".into();
    ///     }
    ///     Some(stored)
    /// }
    /// # }
    /// # let old = Stored { g: serde_json::json!({ "mugs": 2 }), ctx: serde_json::json!({ "phase": "drink" }) };
    /// # let new = Tavern::migrate(old, Some(1)).unwrap();
    /// # assert_eq!((new.g["mugs"][1].as_str(), new.ctx["phase"].as_str()), (Some("beer"), Some("evening")));
    /// ```
    fn migrate(stored: Stored, from: Option<u32>) -> Option<Stored> {
        let _ = (stored, from);
        None
    }
}

impl<G: Game> HasMoves for G {
    type Move = G::Move;
}

/// A match as another version of the game stored it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The game's state.
    #[serde(rename = "G")]
    pub g: serde_json::Value,
    /// boardgame.io's `ctx`. Phase names are in `phase`. Stage names are in `activePlayers`, and in
    /// `_prevActivePlayers` and `_nextActivePlayers` if one set of active players follows another.
    pub ctx: serde_json::Value,
}

//! What the author of a game writes.

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

/// A game. The type itself is its state, boardgame.io's `G`.
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
    /// The moves that players make.
    type Move: Moves;

    /// The game's name, by which clients, servers and storages know it.
    const NAME: &'static str;

    /// Which rules matches are played by: it is stored with each state. Raise it when stored matches would not make
    /// sense to the new rules, and write a [`Game::migrate`]. None: the game has no versions.
    const VERSION: Option<u32> = None;

    /// The game at its beginning.
    ///
    /// # Errors
    /// Why it cannot begin, for example because the setup data make no sense.
    fn setup(cx: &Setup<'_>) -> Result<Self>;

    /// The phases, turns and stages of the game, and what else is declared of it. Without it, the players take turns that
    /// end by [`Events::end_turn`](super::Events::end_turn).
    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow
    }

    /// Makes a move of [`Cx::player`]. The engine has checked that it is open to that player now; what its arguments say,
    /// nobody has checked. When it stops, the game is as it was.
    ///
    /// # Errors
    /// [`invalid`](super::invalid) for a move that the rules forbid. By `?`, [`Stop::Unknown`](super::Stop::Unknown) where it depends on what
    /// cannot be seen: a page then shows nothing of it before the master has answered.
    fn play(&mut self, mv: Self::Move, cx: &Cx<'_>) -> Played;

    /// How the game has ended; none while it goes on. It is asked after each move and whatever else has happened.
    fn outcome(&self, cx: &Ctx<'_>) -> Option<Outcome> {
        let _ = cx;
        None
    }

    /// Lists the moves that a player may have, for bots, `client.legalMoves()` and random tests. Moves that the flow does not
    /// open to that player now may be among them: they are left out.
    fn moves(&self, cx: &Ctx<'_>, seat: Seat, out: &mut std::vec::Vec<Self::Move>) {
        cx.note_no_list();
        let _ = (seat, out);
    }

    /// One of the games that may be true for this player, whose view `self` is: with all holes filled, for bots. Each time another
    /// one; [`deal_unseen`](super::deal_unseen) deals what is nowhere to be seen. Without it a bot deals what is hidden among its
    /// places, where the whole game is known to the caller: not on pages and servers, whose bots are handed their seat's view.
    fn determinize(&self, ctx: &Ctx<'_>, seat: Seat, random: &Random<'_>) -> Option<Self> {
        let _ = (ctx, seat, random);
        None
    }

    /// What the game is worth to a player, from 0 (lost) to 1 (won), for bots: where they look no further, and where it has ended by
    /// an [`Outcome::Other`]. None: as much as a draw.
    fn score(&self, ctx: &Ctx<'_>, seat: Seat) -> Option<f64> {
        let _ = (ctx, seat);
        None
    }

    /// What these rules go on from, of a match that was stored with another version; none for a version that they do not
    /// know. It must return the same each time.
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

/// A match as another version of a game has stored it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The game's state.
    #[serde(rename = "G")]
    pub g: serde_json::Value,
    /// boardgame.io's `ctx`. Names of phases are in `phase`, those of stages in `activePlayers`, and in `_prevActivePlayers`
    /// and `_nextActivePlayers` where sets of active players follow one another.
    pub ctx: serde_json::Value,
}

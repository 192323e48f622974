//! Native matches, for tests of rules and for play without JavaScript.

use std::fmt;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::adapter::Adapter;
use super::build::{Definition, Facts};
use super::ctx::{Ctx, id_of};
use super::entropy;
use super::event::Event;
use super::game::Game;
use super::json::text_of;
use super::moves::{MoveName, Moves};
use super::predict::Predict;
use super::seat::Seat;
use super::shared::Shared;
use super::stop::Stop;
use super::unwritten::Unwritten;
use super::values::{Carries, Data, Outcome, Value, args_of, read_args};
use super::view::seen_by;
use crate::core::{self, Action, ActionKind, Engine, Fault, PlayerID, Refusal, RefusalKind, Start, State};

/// Reason why a match did not start or an action was not done.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchError {
    /// The game's flow is wrong. The text contains the path and the reason.
    Flow(String),
    /// The game's `setup` returned an error.
    Setup(Stop),
    /// The engine refused the action. The match has not changed.
    Refused {
        /// Rule that refused the action.
        kind: RefusalKind,
        /// Reason, for developers.
        message: String,
        /// Payload of [`invalid`](super::invalid), as JSON text.
        payload: Option<String>,
    },
}

impl MatchError {
    /// Returns the payload of [`invalid`](super::invalid), if it deserializes as `T`.
    pub fn payload<T: DeserializeOwned>(&self) -> Option<T> {
        match self {
            MatchError::Refused { payload: Some(payload), .. } => serde_json::from_str(payload).ok(),
            _ => None,
        }
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Flow(problem) => write!(to, "the flow cannot be built: {problem}"),
            MatchError::Setup(stop) => write!(to, "setup: {stop}"),
            MatchError::Refused { message, payload: Some(payload), .. } => write!(to, "{message}: {payload}"),
            MatchError::Refused { message, .. } => to.write_str(message),
        }
    }
}

impl std::error::Error for MatchError {}

impl<M: Moves> From<Refusal<Value<M>>> for MatchError {
    fn from(refusal: Refusal<Value<M>>) -> Self {
        let Refusal { kind, message, payload } = refusal;
        MatchError::Refused { kind, message, payload: payload.and_then(|payload| payload.text()) }
    }
}

impl<M: Moves> From<Fault<Stop, Value<M>>> for MatchError {
    fn from(fault: Fault<Stop, Value<M>>) -> Self {
        match fault {
            Fault::Thrown(stop) => invalid_action(stop.to_string()),
            Fault::Refused(refusal) => (*refusal).into(),
        }
    }
}

type Done<T> = Result<T, MatchError>;

/// A native match of a game.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # pub struct Coins { left: u32 }
/// # #[derive(Clone, Debug, PartialEq, Moves)]
/// # pub enum Move { Take { count: u32 } }
/// # impl Game for Coins {
/// #     type Move = Move;
/// #     const NAME: &'static str = "coins";
/// #     fn setup(cx: &Setup) -> Result<Self> { Ok(Coins { left: cx.data::<Option<u32>>()?.unwrap_or(10) }) }
/// #     fn flow(flow: Flow<Self>) -> Flow<Self> { flow.turn(|turn| turn.limit(1..=1)) }
/// #     fn play(&mut self, Move::Take { count }: Move, _: &Cx) -> Played {
/// #         if count > self.left { return invalid("so many are not left"); }
/// #         self.left -= count;
/// #         Ok(())
/// #     }
/// # }
/// let mut game = Match::<Coins>::new(2).seed("a").data(5).start()?;
/// game.play(0, Move::Take { count: 4 })?;
/// let error = game.play_json(1, "take", "[4]").unwrap_err();
/// assert_eq!(error.payload(), Some("so many are not left".to_owned()));
/// game.play(1, Move::Take { count: 1 })?;
/// assert_eq!(game.g().left, 0);
/// # Ok::<(), MatchError>(())
/// ```
pub struct Match<G: Game> {
    engine: Rc<Engine<Adapter<G>>>,
    facts: Rc<Facts>,
    state: State<Adapter<G>>,
}

/// Options of a new match.
pub struct Builder<G: Game> {
    num_players: u32,
    seed: String,
    data: Result<Value<G::Move>, Unwritten>,
}

/// Result of a page's prediction of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicted<G> {
    /// State that the page shows.
    Done(G),
    /// The page shows nothing: the move depends on hidden values, or the game does not predict.
    Waits,
}

impl<G: Game> Match<G> {
    /// Returns the options of a new match with this number of players. [`Builder::start`] starts it.
    #[allow(clippy::new_ret_no_self, reason = "a match needs more options than the number of players")]
    pub fn new(num_players: u32) -> Builder<G> {
        Builder { num_players, seed: "0".to_string(), data: Ok(Value::Nothing) }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The refusal. In debug builds also an error for arguments without JSON form, which could not be sent or
    /// stored.
    pub fn play(&mut self, seat: impl Into<Seat>, mv: G::Move) -> Done<()> {
        if cfg!(debug_assertions) {
            args_of(&mv).map_err(|why| invalid_action(why.to_string()))?;
        }
        self.act(seat.into(), ActionKind::Move { id: mv.id(), args: Value::Move(mv) })
    }

    /// Makes a move with a name and a list of arguments as JSON text, as it comes from a network or a file.
    ///
    /// # Errors
    /// The refusal, also of arguments that do not fit the move.
    pub fn play_json(&mut self, seat: impl Into<Seat>, name: &str, args: &str) -> Done<()> {
        let Some(id) = self.engine.game.move_names.find(name) else {
            return Err(invalid_action(format!("no move is called \"{name}\"")));
        };
        let mv = read_args(id, args).map_err(invalid_action)?;
        self.play(seat, mv)
    }

    /// Calls an event for a player.
    ///
    /// # Errors
    /// The refusal.
    pub fn event(&mut self, seat: impl Into<Seat>, event: Event) -> Done<()> {
        if let Event::EndGame(Some(Outcome::Unwritten(why))) = event {
            return Err(invalid_action(why.to_string()));
        }
        self.act(seat.into(), ActionKind::Event(event.build()))
    }

    /// Undoes the last action of this turn.
    ///
    /// # Errors
    /// The refusal.
    pub fn undo(&mut self, seat: impl Into<Seat>) -> Done<()> {
        self.act(seat.into(), ActionKind::Undo)
    }

    /// Redoes the last undone action.
    ///
    /// # Errors
    /// The refusal.
    pub fn redo(&mut self, seat: impl Into<Seat>) -> Done<()> {
        self.act(seat.into(), ActionKind::Redo)
    }

    /// Removes a player from the match permanently, as when they leave.
    ///
    /// # Errors
    /// The refusal.
    pub fn leave(&mut self, seat: impl Into<Seat>) -> Done<()> {
        self.act(seat.into(), ActionKind::Leave)
    }

    /// Checks whether a player could make a move now, without making it.
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, seat: impl Into<Seat>, mv: G::Move) -> Done<()> {
        let (id, player) = (mv.id(), self.id(seat.into()));
        Ok(self.engine.check_move(&self.state, Some(&player), id, &Value::Move(mv))?)
    }

    /// Returns what this player's page shows of their move before the master has answered.
    ///
    /// # Errors
    /// The refusal.
    pub fn predict(&self, seat: impl Into<Seat>, mv: G::Move) -> Done<Predicted<G>> {
        let seat = seat.into();
        let page = State { g: Shared::new(self.seen_by(Some(seat))), ..self.state.clone() };
        let kind = ActionKind::Move { id: mv.id(), args: Value::Move(mv) };
        let action = Action { kind, player_id: Some(self.id(seat)), credentials: None };
        if self.facts.predict == Predict::Nothing {
            return Ok(Predicted::Waits);
        }
        self.engine.host.set_draws(false);
        let predicted = self.engine.predict(&page, &action, self.facts.predict == Predict::Flow);
        self.engine.host.set_draws(true);
        Ok(match predicted? {
            core::Predicted::Done(state) | core::Predicted::WithoutEvents(state) => {
                Predicted::Done(state.g.into_inner())
            }
            core::Predicted::Waits(_) => Predicted::Waits,
        })
    }

    /// Returns the state of the game.
    pub fn g(&self) -> &G {
        &self.state.g
    }

    /// Returns the view of a player, or of a spectator for `None`.
    pub fn seen_by(&self, viewer: Option<Seat>) -> G {
        seen_by(self.g(), viewer)
    }

    /// Returns the engine's state: turn, phase, stages.
    pub fn ctx(&self) -> Ctx<'_> {
        Ctx::of(&self.state.ctx)
    }

    /// Returns the players who may act now.
    pub fn active(&self) -> Vec<Seat> {
        let ctx = self.ctx();
        ctx.seats().filter(|seat| ctx.is_active(*seat)).collect()
    }

    /// Returns the outcome. `None` while the game goes on, or if it ended without one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.ctx.gameover.as_ref()?.outcome()
    }

    /// Returns `true` if the flow allows this player the move now. Does not consider arguments.
    pub fn is_open(&self, seat: impl Into<Seat>, name: MoveName<G::Move>) -> bool {
        let seat = seat.into();
        let find = || self.engine.game.find_move(&self.state.ctx, name.id(), Some(&self.id(seat)));
        self.ctx().is_active(seat) && find().is_some()
    }

    /// Replaces `out` with the moves that the game lists for a player and that the flow allows now.
    pub fn moves(&self, seat: impl Into<Seat>, out: &mut Vec<G::Move>) {
        let player = self.id(seat.into());
        out.clear();
        list_moves(&self.engine.game, &self.state, &player, out);
    }

    /// Returns the same match with another state of the game, for example one possible for a player.
    pub(super) fn with(&self, g: G) -> Self {
        Match { state: State { g: super::Shared::new(g), ..self.state.clone() }, ..self.clone() }
    }

    /// Returns the engine's state, with log and history.
    pub fn state(&self) -> &State<Adapter<G>> {
        &self.state
    }

    /// Returns the engine.
    pub fn engine(&self) -> &Rc<Engine<Adapter<G>>> {
        &self.engine
    }

    /// Returns facts about the game that its hosts need and the engine does not.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns the engine's warnings.
    pub fn warnings(&self) -> Vec<String> {
        self.engine.host.warnings()
    }

    fn act(&mut self, seat: Seat, kind: ActionKind<Value<G::Move>>) -> Done<()> {
        let action = Action { kind, player_id: Some(self.id(seat)), credentials: None };
        self.state = self.engine.apply(&self.state, &action)?;
        Ok(())
    }

    /// Returns the engine's ID of this player. Shares the one in the play order if possible.
    fn id(&self, seat: Seat) -> PlayerID {
        let usual = self.state.ctx.play_order.get(seat.index());
        usual.filter(|id| Seat::parse(id) == Some(seat)).cloned().unwrap_or_else(|| id_of(seat))
    }
}

/// Adds the moves that the game lists for a player and that the flow allows now.
pub(crate) fn list_moves<G: Game, V: Carries<G::Move>>(
    game: &core::Game<super::Function<G>, V>,
    state: &State<Adapter<G, V>>,
    player: &PlayerID,
    out: &mut Vec<G::Move>,
) {
    let (ctx, seat) = (&state.ctx, Seat::parse(player));
    let Some(seat) = seat.filter(|_| ctx.gameover.is_none() && ctx.is_player_active(player)) else { return };
    state.g.moves(&Ctx::of(ctx), seat, out);
    // Remembers the last answer: moves of one kind usually follow each other.
    let mut known: Option<(usize, bool)> = None;
    out.retain(|mv| {
        let id = mv.id();
        let is_open = match known {
            Some((last, is_open)) if last == id => is_open,
            _ => game.find_move(ctx, id, Some(player)).is_some(),
        };
        known = Some((id, is_open));
        is_open
    });
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Match { engine: Rc::clone(&self.engine), facts: Rc::clone(&self.facts), state: self.state.clone() }
    }
}

impl<G: Game> Builder<G> {
    /// Sets the seed of random numbers. Default: `0`.
    pub fn seed(self, seed: impl ToString) -> Self {
        Builder { seed: seed.to_string(), ..self }
    }

    /// Sets the setup data. Default: none.
    pub fn data(self, data: impl Serialize) -> Self {
        let text = text_of(&data).map_err(|why| why.inside("setupData"));
        Builder { data: text.map(Value::of_json), ..self }
    }

    /// Starts the match.
    ///
    /// # Errors
    /// A mistake in the flow, the error of `setup`, or a refusal: of the number of players, or by a hook.
    pub fn start(self) -> Done<Match<G>> {
        let definition = Definition::<G>::new().map_err(MatchError::Flow)?;
        let facts = Rc::new(definition.facts.clone());
        let Facts { min_players, max_players, .. } = *facts;
        let is_outside = min_players.is_some_and(|least| self.num_players < least)
            || max_players.is_some_and(|most| self.num_players > most);
        if is_outside {
            let message = format!("numPlayers: the game is not for {}", self.num_players);
            return Err(MatchError::Refused { kind: RefusalKind::NumPlayers, message, payload: None });
        }
        let engine = Rc::new(definition.engine());
        if facts.secure_random {
            engine.context.draw_from(Rc::new(entropy::number));
        }
        let seed = Some(self.seed.into());
        let setup_data = self.data.map_err(|why| MatchError::Setup(Stop::unwritten(why)))?;
        let start = Start { num_players: self.num_players, setup_data, seed };
        let state = engine.start(&start).map_err(|fault| match fault {
            Fault::Thrown(stop) => MatchError::Setup(stop),
            Fault::Refused(refusal) => (*refusal).into(),
        })?;
        Ok(Match { engine, facts, state })
    }
}

fn invalid_action(message: String) -> MatchError {
    MatchError::Refused { kind: RefusalKind::ActionInvalid, message, payload: None }
}

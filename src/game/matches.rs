//! A match, natively: to test rules, and to play without JavaScript.

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

/// Why something has not been done.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchError {
    /// The game's flow cannot be built; the text names the place and the reason.
    Flow(String),
    /// The game's `setup` has stopped.
    Setup(Stop),
    /// The action is refused, and nothing has happened.
    Refused {
        /// Which rule refuses it.
        kind: RefusalKind,
        /// The reason, for developers.
        message: String,
        /// The payload of [`invalid`](super::invalid), as JSON text.
        payload: Option<String>,
    },
}

impl MatchError {
    /// The payload of [`invalid`](super::invalid), if it is such a value.
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

/// A match of a game, played natively.
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

/// How a match begins.
pub struct Builder<G: Game> {
    num_players: u32,
    seed: String,
    data: Result<Value<G::Move>, Unwritten>,
}

/// What a page can show of a move before its master has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicted<G> {
    /// What the page shows.
    Done(G),
    /// Nothing: the move depends on what is not seen there, or the game does not predict.
    Waits,
}

impl<G: Game> Match<G> {
    /// A match for so many players, to begin with [`Builder::start`].
    #[allow(clippy::new_ret_no_self, reason = "a match begins with more than a number of players")]
    pub fn new(num_players: u32) -> Builder<G> {
        Builder { num_players, seed: "0".to_string(), data: Ok(Value::Nothing) }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The refusal. In a build for developers also of arguments that have no text of JSON's, since nobody can send or store those.
    pub fn play(&mut self, seat: impl Into<Seat>, mv: G::Move) -> Done<()> {
        if cfg!(debug_assertions) {
            args_of(&mv).map_err(|why| invalid_action(why.to_string()))?;
        }
        self.act(seat.into(), ActionKind::Move { id: mv.id(), args: Value::Move(mv) })
    }

    /// Makes a move by its name, with a list of arguments as text of JSON's: as it comes from elsewhere.
    ///
    /// # Errors
    /// The refusal, also of arguments that are not those of the move.
    pub fn play_json(&mut self, seat: impl Into<Seat>, name: &str, args: &str) -> Done<()> {
        let Some(id) = self.engine.game.move_names.find(name) else {
            return Err(invalid_action(format!("no move is called \"{name}\"")));
        };
        let mv = read_args(id, args).map_err(invalid_action)?;
        self.play(seat, mv)
    }

    /// Asks for an event, as players do.
    ///
    /// # Errors
    /// The refusal.
    pub fn event(&mut self, seat: impl Into<Seat>, event: Event) -> Done<()> {
        if let Event::EndGame(Some(Outcome::Unwritten(why))) = event {
            return Err(invalid_action(why.to_string()));
        }
        self.act(seat.into(), ActionKind::Event(event.build()))
    }

    /// Takes back the last action of this turn.
    ///
    /// # Errors
    /// The refusal.
    pub fn undo(&mut self, seat: impl Into<Seat>) -> Done<()> {
        self.act(seat.into(), ActionKind::Undo)
    }

    /// Plays again what was undone.
    ///
    /// # Errors
    /// The refusal.
    pub fn redo(&mut self, seat: impl Into<Seat>) -> Done<()> {
        self.act(seat.into(), ActionKind::Redo)
    }

    /// A player leaves the match for good.
    ///
    /// # Errors
    /// The refusal.
    pub fn leave(&mut self, seat: impl Into<Seat>) -> Done<()> {
        self.act(seat.into(), ActionKind::Leave)
    }

    /// Whether a move could be made now; nothing happens.
    ///
    /// # Errors
    /// Why it could not.
    pub fn check(&self, seat: impl Into<Seat>, mv: G::Move) -> Done<()> {
        let (id, player) = (mv.id(), self.id(seat.into()));
        Ok(self.engine.check_move(&self.state, Some(&player), id, &Value::Move(mv))?)
    }

    /// What the page of this player shows of their move at once.
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

    /// The game as it is.
    pub fn g(&self) -> &G {
        &self.state.g
    }

    /// The game as a player sees it, or a spectator.
    pub fn seen_by(&self, viewer: Option<Seat>) -> G {
        seen_by(self.g(), viewer)
    }

    /// What else can be read of the match.
    pub fn ctx(&self) -> Ctx<'_> {
        Ctx::of(&self.state.ctx)
    }

    /// The players who may act now.
    pub fn active(&self) -> Vec<Seat> {
        let ctx = self.ctx();
        ctx.seats().filter(|seat| ctx.is_active(*seat)).collect()
    }

    /// How the game has ended; none while it goes on, or if it has ended without one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.ctx.gameover.as_ref()?.outcome()
    }

    /// Whether the flow opens a move to a player now. The move itself is not asked about its arguments.
    pub fn is_open(&self, seat: impl Into<Seat>, name: MoveName<G::Move>) -> bool {
        let seat = seat.into();
        let find = || self.engine.game.find_move(&self.state.ctx, name.id(), Some(&self.id(seat)));
        self.ctx().is_active(seat) && find().is_some()
    }

    /// The moves that the game lists for a player, as far as the flow opens them now. What was in `out` is dropped.
    pub fn moves(&self, seat: impl Into<Seat>, out: &mut Vec<G::Move>) {
        let player = self.id(seat.into());
        out.clear();
        list_moves(&self.engine.game, &self.state, &player, out);
    }

    /// The same match with another game in place of its own: as it may be, for what cannot be seen.
    pub(super) fn with(&self, g: G) -> Self {
        Match { state: State { g: super::Shared::new(g), ..self.state.clone() }, ..self.clone() }
    }

    /// The engine's state, with log and history.
    pub fn state(&self) -> &State<Adapter<G>> {
        &self.state
    }

    /// The engine.
    pub fn engine(&self) -> &Rc<Engine<Adapter<G>>> {
        &self.engine
    }

    /// What hosts besides the engine know of the game.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What the engine has warned of.
    pub fn warnings(&self) -> Vec<String> {
        self.engine.host.warnings()
    }

    fn act(&mut self, seat: Seat, kind: ActionKind<Value<G::Move>>) -> Done<()> {
        let action = Action { kind, player_id: Some(self.id(seat)), credentials: None };
        self.state = self.engine.apply(&self.state, &action)?;
        Ok(())
    }

    /// What the engine calls this player: the name in the play order, if possible, which is shared.
    fn id(&self, seat: Seat) -> PlayerID {
        let usual = self.state.ctx.play_order.get(seat.index());
        usual.filter(|id| Seat::parse(id) == Some(seat)).cloned().unwrap_or_else(|| id_of(seat))
    }
}

/// Adds the moves that the game lists for a player, as far as the flow opens them now.
pub(crate) fn list_moves<G: Game, V: Carries<G::Move>>(
    game: &core::Game<super::Function<G>, V>,
    state: &State<Adapter<G, V>>,
    player: &PlayerID,
    out: &mut Vec<G::Move>,
) {
    let (ctx, seat) = (&state.ctx, Seat::parse(player));
    let Some(seat) = seat.filter(|_| ctx.gameover.is_none() && ctx.is_player_active(player)) else { return };
    state.g.moves(&Ctx::of(ctx), seat, out);
    // Few moves are listed in one go: the last one was often of the same kind.
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
    /// What random numbers begin with. Without it, `0`.
    pub fn seed(self, seed: impl ToString) -> Self {
        Builder { seed: seed.to_string(), ..self }
    }

    /// The setup data.
    pub fn data(self, data: impl Serialize) -> Self {
        let text = text_of(&data).map_err(|why| why.inside("setupData"));
        Builder { data: text.map(Value::of_json), ..self }
    }

    /// Begins the match.
    ///
    /// # Errors
    /// What is wrong with the flow, why `setup` stops, and refusals: of a number of players that the game is not for, and by
    /// hooks.
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

//! The phases of a game, and all else that is declared of it.

use std::borrow::Borrow;
use std::ops::RangeBounds;
use std::rc::Rc;
use std::vec::Vec;

use serde::de::DeserializeOwned;

use super::ends::PhaseEnd;
use super::function::Function;
use super::hooks::{Ask, Hook};
use super::limit::Limit;
use super::moves::{HasMoves, MoveName};
use super::names::Phases;
use super::order::Order;
use super::predict::Predict;
use super::texts::Texts;
use super::turn_flow::{TurnFlow, ids};
use super::types::Typed;
use crate::core::{EventKind, Next};

/// The phases, turns and stages of a game, and what else is declared of it.
///
/// What no phase and no stage names among its moves may be made everywhere; all other moves only where they are named.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # struct Duel {}
/// #[derive(Clone, Debug, PartialEq, Moves)]
/// enum Move { Draw, Attack, Parry, Done }
/// #[derive(Phases)]
/// enum Phase { Draft, Fight }
/// #[derive(Stages)]
/// enum Stage { React }
///
/// # impl Game for Duel {
/// #   type Move = Move;
/// #   const NAME: &'static str = "duel";
/// #   fn setup(_: &Setup) -> Result<Self> { Ok(Duel {}) }
/// #   fn play(&mut self, _: Move, _: &Cx) -> Played { Ok(()) }
/// fn flow(flow: Flow<Self>) -> Flow<Self> {
///     flow.players(2..=4)
///         .phase(Phase::Draft, |p| p.start().moves([Move::DRAW]).order(Order::Once).next(Phase::Fight))
///         .phase(Phase::Fight, |p| {
///             p.moves([Move::DRAW, Move::ATTACK, Move::DONE])
///                 .turn(|t| t.order(Order::Reset).stage(Stage::React, |s| s.moves([Move::PARRY])))
///         })
/// }
/// # }
/// # Match::<Duel>::new(2).start()?;
/// # Ok::<(), MatchError>(())
/// ```
pub struct Flow<G: HasMoves> {
    pub(super) moves: Option<Vec<usize>>,
    pub(super) turn: TurnFlow<G>,
    pub(super) phases: Vec<PhaseFlow<G>>,
    pub(super) on_end: Option<Hook<G>>,
    pub(super) on_player_leave: Option<Hook<G>>,
    pub(super) conditions: Conditions<G>,
    pub(super) disabled_events: Vec<EventKind>,
    pub(super) players: Limit,
    pub(super) predict: Predict,
    pub(super) switches: Switches,
    pub(super) texts: Texts,
}

/// What of a move depends on the state, by the move's number.
pub(super) struct Conditions<G: HasMoves> {
    pub undoable: Vec<(usize, Ask<G, bool>)>,
    pub redact: Vec<(usize, Ask<G, bool>)>,
}

/// What is on or off.
#[derive(Default)]
pub(super) struct Switches {
    pub has_no_undo: bool,
    pub has_no_log: bool,
    pub sends_deltas: bool,
    pub draws_securely: bool,
}

impl<G: HasMoves> Flow<G> {
    pub(super) fn new() -> Self {
        Flow {
            moves: None,
            turn: TurnFlow::new(),
            phases: Vec::new(),
            on_end: None,
            on_player_leave: None,
            conditions: Conditions { undoable: Vec::new(), redact: Vec::new() },
            disabled_events: Vec::new(),
            players: Limit::default(),
            predict: Predict::default(),
            switches: Switches::default(),
            texts: Texts::default(),
        }
    }

    /// How many may play.
    pub fn players(self, players: impl RangeBounds<u32>) -> Self {
        Flow { players: Limit::of(&players), ..self }
    }

    /// The moves where neither phase nor stage lists any. Without this, those that no phase and no stage names.
    pub fn moves(self, moves: impl IntoIterator<Item = MoveName<G::Move>>) -> Self {
        Flow { moves: Some(ids(moves)), ..self }
    }

    /// The turns where the phase has none of its own.
    pub fn turn(self, make: impl FnOnce(TurnFlow<G>) -> TurnFlow<G>) -> Self {
        Flow { turn: make(TurnFlow::new()), ..self }
    }

    /// A phase.
    pub fn phase<P: Phases>(mut self, phase: P, make: impl FnOnce(PhaseFlow<G>) -> PhaseFlow<G>) -> Self {
        self.phases.push(make(PhaseFlow::new(phase.name(), P::ALL)));
        self.texts.add_phases::<P>();
        self
    }

    /// Runs when the game has ended.
    pub fn on_end(self, hook: Hook<G>) -> Self {
        Flow { on_end: Some(hook), ..self }
    }

    /// Runs when a player leaves the match for good, [`Cx::player`](super::Cx::player). Then they are removed; the events that
    /// it calls come first.
    pub fn on_player_leave(self, hook: Hook<G>) -> Self {
        Flow { on_player_leave: Some(hook), ..self }
    }

    /// Whether a move can be undone, asked when somebody wants to.
    pub fn undoable(mut self, name: MoveName<G::Move>, ask: Ask<G, bool>) -> Self {
        self.conditions.undoable.push((name.id(), ask));
        self
    }

    /// Whether the log hides a move's arguments from the other players, asked when the move has been made.
    pub fn redact(mut self, name: MoveName<G::Move>, ask: Ask<G, bool>) -> Self {
        self.conditions.redact.push((name.id(), ask));
        self
    }

    /// Events that players may not ask for, of `[EventKind::EndTurn]` or of all: `EventKind::ALL`. Moves and hooks may.
    pub fn disable_events(mut self, events: impl IntoIterator<Item: Borrow<EventKind>>) -> Self {
        self.disabled_events.extend(events.into_iter().map(|event| *event.borrow()));
        self
    }

    /// Nothing can be undone.
    pub fn disable_undo(mut self) -> Self {
        self.switches.has_no_undo = true;
        self
    }

    /// There is no log.
    pub fn disable_log(mut self) -> Self {
        self.switches.has_no_log = true;
        self
    }

    /// What pages show of an action before the master has answered.
    pub fn predict(self, predict: Predict) -> Self {
        Flow { predict, ..self }
    }

    /// Sends boardgame.io's clients only what has changed, too.
    pub fn delta_state(mut self) -> Self {
        self.switches.sends_deltas = true;
        self
    }

    /// The type of what [`Outcome::other`](super::Outcome::other) is given: TypeScript knows `ctx.gameover` as that, or as a winner,
    /// several, or a draw.
    ///
    /// ```
    /// # use rondel::prelude::*;
    /// # #[state]
    /// # struct Climb { height: u32 }
    /// # #[derive(Clone, Debug, PartialEq, Moves)]
    /// # enum Move { Up }
    /// /// How a climb has ended.
    /// #[state]
    /// struct Reached {
    ///     /// In metres.
    ///     height: u32,
    /// }
    ///
    /// # impl Game for Climb {
    /// #     type Move = Move;
    /// #     const NAME: &'static str = "climb";
    /// #     fn setup(_: &Setup) -> Result<Self> { Ok(Climb { height: 0 }) }
    /// #     fn play(&mut self, _: Move, cx: &Cx) -> Played { self.height += cx.random()?.d6(); Ok(()) }
    /// #     fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) { out.push(Move::Up) }
    /// fn flow(flow: Flow<Self>) -> Flow<Self> {
    ///     flow.outcome::<Reached>()
    /// }
    ///
    /// fn outcome(&self, _: &Ctx) -> Option<Outcome> {
    ///     (self.height > 20).then(|| Outcome::other(Reached { height: self.height }))
    /// }
    /// # }
    /// # rondel::check::<Climb>(3)?;
    /// # Ok::<(), rondel::game::CheckError>(())
    /// ```
    pub fn outcome<T: Typed + DeserializeOwned>(mut self) -> Self {
        self.texts.set_outcome::<T>();
        self
    }

    /// The type of what moves and hooks give to [`invalid`](super::invalid), besides texts: TypeScript knows `error.payload` as
    /// that, or as a text. Where a [`Pile`](super::Pile) refuses, it is a text.
    pub fn refusal<T: Typed + DeserializeOwned>(mut self) -> Self {
        self.texts.set_refusal::<T>();
        self
    }

    /// Random numbers come from a cryptographic generator: none can be computed from others. What has drawn some cannot be
    /// undone.
    pub fn secure_random(mut self) -> Self {
        self.switches.draws_securely = true;
        self
    }
}

/// A phase of a game.
pub struct PhaseFlow<G: HasMoves> {
    pub(super) name: &'static str,
    /// The names of all phases.
    pub(super) known: &'static [&'static str],
    pub(super) moves: Option<Vec<usize>>,
    pub(super) turn: Option<TurnFlow<G>>,
    pub(super) order: Option<Order<G>>,
    pub(super) is_first: bool,
    pub(super) on_begin: Option<Hook<G>>,
    pub(super) on_end: Option<Hook<G>>,
    pub(super) end_if: Option<Function<G>>,
    pub(super) next: Next<Function<G>>,
}

impl<G: HasMoves> PhaseFlow<G> {
    fn new(name: &'static str, known: &'static [&'static str]) -> Self {
        PhaseFlow {
            name,
            known,
            moves: None,
            turn: None,
            order: None,
            is_first: false,
            on_begin: None,
            on_end: None,
            end_if: None,
            next: Next::Nothing,
        }
    }

    /// The game begins in this phase.
    pub fn start(self) -> Self {
        PhaseFlow { is_first: true, ..self }
    }

    /// The moves in this phase, in place of the game's.
    pub fn moves(self, moves: impl IntoIterator<Item = MoveName<G::Move>>) -> Self {
        PhaseFlow { moves: Some(ids(moves)), ..self }
    }

    /// The turns in this phase, in place of the game's.
    pub fn turn(self, make: impl FnOnce(TurnFlow<G>) -> TurnFlow<G>) -> Self {
        PhaseFlow { turn: Some(make(TurnFlow::new())), ..self }
    }

    /// The order of the turns in this phase. If it declares no [`turn`](PhaseFlow::turn), nothing else of the game's turns
    /// holds in it.
    pub fn order(self, order: Order<G>) -> Self {
        PhaseFlow { order: Some(order), ..self }
    }

    /// Runs when the phase begins.
    pub fn on_begin(self, hook: Hook<G>) -> Self {
        PhaseFlow { on_begin: Some(hook), ..self }
    }

    /// Runs when the phase ends.
    pub fn on_end(self, hook: Hook<G>) -> Self {
        PhaseFlow { on_end: Some(hook), ..self }
    }

    /// Whether the phase is over: a `bool`, or `Some` phase that follows. It is asked before `on_begin`, too: a phase that is
    /// over when it is chosen is skipped, and only its `on_end` runs.
    pub fn end_if<T: Into<PhaseEnd> + 'static>(self, ask: Ask<G, T>) -> Self {
        let ask = Function::PhaseEnd(Rc::new(move |g, cx| ask(g, cx).into()));
        PhaseFlow { end_if: Some(ask), ..self }
    }

    /// The phase that follows.
    pub fn next(self, phase: impl Phases) -> Self {
        PhaseFlow { next: Next::To(phase.name().into()), ..self }
    }

    /// The phase that follows, asked when this one has ended.
    pub fn next_by<P: Phases>(self, ask: Ask<G, Option<P>>) -> Self {
        let ask = Function::NextPhase(Rc::new(move |g, cx| ask(g, cx).map(|phase| phase.name())));
        PhaseFlow { next: Next::Ask(ask), ..self }
    }
}

//! The phases of a game, and its other declarations.

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

/// Declaration of a game's phases, turns and stages, and of its options.
///
/// A move that no phase and no stage lists may be made everywhere. All other moves may only be made where
/// they are listed.
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

/// Conditions of moves that depend on the state, with the move's number.
pub(super) struct Conditions<G: HasMoves> {
    pub undoable: Vec<(usize, Ask<G, bool>)>,
    pub redact: Vec<(usize, Ask<G, bool>)>,
}

/// Options that are on or off. Default: off.
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

    /// Sets the allowed number of players. Default: any.
    pub fn players(self, players: impl RangeBounds<u32>) -> Self {
        Flow { players: Limit::of(&players), ..self }
    }

    /// Sets the moves that are allowed where neither phase nor stage lists any. Default: the moves that no
    /// phase and no stage lists.
    pub fn moves(self, moves: impl IntoIterator<Item = MoveName<G::Move>>) -> Self {
        Flow { moves: Some(ids(moves)), ..self }
    }

    /// Declares the turns of phases that declare none.
    pub fn turn(self, make: impl FnOnce(TurnFlow<G>) -> TurnFlow<G>) -> Self {
        Flow { turn: make(TurnFlow::new()), ..self }
    }

    /// Declares a phase.
    pub fn phase<P: Phases>(mut self, phase: P, make: impl FnOnce(PhaseFlow<G>) -> PhaseFlow<G>) -> Self {
        self.phases.push(make(PhaseFlow::new(phase.name(), P::ALL)));
        self.texts.add_phases::<P>();
        self
    }

    /// Sets a hook that runs when the game has ended.
    pub fn on_end(self, hook: Hook<G>) -> Self {
        Flow { on_end: Some(hook), ..self }
    }

    /// Sets a hook that runs when a player leaves the match permanently. [`Cx::player`](super::Cx::player) is
    /// that player. The engine first handles the events that the hook calls, then removes the player.
    pub fn on_player_leave(self, hook: Hook<G>) -> Self {
        Flow { on_player_leave: Some(hook), ..self }
    }

    /// Sets a condition that decides whether a move can be undone. The engine asks when a player wants to
    /// undo the move.
    pub fn undoable(mut self, name: MoveName<G::Move>, ask: Ask<G, bool>) -> Self {
        self.conditions.undoable.push((name.id(), ask));
        self
    }

    /// Sets a condition that decides whether the log hides a move's arguments from other players. The engine
    /// asks after the move.
    pub fn redact(mut self, name: MoveName<G::Move>, ask: Ask<G, bool>) -> Self {
        self.conditions.redact.push((name.id(), ask));
        self
    }

    /// Disables events for players: a list such as `[EventKind::EndTurn]`, or `EventKind::ALL`. Moves and
    /// hooks may still call them.
    pub fn disable_events(mut self, events: impl IntoIterator<Item: Borrow<EventKind>>) -> Self {
        self.disabled_events.extend(events.into_iter().map(|event| *event.borrow()));
        self
    }

    /// Disables undo and redo.
    pub fn disable_undo(mut self) -> Self {
        self.switches.has_no_undo = true;
        self
    }

    /// Disables the log.
    pub fn disable_log(mut self) -> Self {
        self.switches.has_no_log = true;
        self
    }

    /// Sets how much of an action a page shows before the master has answered. Default: [`Predict::Moves`].
    pub fn predict(self, predict: Predict) -> Self {
        Flow { predict, ..self }
    }

    /// Sends patches to boardgame.io's clients too, in place of whole states.
    pub fn delta_state(mut self) -> Self {
        self.switches.sends_deltas = true;
        self
    }

    /// Declares the type of the values given to [`Outcome::other`](super::Outcome::other). In TypeScript,
    /// `ctx.gameover` is then this type, a winner, several winners, or a draw.
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

    /// Declares the type of the payloads given to [`invalid`](super::invalid), in addition to strings. In
    /// TypeScript, `error.payload` is then this type or a string. A refusal by a [`Pile`](super::Pile) has a
    /// string.
    pub fn refusal<T: Typed + DeserializeOwned>(mut self) -> Self {
        self.texts.set_refusal::<T>();
        self
    }

    /// Draws random numbers from a cryptographic generator, so that none can be computed from others. Actions
    /// that drew numbers cannot be undone.
    pub fn secure_random(mut self) -> Self {
        self.switches.draws_securely = true;
        self
    }
}

/// Declaration of a phase.
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

    /// Makes this the phase in which the game begins.
    pub fn start(self) -> Self {
        PhaseFlow { is_first: true, ..self }
    }

    /// Sets the moves of this phase, in place of the game's.
    pub fn moves(self, moves: impl IntoIterator<Item = MoveName<G::Move>>) -> Self {
        PhaseFlow { moves: Some(ids(moves)), ..self }
    }

    /// Declares the turns of this phase, in place of the game's.
    pub fn turn(self, make: impl FnOnce(TurnFlow<G>) -> TurnFlow<G>) -> Self {
        PhaseFlow { turn: Some(make(TurnFlow::new())), ..self }
    }

    /// Sets the turn order of this phase. If the phase declares no [`turn`](PhaseFlow::turn), the rest of the
    /// game's `turn` does not apply to it either.
    pub fn order(self, order: Order<G>) -> Self {
        PhaseFlow { order: Some(order), ..self }
    }

    /// Sets a hook that runs when the phase begins.
    pub fn on_begin(self, hook: Hook<G>) -> Self {
        PhaseFlow { on_begin: Some(hook), ..self }
    }

    /// Sets a hook that runs when the phase ends.
    pub fn on_end(self, hook: Hook<G>) -> Self {
        PhaseFlow { on_end: Some(hook), ..self }
    }

    /// Sets the condition that ends the phase. It returns a `bool`, or `Some` with the next phase. The engine
    /// also asks before `on_begin`: it skips a phase that is over at its beginning, and only runs its
    /// `on_end`.
    pub fn end_if<T: Into<PhaseEnd> + 'static>(self, ask: Ask<G, T>) -> Self {
        let ask = Function::PhaseEnd(Rc::new(move |g, cx| ask(g, cx).into()));
        PhaseFlow { end_if: Some(ask), ..self }
    }

    /// Sets the next phase.
    pub fn next(self, phase: impl Phases) -> Self {
        PhaseFlow { next: Next::To(phase.name().into()), ..self }
    }

    /// Sets a function that returns the next phase. The engine asks when this phase has ended.
    pub fn next_by<P: Phases>(self, ask: Ask<G, Option<P>>) -> Self {
        let ask = Function::NextPhase(Rc::new(move |g, cx| ask(g, cx).map(|phase| phase.name())));
        PhaseFlow { next: Next::Ask(ask), ..self }
    }
}

//! What changes turns, phases and stages.

use std::rc::Rc;
use std::vec;

use serde::Serialize;

use super::adapter::Desk;
use super::ctx::id_of;
use super::{Active, Data, InStage, Outcome, Phases, Seat};
use crate::core::{self, Ending, EndingChoice, NextOrRemove, SetPhaseArg};

/// What changes turns, phases and stages. Each takes effect when the move or hook is over, in the order of the calls. Where
/// an event may not be called, the whole action is refused.
#[derive(Clone, Copy)]
pub struct Events<'a>(&'a dyn Desk);

impl<'a> Events<'a> {
    pub(super) fn new(desk: &'a dyn Desk) -> Self {
        Events(desk)
    }

    /// Ends the turn, if enough moves have been made.
    pub fn end_turn(&self) {
        self.0.call(Event::EndTurn { next: None });
    }

    /// Ends the turn, if enough moves have been made, and gives the next one to this player.
    pub fn end_turn_to(&self, next: Seat) {
        self.0.call(Event::EndTurn { next: Some(next) });
    }

    /// Ends the turn, however few moves have been made.
    pub fn pass(&self) {
        self.0.call(Event::Pass { remove: false });
    }

    /// Ends the turn, however few moves have been made, and takes its player out of the match.
    pub fn pass_and_leave(&self) {
        self.0.call(Event::Pass { remove: true });
    }

    /// Ends the turn and the phase; the phase's `next` follows.
    pub fn end_phase(&self) {
        self.0.call(Event::EndPhase);
    }

    /// Ends the turn and the phase; this one follows.
    pub fn phase(&self, phase: impl Phases) {
        self.0.call(Event::phase(phase));
    }

    /// Ends the game.
    pub fn end_game(&self, outcome: Outcome) {
        self.0.call(Event::EndGame(Some(outcome)));
    }

    /// Says who may act.
    pub fn active(&self, active: Active) {
        self.0.call(Event::SetActivePlayers(active));
    }

    /// Ends the stage of the player who acts; its `next` follows.
    pub fn end_stage(&self) {
        self.0.call(Event::EndStage);
    }

    /// Moves the player who acts to a stage, or with [`NoStage`](super::NoStage) to none.
    pub fn stage(&self, stage: impl Into<InStage>) {
        self.0.call(Event::SetStage(stage.into()));
    }

    /// Takes a player out of the match for good.
    pub fn remove(&self, seat: Seat) {
        self.0.call(Event::RemovePlayer(seat));
    }
}

/// An event, as a player may ask for it; see [`Events`].
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The turn ends.
    EndTurn {
        /// Who is next. None: the turn order decides.
        next: Option<Seat>,
    },
    /// The turn ends, however few moves have been made.
    Pass {
        /// Whether its player is taken out of the match.
        remove: bool,
    },
    /// The phase ends.
    EndPhase,
    /// The phase ends, and the one with this name begins.
    SetPhase(&'static str),
    /// The game ends.
    EndGame(Option<Outcome>),
    /// These players may act.
    SetActivePlayers(Active),
    /// The stage of the player who acts ends.
    EndStage,
    /// The player who acts goes to a stage.
    SetStage(InStage),
    /// A player is taken out of the match. Players cannot ask for it.
    RemovePlayer(Seat),
}

impl Event {
    /// The phase ends, and this one begins.
    pub fn phase(phase: impl Phases) -> Self {
        Event::SetPhase(phase.name())
    }

    /// The player who acts goes to a stage.
    pub fn stage(stage: impl Into<InStage>) -> Self {
        Event::SetStage(stage.into())
    }

    /// The event as the engine has it.
    pub(crate) fn build<V: Data>(self) -> core::Event<V> {
        match self {
            Event::EndTurn { next } => core::Event::EndTurn(next.map(ending_for).map(Rc::new)),
            Event::Pass { remove } => core::Event::Pass(remove.then(removal).map(Rc::new)),
            Event::EndPhase => core::Event::EndPhase,
            Event::SetPhase(name) => {
                core::Event::SetPhase(Rc::new(SetPhaseArg { raw: V::of(name), name: Some(name.into()) }))
            }
            Event::EndGame(outcome) => core::Event::EndGame(outcome.map(V::of_outcome)),
            Event::SetActivePlayers(active) => core::Event::SetActivePlayers(active.build()),
            Event::EndStage => core::Event::EndStage,
            Event::SetStage(stage) => core::Event::SetStage(stage.build()),
            Event::RemovePlayer(seat) => core::Event::RemovePlayer(id_of(seat)),
        }
    }
}

#[derive(Serialize)]
struct Next<T> {
    next: T,
}

#[derive(Serialize)]
struct Remove {
    remove: bool,
}

/// `{ next: '2' }`
pub(super) fn ending_for<V: Data>(next: Seat) -> Ending<V> {
    let choice = EndingChoice::Chosen(vec![NextOrRemove::Next(Some(id_of(next)))]);
    Ending { raw: V::of(&Next { next }), choice }
}

/// `{ next: 'fight' }`
pub(super) fn ending_for_phase<V: Data>(next: &str) -> Ending<V> {
    let choice = EndingChoice::Chosen(vec![NextOrRemove::Next(Some(next.into()))]);
    Ending { raw: V::of(&Next { next }), choice }
}

/// `{ remove: true }`
pub(super) fn removal<V: Data>() -> Ending<V> {
    let choice = EndingChoice::Chosen(vec![NextOrRemove::Remove(true)]);
    Ending { raw: V::of(&Remove { remove: true }), choice }
}

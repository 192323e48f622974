//! Events that a player may ask for.

use std::rc::Rc;
use std::vec;

use serde::Serialize;

use super::active::{Active, InStage};
use super::ctx::id_of;
use super::names::Phases;
use super::seat::Seat;
use super::values::{Data, Outcome};
use crate::core::{self, Ending, EndingChoice, NextOrRemove, SetPhaseArg};

/// An event that a player may ask for. See [`Events`](super::Events).
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The turn ends.
    EndTurn {
        /// Next player. `None`: the turn order decides.
        next: Option<Seat>,
    },
    /// The turn ends, even if the player made fewer moves than the minimum.
    Pass {
        /// `true`: the player is removed from the match.
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
    /// The stage of the acting player ends.
    EndStage,
    /// The acting player enters a stage.
    SetStage(InStage),
    /// A player is removed from the match. Players cannot ask for it.
    RemovePlayer(Seat),
    /// The clock stops. Players cannot ask for it.
    PauseClock,
    /// A paused clock goes on. Players cannot ask for it.
    ResumeClock,
}

impl Event {
    /// Creates an [`Event::SetPhase`].
    pub fn phase(phase: impl Phases) -> Self {
        Event::SetPhase(phase.name())
    }

    /// Creates an [`Event::SetStage`].
    pub fn stage(stage: impl Into<InStage>) -> Self {
        Event::SetStage(stage.into())
    }

    /// Converts it into the engine's type.
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
            Event::PauseClock => core::Event::PauseClock,
            Event::ResumeClock => core::Event::ResumeClock,
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

/// Returns `{ next: '2' }`.
pub(super) fn ending_for<V: Data>(next: Seat) -> Ending<V> {
    let choice = EndingChoice::Chosen(vec![NextOrRemove::Next(Some(id_of(next)))]);
    Ending { raw: V::of(&Next { next }), choice }
}

/// Returns `{ next: 'fight' }`.
pub(super) fn ending_for_phase<V: Data>(next: &str) -> Ending<V> {
    let choice = EndingChoice::Chosen(vec![NextOrRemove::Next(Some(next.into()))]);
    Ending { raw: V::of(&Next { next }), choice }
}

/// Returns `{ remove: true }`.
pub(super) fn removal<V: Data>() -> Ending<V> {
    let choice = EndingChoice::Chosen(vec![NextOrRemove::Remove(true)]);
    Ending { raw: V::of(&Remove { remove: true }), choice }
}

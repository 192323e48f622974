//! The answers to `end_if` of turns and phases.

use super::names::Phases;
use super::seat::Seat;

/// Answer to `end_if` of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// The turn is not over.
    GoesOn,
    /// The turn is over. The turn order decides who is next.
    Ends,
    /// The turn is over, and this player is next.
    EndsFor(Seat),
    /// The turn is over, and its player is removed from the match.
    EndsAndRemoves,
}

impl From<bool> for TurnEnd {
    fn from(is_over: bool) -> Self {
        if is_over { TurnEnd::Ends } else { TurnEnd::GoesOn }
    }
}

impl From<Option<Seat>> for TurnEnd {
    fn from(next: Option<Seat>) -> Self {
        next.map_or(TurnEnd::GoesOn, TurnEnd::EndsFor)
    }
}

/// Answer to `end_if` of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseEnd {
    /// The phase is not over.
    GoesOn,
    /// The phase is over, and its `next` follows.
    Ends,
    /// The phase is over, and the phase with this name follows.
    EndsFor(&'static str),
}

impl From<bool> for PhaseEnd {
    fn from(is_over: bool) -> Self {
        if is_over { PhaseEnd::Ends } else { PhaseEnd::GoesOn }
    }
}

impl<P: Phases> From<Option<P>> for PhaseEnd {
    fn from(next: Option<P>) -> Self {
        next.map_or(PhaseEnd::GoesOn, |phase| PhaseEnd::EndsFor(phase.name()))
    }
}

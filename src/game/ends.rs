//! Whether turns and phases are over, and what follows.

use super::names::Phases;
use super::seat::Seat;

/// Whether a turn is over, and who is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// It is not.
    GoesOn,
    /// It is, and the turn order decides who is next.
    Ends,
    /// It is, and this player is next.
    EndsFor(Seat),
    /// It is, and its player is taken out of the match.
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

/// Whether a phase is over, and which one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseEnd {
    /// It is not.
    GoesOn,
    /// It is, and its `next` follows.
    Ends,
    /// It is, and the phase with this name follows.
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

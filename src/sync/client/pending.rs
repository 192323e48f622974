//! Actions that have no answer yet, and how they show.

use super::super::message::Provenance;
use super::super::view::Prediction;

/// An action that has no answer yet.
pub(super) struct Pending<A, S> {
    /// How it was made.
    pub(super) provenance: Provenance<S>,
    /// The state that the player saw, as far as the master knows it.
    pub(super) seen: u64,
    /// The state that a silent master is sent as the one before it: it does it there or not at all.
    pub(super) sent_in: Option<u64>,
    /// When it was sent; none if it was sent again, so that nobody knows which of the two an answer belongs to.
    pub(super) sent_at: Option<f64>,
    /// The action.
    pub(super) action: A,
    /// How it shows.
    pub(super) visibility: Visibility,
    /// Whether what it was made on top of was refused: the master will refuse it, too.
    pub(super) is_lost: bool,
}

/// How a pending action shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// Not at all: only the master knows, or something before it is in doubt or refused.
    Hidden,
    /// Not at all, and most likely it is refused: what follows shows without it.
    Doubted,
    /// Predicted in part, so that what follows is in doubt.
    InPart,
    /// Predicted.
    Shown,
    /// Predicted, and a turn, phase or stage of the player's begins with it.
    ShownRestarted,
}

impl Visibility {
    pub(super) fn of<S, E>(prediction: &Prediction<S, E>) -> Self {
        match prediction {
            Prediction::Done { restarts: true, .. } => Visibility::ShownRestarted,
            Prediction::Done { .. } => Visibility::Shown,
            Prediction::InPart(_) => Visibility::InPart,
            Prediction::Doubted => Visibility::Doubted,
            Prediction::Waits | Prediction::Refused(_) => Visibility::Hidden,
        }
    }

    /// Whether anything of the action shows.
    pub(super) fn is_seen(self) -> bool {
        !matches!(self, Visibility::Hidden | Visibility::Doubted)
    }

    /// Whether it leaves open what the next action leads to.
    pub(super) fn leaves_doubt(self) -> bool {
        matches!(self, Visibility::Hidden | Visibility::InPart)
    }
}

//! Pending actions and their visibility.

use super::super::message::Provenance;
use super::super::view::Prediction;

/// An action without an answer.
pub(super) struct Pending<A, S> {
    /// Provenance of the action.
    pub(super) provenance: Provenance<S>,
    /// Number of the state that the player saw.
    pub(super) seen: u64,
    /// Number of the state that a silent master got with the action. It runs the action in this state or not
    /// at all.
    pub(super) sent_in: Option<u64>,
    /// Time at which the action was sent. `None` after it was sent again, because an answer may belong to
    /// either message.
    pub(super) sent_at: Option<f64>,
    /// The action.
    pub(super) action: A,
    /// Visibility of the action.
    pub(super) visibility: Visibility,
    /// `true` if an action on which it depends was refused. The master will refuse it too.
    pub(super) is_lost: bool,
}

/// Visibility of a pending action in the shown state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// Hidden: only the master knows its outcome, or an earlier action is in doubt or refused.
    Hidden,
    /// Hidden, because the master will most likely refuse it. Later actions are predicted without it.
    Doubted,
    /// Predicted in part, which leaves later actions in doubt.
    InPart,
    /// Predicted.
    Shown,
    /// Predicted, and the player's situation (turn, phase or stage) restarts with it.
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

    /// Returns `true` if a part of the action is visible.
    pub(super) fn is_seen(self) -> bool {
        !matches!(self, Visibility::Hidden | Visibility::Doubted)
    }

    /// Returns `true` if the outcome of the next action is unknown because of this one.
    pub(super) fn leaves_doubt(self) -> bool {
        matches!(self, Visibility::Hidden | Visibility::InPart)
    }
}

//! The obstacles to a decision of the game's code.

use alloc::string::String;

use super::error::RefusalKind;

/// Reason why the game's code can neither make a move nor call it invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The move depends on hidden values.
    Unknown,
    /// The arguments do not fit the move, with a description of the problem.
    Malformed(String),
}

impl Obstacle {
    /// Returns the kind and the reason of the refusal.
    pub(super) fn into_reason(self) -> (RefusalKind, String) {
        match self {
            Obstacle::Unknown => (RefusalKind::Hidden, "it depends on a hidden value".into()),
            Obstacle::Malformed(problem) => (RefusalKind::InvalidMove, problem),
        }
    }
}

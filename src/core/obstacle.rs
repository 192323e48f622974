//! What keeps the code of a game from a decision.

use alloc::string::String;

use super::error::RefusalKind;

/// Why the code of a game can neither make a move nor call it invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The move depends on what is hidden here.
    Unknown,
    /// The arguments are not those of the move; the text describes what is wrong with them.
    Malformed(String),
}

impl Obstacle {
    /// The kind of refusal that it leads to, and the reason.
    pub(super) fn into_reason(self) -> (RefusalKind, String) {
        match self {
            Obstacle::Unknown => (RefusalKind::Hidden, "it depends on what is hidden here".into()),
            Obstacle::Malformed(problem) => (RefusalKind::InvalidMove, problem),
        }
    }
}

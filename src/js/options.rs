//! What an engine is told once, before its first match.

use serde::Deserialize;

/// What differs between engines of one game: those of a page, of a master, of a client that has a master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// An action without a player is nobody's, as in boardgame.io's reducer: nobody asks whether they may act.
    pub allows_nobody: bool,
    /// How far actions are run.
    pub depth: Depth,
    /// The host draws all numbers of `random`, and states have no generator.
    pub draws_securely: bool,
    /// States keep no more of their history than the next action may need: the caller keeps what lies below.
    pub shortens_history: bool,
}

/// How far actions are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Depth {
    /// To the end.
    #[default]
    All,
    /// Predicted, as by a client that has a master: what the move itself does.
    Moves,
    /// Predicted, with all that follows from the move.
    Flow,
}

impl Depth {
    /// Of a prediction, whether it has what follows from a move.
    pub fn predicts_flow(self) -> Option<bool> {
        match self {
            Depth::All => None,
            Depth::Moves => Some(false),
            Depth::Flow => Some(true),
        }
    }
}

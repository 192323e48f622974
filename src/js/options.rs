//! The options of an engine, set once, before its first match.

use serde::Deserialize;

/// What differs between engines of one game: those of a page, of a master, of a client's reducer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// An action without a player is nobody's, as in boardgame.io's reducer: nobody asks whether they may act.
    pub allows_nobody: bool,
    /// How far actions are run.
    pub depth: Depth,
    /// The host draws all numbers of `random`, and states have no generator.
    pub draws_securely: bool,
}

/// How far actions are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Depth {
    /// To the end.
    #[default]
    All,
    /// What the move itself does, as boardgame.io's reducer of a client runs it.
    Moves,
}

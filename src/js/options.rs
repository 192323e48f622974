//! The options of an engine, set once, before its first match.

use serde::Deserialize;

/// Options that differ between the engines of one game: on a page, at a master, in a client's reducer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// An action without a player belongs to nobody, as in boardgame.io's reducer, and no rights are checked.
    /// Default: `false`.
    pub allows_nobody: bool,
    /// How much of an action runs. Default: everything.
    pub depth: Depth,
    /// The host has a clock, and the clocks of matches run. Default: `false`.
    pub has_clock: bool,
    /// The host draws all random numbers, and states have no generator. Default: `false`.
    pub draws_securely: bool,
}

/// How much of an action runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Depth {
    /// Everything.
    #[default]
    All,
    /// The move alone, as in the reducer of boardgame.io's client.
    Moves,
}

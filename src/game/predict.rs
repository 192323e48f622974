//! How much of an action pages predict.

/// Part of an action that pages show before the master has answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Predict {
    /// Nothing. Pages wait for the master.
    Nothing,
    /// The move alone, without hooks and endings.
    #[default]
    Moves,
    /// The move or event, with its hooks, endings and other consequences.
    Flow,
}

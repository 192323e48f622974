//! How far pages run ahead of their master.

/// What pages show of an action before the master has answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Predict {
    /// Nothing.
    Nothing,
    /// A move alone, without hooks and endings.
    #[default]
    Moves,
    /// A move or event, and all that follows from it.
    Flow,
}

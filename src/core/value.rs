//! The types of a game's own values.

/// The game's state and values. They are opaque: the engine clones handles to them and never reads them.
pub trait GameValues: Sized {
    /// The game's own state, cheap to clone.
    type G: Clone;
    /// A value that only the game understands: arguments, outcomes, plugin data.
    type Value: Clone;
}

//! The interface between a client and its copy of the game.

/// A client's copy of the game, which predicts actions.
pub trait GameView {
    /// Type of a state as this client may see it. Cheap to clone.
    type State: Clone;
    /// Type of the player's actions.
    type Action;
    /// Type of the error of a refused action.
    type Error;

    /// Predicts an action, as far as this client knows its outcome.
    fn predict(&self, state: &Self::State, action: &Self::Action) -> Prediction<Self::State, Self::Error>;

    /// Notes that all pending actions are predicted again.
    fn begin_replay(&self) {}

    /// Notes that an action is not predicted because an earlier one is not completely visible.
    fn hold_up(&self, _shown: &Self::State, _action: &Self::Action) {}

    /// Returns `true` if two states look the same.
    fn is_same(&self, one: &Self::State, other: &Self::State) -> bool;

    /// Returns `true` if the log of a silent master would show this action.
    fn leaves_trace(&self, action: &Self::Action) -> bool;

    /// Returns the error of an action that a master has dropped.
    fn passed_over(&self) -> Self::Error;
}

/// Result of a prediction.
pub enum Prediction<S, E> {
    /// The action leads to this state.
    Done {
        /// State after the action.
        state: S,
        /// `true` if the player's situation (turn, phase or stage) restarts with it.
        restarts: bool,
    },
    /// A part of the action leads to this state. Only the master knows its other effects, and so which
    /// actions are possible next.
    InPart(S),
    /// Only the master knows the outcome.
    Waits,
    /// The action fails here, where values are hidden. The master will most likely refuse it too.
    Doubted,
    /// The action is refused.
    Refused(E),
}

//! What a client asks of its own copy of the game.

/// The client's copy of the game, which runs ahead of the master.
pub trait GameView {
    /// A state as this client may see it; cheap to clone.
    type State: Clone;
    /// What the player asked for.
    type Action;
    /// Why an action was refused.
    type Error;

    /// Runs an action as far as this client knows what it leads to.
    fn predict(&self, state: &Self::State, action: &Self::Action) -> Prediction<Self::State, Self::Error>;

    /// An action waits for what was done before it, which does not show as a whole.
    fn hold_up(&self, _shown: &Self::State, _action: &Self::Action) {}

    /// Whether two states show the same.
    fn is_same(&self, one: &Self::State, other: &Self::State) -> bool;

    /// Whether the log of a master that sends no acks would show that this action was done.
    fn leaves_trace(&self, action: &Self::Action) -> bool;

    /// The error of an action that a master has ignored.
    fn passed_over(&self) -> Self::Error;
}

/// What a client knows of an action.
pub enum Prediction<S, E> {
    /// It leads to this state.
    Done {
        /// The state after it.
        state: S,
        /// Whether the player's turn, phase or stage restarts with it.
        restarts: bool,
    },
    /// A part of it leads to this state. Only the master knows what else it leads to, and so what the player can do
    /// next.
    InPart(S),
    /// Only the master knows.
    Waits,
    /// It fails here, where not all can be seen: only the master knows, which most likely refuses it.
    Doubted,
    /// It is refused.
    Refused(E),
}

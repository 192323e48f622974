//! The result of a prediction.

use super::host::Host;
use super::state::State;
pub use rondel_codes::Wait;

/// Part of an action that a client can show before the master has confirmed it.
pub enum Predicted<H: Host> {
    /// State after the predicted part of the action.
    Done(State<H>),
    /// State after the move alone. Only the master knows the consequences of the events that the move called.
    WithoutEvents(State<H>),
    /// Nothing, for this reason.
    Waits(Wait),
}

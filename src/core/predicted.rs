//! What a client shows of an action before the master has confirmed it.

use super::host::Host;
use super::state::State;
pub use rondel_codes::Wait;

/// What a client can show of an action before the master has confirmed it.
pub enum Predicted<H: Host> {
    /// The state after it, as far as predictions go.
    Done(State<H>),
    /// The state after the move alone. Only the master knows what the events that it has called lead to.
    WithoutEvents(State<H>),
    /// Nothing.
    Waits(Wait),
}

//! The data from which a client is restored after its memory was lost.

use alloc::vec::Vec;

use super::message::Provenance;

/// The data that a client's owner keeps outside of the module.
pub struct Remembered<S, A, N> {
    /// Confirmed state with its number.
    pub confirmed: Option<(S, u64)>,
    /// Number of the player's last action.
    pub last: u64,
    /// Unanswered actions in their order.
    pub unanswered: Vec<Unanswered<A, N>>,
    /// `true` if there is a connection.
    pub is_connected: bool,
    /// `true` if the master sends no acks.
    pub is_silent: bool,
}

/// An action without an answer.
pub struct Unanswered<A, N> {
    /// Provenance of the action. Its `first` is ignored.
    pub provenance: Provenance<N>,
    /// Number of the state that the player saw.
    pub seen: u64,
    /// Number of the state that a silent master got with the action, if it was sent.
    pub sent_in: Option<u64>,
    /// The action.
    pub action: A,
}

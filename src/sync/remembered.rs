//! What is left of a client whose memory has gone.

use alloc::vec::Vec;

use super::message::Provenance;

/// What the owner of a client knows of it, wherever the client itself is.
pub struct Remembered<S, A, N> {
    /// The state that the master has confirmed, with its number.
    pub confirmed: Option<(S, u64)>,
    /// The number of the last action that the player has made.
    pub last: u64,
    /// The actions without an answer, in their order.
    pub unanswered: Vec<Unanswered<A, N>>,
    /// Whether there is a connection.
    pub is_connected: bool,
    /// Whether the master is one that sends no acks.
    pub is_silent: bool,
}

/// An action without an answer.
pub struct Unanswered<A, N> {
    /// How it was made. Its `first` does not matter.
    pub provenance: Provenance<N>,
    /// The state that the player saw.
    pub seen: u64,
    /// The state that a silent master was sent as the one before it, if it was sent.
    pub sent_in: Option<u64>,
    /// The action.
    pub action: A,
}

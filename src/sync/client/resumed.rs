//! A client that goes on in the place of one whose memory has gone.

use alloc::vec::Vec;

use super::super::message::Provenance;
use super::super::view::GameView;
use super::{Client, Effect, Pending, RetryState, Visibility};

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
    /// Whether the master is one that answers nothing.
    pub is_silent: bool,
}

/// An action without an answer.
pub struct Unanswered<A, N> {
    /// How it was made. Its `first` does not matter.
    pub provenance: Provenance<N>,
    /// The state that the player saw.
    pub seen: u64,
    /// The action.
    pub action: A,
}

impl<V: GameView, N: Clone> Client<V, N> {
    /// A client that knows what another one knew. What has no answer is predicted again, and sent again: the master does
    /// each action once.
    pub fn resumed(
        view: V,
        session: N,
        remembered: Remembered<V::State, V::Action, N>,
        now: f64,
        effects: &mut Vec<Effect<V::Error>>,
    ) -> Self {
        let Remembered { confirmed, last, unanswered, is_connected, is_silent } = remembered;
        let pending = unanswered.into_iter().map(|Unanswered { provenance, seen, action }| Pending {
            provenance,
            seen,
            sent_in: None,
            sent_at: None,
            action,
            visibility: Visibility::Hidden,
            is_lost: false,
        });
        let mut client = Client {
            confirmed,
            last,
            pending: pending.collect(),
            is_connected,
            is_silent,
            ..Client::new(view, session)
        };
        client.retry.enter(RetryState::Waiting, now);
        client.replay(effects);
        if is_connected {
            client.send_again(now, effects);
        }
        client
    }
}

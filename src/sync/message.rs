//! The fields of messages between clients and masters that boardgame.io's messages do not have.

use alloc::rc::Rc;
use alloc::vec::Vec;

pub use rondel_codes::MOST_PENDING;

/// Provenance of an action: its session, its number, and the action on which it depends. Clients send it with
/// the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance<S = Rc<str>> {
    /// ID of the client's session, chosen by the client. It distinguishes two tabs of one player.
    pub session: S,
    /// Number of the action in its session, counted from 1.
    pub seq: u64,
    /// Number of the session's first unanswered action: this one or an earlier one.
    pub first: u64,
    /// Number of the last unanswered action on which this one depends. If that one is refused, this one is
    /// too.
    pub depends_on: Option<u64>,
    /// `true` if an earlier unanswered action was predicted to restart the player's situation (turn, phase or
    /// stage).
    pub ahead: bool,
}

/// Part of a message about the client's own actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<E> {
    /// Ack of a master.
    Ack(Ack<E>),
    /// Log entries of boardgame.io's master, which sends no acks.
    Log(Authors),
}

/// Authors of new log entries. boardgame.io's entries of events have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authors {
    /// Number of the player's own entries.
    pub own: u64,
    /// Number of the entries of other players.
    pub others: u64,
}

impl Authors {
    /// Returns the number of the player's actions that were run. If the match has gone on and no entry has an
    /// author, it counts as the player's action.
    pub(super) fn done(self, has_gone_on: bool) -> u64 {
        let is_anonymous = self.own + self.others == 0;
        if has_gone_on && is_anonymous { 1 } else { self.own }
    }
}

/// Ack of a session: the master has answered all of its actions up to `last`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ack<E> {
    /// Number of the last answered action.
    pub last: u64,
    /// Refused actions with their errors, as far as the client may not know them yet.
    pub refused: Vec<(u64, E)>,
}

impl<E: Clone> Ack<E> {
    /// Creates the ack for a session of a stranger: all actions for which it may wait are refused.
    pub fn turning_away<S>(provenance: &Provenance<S>, error: &E) -> Self {
        let last = provenance.seq;
        let waiting = provenance.first.max(last.saturating_sub(MOST_PENDING as u64 - 1));
        Ack { last, refused: (waiting..=last).map(|seq| (seq, error.clone())).collect() }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn turned_away(first: u64, seq: u64) -> Ack<&'static str> {
        let made = Provenance { session: "tab", seq, first, depends_on: None, ahead: false };
        Ack::turning_away(&made, &"no")
    }

    #[test]
    fn a_stranger_s_session_gets_refusals_for_all_pending_actions() {
        assert_eq!(turned_away(4, 5), Ack { last: 5, refused: vec![(4, "no"), (5, "no")] });
    }

    #[test]
    fn no_session_is_refused_more_than_it_may_wait_for() {
        for last in [1000, u64::MAX] {
            let refused = turned_away(1, last).refused;
            assert_eq!(refused.len(), MOST_PENDING);
            assert_eq!(refused.last(), Some(&(last, "no")));
        }
    }
}

//! What the messages between clients and masters contain besides boardgame.io's.

use alloc::rc::Rc;
use alloc::vec::Vec;

pub use rondel_codes::MOST_PENDING;

/// When and on top of what an action was made: travels with the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance<S = Rc<str>> {
    /// The client's session: a name of its own choice, which distinguishes two tabs of one player.
    pub session: S,
    /// Counts the actions of the session, from 1.
    pub seq: u64,
    /// The first action of the session that had no answer yet: this one or one before it.
    pub first: u64,
    /// The last action without an answer that this one was made on top of. If that is refused, so is this.
    pub depends_on: Option<u64>,
    /// Whether what it was made on top of was predicted to begin another turn, phase or stage of the player's.
    pub ahead: bool,
}

/// What a message reports about the client's own actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<E> {
    /// What the master has answered.
    Ack(Ack<E>),
    /// boardgame.io's master acknowledges nothing, but its log shows what was done.
    Log(Authors),
}

/// By whom the new entries of a log are, as far as they say: boardgame.io's events do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authors {
    /// How many are the player's own.
    pub own: u64,
    /// How many are anybody else's.
    pub others: u64,
}

impl Authors {
    /// How many of the player's actions were done. Where the match has gone on and no author is known, it was theirs, if they
    /// wait for one.
    pub(super) fn done(self, has_gone_on: bool) -> u64 {
        let is_anonymous = self.own + self.others == 0;
        if has_gone_on && is_anonymous { 1 } else { self.own }
    }
}

/// A master's answer to a session: all of its actions up to `last` have been dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ack<E> {
    /// The last action that was dealt with.
    pub last: u64,
    /// Those that were refused, as far as the client may not know it yet.
    pub refused: Vec<(u64, E)>,
}

impl<E: Clone> Ack<E> {
    /// The answer to a session of which nothing is remembered: all that it may wait for is refused.
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
    fn a_session_that_is_turned_away_is_refused_all_that_it_waits_for() {
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

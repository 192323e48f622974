//! The ledger of one player: what a master remembers in addition to the match's state.

use alloc::vec::Vec;

use super::message::{Ack, MOST_PENDING, Provenance};

/// Maximum number of sessions of one player. A new one evicts the one that was silent longest.
const MOST_SESSIONS: usize = 8;

/// Ledger of one player: the beginning of their situation, and the acks of their sessions. It is stored with
/// the state, so that each master that continues the match has it.
///
/// An action is stale if its player's situation (their turn, phase or stage) has restarted since the state
/// that they saw. Actions of others do not make it stale.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerLedger<S, E> {
    /// Number of the state in which the player's situation began.
    pub began: u64,
    /// Number of a state. Actions made in an earlier state may have been acknowledged to an evicted session.
    pub forgotten: u64,
    /// Sessions of the player. The one that acted last is at the end.
    pub sessions: Vec<Session<S, E>>,
}

/// Ledger of one client session. `S` is the type of session IDs.
#[derive(Clone, Debug, PartialEq)]
pub struct Session<S, E> {
    /// ID of the session, chosen by the client.
    pub id: S,
    /// Ack of the session's actions.
    pub ack: Ack<E>,
    /// `_stateID` after the session's last successful action.
    pub result_state_id: u64,
}

/// Verdict on an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Run the action.
    Run,
    /// Refuse it: the player's situation has restarted since the state that they saw.
    Stale,
    /// Send the ack again: the action has been answered.
    Known,
    /// Ask for the actions before it: one is missing.
    Gap,
    /// Refuse it: an action on which it depends was refused.
    Orphan,
    /// Refuse it: it may have been acknowledged to an evicted session.
    Forgotten,
}

impl<S, E> Default for PlayerLedger<S, E> {
    fn default() -> Self {
        PlayerLedger::new(0)
    }
}

impl<S, E> PlayerLedger<S, E> {
    /// Creates an empty ledger. The player's situation is at most as old as this state.
    pub fn new(began: u64) -> Self {
        PlayerLedger { began, forgotten: 0, sessions: Vec::new() }
    }
}

impl<S: Clone + PartialEq, E: Clone> PlayerLedger<S, E> {
    /// Returns the verdict on an action of the player in the state `now`. `seen` is the state that the player
    /// saw; a `strict` action must have seen the present state. A client without sessions, such as
    /// boardgame.io's, sends no provenance.
    pub fn judge(&self, provenance: Option<&Provenance<S>>, seen: u64, now: u64, strict: bool) -> Verdict {
        let mut seen = seen;
        if let Some(provenance) = provenance {
            let session = self.sessions.iter().find(|session| session.id == provenance.session);
            let (last, result_state_id) =
                session.map_or((0, 0), |session| (session.ack.last, session.result_state_id));
            if provenance.seq <= last {
                return Verdict::Known;
            }
            if provenance.seq > (last + 1).max(provenance.first) {
                return Verdict::Gap;
            }
            // All acks of an evicted session concern actions made in earlier states. After an action of the
            // present session, its own count is valid again.
            if seen.max(result_state_id) < self.forgotten {
                return Verdict::Forgotten;
            }
            if let (Some(on), Some(session)) = (provenance.depends_on, session) {
                if session.ack.refused.iter().any(|(seq, _)| *seq == on) {
                    return Verdict::Orphan;
                }
                // The player saw a prediction of what their own last action led to.
                if provenance.ahead || strict {
                    seen = seen.max(result_state_id);
                }
            }
        }
        // A state in the future is invalid.
        let is_fresh = if strict { seen == now } else { (self.began..=now).contains(&seen) };
        if is_fresh { Verdict::Run } else { Verdict::Stale }
    }

    /// Notes that an action led to the state `result_state_id`. Returns a session that was evicted.
    pub fn done(&mut self, provenance: &Provenance<S>, result_state_id: u64) -> Option<Session<S, E>> {
        let mut session = self.answered(provenance);
        session.result_state_id = result_state_id;
        self.remember(session, result_state_id)
    }

    /// Notes that an action was refused in the state `now`. Returns a session that was evicted.
    pub fn refused(&mut self, provenance: &Provenance<S>, error: E, now: u64) -> Option<Session<S, E>> {
        let mut session = self.answered(provenance);
        let refused = &mut session.ack.refused;
        refused.push((provenance.seq, error));
        while refused.len() > MOST_PENDING {
            refused.remove(0);
        }
        self.remember(session, now)
    }

    /// Removes the session of an answered action from the list and returns it with the updated ack.
    fn answered(&mut self, provenance: &Provenance<S>) -> Session<S, E> {
        let known = self.sessions.iter().position(|session| session.id == provenance.session);
        let mut session = known
            .map_or_else(|| Session::new(provenance.session.clone()), |index| self.sessions.remove(index));
        session.ack.last = provenance.seq;
        // The client already knows these answers.
        session.ack.refused.retain(|(seq, _)| *seq >= provenance.first);
        session
    }

    /// Appends a session that acted in the state `now`. If there are too many, evicts the first one and
    /// returns it. All acks of an evicted session concern actions made in earlier states.
    fn remember(&mut self, session: Session<S, E>, now: u64) -> Option<Session<S, E>> {
        let is_full = self.sessions.len() >= MOST_SESSIONS;
        let evicted = is_full.then(|| self.sessions.remove(0));
        if evicted.is_some() {
            self.forgotten = self.forgotten.max(now);
        }
        self.sessions.push(session);
        evicted
    }
}

impl<S, E> Session<S, E> {
    /// Creates a session without any acks.
    fn new(id: S) -> Self {
        Session { id, ack: Ack { last: 0, refused: Vec::new() }, result_state_id: 0 }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    type Errors = PlayerLedger<&'static str, &'static str>;

    fn made(seq: u64) -> Provenance<&'static str> {
        Provenance { session: "tab", seq, first: 1, depends_on: None, ahead: false }
    }

    fn judge(ledger: &Errors, made: &Provenance<&'static str>, seen: u64) -> Verdict {
        ledger.judge(Some(made), seen, 9, false)
    }

    #[test]
    fn an_action_is_stale_when_the_players_situation_has_restarted() {
        let mut ledger = PlayerLedger::new(4);
        assert_eq!(judge(&ledger, &made(1), 4), Verdict::Run);
        assert_eq!(judge(&ledger, &made(1), 3), Verdict::Stale);
        assert_eq!(ledger.judge(None, 3, 9, false), Verdict::Stale);
        ledger.began = 7;
        assert_eq!(judge(&ledger, &made(1), 6), Verdict::Stale);
        assert_eq!(judge(&ledger, &made(1), 7), Verdict::Run);
        assert_eq!(ledger.judge(None, 7, 9, false), Verdict::Run);
    }

    #[test]
    fn a_seen_state_in_the_future_is_stale() {
        let ledger = PlayerLedger::new(4);
        assert_eq!(judge(&ledger, &made(1), 9), Verdict::Run);
        assert_eq!(judge(&ledger, &made(1), 10), Verdict::Stale);
    }

    #[test]
    fn a_strict_action_must_have_seen_the_present_state_or_be_made_on_top_of_it() {
        let mut ledger: Errors = PlayerLedger::new(0);
        ledger.done(&made(1), 5);
        assert_eq!(ledger.judge(None, 4, 5, true), Verdict::Stale);
        assert_eq!(ledger.judge(None, 5, 5, true), Verdict::Run);
        let on_top = Provenance { depends_on: Some(1), ..made(2) };
        assert_eq!(ledger.judge(Some(&on_top), 4, 5, true), Verdict::Run);
        assert_eq!(ledger.judge(Some(&on_top), 4, 6, true), Verdict::Stale);
    }

    #[test]
    fn an_action_is_dealt_with_once_and_in_order() {
        let mut ledger = PlayerLedger::new(0);
        assert_eq!(judge(&ledger, &made(2), 0), Verdict::Gap);
        ledger.done(&made(1), 1);
        assert_eq!(judge(&ledger, &made(1), 0), Verdict::Known);
        assert_eq!(judge(&ledger, &made(2), 0), Verdict::Run);
        // Another tab has its own count.
        assert_eq!(judge(&ledger, &Provenance { session: "other", ..made(1) }, 0), Verdict::Run);
    }

    #[test]
    fn a_client_whose_session_was_forgotten_goes_on_where_it_has_answers() {
        let ledger = PlayerLedger::new(0);
        assert_eq!(judge(&ledger, &Provenance { first: 7, ..made(7) }, 0), Verdict::Run);
        assert_eq!(judge(&ledger, &Provenance { first: 7, ..made(8) }, 0), Verdict::Gap);
    }

    #[test]
    fn actions_that_depend_on_a_refused_one_are_refused_with_it() {
        let mut ledger = PlayerLedger::new(0);
        ledger.refused(&made(1), "no", 0);
        assert_eq!(judge(&ledger, &made(1), 0), Verdict::Known);
        let second = Provenance { depends_on: Some(1), ..made(2) };
        assert_eq!(judge(&ledger, &second, 0), Verdict::Orphan);
        ledger.refused(&second, "orphan", 0);
        assert_eq!(judge(&ledger, &Provenance { depends_on: Some(2), ..made(3) }, 0), Verdict::Orphan);
        assert_eq!(judge(&ledger, &Provenance { first: 3, ..made(3) }, 0), Verdict::Run);
    }

    #[test]
    fn a_predicted_result_counts_as_seen_by_the_next_action() {
        let mut ledger = PlayerLedger::new(0);
        ledger.done(&made(1), 5);
        ledger.began = 5;
        let blind = Provenance { depends_on: Some(1), ..made(2) };
        assert_eq!(judge(&ledger, &blind, 0), Verdict::Stale);
        let ahead = Provenance { ahead: true, ..blind };
        assert_eq!(judge(&ledger, &ahead, 0), Verdict::Run);
        ledger.began = 6;
        assert_eq!(judge(&ledger, &ahead, 0), Verdict::Stale);
    }

    #[test]
    fn refusals_stay_in_the_ack_until_the_client_has_them() {
        let mut ledger = PlayerLedger::new(0);
        let ack = |ledger: &Errors| ledger.sessions.last().map(|session| session.ack.clone());
        ledger.refused(&made(1), "no", 0);
        ledger.done(&made(2), 1);
        assert_eq!(ack(&ledger), Some(Ack { last: 2, refused: vec![(1, "no")] }));
        ledger.done(&Provenance { first: 3, ..made(3) }, 2);
        assert_eq!(ack(&ledger), Some(Ack { last: 3, refused: vec![] }));
    }

    #[test]
    fn a_refusal_keeps_the_result_of_the_last_success() {
        let mut ledger: Errors = PlayerLedger::new(0);
        ledger.done(&made(1), 5);
        ledger.refused(&made(2), "no", 5);
        assert_eq!(ledger.sessions.last().map(|session| session.result_state_id), Some(5));
    }

    #[test]
    fn actions_of_an_evicted_session_are_not_repeated() {
        let mut ledger = PlayerLedger::new(0);
        ledger.done(&made(1), 1);
        ledger.done(&made(2), 2);
        for (tab, state_id) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(3..) {
            ledger.done(&Provenance { session: tab, ..made(1) }, state_id);
        }
        // Its acks were lost: it sends both actions again, unchanged.
        assert_eq!(judge(&ledger, &made(1), 0), Verdict::Forgotten);
        ledger.refused(&made(1), "nobody knows", 10);
        assert_eq!(judge(&ledger, &made(2), 1), Verdict::Forgotten);
        // This evicted another session. Actions made since then are new, and so are actions of a session that
        // has acted since then.
        assert_eq!(ledger.judge(Some(&Provenance { first: 3, ..made(3) }), 9, 10, false), Verdict::Forgotten);
        assert_eq!(ledger.judge(Some(&Provenance { first: 3, ..made(3) }), 10, 10, false), Verdict::Run);
        assert_eq!(judge(&ledger, &Provenance { session: "h", ..made(2) }, 1), Verdict::Run);
    }

    #[test]
    fn refused_actions_of_an_evicted_session_are_not_run() {
        let mut ledger: Errors = PlayerLedger::new(0);
        ledger.refused(&made(1), "no", 0);
        for (tab, state_id) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(3..) {
            ledger.done(&Provenance { session: tab, ..made(1) }, state_id);
        }
        for seen in 0..=2 {
            assert_eq!(ledger.judge(Some(&made(1)), seen, 10, false), Verdict::Forgotten);
        }
    }

    #[test]
    fn the_session_that_was_silent_longest_is_evicted() {
        let mut ledger: Errors = PlayerLedger::new(0);
        let of = |session| Provenance { session, ..made(1) };
        for (tab, state_id) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(1..) {
            ledger.done(&of(tab), state_id);
        }
        let known =
            |ledger: &Errors| -> Vec<_> { ledger.sessions.iter().map(|session| session.id).collect() };
        ledger.done(&Provenance { seq: 2, ..of("a") }, 9);
        assert_eq!(known(&ledger), ["b", "c", "d", "e", "f", "g", "h", "a"]);
        ledger.done(&of("i"), 10);
        assert_eq!((known(&ledger), ledger.forgotten), (vec!["c", "d", "e", "f", "g", "h", "a", "i"], 10));
        ledger.refused(&of("j"), "no", 11);
        assert_eq!((known(&ledger), ledger.forgotten), (vec!["d", "e", "f", "g", "h", "a", "i", "j"], 11));
    }
}

//! What a master remembers of a player, besides the state of the match.

use alloc::vec::Vec;

use super::message::{Ack, MOST_PENDING, Provenance};

/// The most client sessions of one player that are remembered; the one that was silent longest is forgotten for another.
const MOST_SESSIONS: usize = 8;

/// What a master remembers of one player besides the state of the match: since when their situation lasts, and what
/// was answered to their sessions. It is stored with the state, so that whichever master goes on knows.
///
/// An action is stale if its player's situation, that is their turn, phase or stage, has restarted since
/// the state that they saw. What others do meanwhile does not make it so.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerLedger<S, E> {
    /// The state in which their situation began.
    pub began: u64,
    /// What was made in an older state may have been answered to a session of theirs that is forgotten.
    pub forgotten: u64,
    /// Their sessions, the one that acted last at the end.
    pub sessions: Vec<Session<S, E>>,
}

/// What a master remembers of one session of a client, which calls itself an `S`.
#[derive(Clone, Debug, PartialEq)]
pub struct Session<S, E> {
    /// What the client calls it.
    pub id: S,
    /// What was answered.
    pub ack: Ack<E>,
    /// The `_stateID` that its last successful action led to.
    pub result_state_id: u64,
}

/// What to do with an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Run it.
    Run,
    /// Refuse it: the player's situation is another than the one they saw.
    Stale,
    /// Say again what was answered: it has been dealt with.
    Known,
    /// Ask for those before it: one is missing.
    Gap,
    /// Refuse it: what it was made on top of was refused.
    Orphan,
    /// Refuse it: a session that is forgotten may have been answered already.
    Forgotten,
}

impl<S, E> Default for PlayerLedger<S, E> {
    fn default() -> Self {
        PlayerLedger::new(0)
    }
}

impl<S, E> PlayerLedger<S, E> {
    /// The ledger of a player of whom nothing is known but that their situation is no older than this state.
    pub fn new(began: u64) -> Self {
        PlayerLedger { began, forgotten: 0, sessions: Vec::new() }
    }
}

impl<S: Clone + PartialEq, E: Clone> PlayerLedger<S, E> {
    /// What to do with an action of the player, who saw the state `seen`, now that it is `now`. A `strict`
    /// one must have seen the present state. A sender without sessions, such as boardgame.io's client, says
    /// nothing of how it made it.
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
            // Whatever was answered had been made in an older state. Once the session has done something since, its actions
            // are counted again.
            if seen.max(result_state_id) < self.forgotten {
                return Verdict::Forgotten;
            }
            if let (Some(on), Some(session)) = (provenance.depends_on, session) {
                if session.ack.refused.iter().any(|(seq, _)| *seq == on) {
                    return Verdict::Orphan;
                }
                // They have seen, ahead of time, what their own last action led to.
                if provenance.ahead || strict {
                    seen = seen.max(result_state_id);
                }
            }
        }
        // Nobody has seen what is yet to come.
        let is_fresh = if strict { seen == now } else { (self.began..=now).contains(&seen) };
        if is_fresh { Verdict::Run } else { Verdict::Stale }
    }

    /// Notes that an action has led to the state `result_state_id`. Returns the session that is forgotten for this one.
    pub fn done(&mut self, provenance: &Provenance<S>, result_state_id: u64) -> Option<Session<S, E>> {
        let mut session = self.answered(provenance);
        session.result_state_id = result_state_id;
        self.remember(session, result_state_id)
    }

    /// Notes that an action was refused in the state `now`. Returns the session that is forgotten for this one.
    pub fn refused(&mut self, provenance: &Provenance<S>, error: E, now: u64) -> Option<Session<S, E>> {
        let mut session = self.answered(provenance);
        let refused = &mut session.ack.refused;
        refused.push((provenance.seq, error));
        while refused.len() > MOST_PENDING {
            refused.remove(0);
        }
        self.remember(session, now)
    }

    /// Takes out the session of an action that has been dealt with.
    fn answered(&mut self, provenance: &Provenance<S>) -> Session<S, E> {
        let known = self.sessions.iter().position(|session| session.id == provenance.session);
        let mut session = known
            .map_or_else(|| Session::new(provenance.session.clone()), |index| self.sessions.remove(index));
        session.ack.last = provenance.seq;
        // What the client has an answer to need not be sent again.
        session.ack.refused.retain(|(seq, _)| *seq >= provenance.first);
        session
    }

    /// Puts a session at the end, in the state `now`; if there are too many, the first one is forgotten and returned.
    /// All answers to a forgotten one, to what was done and to what was refused, are about actions made in an older state.
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
    /// A session of which nothing is known.
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
    fn nobody_has_seen_what_is_yet_to_come() {
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
        // Another tab counts for itself.
        assert_eq!(judge(&ledger, &Provenance { session: "other", ..made(1) }, 0), Verdict::Run);
    }

    #[test]
    fn a_client_whose_session_was_forgotten_goes_on_where_it_has_answers() {
        let ledger = PlayerLedger::new(0);
        assert_eq!(judge(&ledger, &Provenance { first: 7, ..made(7) }, 0), Verdict::Run);
        assert_eq!(judge(&ledger, &Provenance { first: 7, ..made(8) }, 0), Verdict::Gap);
    }

    #[test]
    fn what_was_made_on_top_of_a_refused_action_is_refused_with_it() {
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
    fn what_was_predicted_to_come_of_an_action_counts_as_seen_by_the_next() {
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
    fn refusals_are_said_until_the_client_has_them() {
        let mut ledger = PlayerLedger::new(0);
        let ack = |ledger: &Errors| ledger.sessions.last().map(|session| session.ack.clone());
        ledger.refused(&made(1), "no", 0);
        ledger.done(&made(2), 1);
        assert_eq!(ack(&ledger), Some(Ack { last: 2, refused: vec![(1, "no")] }));
        ledger.done(&Provenance { first: 3, ..made(3) }, 2);
        assert_eq!(ack(&ledger), Some(Ack { last: 3, refused: vec![] }));
    }

    #[test]
    fn a_refusal_leaves_what_the_last_success_has_led_to() {
        let mut ledger: Errors = PlayerLedger::new(0);
        ledger.done(&made(1), 5);
        ledger.refused(&made(2), "no", 5);
        assert_eq!(ledger.sessions.last().map(|session| session.result_state_id), Some(5));
    }

    #[test]
    fn what_a_forgotten_session_has_done_is_not_done_again() {
        let mut ledger = PlayerLedger::new(0);
        ledger.done(&made(1), 1);
        ledger.done(&made(2), 2);
        for (tab, state_id) in ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(3..) {
            ledger.done(&Provenance { session: tab, ..made(1) }, state_id);
        }
        // Its answers were lost: it sends both again, as they were made.
        assert_eq!(judge(&ledger, &made(1), 0), Verdict::Forgotten);
        ledger.refused(&made(1), "nobody knows", 10);
        assert_eq!(judge(&ledger, &made(2), 1), Verdict::Forgotten);
        // That pushed out another one. What was made since then is new, as is what a session does that has done
        // something since then.
        assert_eq!(ledger.judge(Some(&Provenance { first: 3, ..made(3) }), 9, 10, false), Verdict::Forgotten);
        assert_eq!(ledger.judge(Some(&Provenance { first: 3, ..made(3) }), 10, 10, false), Verdict::Run);
        assert_eq!(judge(&ledger, &Provenance { session: "h", ..made(2) }, 1), Verdict::Run);
    }

    #[test]
    fn what_a_forgotten_session_was_refused_is_not_done_either() {
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
    fn of_many_sessions_the_one_that_was_silent_longest_is_forgotten() {
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

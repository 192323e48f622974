//! What a master remembers of a match besides its state.

use std::rc::Rc;

use super::client::MOST_PENDING;
use super::message::{Ack, Made};
use crate::core::{Entered, PlayerID};

/// So many client sessions of one player are remembered; the one that was silent longest is forgotten.
const MOST_SESSIONS: usize = 8;

/// What a master remembers of a match besides its state: since when each player's situation lasts, and what it
/// has answered to whom. A value like the state, and stored with it, so that whichever master goes on knows.
///
/// An action is stale if its player's situation, that is his turn, phase or stage, has begun anew since the
/// state that he saw. What others do meanwhile does not make it so.
#[derive(Clone, Debug)]
pub struct Ledger<E> {
    /// Nobody's situation is older than this state.
    base: u64,
    /// Whose situation is younger, and in which state it began.
    since: Vec<(PlayerID, u64)>,
    /// The sessions, the one that acted last at the end.
    sessions: Vec<Rc<Session<E>>>,
}

/// What a master remembers of one session of a client.
#[derive(Clone, Debug)]
pub struct Session<E> {
    /// Whose it is.
    pub player: PlayerID,
    /// What the client calls it.
    pub id: Rc<str>,
    /// What was answered.
    pub ack: Ack<E>,
    /// The `_stateID` that its last successful action led to.
    pub led_to: u64,
}

/// What to do with an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Run it.
    Run,
    /// Refuse it: the player's situation is another than the one he saw.
    Stale,
    /// Say again what was answered: it has been dealt with.
    Known,
    /// Ask for those before it: one is missing.
    Gap,
    /// Refuse it: what it was made on top of was refused.
    Orphan,
}

impl<E: Clone> Ledger<E> {
    /// The ledger of a match of which nothing is known but its present state.
    pub fn new(state_id: u64) -> Self {
        Ledger { base: state_id, since: Vec::new(), sessions: Vec::new() }
    }

    /// A ledger as it was stored.
    pub fn restored(base: u64, since: Vec<(PlayerID, u64)>, sessions: Vec<Session<E>>) -> Self {
        Ledger { base, since, sessions: sessions.into_iter().map(Rc::new).collect() }
    }

    /// Nobody's situation is older than this state.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Whose situation is younger than `base`, and in which state it began.
    pub fn since(&self) -> &[(PlayerID, u64)] {
        &self.since
    }

    /// The sessions, the one that acted last at the end.
    pub fn sessions(&self) -> impl ExactSizeIterator<Item = &Session<E>> {
        self.sessions.iter().map(|session| &**session)
    }

    /// What to do with an action of this player, who saw the state `seen`, now that it is `now`. A `strict`
    /// one must have seen the present state. A sender without sessions, such as boardgame.io's client, says
    /// nothing of how he made it.
    pub fn judge(&self, player: &str, made: Option<&Made>, seen: u64, now: u64, strict: bool) -> Verdict {
        let mut seen = seen;
        if let Some(made) = made {
            let session = self.session(player, &made.session);
            let last = session.map_or(0, |session| session.ack.last);
            if made.seq <= last {
                return Verdict::Known;
            }
            if made.seq > (last + 1).max(made.first) {
                return Verdict::Gap;
            }
            if let (Some(on), Some(session)) = (made.depends_on, session) {
                if session.ack.refused.iter().any(|(seq, _)| *seq == on) {
                    return Verdict::Orphan;
                }
                // He has seen, ahead of time, what his own last action led to.
                if made.ahead || strict {
                    seen = seen.max(session.led_to);
                }
            }
        }
        // Nobody has seen what is yet to come.
        let is_fresh = if strict { seen == now } else { (self.began(player)..=now).contains(&seen) };
        if is_fresh { Verdict::Run } else { Verdict::Stale }
    }

    /// The ledger after an action that led to this state, with those whose situation began anew.
    pub fn done(&self, player: &str, made: Option<&Made>, state_id: u64, entered: &Entered) -> Self {
        let mut next = self.clone();
        if entered.everybody {
            next.base = state_id;
            next.since.clear();
        }
        for player in entered.players.iter().filter(|_| !entered.everybody) {
            match next.since.iter_mut().find(|(other, _)| other == player) {
                Some((_, began)) => *began = state_id,
                None => next.since.push((player.clone(), state_id)),
            }
        }
        if let Some(made) = made {
            next.answer(player, made, Some(state_id), None);
        }
        next
    }

    /// The ledger after a refusal.
    pub fn refused(&self, player: &str, made: &Made, error: E) -> Self {
        let mut next = self.clone();
        next.answer(player, made, None, Some(error));
        next
    }

    fn answer(&mut self, player: &str, made: &Made, led_to: Option<u64>, error: Option<E>) {
        let before = self.session(player, &made.session);
        // What the client has an answer to need not be said again.
        let refused = before.into_iter().flat_map(|session| &session.ack.refused);
        let mut refused: Vec<_> = refused.filter(|(seq, _)| *seq >= made.first).cloned().collect();
        refused.extend(error.map(|error| (made.seq, error)));
        let surplus = refused.len().saturating_sub(MOST_PENDING);
        refused.drain(..surplus);
        let answered = Session {
            player: player.into(),
            id: made.session.clone(),
            ack: Ack { last: made.seq, refused },
            led_to: led_to.or(before.map(|session| session.led_to)).unwrap_or(0),
        };
        self.sessions.retain(|session| !session.is(player, &made.session));
        let mut own = self.sessions.iter().filter(|session| &*session.player == player);
        if own.clone().count() >= MOST_SESSIONS
            && let Some(oldest) = own.next().cloned()
        {
            self.sessions.retain(|session| !Rc::ptr_eq(session, &oldest));
        }
        self.sessions.push(Rc::new(answered));
    }

    /// In which state the player's situation began.
    fn began(&self, player: &str) -> u64 {
        let own = self.since.iter().find(|(other, _)| **other == *player);
        own.map_or(self.base, |(_, began)| *began)
    }

    fn session(&self, player: &str, id: &str) -> Option<&Session<E>> {
        self.sessions().find(|session| session.is(player, id))
    }
}

impl<E> Session<E> {
    fn is(&self, player: &str, id: &str) -> bool {
        *self.player == *player && *self.id == *id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODY: Entered = Entered { everybody: false, players: Vec::new() };
    const EVERYBODY: Entered = Entered { everybody: true, players: Vec::new() };

    fn made(seq: u64) -> Made {
        Made { session: "tab".into(), seq, first: 1, depends_on: None, ahead: false }
    }

    fn judge(ledger: &Ledger<&str>, made: &Made, seen: u64) -> Verdict {
        ledger.judge("0", Some(made), seen, 9, false)
    }

    #[test]
    fn an_action_is_stale_when_the_players_own_situation_has_begun_anew() {
        let ledger: Ledger<&str> = Ledger::new(4);
        assert_eq!(judge(&ledger, &made(1), 4), Verdict::Run);
        assert_eq!(judge(&ledger, &made(1), 3), Verdict::Stale);
        let others_moved = ledger.done("1", None, 5, &NOBODY);
        assert_eq!(judge(&others_moved, &made(1), 4), Verdict::Run);
        let others_stage =
            ledger.done("1", None, 5, &Entered { everybody: false, players: vec!["1".into()] });
        assert_eq!(judge(&others_stage, &made(1), 4), Verdict::Run);
        assert_eq!(others_stage.judge("1", None, 4, 9, false), Verdict::Stale);
        let and_again =
            others_stage.done("1", None, 7, &Entered { everybody: false, players: vec!["1".into()] });
        assert_eq!(and_again.judge("1", None, 6, 9, false), Verdict::Stale);
        assert_eq!(and_again.judge("1", None, 7, 9, false), Verdict::Run);
        let next_turn = ledger.done("1", None, 5, &EVERYBODY);
        assert_eq!(judge(&next_turn, &made(1), 4), Verdict::Stale);
        assert_eq!(judge(&next_turn, &made(1), 5), Verdict::Run);
    }

    #[test]
    fn nobody_has_seen_what_is_yet_to_come() {
        let ledger: Ledger<&str> = Ledger::new(4);
        assert_eq!(judge(&ledger, &made(1), 9), Verdict::Run);
        assert_eq!(judge(&ledger, &made(1), 10), Verdict::Stale);
    }

    #[test]
    fn a_strict_action_must_have_seen_the_present_state_or_be_made_on_top_of_it() {
        let ledger: Ledger<&str> = Ledger::new(0).done("0", Some(&made(1)), 5, &NOBODY);
        assert_eq!(ledger.judge("0", None, 4, 5, true), Verdict::Stale);
        assert_eq!(ledger.judge("0", None, 5, 5, true), Verdict::Run);
        let on_top = Made { depends_on: Some(1), ..made(2) };
        assert_eq!(ledger.judge("0", Some(&on_top), 4, 5, true), Verdict::Run);
        assert_eq!(ledger.judge("0", Some(&on_top), 4, 6, true), Verdict::Stale);
    }

    #[test]
    fn an_action_is_dealt_with_once_and_in_order() {
        let ledger: Ledger<&str> = Ledger::new(0);
        assert_eq!(judge(&ledger, &made(2), 0), Verdict::Gap);
        let ledger = ledger.done("0", Some(&made(1)), 1, &NOBODY);
        assert_eq!(judge(&ledger, &made(1), 0), Verdict::Known);
        assert_eq!(judge(&ledger, &made(2), 0), Verdict::Run);
        // Another tab, and another player who calls his session the same, count for themselves.
        assert_eq!(judge(&ledger, &Made { session: "other".into(), ..made(1) }, 0), Verdict::Run);
        assert_eq!(ledger.judge("1", Some(&made(1)), 0, 1, false), Verdict::Run);
    }

    #[test]
    fn a_client_whose_session_was_forgotten_goes_on_where_it_has_answers() {
        let ledger: Ledger<&str> = Ledger::new(0);
        assert_eq!(judge(&ledger, &Made { first: 7, ..made(7) }, 0), Verdict::Run);
        assert_eq!(judge(&ledger, &Made { first: 7, ..made(8) }, 0), Verdict::Gap);
    }

    #[test]
    fn what_was_made_on_top_of_a_refused_action_is_refused_with_it() {
        let ledger = Ledger::new(0).refused("0", &made(1), "no");
        assert_eq!(judge(&ledger, &made(1), 0), Verdict::Known);
        let second = Made { depends_on: Some(1), ..made(2) };
        assert_eq!(judge(&ledger, &second, 0), Verdict::Orphan);
        let ledger = ledger.refused("0", &second, "orphan");
        assert_eq!(judge(&ledger, &Made { depends_on: Some(2), ..made(3) }, 0), Verdict::Orphan);
        assert_eq!(judge(&ledger, &Made { first: 3, ..made(3) }, 0), Verdict::Run);
    }

    #[test]
    fn what_was_predicted_to_come_of_an_action_counts_as_seen_by_the_next() {
        let own_stage = Entered { everybody: false, players: vec!["0".into()] };
        let ledger: Ledger<&str> = Ledger::new(0).done("0", Some(&made(1)), 5, &own_stage);
        let blind = Made { depends_on: Some(1), ..made(2) };
        assert_eq!(judge(&ledger, &blind, 0), Verdict::Stale);
        let ahead = Made { ahead: true, ..blind };
        assert_eq!(judge(&ledger, &ahead, 0), Verdict::Run);
        let moved_on = ledger.done("1", None, 6, &EVERYBODY);
        assert_eq!(judge(&moved_on, &ahead, 0), Verdict::Stale);
    }

    #[test]
    fn refusals_are_said_until_the_client_has_them() {
        let ledger = Ledger::new(0).refused("0", &made(1), "no");
        let ledger = ledger.done("0", Some(&made(2)), 1, &NOBODY);
        let ack = |ledger: &Ledger<&'static str>| ledger.sessions().next().map(|s| s.ack.clone());
        assert_eq!(ack(&ledger), Some(Ack { last: 2, refused: vec![(1, "no")] }));
        let ledger = ledger.done("0", Some(&Made { first: 3, ..made(3) }), 2, &NOBODY);
        assert_eq!(ack(&ledger), Some(Ack { last: 3, refused: vec![] }));
    }

    #[test]
    fn a_player_with_many_sessions_costs_only_himself() {
        let mut ledger: Ledger<&str> = Ledger::new(0).done("1", Some(&made(1)), 1, &NOBODY);
        for tab in 0..100 {
            let made = Made { session: format!("tab {tab}").into(), ..made(1) };
            ledger = ledger.done("0", Some(&made), 2 + tab, &NOBODY);
        }
        assert_eq!(ledger.sessions().len(), 1 + MOST_SESSIONS);
        assert_eq!(ledger.judge("1", Some(&made(1)), 9, 9, false), Verdict::Known);
    }
}

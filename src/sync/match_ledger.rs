//! The ledger of a match: what a master remembers in addition to the state.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::decision::Membership;
use super::ledger::{PlayerLedger, Session};
use rondel_codes::MOST_PLAYERS;
use rondel_core::{Ctx, PlayerID, Restarted, as_text};

/// Ledger of a match. It is stored with the state as `_sync`, with the same fields, so that each master that
/// continues the match has it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchLedger<E> {
    /// Number of a state. No player's situation is older.
    pub base: u64,
    /// Players whose situation is newer, with the number of the state in which it began.
    pub since: Vec<(PlayerID, u64)>,
    /// Players who had too many sessions, each with the number of a state. Their actions made in an earlier
    /// state may have been acknowledged to an evicted session.
    pub forgotten: Vec<(PlayerID, u64)>,
    /// Sessions with their players. The session that acted last is at the end.
    pub sessions: Vec<(PlayerID, Session<Rc<str>, E>)>,
}

impl<E> MatchLedger<E> {
    /// Creates an empty ledger. No player's situation is older than this state.
    pub fn new(base: u64) -> Self {
        MatchLedger { base, since: Vec::new(), forgotten: Vec::new(), sessions: Vec::new() }
    }

    /// Returns the membership of this player, by the present `ctx`.
    pub(super) fn membership<V>(&self, ctx: &Ctx<V>, player: &PlayerID) -> Membership {
        if ctx.has_seat(player) {
            return Membership::Seated;
        }
        // Games may use other names than those of the seats: in the play order, or for active players.
        let is_active = ctx.active_players.as_ref().is_some_and(|active| active.contains(player));
        if !is_active && !ctx.play_order.iter().any(|other| as_text(other) == *player) {
            return Membership::Outsider;
        }
        // Sorted, for a fast search.
        let mut others: Vec<&PlayerID> = Vec::new();
        let owners = self.sessions.iter().map(|(owner, _)| owner);
        for other in owners.chain(self.forgotten.iter().map(|(owner, _)| owner)) {
            if other == player {
                return Membership::Remembered;
            }
            if let Err(place) = others.binary_search(&other)
                && !ctx.has_seat(other)
            {
                others.insert(place, other);
            }
        }
        Membership::Guest(others.len())
    }

    /// Notes that the situation of these players begins with the state `now`.
    pub(super) fn restart(&mut self, restarted: &Restarted, now: u64) {
        for player in &restarted.players {
            set(&mut self.since, &as_text(player), now);
        }
        // Under `compat` games can make up any number of names. A situation that begins too late only makes
        // actions stale.
        if restarted.everybody || self.since.len() > MOST_PLAYERS as usize {
            self.base = now;
            self.since.clear();
        }
    }
}

impl<E: Clone> MatchLedger<E> {
    /// Returns the ledger of this player.
    pub(super) fn of(&self, player: &str) -> PlayerLedger<Rc<str>, E> {
        let theirs = self.sessions.iter().filter(|(owner, _)| **owner == *player);
        PlayerLedger {
            began: get(&self.since, player).unwrap_or(self.base),
            forgotten: get(&self.forgotten, player).unwrap_or_default(),
            sessions: theirs.map(|(_, session)| session.clone()).collect(),
        }
    }

    /// Stores the ledger of this player. Its last session has just acted.
    pub(super) fn put(&mut self, player: &PlayerID, answered: PlayerLedger<Rc<str>, E>) {
        let PlayerLedger { forgotten, sessions: mut others, .. } = answered;
        let Some(last) = others.pop() else { return };
        let is_other = |session: &Session<_, _>| others.iter().any(|other| other.id == session.id);
        let is_left = |session: &Session<_, _>| session.id != last.id && !is_other(session);
        if self.sessions.iter().any(|(owner, session)| owner == player && is_left(session)) {
            set(&mut self.forgotten, player, forgotten);
        }
        self.sessions.retain(|(owner, session)| owner != player || is_other(session));
        self.sessions.push((player.clone(), last));
    }
}

fn get(states: &[(PlayerID, u64)], player: &str) -> Option<u64> {
    states.iter().find(|(other, _)| **other == *player).map(|(_, state)| *state)
}

fn set(states: &mut Vec<(PlayerID, u64)>, player: &PlayerID, state: u64) {
    match states.iter_mut().find(|(other, _)| other == player) {
        Some((_, known)) => *known = state,
        None => states.push((player.clone(), state)),
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec;

    use super::super::message::Provenance;
    use super::*;

    type Errors = MatchLedger<&'static str>;

    fn restarted(everybody: bool, players: &[&str]) -> Restarted {
        Restarted { everybody, players: players.iter().map(|player| PlayerID::from(*player)).collect() }
    }

    /// Notes an action of this session.
    fn done(ledger: &mut Errors, player: &str, session: &str, seq: u64) {
        let mut known = ledger.of(player);
        let made = Provenance { session: session.into(), seq, first: seq, depends_on: None, ahead: false };
        known.done(&made, seq);
        ledger.put(&player.into(), known);
    }

    fn names(ledger: &Errors) -> Vec<(&str, &str)> {
        ledger.sessions.iter().map(|(player, session)| (&**player, &*session.id)).collect()
    }

    #[test]
    fn the_session_that_acted_last_is_at_the_end() {
        let mut ledger = Errors::new(0);
        for (player, session, seq) in
            [("0", "a", 1), ("1", "b", 2), ("0", "c", 3), ("0", "a", 4), ("1", "a", 5)]
        {
            done(&mut ledger, player, session, seq);
        }
        assert_eq!(names(&ledger), [("1", "b"), ("0", "c"), ("0", "a"), ("1", "a")]);
        assert_eq!(
            ledger.of("0").sessions.iter().map(|session| session.result_state_id).collect::<Vec<_>>(),
            [3, 4]
        );
    }

    #[test]
    fn an_evicted_session_raises_the_forgotten_state() {
        let mut ledger = Errors::new(0);
        done(&mut ledger, "1", "other", 1);
        for seq in 1..=9 {
            done(&mut ledger, "0", &format!("tab {seq}"), seq);
        }
        assert_eq!(ledger.sessions.len(), 9);
        assert_eq!(names(&ledger).first(), Some(&("1", "other")));
        assert_eq!(ledger.forgotten, vec![(PlayerID::from("0"), 9)]);
    }

    #[test]
    fn acks_stay_when_all_situations_restart() {
        let mut ledger = Errors::new(0);
        done(&mut ledger, "0", "tab", 1);
        ledger.restart(&restarted(false, &["0", "1", "2"]), 2);
        assert_eq!((ledger.of("1").began, ledger.of("3").began), (2, 0));
        ledger.restart(&restarted(true, &[]), 3);
        assert_eq!((ledger.base, ledger.since.len()), (3, 0));
        assert_eq!((ledger.of("0").began, ledger.of("1").began), (3, 3));
        assert_eq!(ledger.of("0").sessions.len(), 1);
    }

    #[test]
    fn the_ledger_limits_the_number_of_invented_players() {
        let mut ledger = Errors::new(0);
        for now in 1..=5000 {
            ledger.restart(&restarted(false, &[&format!("guest {now}")]), now);
            assert!(ledger.since.len() <= MOST_PLAYERS as usize);
            assert_eq!(ledger.of(&format!("guest {now}")).began, now);
        }
        assert!(ledger.base > 0, "the others are as old as the state in which there was no more room");
    }
}

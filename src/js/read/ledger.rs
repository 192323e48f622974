//! What a master remembers of a match, from the flat list that `pkg-template/lib/online/flat-ledger.js` makes of what is stored.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::values::ValueId;
use super::list::ListReader;
use crate::codes;
use crate::core::PlayerID;
use crate::sync::{Ack, MatchLedger, Session};

/// Reads a ledger. The errors in it stay on the JavaScript side.
pub fn ledger(list: &mut ListReader<'_>) -> MatchLedger<ValueId> {
    codes::ledger! {
        base = state_id(list);
        since = states(list);
        forgotten = states(list);
        sessions = (0..list.number()).map(|_| session(list)).collect();
    }
    MatchLedger { base, since, forgotten, sessions }
}

fn session(list: &mut ListReader<'_>) -> (PlayerID, Session<Rc<str>, ValueId>) {
    codes::session! {
        player_id = name(list);
        session = name(list);
        result_state_id = state_id(list);
        last = list.float() as u64;
        refused = (0..list.number()).map(|_| (list.float() as u64, list.value())).collect();
    }
    (player_id, Session { id: session, ack: Ack { last, refused }, result_state_id })
}

fn states(list: &mut ListReader<'_>) -> Vec<(PlayerID, u64)> {
    (0..list.number()).map(|_| (name(list), state_id(list))).collect()
}

fn state_id(list: &mut ListReader<'_>) -> u64 {
    list.float() as u64
}

fn name(list: &mut ListReader<'_>) -> Rc<str> {
    list.name().unwrap_or_default()
}

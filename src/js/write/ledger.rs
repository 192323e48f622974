//! What a master remembers of a match, on its way to the storage.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use crate::core::PlayerID;
use crate::sync::{Ack, MatchLedger, Session};

/// Hands a ledger over, as one list of numbers in the order that `codes` says: names and errors are known by number.
/// `pkg-template/lib/online/flat-ledger.js` makes of it what is stored.
pub fn keep_ledger(names: &Names, ledger: &MatchLedger<ValueId>) {
    let name = |name: &Rc<str>| f64::from(names.number_of(Some(name)));
    let MatchLedger { base, since, forgotten, sessions } = ledger;
    let mut list = Vec::with_capacity(4 + 2 * (since.len() + forgotten.len()) + 6 * sessions.len());
    list.push(*base as f64);
    for states in [since, forgotten] {
        list.push(states.len() as f64);
        let pairs = |(player, state): &(PlayerID, u64)| [name(player), *state as f64];
        list.extend(states.iter().flat_map(pairs));
    }
    list.push(sessions.len() as f64);
    for (player, session) in sessions {
        // Destructured, so that the compiler names this place when a session has another field.
        let Session { id, ack: Ack { last, refused }, result_state_id } = session;
        list.extend([name(player), name(id), *result_state_id as f64, *last as f64]);
        list.push(refused.len() as f64);
        list.extend(refused.iter().flat_map(|(seq, error)| [*seq as f64, f64::from(error.id())]));
    }
    imports::keep_ledger(&list);
}

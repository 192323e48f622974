//! The ledger of a match as it crosses: the fields of the table with their Rust types.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::codec::{ByPlayer, Count, Error, Kind, List, ListReader, ListWriter, Name, Optional, numbers_of};
use super::names::Names;
use super::values::ValueId;
use crate::codes;
use crate::core::PlayerID;
use crate::sync::{self, Ack, MatchLedger};

codes::ledger! {
    [base since forgotten sessions]
    MatchLedger<ValueId> = MatchLedger { base, since, forgotten, sessions }
}

codes::session! {
    [player_id session result_state_id last refused]
    (PlayerID, sync::Session<Rc<str>, ValueId>) =
        (player_id, sync::Session { id: session, ack: Ack { last, refused }, result_state_id })
}

codes::refusal! {
    [seq error]
    (u64, ValueId) = (seq, error)
}

/// Reads a ledger. Its errors stay on the JavaScript side.
pub fn read_ledger(list: &mut ListReader<'_>) -> MatchLedger<ValueId> {
    Ledger::read(list)
}

/// Returns the ledger as a list for the host.
pub fn write_ledger(names: &Names, ledger: &MatchLedger<ValueId>) -> Vec<f64> {
    numbers_of::<Ledger>(ledger, names)
}

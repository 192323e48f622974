//! What a master remembers of a match, as it crosses: the fields of the table with the types that hold them.

use alloc::rc::Rc;

use super::codec::{ByPlayer, Count, Error, Kind, List, ListReader, ListWriter, Name, Optional, numbers_of};
use super::imports;
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

/// Reads a ledger. The errors in it stay on the JavaScript side.
pub fn read_ledger(list: &mut ListReader<'_>) -> MatchLedger<ValueId> {
    Ledger::read(list)
}

/// Hands a ledger over, on its way to the storage.
pub fn keep_ledger(names: &Names, ledger: &MatchLedger<ValueId>) {
    imports::keep_ledger(&numbers_of::<Ledger>(ledger, names));
}

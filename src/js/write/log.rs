//! Log entries as objects of JavaScript's.

use std::rc::Rc;

use super::super::imports;
use super::super::names::NO_NAME;
use super::super::values::ValueId;
use super::state::Converter;
use crate::core::{LogAction, LogArgs, LogEntry};

/// In place of the number of a value that is not there; below it are constants.
const NO_VALUE: i32 = -1;

/// The number of `true`.
const YES: i32 = -2;

/// The number of `null`.
const NULL: i32 = -3;

impl Converter<'_> {
    /// A list of log entries.
    pub fn log(&self, entries: &[Rc<LogEntry<ValueId>>]) -> u32 {
        entries.iter().for_each(|entry| self.add_log_entry(entry));
        imports::keep_list(false)
    }

    fn add_log_entry(&self, entry: &LogEntry<ValueId>) {
        let next;
        let (kind, name, args, player, credentials) = match &entry.action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.number(self.game.move_names.name(*id));
                (0, name, value(Some(args)), player_id.as_ref(), credentials.as_ref())
            }
            LogAction::Event { kind, args } => {
                let args = match args {
                    LogArgs::Nothing => NO_VALUE,
                    LogArgs::Yes => YES,
                    LogArgs::Value(args) => value(Some(args)),
                    LogArgs::Next(phase) => {
                        next = ValueId::new(imports::make_next(phase.id()));
                        value(Some(&next))
                    }
                };
                (1, *kind as i32, args, None, None)
            }
            LogAction::Undo(player) => (2, NO_NAME, NULL, player.as_ref(), None),
            LogAction::Redo(player) => (3, NO_NAME, NULL, player.as_ref(), None),
            LogAction::Leave(player) => (4, NO_NAME, NO_VALUE, Some(player), None),
        };
        imports::add_log_entry(
            kind,
            name,
            args,
            self.number(player),
            value(credentials),
            entry.state_id as f64,
            entry.turn,
            self.number(entry.phase.as_ref()),
            entry.automatic,
            entry.redact.map_or(-1, i32::from),
            value(entry.metadata.as_ref()),
        );
    }
}

/// The number of a value of a log entry.
fn value(value: Option<&ValueId>) -> i32 {
    value.map_or(NO_VALUE, |value| value.id() as i32)
}

//! Log entries as JavaScript objects.

use alloc::rc::Rc;

use super::super::bound::BoundHost;
use super::super::imports;
use super::super::values::ValueId;
use super::state::Converter;
use crate::codes::{LoggedAction, name, redact, value};
use crate::core::{LogAction, LogArgs, LogEntry};

impl<H: BoundHost> Converter<'_, H> {
    /// Creates a list of log entries.
    pub fn log(&self, entries: &[Rc<LogEntry<ValueId>>]) -> u32 {
        entries.iter().for_each(|entry| self.add_log_entry(entry));
        imports::keep_list(false)
    }

    fn add_log_entry(&self, entry: &LogEntry<ValueId>) {
        let next;
        let (kind, name, args, player, credentials) = match &entry.action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.number(self.game.move_names.name(*id));
                (LoggedAction::Move, name, args.id(), player_id.as_ref(), credentials.as_ref())
            }
            LogAction::Event { kind, args } => {
                let args = match args {
                    LogArgs::Nothing => value::UNDEFINED,
                    LogArgs::Yes => value::TRUE,
                    LogArgs::Value(args) => args.id(),
                    LogArgs::Next(phase) => {
                        next = ValueId::new(imports::make_next(phase.id()));
                        next.id()
                    }
                };
                (LoggedAction::Event, *kind as i32, args, None, None)
            }
            LogAction::Undo(player) => (LoggedAction::Undo, name::NONE, value::NULL, player.as_ref(), None),
            LogAction::Redo(player) => (LoggedAction::Redo, name::NONE, value::NULL, player.as_ref(), None),
            LogAction::Leave(player) => {
                (LoggedAction::Leave, name::NONE, value::UNDEFINED, Some(player), None)
            }
            LogAction::Clock(order) => (LoggedAction::Clock, *order as i32, value::UNDEFINED, None, None),
            LogAction::Timeout(timeout) => {
                imports::add_timeout_entry(
                    self.number(Some(&timeout.player)),
                    timeout.deadline,
                    timeout.has_failed,
                    entry.state_id as f64,
                    entry.turn,
                    self.number(entry.phase.as_ref()),
                );
                if let Some((id, args)) = &timeout.chosen {
                    let name = self.number(self.game.move_names.name(*id));
                    imports::add_chosen_move(name, args.id(), entry.redact.map_or(redact::UNSET, i32::from));
                }
                return self.add_log_details(entry);
            }
        };
        imports::add_log_entry(
            kind as u32,
            name,
            args,
            self.number(player),
            ValueId::id_or_undefined(credentials),
            entry.state_id as f64,
            entry.turn,
            self.number(entry.phase.as_ref()),
            entry.automatic,
            entry.redact.map_or(redact::UNSET, i32::from),
            ValueId::id_or_undefined(entry.metadata.as_ref()),
        );
        self.add_log_details(entry);
    }

    fn add_log_details(&self, entry: &LogEntry<ValueId>) {
        if let Some(time) = entry.time {
            imports::add_log_time(time, entry.lag);
        }
        entry.hook_metadata.iter().for_each(|noted| imports::add_hook_metadata(noted.id()));
        entry.effects.iter().for_each(|effect| imports::add_effect(effect.id()));
    }
}

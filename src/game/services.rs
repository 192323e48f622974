//! The receiver of what a game's code asks for.

use std::string::String;

use super::event::Event;
use super::random::Draw;
#[cfg(any(rondel_types, not(target_arch = "wasm32")))]
use super::types::Types;
use super::unwritten::Unwritten;

/// Receiver of events, random numbers, log metadata and effects that a game's code asks for.
pub trait Services: Draw {
    /// Queues an event.
    fn call(&self, event: Event);

    /// Returns `true` if the code may draw random numbers.
    fn draws(&self) -> bool;

    /// Sets the metadata of the log entry as JSON text, or the reason why they have no JSON form.
    fn log(&self, metadata: Result<String, Unwritten>);

    /// Emits an effect as JSON text, or the reason why it has no JSON form.
    fn emit(&self, effect: Result<String, Unwritten>);

    /// Notes that the code asked for setup data of this type.
    #[cfg(any(rondel_types, not(target_arch = "wasm32")))]
    fn asked_for_data(&self, text: fn(&mut Types) -> String) {
        let _ = text;
    }
}

//! Where what a game's code asks for goes.

use std::string::String;

use super::event::Event;
use super::random::Draw;
#[cfg(any(rondel_types, not(target_arch = "wasm32")))]
use super::types::Types;
use super::unwritten::Unwritten;

/// Where what a game's code asks for goes.
pub trait Desk: Draw {
    /// Queues an event.
    fn call(&self, event: Event);

    /// Whether random numbers may be drawn.
    fn draws(&self) -> bool;

    /// Sets the metadata of the log entry, text of JSON's; or why they have none.
    fn log(&self, metadata: Result<String, Unwritten>);

    /// Setup data of this type were asked for.
    #[cfg(any(rondel_types, not(target_arch = "wasm32")))]
    fn asked_for_data(&self, text: fn(&mut Types) -> String) {
        let _ = text;
    }
}

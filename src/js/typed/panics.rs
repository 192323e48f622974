//! Panics of a game's code. A panic ends the call, not the instance: the host is notified, and calls
//! `rondel_recover`.

use alloc::format;
use alloc::string::String;
use std::panic::{PanicHookInfo, set_hook};
use std::sync::Once;

use crate::js::object_table;
use crate::js::typed::searcher::{Searcher, note_panic};
use crate::js::{GameEngine, OnlineClient, imports};

/// Installs a hook that reports each panic to the host, with the message and place that Rust usually prints.
pub fn report_to_host() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        set_hook(alloc::boxed::Box::new(|info| {
            let message = message_of(info);
            imports::panicked(&message);
            note_panic(&message);
        }));
    });
}

fn message_of(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let written = payload.downcast_ref::<String>().map(String::as_str);
    let message =
        written.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
    match info.location() {
        Some(place) => format!("{message}, at {place}"),
        None => message.into(),
    }
}

rondel_boundary::export!("rondel_version", () -> u32 {
    crate::codes::BOUNDARY_VERSION
});

// Called after a reported trap. Returns 0 because the instance can still be used.
rondel_boundary::export!("rondel_recover", () -> u32 {
    object_table::recover::<GameEngine>();
    object_table::recover::<OnlineClient>();
    object_table::recover::<Searcher>();
    0
});

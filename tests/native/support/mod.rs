//! Games written in Rust, and matches as short transcripts.
//!
//! - [`rules`]: the definition of a game, similar to JavaScript: [`Rules`].
//! - [`table`]: the arguments and answers of callbacks: [`Table`].
//! - [`host`]: [`NativeHost`], which answers the engine's questions with them. Read it to learn what a `Host`
//!   does.
//! - [`values`]: arguments of events and results of `endIf`, read from JSON.
//! - [`story`]: a match, played by commands such as `0 place 3`, and described in words: [`check`].

mod host;
mod rules;
mod story;
mod table;
mod values;

pub use host::{NativeHost, Plugin};
pub use rules::{PhaseRules, Rules, TurnRules};
pub use story::{Failure, Match, check, describe, print, without_history};
pub use table::{Callback, DONE, INVALID_MOVE, Table, Thrown, call, no_op, throw_die};
pub use values::event;

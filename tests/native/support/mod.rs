//! Games written in Rust, and a way to write matches as short transcripts.
//!
//! - [`rules`]: a game's definition, written much as in JavaScript: [`Rules`].
//! - [`table`]: what the game's callbacks get, and what they answer: [`Table`].
//! - [`host`]: [`NativeHost`], which answers the engine's questions by calling them. Read it to see what a
//!   `Host` has to do.
//! - [`values`]: the arguments of events, and the what `endIf` returns, read from JSON.
//! - [`story`]: a match, played by commands such as `0 place 3`, and described in words: [`check`].

mod host;
mod rules;
mod story;
mod table;
mod values;

pub use host::{NativeHost, Plugin};
pub use rules::{PhaseRules, Rules, TurnRules};
pub use story::{Match, check, describe, print, without_history};
pub use table::{Callback, DONE, INVALID_MOVE, Table, Thrown, call, no_op, throw_die};
pub use values::event;

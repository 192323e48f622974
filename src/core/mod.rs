//! The rules of turns: a pure state machine, `(state, action) -> new state or refusal`.
//!
//! Nothing here knows JavaScript, a clock or a source of entropy. What belongs to one game is asked of
//! its [`Host`]; `tests/native` plays whole games with a host written in Rust.

mod action;
mod check;
mod ctx;
mod engine;
mod error;
mod flow;
mod game;
mod host;
mod log;
mod plugins;
mod random;
mod state;
mod tools;
mod undo;

pub use action::{Action, Shape};
pub use action::{
    ActivePlayersArg, Ending, Event, EventKind, Order, Seat, SetPhaseArg, StageArg, StageChoice, Wish,
};
pub use check::check_state;
pub use ctx::{ActiveSet, Ctx, Entries, Limits, NUMBER_PREFIX, Name, PlayerID, PlayerMap, Stage};
pub use engine::{Engine, Start};
pub use error::{Fault, Refusal, RefusalKind};
pub use game::{Game, Move, MoveId, MoveNames, Moves, Next, Phase, StageConfig, Toggle, Turn, TurnOrder};
pub use host::{Host, Outcome, Played, Position, Scope, Validity};
pub use log::{LogAction, LogArgs, LogEntry};
pub use plugins::{Metadata, PluginData};
pub use random::{Alea, Random};
pub use state::State;
pub use tools::{Entered, Method, SharedTools, Tools};
pub use undo::{Stack, UndoEntry};

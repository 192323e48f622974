//! The rules of turns: a pure state machine, `(state, action) -> new state or refusal`.
//!
//! The crate has no JavaScript, clock or entropy. It asks the [`Host`] for everything that belongs to one
//! game. `tests/native` plays whole games with a host written in Rust.

#![no_std]

extern crate alloc;

mod action;
mod action_context;
mod args;
mod argument;
mod chance;
mod check;
mod clock;
mod compat;
mod ctx;
mod engine;
mod error;
mod event;
mod flow;
mod game;
mod history;
mod host;
mod ids;
mod log;
mod moves;
mod obstacle;
mod open_action;
mod parse;
mod player_map;
mod plugins;
mod predicted;
mod random;
mod reveal;
mod rights;
mod search;
mod stack;
mod start;
mod state;
mod text;
mod timing;
mod undo;
mod value;

pub use action::{Action, ActionKind, Timeout};
pub use action_context::{ActionContext, Method, Restarted, SharedContext};
pub use args::{
    ActivePlayersArg, Ending, EndingChoice, NextOrRemove, SetPhaseArg, StageArg, StageAssignment, StageChoice,
};
pub use argument::{ArgumentKind, Field, Parts};
pub use chance::{Chance, Source};
pub use check::check_state;
pub use clock::{Clock, ClockOrder, Moment, Time, TimeRule, TimeSource};
pub use compat::Differences;
pub use ctx::{ActiveSet, Ctx, Limits};
pub use engine::Engine;
pub use error::{Fault, Refusal, RefusalKind};
pub use event::{Event, EventKind};
pub use game::{
    Check, Game, Move, MoveNames, Moves, Next, OnTimeout, Phase, StageConfig, Toggle, Turn, TurnOrder,
};
pub use history::{ends_history, shorten_history};
pub use host::{GameOf, Host, Outcome, Played, Position, Scope, ScopeMut, Validity};
pub use ids::{MoveId, NUMBER_PREFIX, Name, PlayerID, Stage, TRUE_STAGE, as_text, is_seat};
pub use log::{LogAction, LogArgs, LogEntry};
pub use obstacle::Obstacle;
pub use parse::{ArgumentProblem, Parser};
pub use player_map::{Entries, PlayerMap};
pub use plugins::{Metadata, PluginData};
pub use predicted::{Predicted, Wait};
pub use random::{Alea, Random};
pub use rights::{Permit, Request};
pub use search::Halt;
pub use stack::Stack;
pub use start::Start;
pub use state::State;
pub use text::shortened;
pub use undo::UndoEntry;
pub use value::GameValues;

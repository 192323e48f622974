//! Games that are written in Rust.
//!
//! Reading order:
//!
//! - [`Game`] is the trait that an author implements.
//! - [`Flow`] declares its phases, turns and stages.
//! - [`Cx`] is the context of its moves and hooks.
//! - [`View`] decides who sees what.
//! - [`Match`] plays a game natively.
//! - [`Adapter`] and [`Definition`] connect a game to the engine. Only hosts of matches need them.

mod active;
mod adapter;
pub mod bots;
mod build;
mod change_impls;
mod changes;
mod check;
mod comments;
mod ctx;
mod cx;
#[doc(hidden)]
pub mod derived;
mod services;
// A release build of a game's module contains no descriptions.
#[cfg(any(rondel_types, not(target_arch = "wasm32")))]
mod describe;
mod effects;
mod ends;
mod entropy;
mod event;
mod events;
mod flow;
mod function;
#[allow(clippy::module_inception, reason = "it contains the trait of the same name")]
mod game;
mod hole;
mod hooks;
mod json;
mod json_writer;
mod limit;
mod list;
mod matches;
mod moves;
mod names;
mod online;
mod order;
mod patched;
mod per_seat;
mod pile;
mod predict;
mod random;
mod seat;
mod seat_check;
mod secret;
mod setup;
mod shared;
mod stop;
mod texts;
mod tuples;
mod turn_flow;
mod types;
mod unwritten;
mod values;
mod view;
#[cfg(doctest)]
mod wrong_games;

pub use crate::core::{EventKind, Time};
pub use active::{Active, InStage, NoStage};
pub use adapter::Adapter;
pub use build::{Definition, Facts};
pub use changes::{Changes, Members, Patch, patch_of};
pub use check::{Check, CheckError, Checked, check};
pub use ctx::Ctx;
pub use cx::Cx;
#[cfg(any(rondel_types, not(target_arch = "wasm32")))]
pub use describe::describe;
pub use effects::EffectOptions;
pub use ends::{PhaseEnd, TurnEnd};
pub use event::Event;
pub use events::Events;
pub use flow::{Flow, PhaseFlow};
pub use function::Function;
pub use game::{Game, Stored};
pub use hole::{Bag, Hide};
pub use hooks::{Ask, Hook, MoveHook};
#[cfg(all(feature = "module", target_arch = "wasm32"))]
pub(crate) use json::write_exactly;
pub use list::List;
pub use matches::{Builder, Match, MatchError, Predicted};
pub use moves::{HasMoves, MoveInfo, MoveName, Moves};
pub use names::{Names, Phases, Stages};
pub use online::{
    NativeKeeper, NativePage, OnlineClient, OnlineMaster, StateOf, online_client, online_intent, seen_state,
    shown,
};
pub use order::Order;
pub use patched::patched;
pub use per_seat::PerSeat;
pub use pile::Pile;
pub use predict::Predict;
pub use random::{Draw, Random};
pub use rondel_derive::{Moves, Phases, Stages, View, state};
pub use seat::Seat;
pub use secret::Secret;
pub use setup::Setup;
pub use shared::Shared;
pub use stop::{Played, Result, Stop, invalid};
pub use texts::{PayloadType, Texts};
pub use turn_flow::{StageFlow, TurnFlow};
pub use types::{Argument, NamedType, Signature, Typed, Types};
pub use unwritten::Unwritten;
pub use values::{Carries, Data, Outcome, Value, reason_of};
#[cfg(all(feature = "module", target_arch = "wasm32"))]
pub(crate) use values::{args_of, args_or_none, read_args};
pub use view::{Owned, Sight, View, deal_unseen, determinized, seen_by};

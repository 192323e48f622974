//! Rondel is a turn-based game engine for the browser: moves, turns, phases, stages and reactions,
//! compiled to WebAssembly.
//!
//! To write a game, start with `use rondel::prelude::*;` and the trait `game::Game`. `npx rondel build-game`
//! makes an npm package of the game. `game::Match` plays it natively.
//!
//! # Reading order
//!
//! - [`codes`]: the names, codes and limits that Rust and JavaScript share.
//! - [`core`]: the rules of turns.
//! - [`sync`]: online play on top of the rules.
//! - [`bot`]: the search of bots.
//! - `game`: the API for authors of games in Rust.
//! - `js`: the binding, the only place that names `wasm_bindgen`.
//!
//! The first four are separate crates without the standard library. The compiler thus keeps JavaScript, the
//! clock, the console and I/O out of them.

#![no_std]

extern crate alloc;
// With the feature `bare`, a panic is a trap and needs no standard library.
#[cfg(not(feature = "bare"))]
extern crate std;
// The code that the derives generate names the crate `rondel`, as in a user's crate.
#[cfg(feature = "games")]
extern crate self as rondel;

#[cfg(feature = "games")]
mod export;
#[cfg(feature = "games")]
pub mod game;
#[cfg(any(feature = "bindgen", all(feature = "module", target_arch = "wasm32")))]
pub mod js;

#[cfg(feature = "games")]
pub use game::check;
pub use {rondel_bot as bot, rondel_codes as codes, rondel_core as core, rondel_sync as sync};
#[cfg(feature = "games")]
pub use {serde, serde_json};

/// Everything that the author of a game needs: `use rondel::prelude::*;`.
#[cfg(feature = "games")]
pub mod prelude {
    pub use crate::game::{
        Active, Bag, Ctx, Cx, EffectOptions, Event, EventKind, Events, Flow, Game, InStage, List, Match,
        MatchError, MoveName, Moves, Names, NoStage, Order, Outcome, PerSeat, PhaseEnd, PhaseFlow, Phases,
        Pile, Played, Predict, Predicted, Random, Result, Seat, Secret, Setup, StageFlow, Stages, Stop,
        Stored, Time, TurnEnd, TurnFlow, View, deal_unseen, invalid, state,
    };
}

/// Allocator of the package's own module. Its code is a third of the size of Rust's default allocator for
/// wasm, and each call takes constant time. The module of a game in Rust uses the default, which is faster,
/// or the author's.
#[cfg(all(target_arch = "wasm32", feature = "bindgen"))]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Traps, which ends the call and the instance: see `pkg-template/lib/engine/boundary.ts`. It writes no
/// message: nobody would read it, and the formatting code would enlarge the module.
#[cfg(feature = "bare")]
#[panic_handler]
fn panic(_: &::core::panic::PanicInfo) -> ! {
    ::core::arch::wasm32::unreachable()
}

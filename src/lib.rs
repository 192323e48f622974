//! Rondel is a turn-based game engine for the browser: moves, turns, phases, stages and reactions,
//! compiled to WebAssembly.
//!
//! To write a game, begin with `use rondel::prelude::*;` and the trait `game::Game`. `npx rondel build-game` makes an npm
//! package of it, and `game::Match` plays it natively.
//!
//! Reading order: [`codes`] is what both languages must agree on; [`core`] holds the rules of turns; [`sync`] is online play on
//! top of it, and [`bot`] the search of bots. These are crates of their own, without the standard library: the compiler keeps JavaScript,
//! clock, console and I/O out of them. `game` is what authors of games in Rust write; `js` is the binding, the only place that
//! names `wasm_bindgen`.

#![no_std]

extern crate alloc;
// Panics end a module that is built for the package; with everything else the standard library handles them.
#[cfg(not(feature = "bare"))]
extern crate std;
// What the derives write names the crate as its users do.
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

/// All that the author of a game needs: `use rondel::prelude::*;`.
#[cfg(feature = "games")]
pub mod prelude {
    pub use crate::game::{
        Active, Bag, Ctx, Cx, Event, EventKind, Events, Flow, Game, InStage, List, Match, MatchError,
        MoveName, Moves, Names, NoStage, Order, Outcome, PerSeat, PhaseEnd, PhaseFlow, Phases, Pile, Played,
        Predict, Predicted, Random, Result, Seat, Secret, Setup, StageFlow, Stages, Stop, Stored, TurnEnd,
        TurnFlow, View, deal_unseen, invalid, state,
    };
}

/// Takes a third of the bytes of Rust's own allocator for wasm, and every call costs the same. A game's module has Rust's own, which is
/// faster, or its author's.
#[cfg(all(target_arch = "wasm32", feature = "bindgen"))]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// Ends the call, and with it the instance: see `pkg-template/lib/engine/boundary.ts`. Nobody reads a message there, and
/// what would write one takes bytes.
#[cfg(feature = "bare")]
#[panic_handler]
fn panic(_: &::core::panic::PanicInfo) -> ! {
    ::core::arch::wasm32::unreachable()
}

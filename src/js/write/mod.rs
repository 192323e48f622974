//! Conversion of the engine's states into JavaScript objects.

mod ctx;
#[cfg(feature = "bots")]
mod live_ctx;
mod log;
mod state;

pub use ctx::{CachedObject, ContextCache};
#[cfg(feature = "bots")]
pub use live_ctx::{LiveCtx, Making, Objects, When};
pub use state::Converter;

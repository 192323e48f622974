//! From the engine's state to the objects that JavaScript sees.

mod ctx;
mod log;
mod state;

pub use ctx::{ContextCache, Last};
pub use state::Converter;

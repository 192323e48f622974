//! From the engine's state to the objects that JavaScript sees.

mod ctx;
mod ledger;
mod log;
mod state;

pub use ctx::{ContextCache, Last};
pub use ledger::keep_ledger;
pub use state::Converter;

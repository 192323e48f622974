//! Readers of the flat lists from JavaScript: definitions, event arguments, states.

mod argument;
#[cfg(feature = "engine")]
pub mod definition;
mod kinds;
mod list;
mod request;
pub mod state;

#[cfg(feature = "engine")]
pub use list::FunctionId;
pub use list::ListReader;
pub use request::{chosen_move, request_of};

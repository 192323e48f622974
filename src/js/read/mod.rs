//! The flat lists that JavaScript hands over: definitions, event arguments, states from elsewhere.

pub mod arguments;
pub mod definition;
mod list;
pub mod state;

pub use definition::JsGame;
pub use list::{FunctionId, ListReader};

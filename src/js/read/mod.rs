//! The flat lists that JavaScript hands over: definitions, event arguments, states from elsewhere.

mod argument;
#[cfg(feature = "engine")]
pub mod definition;
mod list;
mod request;
pub mod state;

#[cfg(feature = "engine")]
pub use list::FunctionId;
pub use list::ListReader;
pub use request::request_of;

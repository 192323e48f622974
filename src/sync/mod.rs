//! Online play, without I/O and without a clock: what a client shows before its master has answered, and what
//! a master remembers so that no action is lost, done twice, or done in a situation its player did not see.
//!
//! [`Client`] and [`Ledger`] know states, actions and errors by their types only. Who owns them carries the
//! messages, keeps the time, and runs what the two decide.

mod client;
mod master;
mod message;

pub use client::{Client, Effect, Fit, MOST_PENDING, Prediction, Replica, Submitted};
pub use master::{Ledger, Session, Verdict};
pub use message::{Ack, Answer, Made};

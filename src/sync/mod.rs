//! Online play, without I/O and without a clock: what a client shows before its master has answered, and what
//! a master remembers so that no action is lost, done twice, or done in a situation its player did not see.
//!
//! [`Client`] and [`PlayerLedger`] know states, actions and errors by their types only. Their owner carries the
//! messages, keeps the time, and runs what the two decide.

mod client;
mod decision;
mod ledger;
mod message;
mod view;

pub use client::{Client, Confirmation, Effect, Fit, Submitted};
pub use decision::{Attempt, Case, Decision, Objection, Standing, decide};
pub use ledger::{PlayerLedger, Session, Verdict};
pub use message::{Ack, Answer, MOST_PENDING, Provenance};
pub use view::{GameView, Prediction};

//! Online play, without I/O and without a clock: what a client shows before its master has answered, and what
//! a master remembers so that no action is lost, done twice, or done in a situation its player did not see.
//!
//! [`Client`] and [`decide`] know states, actions and errors by their types only. Their owner carries the messages, keeps
//! the time, and does what the two decide. [`Master`] is such an owner, of a match that an engine plays in this process.

mod client;
mod decision;
mod ledger;
mod master;
mod message;
mod remembered;
mod view;

pub use client::{Client, Confirmation, Effect, Fit, Submitted};
pub use decision::{Attempt, Case, Decision, Objection, Standing, decide};
pub use ledger::{PlayerLedger, Session, Verdict};
pub use master::{Acks, Asked, Master, MatchLedger, Update};
pub use message::{Ack, Answer, MOST_PENDING, Provenance};
pub use remembered::{Remembered, Unanswered};
pub use view::{GameView, Prediction};

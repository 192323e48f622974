//! Online play, without I/O and without a clock: what a client shows before its master has answered, and what
//! a master remembers so that no action is lost, done twice, or done in a situation its player did not see.
//!
//! [`Client`] knows states, actions and errors by their types only: its owner carries the messages, keeps the time, and does what
//! it decides. [`Master`] is a match at its master, which an engine of this process plays: its owner stores what it proposes.

#![no_std]

extern crate alloc;

mod client;
mod decision;
mod engine_view;
mod ledger;
mod master;
mod match_ledger;
mod message;
mod remembered;
mod seen;
mod view;

pub use client::{Client, Confirmation, Effect, Fit, Message, Submitted};
pub use decision::{Decision, Membership, Objection};
pub use engine_view::{Depth, EngineView, Intent, LoadError, Page};
pub use ledger::{PlayerLedger, Session, Verdict};
pub use master::{Acks, Asked, Keeper, Master, Proposal};
pub use match_ledger::MatchLedger;
pub use message::{Ack, Answer, Authors, MOST_PENDING, Provenance};
pub use remembered::{Remembered, Unanswered};
pub use seen::{Ahead, Base, Confirmed, Seen};
pub use view::{GameView, Prediction};

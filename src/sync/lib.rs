//! Online play, without I/O and without a clock: the predictions of clients, and the ledgers of masters. The
//! ledger ensures that no action is lost, run twice, or run in a situation that its player did not see.
//!
//! [`Client`] is generic over states, actions and errors. Its owner sends the messages, provides the time,
//! and carries out the client's effects. [`Master`] is one match at its master, played by an engine. Its
//! owner stores the proposals.

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
pub use decision::{Announcement, Decision, Membership, Objection};
pub use engine_view::{Depth, EngineView, Intent, LoadError, Page};
pub use ledger::{PlayerLedger, Session, Verdict};
pub use master::{Acks, Asked, Keeper, Master, Proposal};
pub use match_ledger::MatchLedger;
pub use message::{Ack, Answer, Authors, MOST_PENDING, Provenance};
pub use remembered::{Remembered, Unanswered};
pub use seen::{Ahead, Base, Confirmed, Seen};
pub use view::{GameView, Prediction};

//! Tests of online play in one process: real games, a master, clients, and a bad network between them.
//!
//! - [`network`]: delivers messages late, twice, in another order, or not at all. Time is a number.
//! - [`games`]: games with hidden hands, and their views.
//! - [`master`]: a match at two nodes with one storage, as in `pkg-template/lib/online/master.ts`.
//! - [`room`]: a match with all its clients, which checks the invariants all the time.
//! - [`stories`]: situations by name. [`matches`]: thousands of random matches.
//! - [`predictions`]: predictions of a client, and reasons for which it does not predict.
//! - [`proposals`]: proposals of a master, before and after they are stored.
//! - [`strangers`]: senders who are not players of the match.

mod games;
mod master;
mod matches;
pub(crate) mod network;
mod predictions;
mod proposals;
mod room;
mod stories;
mod strangers;

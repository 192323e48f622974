//! Online play in one process: real games, a master, clients, and a bad network between them.
//!
//! - [`network`]: carries messages late, twice, in another order, or not at all; time is a number.
//! - [`games`]: games with hidden hands, and what each viewer may see of them.
//! - [`master`]: the match at two nodes of its master, over one storage, as `pkg-template/lib/online/master.js` has it.
//! - [`room`]: a match with everybody in it, which looks after what must hold at every moment.
//! - [`stories`]: what must end right, by name; [`matches`]: the same for thousands of random matches.
//! - [`ahead`]: how far a client runs ahead of its master, and what it says of the rest.
//! - [`proposals`]: what a master proposes, before and after its owner has stored it.
//! - [`strangers`]: those who are no players of the match.

mod ahead;
mod games;
mod master;
mod matches;
pub(crate) mod network;
mod proposals;
mod room;
mod stories;
mod strangers;

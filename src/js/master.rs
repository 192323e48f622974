//! What [`GameEngine`] is for masters: one engine plays all matches of a game, and keeps of each what its master goes on from.

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

use super::engine::GameEngine;
#[cfg(doc)]
use crate::codes::request;

#[boundary]
impl GameEngine {
    /// Keeps the state as it is now under a number of the caller's, with what its master remembers of the match, which is in the
    /// list: `pkg-template/lib/online/flat-ledger.js` has made it of what is stored.
    pub fn hold(&self, number: usize) {
        self.hosted.hold(number);
    }

    /// Proposes the result of an action: decides on it, runs it if nothing is against it, and notes the result. The match that it
    /// is asked for stays what it is. Whether there is something to be stored: that is kept under a number then, and the host has been
    /// notified of it, as of what was decided.
    ///
    /// The list has the name of the player, and that of their session; then numbers, in the order of `codes`: under which the
    /// match is kept, and under which the next one is to be; the state that the player saw; the numbers of the two names, if they have
    /// any; how the action was made, where a `seq` of 0 stands for a sender without sessions, and a `depends_on` of 0 for none; and
    /// what is asked for: a [`request`], its place among the names, which is negative if the game has none of that name, and a
    /// value: a move's arguments, the payload for a plugin, or the error of what makes no sense. The argument of an event follows.
    pub fn propose(&self) -> bool {
        self.hosted.propose()
    }
}

//! The client of a remote master as JavaScript uses it.

use alloc::boxed::Box;

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

use super::followed_match::{Call, Followed, RawIntent};
#[cfg(not(feature = "bindgen"))]
use super::object_table::Release;
use super::values::ValueId;

/// A client of a remote master, which plays the game of an engine: see `src/js/followed_match.rs`. Numbers of
/// states and actions are whole; times are in milliseconds. Effects are passed to the host as a list, which
/// the owner carries out after the call.
///
/// While the game's code runs in `submit` and `receive`, other calls do nothing. The JavaScript side queues
/// them.
#[boundary]
pub struct OnlineClient(Box<dyn Followed>);

impl OnlineClient {
    /// Creates the client of a match.
    pub(super) fn of(followed: Box<dyn Followed>) -> Self {
        OnlineClient(followed)
    }
}

#[boundary]
impl OnlineClient {
    /// Sets the player to the name in the list, or a spectator without one.
    pub fn play_as(&self) {
        self.0.play_as();
    }

    /// Submits an action of the player. Returns its number, or 0 if it was refused; the host then has the
    /// error. `request` is one of `codes::request`, `place` its index in the list of names. `args` are a
    /// move's arguments; for an event, they say whether its argument is in the list. `undefined` means that
    /// this page must not run the action.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and only numbers cross")]
    pub fn submit(&self, action: u32, request: u32, place: i32, args: u32, now: f64) -> f64 {
        let asked = RawIntent { action: ValueId::new(action), request, place, args };
        self.0.call(Call::Submit(asked), now)
    }

    /// Returns whether to accept a message that leads from state `base` to state `number`. If an earlier
    /// message is missing, requests the whole state.
    pub fn awaits(&self, base: f64, number: f64, now: f64) -> bool {
        self.0.call(Call::Await { base: base as u64, number: number as u64 }, now) != 0.0
    }

    /// Requests the whole state because a message is missing.
    pub fn miss(&self, now: f64) {
        self.0.call(Call::Miss, now);
    }

    /// Notes that the master refused to send the match now.
    pub fn turned_away(&self, now: f64) {
        self.0.call(Call::TurnedAway, now);
    }

    /// Handles a state from the master. `message` is a code of `codes::message`, `last` the session's last
    /// acknowledged action. The list contains the number of refused actions, and for each its number and
    /// error. For a master without acks, `last` is -1, and the list contains the numbers of new log entries
    /// by the player and by others. Returns `false` if the state is too old.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and only numbers cross")]
    pub fn receive(&self, state: u32, number: f64, last: f64, message: u32, now: f64) -> bool {
        let state = ValueId::new(state);
        self.0.call(Call::Receive { state, number: number as u64, last, message }, now) != 0.0
    }

    /// Notes that the connection was established or lost.
    pub fn connect(&self, is_connected: bool, now: f64) {
        self.0.call(Call::Connect(is_connected), now);
    }

    /// Rejects all pending actions with this error, before another match or player.
    pub fn forget(&self, error: u32) {
        self.0.call(Call::Forget(ValueId::new(error)), 0.0);
    }

    /// Rejects an action that cannot be sent; without a number, the first pending one.
    pub fn reject(&self, seq: f64, error: u32, now: f64) {
        self.0.call(Call::Reject(seq as u64, ValueId::new(error)), now);
    }

    /// Handles a timeout.
    pub fn wake(&self, now: f64) {
        self.0.call(Call::Wake, now);
    }

    /// Returns the time at which to call `wake`, or `NaN` for never.
    pub fn deadline(&self) -> f64 {
        self.0.deadline()
    }

    /// Returns `true` if the pending action with this number is visible.
    pub fn is_predicted(&self, seq: f64) -> bool {
        self.0.is_predicted(seq as u64)
    }

    /// Returns `true` if the move with this index could be made in the shown state.
    pub fn can_move(&self, place: i32, args: u32) -> bool {
        self.0.can_move(place, ValueId::new(args))
    }

    /// Notes an unanswered action for `resume`, with the arguments of its `submit`.
    pub fn note(&self, action: u32, request: u32, place: i32, args: u32) {
        self.0.note(RawIntent { action: ValueId::new(action), request, place, args });
    }

    /// Continues a client whose instance has failed. `state` is `undefined` if nothing is confirmed. The list
    /// contains:
    ///
    /// - the number of the confirmed state, and the `message` with which it would be passed to `receive`,
    /// - the number of the last action,
    /// - whether there is a connection, and whether the master sends no acks,
    /// - for each noted action: its number, the state that its player saw, the number of the action on which
    ///   it depends or 0, whether it is ahead of the state, and the state that a silent master got with it or
    ///   -1.
    pub fn resume(&self, state: u32, now: f64) {
        self.0.call(Call::Resume(ValueId::new(state)), now);
    }
}

#[cfg(not(feature = "bindgen"))]
impl Release for OnlineClient {
    fn release(&self) {
        self.0.release();
    }

    fn recover(&self) {
        self.0.recover();
    }
}

//! The client of a remote master as JavaScript holds it.

use alloc::boxed::Box;

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

use super::followed_match::{Call, Followed, RawIntent};
#[cfg(not(feature = "bindgen"))]
use super::guests::Leaving;
use super::values::ValueId;

/// A client of a remote master, which plays the game of an engine: see `src/js/followed_match.rs`. Numbers of states and actions are whole;
/// times are in milliseconds. What is to be done is left with the host as a list, which its owner goes through when the call has
/// returned.
///
/// While the game's code runs, which happens in `submit` and `receive`, other calls do nothing: the JavaScript side waits with
/// them.
#[boundary]
pub struct OnlineClient(Box<dyn Followed>);

impl OnlineClient {
    /// The client of a match that is followed.
    pub(super) fn of(followed: Box<dyn Followed>) -> Self {
        OnlineClient(followed)
    }
}

#[boundary]
impl OnlineClient {
    /// From now on the player is the one whose name is in the list; a spectator, if none is.
    pub fn play_as(&self) {
        self.0.play_as();
    }

    /// The player makes an action: its number, or 0 if it was refused; then the host knows why. What is asked for is one of
    /// `codes::request`, with its place in the list of names. Of a move, `args` are its arguments; of an event, whether its
    /// argument is in the list. `undefined`: it is not to be run in this page.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and numbers alone cross")]
    pub fn submit(&self, action: u32, request: u32, place: i32, args: u32, now: f64) -> f64 {
        let asked = RawIntent { action: ValueId::new(action), request, place, args };
        self.0.call(Call::Submit(asked), now)
    }

    /// Whether a message is to be taken that makes the state with this number of the one numbered `base`. If one before it is
    /// missing, the whole state is asked for.
    pub fn awaits(&self, base: f64, number: f64, now: f64) -> bool {
        self.0.call(Call::Await { base: base as u64, number: number as u64 }, now) != 0.0
    }

    /// A message is missing.
    pub fn miss(&self, now: f64) {
        self.0.call(Call::Miss, now);
    }

    /// The master responds that it does not send the match now.
    pub fn turned_away(&self, now: f64) {
        self.0.call(Call::TurnedAway, now);
    }

    /// The master sends a state, in this way of `codes::message`. `last` is the last action of this session that it has answered;
    /// the list has how many of them it `refused`, and for each its number and the error. If it sends no acks, `last` is
    /// -1, and the list has how many new entries of its log are the player's own, and how many are anybody else's. False if
    /// the state is too old.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and numbers alone cross")]
    pub fn receive(&self, state: u32, number: f64, last: f64, message: u32, now: f64) -> bool {
        let state = ValueId::new(state);
        self.0.call(Call::Receive { state, number: number as u64, last, message }, now) != 0.0
    }

    /// The connection has come or gone.
    pub fn connect(&self, is_connected: bool, now: f64) {
        self.0.call(Call::Connect(is_connected), now);
    }

    /// Another match or player follows: whatever waits is given up with this error.
    pub fn forget(&self, error: u32) {
        self.0.call(Call::Forget(ValueId::new(error)), 0.0);
    }

    /// An action cannot be sent; without a number, the first that waits.
    pub fn reject(&self, seq: f64, error: u32, now: f64) {
        self.0.call(Call::Reject(seq as u64, ValueId::new(error)), now);
    }

    /// Time has passed.
    pub fn wake(&self, now: f64) {
        self.0.call(Call::Wake, now);
    }

    /// When to call `wake`; NaN: not at all.
    pub fn deadline(&self) -> f64 {
        self.0.deadline()
    }

    /// Whether an action without an answer shows already.
    pub fn is_predicted(&self, seq: f64) -> bool {
        self.0.is_predicted(seq as u64)
    }

    /// Whether the move with this index could be made in what shows.
    pub fn can_move(&self, place: i32, args: u32) -> bool {
        self.0.can_move(place, ValueId::new(args))
    }

    /// Notes, for `resume`, an action that has no answer: as `submit` is handed it.
    pub fn note(&self, action: u32, request: u32, place: i32, args: u32) {
        self.0.note(RawIntent { action: ValueId::new(action), request, place, args });
    }

    /// Goes on in the place of a client whose instance has failed. `state` is `undefined` if nothing is confirmed. The list has
    /// the number of that, how its message would be passed to `receive`, the number of the last action, whether there is a
    /// connection, and whether the master sends no acks; then, of each action that has been noted, its number, the state that
    /// its player saw, the number of the one it depends on, or 0, whether it goes ahead of the state, and the state that a
    /// silent master was sent as the one that it follows, or -1.
    pub fn resume(&self, state: u32, now: f64) {
        self.0.call(Call::Resume(ValueId::new(state)), now);
    }
}

#[cfg(not(feature = "bindgen"))]
impl Leaving for OnlineClient {
    fn leave(&self) {
        self.0.leave();
    }

    fn recover(&self) {
        self.0.recover();
    }
}

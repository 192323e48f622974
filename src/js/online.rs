//! The client of a remote master as JavaScript holds it.

use alloc::vec::Vec;
use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::imports;
use super::values::ValueId;
use crate::codes::{prediction, value};
use crate::sync::{
    Ack, Answer, Client, Confirmation, Effect, Fit, GameView, Prediction, Provenance, Remembered, Submitted,
    Unanswered,
};

/// The client's copy of the game: `pkg-template/lib/client/online-session.js`, which is the host in charge.
struct HostView;

impl GameView for HostView {
    type State = ValueId;
    type Action = ValueId;
    type Error = ValueId;

    fn predict(&self, state: &ValueId, action: &ValueId) -> Prediction<ValueId, ValueId> {
        match imports::predict(state.id(), action.id()) {
            prediction::DONE => {
                Prediction::Done { state: ValueId::at(0), begins_anew: imports::number_at(1) != 0.0 }
            }
            prediction::IN_PART => Prediction::InPart(ValueId::at(0)),
            prediction::DOUBTED => Prediction::Doubted,
            prediction::REFUSED => Prediction::Refused(ValueId::at(0)),
            _ => Prediction::Waits,
        }
    }

    fn is_same(&self, one: &ValueId, other: &ValueId) -> bool {
        imports::is_same(one.id(), other.id()) > 0
    }

    fn leaves_trace(&self, action: &ValueId) -> bool {
        imports::leaves_trace(action.id()) > 0
    }

    fn passed_over(&self) -> ValueId {
        ValueId::new(imports::passed_over() as u32)
    }
}

/// A client whose session JavaScript alone can name.
type Session = Client<HostView, ()>;

/// A client of a remote master. Numbers of states and actions are whole; times are in milliseconds.
///
/// While the game's code runs, which happens in `submit` and `receive`, other calls do nothing: the
/// JavaScript side waits with them.
#[wasm_bindgen]
pub struct OnlineClient {
    client: RefCell<Session>,
}

#[wasm_bindgen]
impl OnlineClient {
    /// A client that has heard of nothing yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript alone makes it")]
    pub fn new() -> OnlineClient {
        OnlineClient { client: RefCell::new(Client::new(HostView, ())) }
    }

    /// Goes on in the place of a client whose instance has failed. `state` is `undefined` if nothing is confirmed; the
    /// list has how many actions wait, and for each its number, the action, the state that its player saw, the number of
    /// the one it depends on, or 0, whether it goes ahead of the state, and the state that a silent master was told that it
    /// follows, or -1.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and numbers alone cross")]
    #[allow(clippy::fn_params_excessive_bools, reason = "one crossing, and numbers alone cross")]
    pub fn resume(&self, state: u32, number: f64, last: f64, is_connected: bool, is_silent: bool, now: f64) {
        let state = ValueId::new(state);
        let remembered = Remembered {
            confirmed: (state.id() != value::UNDEFINED).then_some((state, number as u64)),
            last: last as u64,
            unanswered: unanswered(),
            is_connected,
            is_silent,
        };
        self.work(|client, effects| *client = Client::resumed(HostView, (), remembered, now, effects));
    }

    /// The player makes an action: its number, or 0 if it was refused; then the host knows why.
    pub fn submit(&self, action: u32, now: f64) -> f64 {
        let action = ValueId::new(action);
        let submitted = self.work(|client, effects| client.submit(action, now, effects));
        match submitted {
            Some(Submitted::Pending(seq)) => return seq as f64,
            Some(Submitted::Refused(error)) => imports::refuse(error.id()),
            Some(Submitted::Impossible(why)) => imports::refuse_because(why),
            None => imports::refuse_because("a move or hook cannot make moves of its own"),
        }
        0.0
    }

    /// Whether a message fits, as a number of [`Fit`].
    pub fn fits(&self, base: f64, number: f64) -> u32 {
        let client = self.client.try_borrow();
        client.map_or(Fit::Old, |client| client.fits(base as u64, number as u64)) as u32
    }

    /// A message is missing.
    pub fn miss(&self, now: f64) {
        self.work(|client, effects| client.miss(now, effects));
    }

    /// The master sends a state. `last` is the last action of this session that it has answered; the list has how many
    /// of them it `refused`, and for each its number and the error. If it answers nothing, `last` is -1 less the
    /// number of this client's actions in its log. False if the state is too old.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and numbers alone cross")]
    pub fn receive(&self, state: u32, number: f64, last: f64, is_whole: bool, now: f64) -> bool {
        let state = ValueId::new(state);
        let answer = if last < 0.0 {
            Answer::Log((-1.0 - last) as u64)
        } else {
            Answer::Ack(Ack { last: last as u64, refused: refused() })
        };
        let confirmation = Confirmation { state, number: number as u64, answer, is_whole };
        let received = |client: &mut Session, effects: &mut _| client.receive(confirmation, now, effects);
        self.work(received).unwrap_or(false)
    }

    /// The master lacks an action before one that it got.
    #[wasm_bindgen(js_name = mendGap)]
    pub fn mend_gap(&self, now: f64) {
        self.work(|client, effects| client.mend_gap(now, effects));
    }

    /// The connection has come or gone.
    pub fn connect(&self, is_connected: bool, now: f64) {
        self.work(|client, effects| client.connect(is_connected, now, effects));
    }

    /// Another match or player follows: whatever waits is given up with this error.
    pub fn forget(&self, error: u32) {
        let error = ValueId::new(error);
        self.work(|client, effects| client.forget(error, effects));
    }

    /// An action cannot be sent; without a number, the first that waits.
    pub fn reject(&self, seq: f64, error: u32, now: f64) {
        let error = ValueId::new(error);
        self.work(|client, effects| client.reject(seq as u64, error, now, effects));
    }

    /// Time has passed.
    pub fn wake(&self, now: f64) {
        self.work(|client, effects| client.wake(now, effects));
    }

    /// When to call `wake`; NaN: not at all.
    pub fn deadline(&self) -> f64 {
        self.client.try_borrow().ok().and_then(|client| client.deadline()).unwrap_or(f64::NAN)
    }

    /// How many actions wait for the master's answer.
    pub fn pending(&self) -> usize {
        self.client.try_borrow().map_or(0, |client| client.pending())
    }

    /// Whether an action without an answer shows already.
    #[wasm_bindgen(js_name = isPredicted)]
    pub fn is_predicted(&self, seq: f64) -> bool {
        self.client.try_borrow().is_ok_and(|client| client.is_predicted(seq as u64))
    }
}

impl OnlineClient {
    /// Does something with the client, and then what follows from it. No borrow is held by then: subscribers
    /// may act at once.
    fn work<T>(&self, work: impl FnOnce(&mut Session, &mut Vec<Effect<ValueId>>) -> T) -> Option<T> {
        let mut effects = Vec::new();
        let answer = work(&mut *self.client.try_borrow_mut().ok()?, &mut effects);
        self.perform_all(effects);
        Some(answer)
    }

    /// Not inlined: each export would bring it along.
    #[inline(never)]
    fn perform_all(&self, effects: Vec<Effect<ValueId>>) {
        for effect in effects {
            self.perform(effect);
        }
    }

    fn perform(&self, effect: Effect<ValueId>) {
        let Ok(client) = self.client.try_borrow() else { return };
        match effect {
            Effect::Send(seq) => {
                let Some((action, provenance, seen)) = client.to_send(seq) else { return };
                let action = action.clone();
                drop(client);
                let (seen, seq) = (seen as f64, seq as f64);
                match provenance {
                    Some(Provenance { first, depends_on, ahead, .. }) => {
                        let depends_on = depends_on.unwrap_or(0) as f64;
                        imports::send(action.id(), seen, seq, first as f64, depends_on, ahead);
                    }
                    None => imports::send(action.id(), seen, 0.0, 0.0, 0.0, false),
                }
            }
            Effect::Resolve(seq, error) => {
                drop(client);
                imports::resolve(seq as f64, ValueId::id_or_undefined(error.as_ref()));
            }
            Effect::Publish => {
                let shown = client.shown().cloned();
                drop(client);
                imports::publish(ValueId::id_or_undefined(shown.as_ref()));
            }
            Effect::RequestSync => {
                drop(client);
                imports::request_sync();
            }
        }
    }
}

/// What waits for an answer, from the list.
fn unanswered() -> Vec<Unanswered<ValueId, ()>> {
    let count = imports::number_at(0) as u32;
    let from = |at: u32| {
        let number = |index| imports::number_at(at + index);
        let (seq, depends_on, sent_in) = (number(0) as u64, number(3) as u64, number(5));
        Unanswered {
            provenance: Provenance {
                session: (),
                seq,
                first: seq,
                depends_on: (depends_on > 0).then_some(depends_on),
                ahead: number(4) != 0.0,
            },
            seen: number(2) as u64,
            sent_in: (sent_in >= 0.0).then_some(sent_in as u64),
            action: ValueId::at(at + 1),
        }
    };
    (0..count).map(|index| from(1 + 6 * index)).collect()
}

/// What the master has refused, from the list.
fn refused() -> Vec<(u64, ValueId)> {
    let count = imports::number_at(0) as u32;
    (0..count).map(|index| (imports::number_at(1 + 2 * index) as u64, ValueId::at(2 + 2 * index))).collect()
}

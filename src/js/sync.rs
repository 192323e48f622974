//! The client of a remote master as JavaScript holds it.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::sync::{Ack, Answer, Client, Effect, Fit, Made, Prediction, Replica, Submitted};

#[wasm_bindgen]
extern "C" {
    /// `pkg-template/lib/online.js`: what a client's states are, and what is to be done.
    pub type OnlineHost;

    /// `[state, entered]`, `[undefined, false, error]`, or nothing if only the master can tell.
    #[wasm_bindgen(method)]
    fn predict(this: &OnlineHost, state: &JsValue, action: &JsValue) -> Option<Array>;

    #[wasm_bindgen(method, js_name = isSame)]
    fn is_same(this: &OnlineHost, one: &JsValue, other: &JsValue) -> bool;

    #[wasm_bindgen(method)]
    fn send(
        this: &OnlineHost,
        action: &JsValue,
        seen: f64,
        seq: f64,
        first: f64,
        depends_on: f64,
        ahead: bool,
    );

    #[wasm_bindgen(method)]
    fn settle(this: &OnlineHost, seq: f64, error: &JsValue);

    #[wasm_bindgen(method)]
    fn publish(this: &OnlineHost, shown: &JsValue);

    #[wasm_bindgen(method, js_name = requestSync)]
    fn request_sync(this: &OnlineHost);

    #[wasm_bindgen(method)]
    fn refuse(this: &OnlineHost, error: &JsValue);

    /// Whether the log would tell that an action was done.
    #[wasm_bindgen(method, js_name = leavesTrace)]
    fn leaves_trace(this: &OnlineHost, action: &JsValue) -> bool;

    /// What to say of an action that a master has passed over in silence.
    #[wasm_bindgen(method, js_name = passedOver)]
    fn passed_over(this: &OnlineHost) -> JsValue;
}

struct Face(Rc<OnlineHost>);

impl Replica for Face {
    type State = JsValue;
    type Action = JsValue;
    type Error = JsValue;

    fn predict(&self, state: &JsValue, action: &JsValue) -> Prediction<JsValue, JsValue> {
        let Some(outcome) = self.0.predict(state, action) else { return Prediction::Waits };
        let (state, entered) = (outcome.get(0), outcome.get(1).is_truthy());
        if state.is_undefined() {
            return Prediction::Refused(outcome.get(2));
        }
        Prediction::Done { state, entered }
    }

    fn is_same(&self, one: &JsValue, other: &JsValue) -> bool {
        self.0.is_same(one, other)
    }

    fn leaves_trace(&self, action: &JsValue) -> bool {
        self.0.leaves_trace(action)
    }

    fn passed_over(&self) -> JsValue {
        self.0.passed_over()
    }
}

/// A client of a remote master. Numbers of states and actions are whole; times are in milliseconds.
///
/// While the game's code runs, which happens in `submit` and `receive`, other calls do nothing: the
/// JavaScript side waits with them.
#[wasm_bindgen]
pub struct OnlineClient {
    host: Rc<OnlineHost>,
    client: RefCell<Client<Face>>,
}

#[wasm_bindgen]
impl OnlineClient {
    /// A client whose session is called so.
    #[wasm_bindgen(constructor)]
    pub fn new(host: OnlineHost, session: &str) -> OnlineClient {
        let host = Rc::new(host);
        let client = RefCell::new(Client::new(Face(Rc::clone(&host)), session.into()));
        OnlineClient { host, client }
    }

    /// The player makes an action: its number, or 0 if it was refused; then the host knows why.
    pub fn submit(&self, action: JsValue, now: f64) -> f64 {
        let submitted = self.work(|client, effects| client.submit(action, now, effects));
        match submitted {
            Some(Submitted::Pending(seq)) => return seq as f64,
            Some(Submitted::Refused(error)) => self.host.refuse(&error),
            Some(Submitted::Impossible(why)) => self.host.refuse(&why.into()),
            None => self.host.refuse(&"a move or hook cannot make moves of its own".into()),
        }
        0.0
    }

    /// Whether a message fits: 0 if it follows, 1 if it is old, 2 if one before it is missing.
    pub fn fits(&self, base: f64, number: f64) -> u32 {
        let Ok(client) = self.client.try_borrow() else { return 1 };
        match client.fits(base as u64, number as u64) {
            Fit::Follows => 0,
            Fit::Old => 1,
            Fit::Gap => 2,
        }
    }

    /// A message is missing.
    pub fn miss(&self, now: f64) {
        self.work(|client, effects| client.miss(now, effects));
    }

    /// The master sends a state. `last` is the last action of this session that it has answered; `refused` lists
    /// numbers of actions, each followed by the error. If it answers nothing, `last` is -1 less the number of
    /// this client's actions in its log. False if the state is too old.
    pub fn receive(
        &self,
        state: JsValue,
        number: f64,
        last: f64,
        refused: &Array,
        whole: bool,
        now: f64,
    ) -> bool {
        let answer = if last < 0.0 {
            Answer::Log((-1.0 - last) as u64)
        } else {
            Answer::Ack(Ack { last: last as u64, refused: pairs(refused) })
        };
        let received = |client: &mut Client<Face>, effects: &mut _| {
            client.receive(state, number as u64, answer, whole, now, effects)
        };
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
    pub fn forget(&self, error: JsValue) {
        self.work(|client, effects| client.forget(error, effects));
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
    fn work<T>(&self, work: impl FnOnce(&mut Client<Face>, &mut Vec<Effect<JsValue>>) -> T) -> Option<T> {
        let mut effects = Vec::new();
        let answer = work(&mut *self.client.try_borrow_mut().ok()?, &mut effects);
        for effect in effects {
            self.perform(effect);
        }
        Some(answer)
    }

    fn perform(&self, effect: Effect<JsValue>) {
        let Ok(client) = self.client.try_borrow() else { return };
        match effect {
            Effect::Send(seq) => {
                let Some((action, made, seen)) = client.to_send(seq) else { return };
                let action = action.clone();
                drop(client);
                let (seen, seq) = (seen as f64, seq as f64);
                match made {
                    Some(Made { first, depends_on, ahead, .. }) => {
                        let depends_on = depends_on.unwrap_or(0) as f64;
                        self.host.send(&action, seen, seq, first as f64, depends_on, ahead);
                    }
                    None => self.host.send(&action, seen, 0.0, 0.0, 0.0, false),
                }
            }
            Effect::Settle(seq, error) => {
                drop(client);
                self.host.settle(seq as f64, &error.unwrap_or_default());
            }
            Effect::Publish => {
                let shown = client.shown().cloned().unwrap_or_default();
                drop(client);
                self.host.publish(&shown);
            }
            Effect::RequestSync => {
                drop(client);
                self.host.request_sync();
            }
        }
    }
}

fn pairs(flat: &Array) -> Vec<(u64, JsValue)> {
    let numbers = (0..flat.length()).step_by(2);
    numbers.map(|index| (whole(&flat.get(index)), flat.get(index + 1))).collect()
}

fn whole(value: &JsValue) -> u64 {
    value.as_f64().unwrap_or_default() as u64
}

//! What a master remembers of a player, as JavaScript asks and changes it.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::codes::place::NONE;
use crate::sync::{self, Ack, Provenance, Session, Verdict};

/// The ledger of whichever player is dealt with: opened, filled in, and then asked or changed. Nothing of it is
/// kept here, and numbers alone cross the border. Sessions are known by their place in a list of JavaScript's, and
/// so is what was said of refused actions.
#[wasm_bindgen]
pub struct PlayerLedger {
    ledger: RefCell<sync::PlayerLedger<u32, u32>>,
}

#[wasm_bindgen]
impl PlayerLedger {
    /// One for all players.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript alone makes it")]
    pub fn new() -> PlayerLedger {
        PlayerLedger { ledger: RefCell::new(sync::PlayerLedger::new(0)) }
    }

    /// From now on it is that of a player who has no sessions yet: the state in which their situation began, and the one
    /// before which a forgotten session may have been answered.
    pub fn open(&self, began: f64, forgotten: f64) {
        let mut ledger = self.ledger.borrow_mut();
        ledger.began = began as u64;
        ledger.forgotten = forgotten as u64;
        ledger.sessions.clear();
    }

    /// Adds a session that acted after those before it.
    #[wasm_bindgen(js_name = addSession)]
    pub fn add_session(&self, id: u32, led_to: f64, last: f64) {
        let ack = Ack { last: last as u64, refused: Vec::new() };
        self.ledger.borrow_mut().sessions.push(Session { id, ack, led_to: led_to as u64 });
    }

    /// Adds a refusal to the session that was added last.
    #[wasm_bindgen(js_name = addRefusal)]
    pub fn add_refusal(&self, seq: f64, error: u32) {
        if let Some(session) = self.ledger.borrow_mut().sessions.last_mut() {
            session.ack.refused.push((seq as u64, error));
        }
    }

    /// What to do with an action: 0 run it, 1 stale, 2 known, 3 gap, 4 orphan, 5 forgotten. A `seq` of 0 stands for a
    /// sender without sessions, a `depends_on` of 0 for none.
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn judge(
        &self,
        session: u32,
        seq: f64,
        first: f64,
        depends_on: f64,
        ahead: bool,
        seen: f64,
        now: f64,
        strict: bool,
    ) -> u32 {
        let depends_on = (depends_on > 0.0).then_some(depends_on as u64);
        let provenance =
            (seq > 0.0).then(|| Provenance { depends_on, ahead, ..provenance(session, seq, first) });
        match self.ledger.borrow().judge(provenance.as_ref(), seen as u64, now as u64, strict) {
            Verdict::Run => 0,
            Verdict::Stale => 1,
            Verdict::Known => 2,
            Verdict::Gap => 3,
            Verdict::Orphan => 4,
            Verdict::Forgotten => 5,
        }
    }

    /// An action has led to this state. Answers the session that is forgotten for it; -1 if none is.
    pub fn done(&self, session: u32, seq: f64, first: f64, led_to: f64) -> i32 {
        place(self.ledger.borrow_mut().done(&provenance(session, seq, first), led_to as u64))
    }

    /// An action was refused in the state `now`. Answers the session that is forgotten for it; -1 if none is.
    pub fn refused(&self, session: u32, seq: f64, first: f64, now: f64, error: u32) -> i32 {
        let mut ledger = self.ledger.borrow_mut();
        let forgotten = ledger.refused(&provenance(session, seq, first), error);
        if forgotten.is_some() {
            ledger.forget_before(now as u64);
        }
        place(forgotten)
    }

    /// What was made in an older state may have been answered to a session that is forgotten.
    pub fn forgotten(&self) -> f64 {
        self.ledger.borrow().forgotten as f64
    }

    /// The state that the last success of the session that acted last has led to.
    #[wasm_bindgen(js_name = ledTo)]
    pub fn led_to(&self) -> f64 {
        self.ledger.borrow().sessions.last().map_or(0.0, |session| session.led_to as f64)
    }

    /// How many refusals of the session that acted last are to be said.
    pub fn refusals(&self) -> usize {
        self.ledger.borrow().sessions.last().map_or(0, |session| session.ack.refused.len())
    }

    /// One of them, or -1.
    pub fn refusal(&self, index: usize) -> i32 {
        let ledger = self.ledger.borrow();
        let refused = ledger.sessions.last().and_then(|session| session.ack.refused.get(index));
        place(refused.map(|(_, error)| *error))
    }
}

fn place(place: Option<u32>) -> i32 {
    place.map_or(NONE, |place| place as i32)
}

fn provenance(session: u32, seq: f64, first: f64) -> Provenance<u32> {
    Provenance { session, seq: seq as u64, first: first as u64, depends_on: None, ahead: false }
}

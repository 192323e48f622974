//! What a master decides, as JavaScript asks for it.

use alloc::vec::Vec;
use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::imports;
use crate::codes::{Decided, led_to, others, permit, place};
use crate::core::Permit;
use crate::sync::{
    Ack, Attempt, Case, Decided as Decision, Objection, PlayerLedger, Provenance, Session, Standing, decide,
};

/// An error as the ledger knows it: its place in a list of JavaScript's, or none for the error at hand, which is that of
/// the action that is decided on.
type Known = Option<u32>;

/// Decides on the actions of all matches. Of a match it is told what concerns the author of an action, and keeps nothing
/// of it. Numbers alone cross the boundary: sessions are known by their places in a list of JavaScript's, and so is what
/// was said of refused actions.
#[wasm_bindgen]
pub struct OnlineMaster {
    author: RefCell<Author>,
}

/// The author of the action that is decided on.
#[derive(Default)]
struct Author {
    is_seated: bool,
    ledger: PlayerLedger<u32, Known>,
    /// The session that was forgotten for the one that has acted.
    evicted: Option<u32>,
}

#[wasm_bindgen]
impl OnlineMaster {
    /// One for all matches.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript alone makes it")]
    pub fn new() -> OnlineMaster {
        OnlineMaster { author: RefCell::default() }
    }

    /// Somebody makes an action: whether they have a seat, the state in which their situation began, and the one before
    /// which a forgotten session may have been answered. No session of theirs is known yet.
    pub fn open(&self, is_seated: bool, began: f64, forgotten: f64) {
        let mut author = self.author.borrow_mut();
        author.is_seated = is_seated;
        author.ledger.began = began as u64;
        author.ledger.forgotten = forgotten as u64;
        author.ledger.sessions.clear();
    }

    /// Adds a session of theirs that acted after those before it.
    #[wasm_bindgen(js_name = addSession)]
    pub fn add_session(&self, id: u32, led_to: f64, last: f64) {
        let ack = Ack { last: last as u64, refused: Vec::new() };
        self.author.borrow_mut().ledger.sessions.push(Session { id, ack, led_to: led_to as u64 });
    }

    /// Adds a refusal to the session that was added last.
    #[wasm_bindgen(js_name = addRefusal)]
    pub fn add_refusal(&self, seq: f64, error: u32) {
        if let Some(session) = self.author.borrow_mut().ledger.sessions.last_mut() {
            session.ack.refused.push((seq as u64, Some(error)));
        }
    }

    /// Decides on their action, which the host has, in the state `now`: one of [`Decided`]. A `seq` of 0 stands for a
    /// sender without sessions, a `depends_on` of 0 for none.
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn decide(
        &self,
        now: f64,
        seen: f64,
        session: u32,
        seq: f64,
        first: f64,
        depends_on: f64,
        ahead: bool,
    ) -> u32 {
        let provenance = (seq > 0.0).then(|| Provenance {
            session,
            seq: seq as u64,
            first: first as u64,
            depends_on: (depends_on > 0.0).then_some(depends_on as u64),
            ahead,
        });
        // Taken out: the game's code may have another master decide meanwhile.
        let mut author = self.author.take();
        let case = Case {
            now: now as u64,
            standing: author.standing(),
            ledger: &mut author.ledger,
            provenance: provenance.as_ref(),
            seen: seen as u64,
        };
        let decision = decide(&HostAttempt, case);
        author.evicted = None;
        let decided = match decision {
            Decision::Repeated => Decided::Repeated,
            Decision::Done { evicted, .. } => {
                author.evicted = evicted;
                Decided::Done
            }
            Decision::Refused { evicted, .. } => {
                author.evicted = evicted;
                Decided::Refused
            }
            Decision::TurnedAway { ack, .. } => {
                // Read by the host like any other answer, and gone with the next action.
                author.ledger.sessions.extend(ack.map(|ack| Session { id: session, ack, led_to: 0 }));
                Decided::TurnedAway
            }
        };
        self.author.replace(author);
        decided as u32
    }

    /// What was made in an older state may have been answered to a session that is forgotten.
    pub fn forgotten(&self) -> f64 {
        self.author.borrow().ledger.forgotten as f64
    }

    /// The session that was forgotten for the one that has acted, if one was.
    pub fn evicted(&self) -> i32 {
        self.author.borrow().evicted.map_or(place::NONE, |session| session as i32)
    }

    /// The state that the last success of the session that acted last has led to.
    #[wasm_bindgen(js_name = ledTo)]
    pub fn led_to(&self) -> f64 {
        self.author.borrow().ledger.sessions.last().map_or(0.0, |session| session.led_to as f64)
    }

    /// How many refusals of the session that acted last are to be said.
    pub fn refusals(&self) -> usize {
        self.author.borrow().ledger.sessions.last().map_or(0, |session| session.ack.refused.len())
    }

    /// The place of what was said of one of them; none if that is the error at hand.
    pub fn refusal(&self, index: usize) -> i32 {
        let author = self.author.borrow();
        let refused = author.ledger.sessions.last().and_then(|session| session.ack.refused.get(index));
        refused.and_then(|(_, error)| *error).map_or(place::NONE, |error| error as i32)
    }
}

impl Author {
    fn standing(&self) -> Standing {
        if self.is_seated {
            return Standing::Seated;
        }
        match imports::others_remembered() {
            others::REMEMBERED => Standing::Remembered,
            count => usize::try_from(count).map_or(Standing::Stranger, Standing::Named),
        }
    }
}

/// The action that is decided on. It lies with the host in charge, `pkg-template/lib/online/decisions.js`, and so does
/// what comes of it.
struct HostAttempt;

impl Attempt for HostAttempt {
    type Outcome = ();
    type Error = Known;

    fn permit(&self) -> Result<Permit, Known> {
        let answer = imports::permit();
        // Also if it has thrown.
        if answer <= permit::NONE {
            return Err(None);
        }
        let has = |flag| answer & flag != 0;
        Ok(Permit { strict: has(permit::STRICT), ignores_stale: has(permit::IGNORES_STALE) })
    }

    fn run(&self) -> Result<(u64, ()), Known> {
        let number = imports::run();
        if number > led_to::NOWHERE { Ok((number as u64, ())) } else { Err(None) }
    }

    fn objection(&self, objection: Objection) -> Known {
        imports::object(objection.kind().name(), objection.message());
        None
    }
}

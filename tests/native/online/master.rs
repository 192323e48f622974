//! The native master, with the one match that it runs.

use std::rc::Rc;

use rondel::core::{Action, PlayerID, Refusal, RefusalKind, Request as Asking};
use rondel::sync::{self, Ack, Asked, Decision, MatchLedger, Objection, Provenance};
use serde_json::Value;

use super::games::{Full, World};
use crate::support::{Match, NativeHost};

/// A master with the one match that it runs.
pub struct Master {
    game: Rc<Match<World>>,
    master: sync::Master<NativeHost<World>>,
    /// The actions that were done, by session and number.
    pub done: Vec<(Rc<str>, u64)>,
}

/// An action on its way to the master.
#[derive(Clone)]
pub struct Request {
    /// What is asked.
    pub action: Action<Value>,
    /// How it was made.
    pub provenance: Provenance,
    /// The state that its player saw.
    pub seen: u64,
}

/// Who has to be told.
#[derive(Clone, Copy, PartialEq)]
pub enum Audience {
    /// The state has changed.
    Everybody,
    /// It has not.
    Author,
}

impl Master {
    /// A master with a match that begins.
    pub fn new(game: Rc<Match<World>>) -> Self {
        let master = sync::Master::new(game.state.clone());
        Master { game, master, done: Vec::new() }
    }

    /// The present state.
    pub fn state(&self) -> &Full {
        self.master.state()
    }

    /// What of this player's actions is in the present state.
    pub fn acks(&self, player: &str) -> Vec<(Rc<str>, Ack<String>)> {
        let named = |Ack { last, refused }: Ack<Refusal<Value>>| {
            let refused = refused.into_iter().map(|(seq, error)| (seq, name_of(&error))).collect();
            Ack { last, refused }
        };
        self.master.acks(player).into_iter().map(|(session, ack)| (session, named(ack))).collect()
    }

    /// Deals with an action of this player, who is who they say.
    pub fn update(&mut self, player: &PlayerID, request: &Request) -> Audience {
        let Request { action, provenance, seen } = request.clone();
        let done = (provenance.session.clone(), provenance.seq);
        let asked = Asked { player: player.clone(), action, provenance: Some(provenance), seen };
        match self.master.update(&self.game.engine, &asked).decision {
            Decision::Done { .. } => {
                self.done.push(done);
                Audience::Everybody
            }
            Decision::Repeated | Decision::Refused { .. } => Audience::Author,
            Decision::TurnedAway { error, .. } => panic!("player {player} has a seat: {}", error.message),
        }
    }

    /// The match as it is now, to come back to.
    pub fn stored(&self) -> (Full, MatchLedger<Refusal<Value>>) {
        (self.master.state().clone(), self.master.ledger().clone())
    }

    /// Everything since then is forgotten.
    pub fn fall_back(&mut self, (state, ledger): (Full, MatchLedger<Refusal<Value>>)) {
        self.master = sync::Master::restored(state, ledger);
    }
}

/// What the tests call a refusal.
fn name_of(refusal: &Refusal<Value>) -> String {
    match refusal.kind {
        RefusalKind::StaleStateId if refusal.message == Objection::Orphan.message() => "orphan".into(),
        RefusalKind::StaleStateId => "stale".into(),
        kind => kind.name().into(),
    }
}

/// Why this player cannot do such a thing now, whatever the game's code would say.
pub fn objection(
    game: &Match<World>,
    state: &Full,
    player: &PlayerID,
    action: &Action<Value>,
) -> Option<RefusalKind> {
    let request = Asking::of(&action.kind)?;
    game.engine.game.check(&state.ctx, Some(player), request).err().map(|refusal| refusal.kind)
}

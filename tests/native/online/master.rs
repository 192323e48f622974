//! The master of a match: the order of questions is that of `pkg-template/lib/online/master.js`.

use std::rc::Rc;

use rondel::core::{Action, ActionKind, Fault, FreshPlayers, PlayerID, RefusalKind};
use rondel::sync::{Ack, PlayerLedger, Provenance, Verdict};
use serde_json::Value;

use super::games::{Full, World, is_strict};
use crate::support::Match;

/// A master with the one match that it runs.
pub struct Master {
    game: Rc<Match<World>>,
    /// The present state.
    pub state: Full,
    ledgers: Ledgers,
    /// The actions that were done, by session and number.
    pub done: Vec<(Rc<str>, u64)>,
}

/// Of everybody, as `pkg-template/lib/online/ledger.js` has them.
#[derive(Clone)]
pub struct Ledgers {
    /// Nobody's situation is older than this state.
    base: u64,
    own: Vec<(PlayerID, PlayerLedger<Rc<str>, String>)>,
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
        let state = game.state.clone();
        let ledgers = Ledgers { base: state.state_id, own: Vec::new() };
        Master { game, ledgers, state, done: Vec::new() }
    }

    /// What of this player's actions is in the present state.
    pub fn acks(&self, player: &str) -> Vec<(Rc<str>, Ack<String>)> {
        let sessions = self.ledgers.of(player).sessions.into_iter();
        sessions.map(|session| (session.id, session.ack)).collect()
    }

    /// Handles an action of this player, who is authenticated.
    pub fn update(&mut self, player: &str, request: &Request) -> Audience {
        let Request { action, provenance, seen } = request;
        let now = self.state.state_id;
        let verdict = self.ledgers.of(player).judge(Some(provenance), *seen, now, self.is_strict(action));
        if matches!(verdict, Verdict::Known | Verdict::Gap) {
            return Audience::Author;
        }
        let error = match (objection(&self.game, &self.state, player, action), verdict) {
            (Some(kind), _) => kind.name().into(),
            (None, Verdict::Orphan) => "orphan".into(),
            (None, Verdict::Stale | Verdict::Forgotten) => "stale".into(),
            _ => match self.game.engine.apply(&self.state, action) {
                Ok(next) => {
                    let entered = self.game.engine.context.fresh_players();
                    self.accept(player, provenance, next, &entered);
                    return Audience::Everybody;
                }
                Err(Fault::Refused(refusal)) => refusal.kind.name().into(),
                Err(Fault::Thrown(thrown)) => format!("threw {}", thrown.0),
            },
        };
        self.ledgers.change(player, |ledger| ledger.refused(provenance, error, now));
        Audience::Author
    }

    /// The match as it is now, to come back to.
    pub fn stored(&self) -> (Full, Ledgers) {
        (self.state.clone(), self.ledgers.clone())
    }

    /// Everything since then is forgotten.
    pub fn fall_back(&mut self, stored: (Full, Ledgers)) {
        (self.state, self.ledgers) = stored;
    }

    fn accept(&mut self, player: &str, provenance: &Provenance, next: Full, entered: &FreshPlayers) {
        self.ledgers.begin(next.state_id, entered);
        self.ledgers.change(player, |ledger| ledger.done(provenance, next.state_id));
        self.state = next;
        self.done.push((provenance.session.clone(), provenance.seq));
    }

    fn is_strict(&self, action: &Action<Value>) -> bool {
        match &action.kind {
            ActionKind::Move { id, .. } => {
                self.game.engine.game.move_names.name(*id).is_some_and(|name| is_strict(name))
            }
            // What is taken back must be what its player saw last.
            ActionKind::Undo | ActionKind::Redo => true,
            _ => false,
        }
    }
}

impl Ledgers {
    fn of(&self, player: &str) -> PlayerLedger<Rc<str>, String> {
        let own = self.own.iter().find(|(other, _)| **other == *player);
        own.map_or_else(|| PlayerLedger::new(self.base), |(_, ledger)| ledger.clone())
    }

    fn change<T>(&mut self, player: &str, change: impl FnOnce(&mut PlayerLedger<Rc<str>, String>) -> T) {
        let mut ledger = self.of(player);
        change(&mut ledger);
        self.own.retain(|(other, _)| **other != *player);
        self.own.push((player.into(), ledger));
    }

    /// The situation of those who have entered begins anew.
    fn begin(&mut self, state_id: u64, entered: &FreshPlayers) {
        if entered.everybody {
            self.base = state_id;
            self.own.iter_mut().for_each(|(_, ledger)| ledger.began = state_id);
        }
        for player in &entered.players {
            self.change(player, |ledger| ledger.began = state_id);
        }
    }
}

/// Why this player cannot do such a thing now, whatever the game's code would say.
pub fn objection(
    game: &Match<World>,
    state: &Full,
    player: &str,
    action: &Action<Value>,
) -> Option<RefusalKind> {
    let ctx = &state.ctx;
    if ctx.gameover.is_some() {
        return Some(RefusalKind::GameOver);
    }
    if !ctx.is_player_active(player) {
        return Some(RefusalKind::InactivePlayer);
    }
    let is_alone = ctx.active_players.as_ref().is_none_or(|active| active.entries().iter().count() == 1);
    match &action.kind {
        ActionKind::Undo | ActionKind::Redo if game.engine.game.disable_undo => {
            Some(RefusalKind::ActionDisabled)
        }
        ActionKind::Undo | ActionKind::Redo if !is_alone => Some(RefusalKind::ActionInvalid),
        ActionKind::Move { id, .. } if game.engine.find_move(ctx, *id, Some(&player.into())).is_none() => {
            Some(RefusalKind::UnavailableMove)
        }
        _ => None,
    }
}

//! A master of a match that is played by an engine of this process.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::decision::{Attempt, Case, Decision, Objection, Standing, decide};
use super::ledger::PlayerLedger;
use super::message::{Ack, Provenance};
use crate::codes::{GAME_THREW, MOST_OTHERS, MOST_PLAYERS};
use crate::core::{
    Action, Ctx, Engine, Fault, FreshPlayers, Host, Permit, PlayerID, Refusal, RefusalKind, Request, State,
};

/// A match as its master holds it: the present state, and what is remembered besides. Whoever owns it stores both, tells
/// the clients, and asks for credentials.
pub struct Master<H: Host> {
    state: State<H>,
    ledger: MatchLedger<Refusal<H::Value>>,
}

/// An action on its way to its master.
#[derive(Clone, Debug)]
pub struct Asked<V> {
    /// Who asks, which is the player of the action as well.
    pub player: PlayerID,
    /// What is asked for.
    pub action: Action<V>,
    /// How it was made; boardgame.io's clients do not say.
    pub provenance: Option<Provenance>,
    /// The state that the player saw.
    pub seen: u64,
}

/// What a master remembers of a match besides its state, of whichever player there is something to remember.
#[derive(Clone, Debug)]
pub struct MatchLedger<E> {
    /// Nobody's situation is older than this state.
    base: u64,
    players: Vec<(PlayerID, PlayerLedger<Rc<str>, E>)>,
}

/// What has come of an action at its master.
pub struct Update<H: Host> {
    /// What the master has decided.
    pub decision: Decision<(), Rc<str>, Refusal<H::Value>>,
    /// What the game has thrown; its author hears no more than that it has.
    pub thrown: Option<H::Exception>,
}

/// What has been answered to each session of a player.
pub type Acks<V> = Vec<(Rc<str>, Ack<Refusal<V>>)>;

impl<H: Host> Master<H>
where
    H::Value: Clone,
{
    /// A match that has begun.
    pub fn new(state: State<H>) -> Self {
        let ledger = MatchLedger { base: state.state_id, players: Vec::new() };
        Master { state, ledger }
    }

    /// A match that goes on as it was stored.
    pub fn restored(state: State<H>, ledger: MatchLedger<Refusal<H::Value>>) -> Self {
        Master { state, ledger }
    }

    /// The present state.
    pub fn state(&self) -> &State<H> {
        &self.state
    }

    /// What is to be stored with the state.
    pub fn ledger(&self) -> &MatchLedger<Refusal<H::Value>> {
        &self.ledger
    }

    /// What has been answered to this player's sessions.
    pub fn acks(&self, player: &str) -> Acks<H::Value> {
        let sessions = self.ledger.of(player).sessions.into_iter();
        sessions.map(|session| (session.id, session.ack)).collect()
    }

    /// Decides on an action, and goes on to the state that it leads to.
    pub fn update(&mut self, engine: &Engine<H>, asked: &Asked<H::Value>) -> Update<H> {
        let mut ledger = self.ledger.of(&asked.player);
        let attempt = EngineAttempt { engine, state: &self.state, asked, thrown: RefCell::new(None) };
        let case = Case {
            now: self.state.state_id,
            standing: self.ledger.standing(&self.state.ctx, &asked.player),
            ledger: &mut ledger,
            provenance: asked.provenance.as_ref(),
            seen: asked.seen,
        };
        let decision = decide(&attempt, case);
        let thrown = attempt.thrown.into_inner();
        let decision = match decision {
            Decision::Done { outcome: (next, fresh), evicted } => {
                self.ledger.put(&asked.player, ledger);
                self.ledger.begin_anew(&fresh, next.state_id);
                self.state = next;
                Decision::Done { outcome: (), evicted }
            }
            Decision::Refused { error, evicted } => {
                self.ledger.put(&asked.player, ledger);
                Decision::Refused { error, evicted }
            }
            Decision::Repeated => Decision::Repeated,
            Decision::TurnedAway { error, ack } => Decision::TurnedAway { error, ack },
        };
        Update { decision, thrown }
    }
}

impl<E: Clone> MatchLedger<E> {
    fn of(&self, player: &str) -> PlayerLedger<Rc<str>, E> {
        let known = self.players.iter().find(|(other, _)| **other == *player);
        known.map_or_else(|| PlayerLedger::new(self.base), |(_, ledger)| ledger.clone())
    }

    fn put(&mut self, player: &PlayerID, ledger: PlayerLedger<Rc<str>, E>) {
        match self.players.iter_mut().find(|(other, _)| other == player) {
            Some((_, known)) => *known = ledger,
            None => self.players.push((player.clone(), ledger)),
        }
    }

    /// The situation of these players begins with the state `now`.
    fn begin_anew(&mut self, fresh: &FreshPlayers, now: u64) {
        // Under `compat` games think up names. A situation that is older than it was makes an action stale at most.
        let is_full = self.players.len() + fresh.players.len() > (MOST_PLAYERS + MOST_OTHERS) as usize;
        if fresh.everybody || is_full {
            self.base = now;
            // All else that is noted of the others is when their situation began.
            self.players.retain(|(_, ledger)| ledger.has_answers());
            self.players.iter_mut().for_each(|(_, ledger)| ledger.began = now);
        }
        for player in &fresh.players {
            self.put(player, PlayerLedger { began: now, ..self.of(player) });
        }
    }

    fn standing<V>(&self, ctx: &Ctx<V>, player: &PlayerID) -> Standing {
        if ctx.has_seat(player) {
            return Standing::Seated;
        }
        let is_active = ctx.active_players.as_ref().is_some_and(|active| active.contains(player));
        if !is_active && !ctx.play_order.contains(player) {
            return Standing::Stranger;
        }
        let remembered = self.players.iter().filter(|(_, ledger)| ledger.has_answers());
        let others: Vec<_> =
            remembered.map(|(other, _)| other).filter(|other| !ctx.has_seat(other)).collect();
        if others.contains(&player) { Standing::Remembered } else { Standing::Named(others.len()) }
    }
}

/// An action that the engine runs.
struct EngineAttempt<'a, H: Host> {
    engine: &'a Engine<H>,
    state: &'a State<H>,
    asked: &'a Asked<H::Value>,
    thrown: RefCell<Option<H::Exception>>,
}

impl<H: Host> Attempt for EngineAttempt<'_, H>
where
    H::Value: Clone,
{
    type Outcome = (State<H>, FreshPlayers);
    type Error = Refusal<H::Value>;

    fn permit(&self) -> Result<Permit, Self::Error> {
        let Some(request) = Request::of(&self.asked.action.kind) else {
            return Err(Refusal::new(RefusalKind::ActionInvalid, "players cannot ask for this"));
        };
        self.engine.game.check(&self.state.ctx, Some(&self.asked.player), request).map_err(|refusal| *refusal)
    }

    fn run(&self) -> Result<(u64, Self::Outcome), Self::Error> {
        match self.engine.apply(self.state, &self.asked.action) {
            Ok(next) => Ok((next.state_id, (next, self.engine.context.fresh_players()))),
            Err(Fault::Refused(refusal)) => Err(*refusal),
            Err(Fault::Thrown(exception)) => {
                self.thrown.replace(Some(exception));
                Err(Refusal::new(RefusalKind::InvalidMove, GAME_THREW))
            }
        }
    }

    fn objection(&self, objection: Objection) -> Self::Error {
        Refusal::new(objection.kind(), objection.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(everybody: bool, players: &[&str]) -> FreshPlayers {
        FreshPlayers { everybody, players: players.iter().map(|player| PlayerID::from(*player)).collect() }
    }

    #[test]
    fn when_everybodys_situation_begins_anew_only_players_with_answers_are_remembered() {
        let mut ledger: MatchLedger<&str> = MatchLedger { base: 0, players: Vec::new() };
        let mut answered = PlayerLedger::new(0);
        let made = Provenance { session: Rc::from("tab"), seq: 1, first: 1, depends_on: None, ahead: false };
        answered.done(&made, 1);
        ledger.put(&"0".into(), answered);
        ledger.begin_anew(&fresh(false, &["0", "1", "2"]), 2);
        assert_eq!((ledger.of("1").began, ledger.of("3").began), (2, 0));
        ledger.begin_anew(&fresh(true, &[]), 3);
        let known: Vec<_> = ledger.players.iter().map(|(player, _)| &**player).collect();
        assert_eq!(known, ["0"]);
        assert_eq!((ledger.of("0").began, ledger.of("1").began), (3, 3));
        assert_eq!(ledger.of("0").sessions.len(), 1);
    }
}

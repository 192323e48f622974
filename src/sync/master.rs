//! The master of a match: the owner of its state and its ledger.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::decision::{Announcement, Decision, Objection};
use super::ledger::{PlayerLedger, Verdict};
use super::match_ledger::MatchLedger;
use super::message::{Ack, Provenance};
use rondel_codes::GAME_THREW;
use rondel_core::{
    Action, ActionKind, ClockOrder, Engine, Fault, Host, Permit, PlayerID, Refusal, RefusalKind, Request,
    Restarted, State, Timeout, shortened,
};

/// A match at its master: a state and a ledger. It is a value: its owner stores both, notifies the clients,
/// and checks credentials.
///
/// A master *proposes* the result of an action and stays unchanged. Its owner stores the proposal if the
/// stored match is still the same, and then commits it. If another process has stored something meanwhile,
/// the owner drops the proposal and asks for a new one based on the stored state.
pub struct Master<H: Host, E> {
    state: Rc<State<H>>,
    ledger: MatchLedger<E>,
}

/// The owner of a master.
pub trait Keeper<H: Host> {
    /// Type of the error of a refused action, as it is stored and sent.
    type Error: Clone;

    /// Converts a refusal into the stored error. The message is short. The keeper limits the size of the
    /// payload.
    fn error(&self, refusal: Refusal<H::Value>) -> Self::Error;

    /// Accepts the state after an action, if it can be stored and sent. Returns the state to keep.
    ///
    /// # Errors
    /// The error with which the action is refused.
    fn admit(&self, next: State<H>) -> Result<Rc<State<H>>, Self::Error>;
}

/// An action as it reaches the master.
#[derive(Clone, Debug)]
pub struct Asked<V, E> {
    /// Author of the action.
    pub player: PlayerID,
    /// Action, or the error with which it is refused at once.
    pub action: Result<ActionKind<V>, E>,
    /// Provenance of the action. boardgame.io's clients send none.
    pub provenance: Option<Provenance>,
    /// Number of the state that the player saw.
    pub seen: u64,
}

/// Result of an action, until the owner commits or drops it.
pub struct Proposal<H: Host, E> {
    /// Decision of the master.
    pub decision: Decision<E>,
    /// Announcement that the owner sends after it has stored `next`.
    pub announcement: Announcement,
    /// Match to store. `None`: the match does not change.
    pub next: Option<Master<H, E>>,
    /// Exception of the game. The author only learns that there was one.
    pub thrown: Option<H::Exception>,
}

/// Acks of a player's sessions, by session ID.
pub type Acks<E> = Vec<(Rc<str>, Ack<E>)>;

/// Maximum length of a refusal's message in UTF-16 units. Messages contain names from players and texts from
/// games.
const MOST_MESSAGE: usize = 500;

impl<H: Host, E: Clone> Master<H, E> {
    /// Creates the master of a new match.
    pub fn new(state: Rc<State<H>>) -> Self {
        let ledger = MatchLedger::new(state.state_id);
        Master { state, ledger }
    }

    /// Creates the master of a stored match.
    pub fn restored(state: Rc<State<H>>, ledger: MatchLedger<E>) -> Self {
        Master { state, ledger }
    }

    /// Returns the present state.
    pub fn state(&self) -> &Rc<State<H>> {
        &self.state
    }

    /// Returns the ledger, which is stored with the state.
    pub fn ledger(&self) -> &MatchLedger<E> {
        &self.ledger
    }

    /// Returns the acks of this player's sessions.
    pub fn acks(&self, player: &str) -> Acks<E> {
        let sessions = self.ledger.of(player).sessions.into_iter();
        sessions.map(|session| (session.id, session.ack)).collect()
    }

    /// Decides on an action, runs it if nothing speaks against it, and notes the result in the ledger.
    ///
    /// The ledger comes before the rules: a duplicate of the action that ended a player's turn must not be
    /// refused because the player is no longer active.
    pub fn propose<K>(&self, engine: &Engine<H>, keeper: &K, asked: &Asked<H::Value, E>) -> Proposal<H, E>
    where
        H::Value: Clone,
        K: Keeper<H, Error = E>,
    {
        let proposal = self.decide(engine, keeper, asked);
        let announcement = proposal.decision.announcement(asked.provenance.is_some());
        Proposal { announcement, ..proposal }
    }

    fn decide<K>(&self, engine: &Engine<H>, keeper: &K, asked: &Asked<H::Value, E>) -> Proposal<H, E>
    where
        H::Value: Clone,
        K: Keeper<H, Error = E>,
    {
        let Asked { player, action, provenance, seen } = asked;
        let runner = Runner { engine, keeper, state: &self.state, player };
        if !self.ledger.membership(&self.state.ctx, player).is_player() {
            let error = runner.objection(Objection::Outsider);
            let ack = provenance.as_ref().map(|made| Ack::turning_away(made, &error));
            return Proposal::of(Decision::TurnedAway { error, ack });
        }
        let known = self.ledger.of(player);
        let permitted = action.as_ref().map_err(E::clone).and_then(|kind| Ok((kind, runner.permit(kind)?)));
        let is_strict = permitted.as_ref().is_ok_and(|(_, permit)| permit.strict);
        let verdict = known.judge(provenance.as_ref(), *seen, self.state.state_id, is_strict);
        if matches!(verdict, Verdict::Known | Verdict::Gap) {
            return Proposal::of(Decision::Repeated);
        }
        let outcome =
            permitted.map_err(Failure::of).and_then(|(kind, permit)| match Objection::of(verdict, permit) {
                Some(objection) => Err(Failure::of(runner.objection(objection))),
                None => runner.run(kind.clone()),
            });
        let answered = provenance.as_ref().map(|made| (player, made, known));
        match outcome {
            Ok(outcome) => self.done(outcome, answered),
            Err(failure) => self.refused(failure, answered),
        }
    }

    /// Proposes that a player leaves permanently, whatever state they saw. Has no effect if the match is
    /// over.
    pub fn propose_leave<K>(&self, engine: &Engine<H>, keeper: &K, player: &PlayerID) -> Proposal<H, E>
    where
        K: Keeper<H, Error = E>,
    {
        if self.state.ctx.gameover.is_some() {
            return Proposal::of(Decision::Repeated);
        }
        let runner = Runner { engine, keeper, state: &self.state, player };
        match runner.run(ActionKind::Leave) {
            Ok(outcome) => Proposal { announcement: Announcement::State, ..self.done(outcome, None) },
            Err(failure) => self.refused(failure, None),
        }
    }

    /// Proposes the end of a player's time, whose deadline has passed. If `onTimeout` throws or the
    /// chosen move is refused, the owner proposes it again with `has_failed`.
    pub fn propose_timeout<K>(
        &self,
        engine: &Engine<H>,
        keeper: &K,
        timeout: Timeout<H::Value>,
    ) -> Proposal<H, E>
    where
        K: Keeper<H, Error = E>,
    {
        let player = timeout.player.clone();
        let runner = Runner { engine, keeper, state: &self.state, player: &player };
        match runner.run(ActionKind::Timeout(timeout)) {
            Ok(outcome) => Proposal { announcement: Announcement::State, ..self.done(outcome, None) },
            Err(failure) => self.refused(failure, None),
        }
    }

    /// Proposes an order of the host to the clock of the match.
    pub fn propose_clock<K>(&self, engine: &Engine<H>, keeper: &K, order: ClockOrder) -> Proposal<H, E>
    where
        K: Keeper<H, Error = E>,
    {
        let runner = Runner { engine, keeper, state: &self.state, player: &PlayerID::default() };
        match runner.run(ActionKind::Clock(order)) {
            Ok(outcome) => Proposal { announcement: Announcement::State, ..self.done(outcome, None) },
            Err(failure) => self.refused(failure, None),
        }
    }

    /// Takes over a proposal that was stored.
    pub fn commit(&mut self, proposal: Proposal<H, E>) {
        if let Some(next) = proposal.next {
            *self = next;
        }
    }

    fn done(&self, (state, restarted): Ran<H>, answered: Option<Answered<'_, E>>) -> Proposal<H, E> {
        let mut ledger = self.ledger.clone();
        if let Some((player, made, mut known)) = answered {
            known.done(made, state.state_id);
            ledger.put(player, known);
        }
        ledger.restart(&restarted, state.state_id);
        Proposal { next: Some(Master { state, ledger }), ..Proposal::of(Decision::Done) }
    }

    fn refused(
        &self,
        Failure { error, thrown }: Failure<H, E>,
        answered: Option<Answered<'_, E>>,
    ) -> Proposal<H, E> {
        let next = answered.map(|(player, made, mut known)| {
            let mut ledger = self.ledger.clone();
            known.refused(made, error.clone(), self.state.state_id);
            ledger.put(player, known);
            Master { state: Rc::clone(&self.state), ledger }
        });
        Proposal { next, thrown, ..Proposal::of(Decision::Refused(error)) }
    }
}

impl<H: Host, E> Proposal<H, E> {
    /// Creates a proposal that changes nothing.
    fn of(decision: Decision<E>) -> Self {
        Proposal { decision, announcement: Announcement::Nothing, next: None, thrown: None }
    }
}

/// State after an action, and the players whose situation restarted with it.
type Ran<H> = (Rc<State<H>>, Restarted);

/// Author of an action who waits for an answer, the action's provenance, and the author's ledger.
type Answered<'a, E> = (&'a PlayerID, &'a Provenance, PlayerLedger<Rc<str>, E>);

/// Reason of a refusal.
struct Failure<H: Host, E> {
    error: E,
    thrown: Option<H::Exception>,
}

impl<H: Host, E> Failure<H, E> {
    /// Creates the failure of an action in which the game has not thrown.
    fn of(error: E) -> Self {
        Failure { error, thrown: None }
    }
}

/// An action in the state in which it runs.
struct Runner<'a, H: Host, K> {
    engine: &'a Engine<H>,
    keeper: &'a K,
    state: &'a State<H>,
    player: &'a PlayerID,
}

impl<H: Host, K: Keeper<H>> Runner<'_, H, K> {
    /// Checks the rules without running the game's code. Returns the facts that a master needs.
    fn permit(&self, kind: &ActionKind<H::Value>) -> Result<Permit, K::Error> {
        let Some(request) = Request::of(kind) else {
            let refusal = Refusal::new(RefusalKind::ActionInvalid, "players cannot send this action");
            return Err(self.error(refusal));
        };
        let checked = self.engine.game.check(&self.state.ctx, Some(self.player), request);
        checked.map_err(|refusal| self.error(*refusal))
    }

    fn run(&self, kind: ActionKind<H::Value>) -> Result<Ran<H>, Failure<H, K::Error>> {
        let action = Action { kind, player_id: Some(self.player.clone()), credentials: None };
        match self.engine.apply(self.state, &action) {
            Ok(next) => {
                let restarted = self.engine.context.restarted();
                self.keeper.admit(next).map(|state| (state, restarted)).map_err(Failure::of)
            }
            Err(Fault::Refused(refusal)) => Err(Failure::of(self.error(*refusal))),
            Err(Fault::Thrown(exception)) => {
                let error = self.error(Refusal::new(RefusalKind::InvalidMove, GAME_THREW));
                Err(Failure { error, thrown: Some(exception) })
            }
        }
    }

    fn objection(&self, objection: Objection) -> K::Error {
        self.error(Refusal::new(objection.kind(), objection.message()))
    }

    fn error(&self, refusal: Refusal<H::Value>) -> K::Error {
        self.keeper.error(Refusal { message: shortened(refusal.message, MOST_MESSAGE), ..refusal })
    }
}

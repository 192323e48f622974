//! A master of a match: the owner of its state, and of what is remembered besides.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::decision::{Decision, Objection};
use super::ledger::{PlayerLedger, Verdict};
use super::match_ledger::MatchLedger;
use super::message::{Ack, Provenance};
use rondel_codes::GAME_THREW;
use rondel_core::{
    Action, ActionKind, Engine, Fault, Host, Permit, PlayerID, Refusal, RefusalKind, Request, Restarted,
    State, shortened,
};

/// A match as its master holds it: a state, and what is remembered besides. It is a value: its owner stores both, notifies
/// the clients, and asks for credentials.
///
/// A master *proposes* the result of an action, and is what it was. Its owner compares with what is stored, and stores the proposal;
/// then it commits it. If somebody else has stored something meanwhile, it drops the proposal, and proposes again from that.
pub struct Master<H: Host, E> {
    state: Rc<State<H>>,
    ledger: MatchLedger<E>,
}

/// What a master asks of its owner.
pub trait Keeper<H: Host> {
    /// Why an action is refused, as it is remembered and sent.
    type Error: Clone;

    /// A refusal as it is remembered and sent. Its message is short; the keeper, who knows payloads, limits how much of them is kept.
    fn error(&self, refusal: Refusal<H::Value>) -> Self::Error;

    /// The state to keep of an action that has led to this one, if it can be stored and sent.
    ///
    /// # Errors
    /// Why it cannot: the action is refused for it.
    fn admit(&self, next: State<H>) -> Result<Rc<State<H>>, Self::Error>;
}

/// An action on its way to its master.
#[derive(Clone, Debug)]
pub struct Asked<V, E> {
    /// Who asks.
    pub player: PlayerID,
    /// What is asked for, or why it is not even tried.
    pub action: Result<ActionKind<V>, E>,
    /// How it was made; boardgame.io's clients do not say.
    pub provenance: Option<Provenance>,
    /// The state that the player saw.
    pub seen: u64,
}

/// The result of an action, if its master's owner commits it.
pub struct Proposal<H: Host, E> {
    /// What the master has decided.
    pub decision: Decision<E>,
    /// The match as it is to be stored. None: nothing of it changes.
    pub next: Option<Master<H, E>>,
    /// What the game has thrown; the action's author learns only that it has.
    pub thrown: Option<H::Exception>,
}

/// What has been answered to each session of a player.
pub type Acks<E> = Vec<(Rc<str>, Ack<E>)>;

/// The most UTF-16 units of a refusal's message: messages contain names that players make up, and texts of games.
const MOST_MESSAGE: usize = 500;

impl<H: Host, E: Clone> Master<H, E> {
    /// A match that has begun.
    pub fn new(state: Rc<State<H>>) -> Self {
        let ledger = MatchLedger::new(state.state_id);
        Master { state, ledger }
    }

    /// A match that goes on as it was stored.
    pub fn restored(state: Rc<State<H>>, ledger: MatchLedger<E>) -> Self {
        Master { state, ledger }
    }

    /// The present state.
    pub fn state(&self) -> &Rc<State<H>> {
        &self.state
    }

    /// What is to be stored with the state.
    pub fn ledger(&self) -> &MatchLedger<E> {
        &self.ledger
    }

    /// What has been answered to this player's sessions.
    pub fn acks(&self, player: &str) -> Acks<E> {
        let sessions = self.ledger.of(player).sessions.into_iter();
        sessions.map(|session| (session.id, session.ack)).collect()
    }

    /// Decides on an action, runs it if nothing is against it, and notes what came of it.
    ///
    /// What is known or missing comes before the rules: a duplicate of the action that ended a player's turn must not be
    /// refused because they are no longer active.
    pub fn propose<K>(&self, engine: &Engine<H>, keeper: &K, asked: &Asked<H::Value, E>) -> Proposal<H, E>
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

    /// A player leaves for good, whatever they have seen. In a match that is over, it has no effect.
    pub fn propose_leave<K>(&self, engine: &Engine<H>, keeper: &K, player: &PlayerID) -> Proposal<H, E>
    where
        K: Keeper<H, Error = E>,
    {
        if self.state.ctx.gameover.is_some() {
            return Proposal::of(Decision::Repeated);
        }
        let runner = Runner { engine, keeper, state: &self.state, player };
        match runner.run(ActionKind::Leave) {
            Ok(outcome) => self.done(outcome, None),
            Err(failure) => self.refused(failure, None),
        }
    }

    /// What was proposed has been stored.
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
        Proposal { decision: Decision::Done, next: Some(Master { state, ledger }), thrown: None }
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
        Proposal { decision: Decision::Refused(error), next, thrown }
    }
}

impl<H: Host, E> Proposal<H, E> {
    /// A decision that changes nothing.
    fn of(decision: Decision<E>) -> Self {
        Proposal { decision, next: None, thrown: None }
    }
}

/// Where an action has led to, and whose situation has restarted with it.
type Ran<H> = (Rc<State<H>>, Restarted);

/// The author of an action who waits for an answer, how they made it, and what is remembered of them.
type Answered<'a, E> = (&'a PlayerID, &'a Provenance, PlayerLedger<Rc<str>, E>);

/// Why an action is refused.
struct Failure<H: Host, E> {
    error: E,
    thrown: Option<H::Exception>,
}

impl<H: Host, E> Failure<H, E> {
    /// The game has not thrown.
    fn of(error: E) -> Self {
        Failure { error, thrown: None }
    }
}

/// An action in the state that it finds.
struct Runner<'a, H: Host, K> {
    engine: &'a Engine<H>,
    keeper: &'a K,
    state: &'a State<H>,
    player: &'a PlayerID,
}

impl<H: Host, K: Keeper<H>> Runner<'_, H, K> {
    /// What a master has to know of it if the rules allow it. Asks none of the game's code.
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

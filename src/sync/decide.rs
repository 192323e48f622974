//! What a master does with what players ask of a match.

use super::decision::{Objection, Standing};
use super::ledger::{PlayerLedger, Verdict};
use super::message::{Ack, Provenance};
use crate::core::Permit;

/// An action in the state that it finds, as its master looks at it.
pub trait Attempt {
    /// What comes of it if it is run.
    type Outcome;
    /// Why it is refused.
    type Error: Clone;

    /// What a master has to know of it if the rules allow it. Asks none of the game's code.
    ///
    /// # Errors
    /// Why they do not allow it.
    fn permit(&self) -> Result<Permit, Self::Error>;

    /// Runs it. Answers the number of the state that it leads to as well.
    ///
    /// # Errors
    /// Why it cannot be run.
    fn run(&self) -> Result<(u64, Self::Outcome), Self::Error>;

    /// The error of an action that the master itself refuses.
    fn objection(&self, objection: Objection) -> Self::Error;
}

/// The match that an action is for, the action's author, and how it was made.
pub struct Case<'a, S, E> {
    /// The number of the present state.
    pub now: u64,
    /// What the match knows of the author.
    pub standing: Standing,
    /// What is remembered of them. What is decided is noted in it.
    pub ledger: &'a mut PlayerLedger<S, E>,
    /// How the action was made; boardgame.io's clients do not say.
    pub provenance: Option<&'a Provenance<S>>,
    /// The state that the author saw.
    pub seen: u64,
}

/// What comes of an action.
#[derive(Debug)]
pub enum Decided<O, S, E> {
    /// Nothing: it has been dealt with, or one before it is missing. What was answered is said again.
    Repeated,
    /// It was run.
    Done {
        /// What it has led to.
        outcome: O,
        /// The session that was forgotten for the one that has acted, if one was.
        evicted: Option<S>,
    },
    /// It was refused. The ledger knows why, if the author waits for an answer.
    Refused {
        /// Why.
        error: E,
        /// The session that was forgotten for the one that has acted, if one was.
        evicted: Option<S>,
    },
    /// Its author is no player of the match: all that they may wait for is refused. Nothing of it is noted in the ledger:
    /// strangers would fill the memory of the match.
    TurnedAway {
        /// Why.
        error: E,
        /// The answer to the author's session, if they wait for one.
        ack: Option<Ack<E>>,
    },
}

/// Decides on an action, runs it if nothing is against it, and notes in the ledger what came of it.
///
/// The ledger is asked before the rules for what is known or missing: a duplicate of the action that ended a player's
/// turn must not be refused because they are no longer active.
pub fn decide<A: Attempt, S: Clone + PartialEq>(
    attempt: &A,
    case: Case<'_, S, A::Error>,
) -> Decided<A::Outcome, S, A::Error> {
    let Case { now, standing, ledger, provenance, seen } = case;
    if !standing.is_player() {
        let error = attempt.objection(Objection::Stranger);
        let ack = provenance.map(|provenance| Ack::turning_away(provenance, &error));
        return Decided::TurnedAway { error, ack };
    }
    let permit = attempt.permit();
    let is_strict = permit.as_ref().is_ok_and(|permit| permit.strict);
    let verdict = ledger.judge(provenance, seen, now, is_strict);
    if matches!(verdict, Verdict::Known | Verdict::Gap) {
        return Decided::Repeated;
    }
    let ran = permit.and_then(|permit| match Objection::of(verdict, permit) {
        Some(objection) => Err(attempt.objection(objection)),
        None => attempt.run(),
    });
    match ran {
        Ok((led_to, outcome)) => {
            let evicted = provenance.and_then(|provenance| ledger.done(provenance, led_to));
            Decided::Done { outcome, evicted: evicted.map(|session| session.id) }
        }
        Err(error) => {
            let refused = |provenance| ledger.refused(provenance, error.clone(), now);
            let evicted = provenance.and_then(refused).map(|session| session.id);
            Decided::Refused { error, evicted }
        }
    }
}

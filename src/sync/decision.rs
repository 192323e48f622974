//! What a master decides of what players ask of a match.

use super::ledger::Verdict;
use super::message::Ack;
use rondel_codes::MOST_OTHERS;
use rondel_core::{Permit, RefusalKind};

/// The decision on an action.
#[derive(Debug)]
pub enum Decision<E> {
    /// Nothing: it has been dealt with, or one before it is missing. The answer is sent again.
    Repeated,
    /// It was run.
    Done,
    /// It was refused. The ledger knows why, if the author waits for an answer.
    Refused(E),
    /// Its author is no player of the match: all that they may wait for is refused. Nothing of it is noted in the ledger:
    /// strangers would fill the memory of the match.
    TurnedAway {
        /// Why.
        error: E,
        /// The answer to the author's session, if they wait for one.
        ack: Option<Ack<E>>,
    },
}

/// What a match knows of the author of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// They have a seat.
    Seated,
    /// They have none, but the game itself has given them this name, and something is remembered of them.
    Remembered,
    /// The game has given them this name, and something is remembered of this many others without a seat.
    Guest(usize),
    /// Nothing.
    Outsider,
}

/// Why a master refuses an action that the rules of the game allow, or do not look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// Its author is no player of the match.
    Outsider,
    /// What it was made on top of was refused.
    Orphan,
    /// Nobody knows any more whether it was done before.
    Forgotten,
    /// Its author's situation is another than the one they saw.
    Stale,
}

impl Membership {
    /// Whether the author is a player of the match, and there is space to remember something of them.
    pub(super) fn is_player(self) -> bool {
        match self {
            Membership::Seated | Membership::Remembered => true,
            Membership::Guest(others) => others < MOST_OTHERS as usize,
            Membership::Outsider => false,
        }
    }
}

impl Objection {
    /// What a master has against an action that the rules allow.
    pub(super) fn of(verdict: Verdict, permit: Permit) -> Option<Self> {
        match verdict {
            Verdict::Orphan => Some(Objection::Orphan),
            Verdict::Forgotten => Some(Objection::Forgotten),
            Verdict::Stale if !permit.ignores_stale => Some(Objection::Stale),
            _ => None,
        }
    }

    /// Which rule refuses it.
    pub fn kind(self) -> RefusalKind {
        match self {
            Objection::Outsider => RefusalKind::InactivePlayer,
            Objection::Orphan | Objection::Forgotten | Objection::Stale => RefusalKind::StaleStateId,
        }
    }

    /// What happened, for a developer to read.
    pub fn message(self) -> &'static str {
        match self {
            Objection::Outsider => "there is no such player in this match",
            Objection::Orphan => "an earlier action that this one depends on was refused",
            Objection::Forgotten => "session expired; the action may have been applied",
            Objection::Stale => "stale: your turn or stage has changed",
        }
    }
}

//! Decisions of a master on actions.

use super::ledger::Verdict;
use super::message::Ack;
use rondel_codes::MOST_OTHERS;
use rondel_core::{Permit, RefusalKind};

/// Decision on an action.
#[derive(Debug)]
pub enum Decision<E> {
    /// The action was answered before, or an earlier one is missing. The master sends its acks again.
    Repeated,
    /// The action was run.
    Done,
    /// The action was refused. The ledger contains the error if the author waits for an answer.
    Refused(E),
    /// The author is not a player of the match. All actions for which they may wait are refused. The ledger
    /// stores nothing of it: strangers could fill the memory of the match.
    TurnedAway {
        /// Reason for the refusal.
        error: E,
        /// Ack for the author's session, if they wait for one.
        ack: Option<Ack<E>>,
    },
}

/// Announcement of an action: what the master sends, and to whom. The owner filters the content for each
/// viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// Nothing.
    Nothing,
    /// The new state, to all at the match.
    State,
    /// The acks of the author's sessions, to the author.
    Acks,
    /// The whole match, to the author. Their client numbers no actions, and shows this one until then.
    Match,
}

/// Membership of an action's author in the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// The author has a seat.
    Seated,
    /// The author has no seat. The game itself uses this name, and the ledger knows it.
    Remembered,
    /// The author has no seat. The game itself uses this name, and the ledger knows this number of other
    /// players without a seat.
    Guest(usize),
    /// The match does not know the author.
    Outsider,
}

/// Reason of a master, outside of the game's rules, to refuse an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    /// The author is not a player of the match.
    Outsider,
    /// An action on which it depends was refused.
    Orphan,
    /// The ledger no longer knows whether the action was run before.
    Forgotten,
    /// The author's situation has restarted since the state that they saw.
    Stale,
}

impl<E> Decision<E> {
    /// Returns the announcement of an action. `is_numbered`: the author waits for an ack.
    pub(super) fn announcement(&self, is_numbered: bool) -> Announcement {
        match self {
            Decision::Done => Announcement::State,
            _ if is_numbered => Announcement::Acks,
            _ => Announcement::Match,
        }
    }
}

impl Membership {
    /// Returns `true` if the author is a player of the match, and the ledger has room for their sessions.
    pub(super) fn is_player(self) -> bool {
        match self {
            Membership::Seated | Membership::Remembered => true,
            Membership::Guest(others) => others < MOST_OTHERS as usize,
            Membership::Outsider => false,
        }
    }
}

impl Objection {
    /// Returns the master's objection to an action that the rules allow.
    pub(super) fn of(verdict: Verdict, permit: Permit) -> Option<Self> {
        match verdict {
            Verdict::Orphan => Some(Objection::Orphan),
            Verdict::Forgotten => Some(Objection::Forgotten),
            Verdict::Stale if !permit.ignores_stale => Some(Objection::Stale),
            _ => None,
        }
    }

    /// Returns the kind of the refusal.
    pub fn kind(self) -> RefusalKind {
        match self {
            Objection::Outsider => RefusalKind::InactivePlayer,
            Objection::Orphan | Objection::Forgotten | Objection::Stale => RefusalKind::StaleStateId,
        }
    }

    /// Returns the message for developers.
    pub fn message(self) -> &'static str {
        match self {
            Objection::Outsider => "there is no such player in this match",
            Objection::Orphan => "an earlier action that this one depends on was refused",
            Objection::Forgotten => "session expired; the action may have been applied",
            Objection::Stale => "stale: your turn or stage has changed",
        }
    }
}

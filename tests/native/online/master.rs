//! The native master of one match: two nodes with one storage, which compares before it stores.

use std::rc::Rc;

use rondel::core::{Action, PlayerID, Random, Refusal, RefusalKind, State};
use rondel::sync::{self, Ack, Announcement, Asked, Keeper, MatchLedger, Objection, Proposal, Provenance};
use serde_json::Value;

use super::games::{Full, World};
use crate::support::{Match, NativeHost, throw_die};

type Host = NativeHost<World>;
type Error = Refusal<Value>;

/// Maximum number of attempts of a node after the other has stored something, as in
/// `lib/online/storage/storing.ts`.
const ATTEMPTS: usize = 30;

/// One match in a storage, and the nodes that play it.
pub struct Master {
    game: Rc<Match<World>>,
    storage: Stored,
    nodes: [Node; 2],
    /// Proposal of the second node that is not stored yet.
    late: Option<DelayedProposal>,
    /// Percentage of actions that go to the second node, which is slow to store.
    pub lateness: u32,
    dice: Random,
    /// Number of proposals that were dropped because the other node had stored something.
    pub abandoned: usize,
    /// Successful actions, by session and number.
    pub done: Vec<(Rc<str>, u64)>,
}

/// A stored match.
#[derive(Clone)]
pub struct Stored {
    state: Rc<Full>,
    ledger: MatchLedger<Error>,
    /// Number of times that it was stored.
    revision: u64,
}

/// A node with the match as it last read it.
struct Node {
    master: sync::Master<Host, Error>,
    revision: u64,
}

/// An action with a node's proposal.
struct DelayedProposal {
    queued: QueuedAction,
    proposal: Proposal<Host, Error>,
}

/// An action with its seat.
struct QueuedAction {
    seat: usize,
    asked: Asked<Value, Error>,
}

/// An action on its way to the master.
#[derive(Clone)]
pub struct Request {
    /// Action to run.
    pub action: Action<Value>,
    /// Provenance of the action.
    pub provenance: Provenance,
    /// Number of the state that its player saw.
    pub seen: u64,
}

/// A notification after an action.
pub struct Notification {
    /// Seat of the action.
    pub seat: usize,
    /// Receivers of the notification.
    pub audience: Audience,
    /// Number of the state stored before the action.
    pub before: u64,
}

/// Receivers of a notification.
#[derive(Clone, Copy, PartialEq)]
pub enum Audience {
    /// Everybody, because the state has changed.
    Everybody,
    /// The author, because the state has not changed.
    Author,
}

/// The owner of native masters. It accepts all states, and stores refusals unchanged.
pub struct AcceptingKeeper;

impl<H: rondel::core::Host<Value = Value>> Keeper<H> for AcceptingKeeper {
    type Error = Error;

    fn error(&self, refusal: Error) -> Error {
        refusal
    }

    fn admit(&self, next: State<H>) -> Result<Rc<State<H>>, Error> {
        Ok(Rc::new(next))
    }
}

impl Master {
    /// Creates a master with a new match.
    pub fn new(game: Rc<Match<World>>, seed: &str) -> Self {
        let state = Rc::new(game.state.clone());
        let storage = Stored { ledger: MatchLedger::new(state.state_id), state, revision: 0 };
        let nodes = [storage.read(), storage.read()];
        let (dice, done) = (Random::seeded(seed), Vec::new());
        Master { game, storage, nodes, late: None, lateness: 0, dice, abandoned: 0, done }
    }

    /// Returns the present state.
    pub fn state(&self) -> &Full {
        &self.storage.state
    }

    /// Returns the acks of this player's sessions.
    pub fn acks(&self, player: &str) -> Vec<(Rc<str>, Ack<String>)> {
        let named = |Ack { last, refused }: Ack<Error>| {
            let refused = refused.into_iter().map(|(seq, error)| (seq, name_of(&error))).collect();
            Ack { last, refused }
        };
        let acks = self.storage.read().master.acks(player).into_iter();
        acks.map(|(session, ack)| (session, named(ack))).collect()
    }

    /// Handles an action of this player, and then a delayed one. The player's identity is not checked.
    pub fn update(&mut self, seat: usize, player: &PlayerID, request: Request) -> Vec<Notification> {
        let Request { action, provenance, seen } = request;
        let asked =
            Asked { player: player.clone(), action: Ok(action.kind), provenance: Some(provenance), seen };
        let queued = QueuedAction { seat, asked };
        let late = self.late.take();
        if late.is_none() && self.lateness > 0 && throw_die(&mut self.dice, 100) <= self.lateness {
            let proposal = self.propose(1, &queued);
            self.late = Some(DelayedProposal { queued, proposal });
            return Vec::new();
        }
        let mut notifications = vec![self.deal(0, queued, None)];
        notifications
            .extend(late.map(|DelayedProposal { queued, proposal }| self.deal(1, queued, Some(proposal))));
        notifications
    }

    /// Returns a copy of the stored match.
    pub fn stored(&self) -> Stored {
        self.storage.clone()
    }

    /// Restores an earlier copy of the stored match.
    pub fn fall_back(&mut self, stored: Stored) {
        // The nodes must read it again.
        self.storage = Stored { revision: self.storage.revision + 1, ..stored };
    }

    /// Runs an action at a node, and tries again as long as the other node has stored something meanwhile.
    fn deal(
        &mut self,
        node: usize,
        queued: QueuedAction,
        proposed: Option<Proposal<Host, Error>>,
    ) -> Notification {
        let mut proposed = proposed;
        for _ in 0..ATTEMPTS {
            let proposal = proposed.take().unwrap_or_else(|| self.propose(node, &queued));
            let before = self.storage.state.state_id;
            if let Some(audience) = self.settle(node, &queued.asked, proposal) {
                return Notification { seat: queued.seat, audience, before };
            }
            self.abandoned += 1;
        }
        panic!("the other node has stored something at each attempt");
    }

    /// Returns the proposal of a node, which first reads the stored match.
    fn propose(&mut self, number: usize, queued: &QueuedAction) -> Proposal<Host, Error> {
        if self.nodes[number].revision != self.storage.revision {
            self.nodes[number] = self.storage.read();
        }
        self.nodes[number].master.propose(&self.game.engine, &AcceptingKeeper, &queued.asked)
    }

    /// Stores a proposal if the stored match has not changed since the node has read it. Otherwise returns
    /// `None`.
    fn settle(
        &mut self,
        node: usize,
        asked: &Asked<Value, Error>,
        proposal: Proposal<Host, Error>,
    ) -> Option<Audience> {
        let audience = match proposal.announcement {
            Announcement::State => Audience::Everybody,
            Announcement::Acks => Audience::Author,
            other => panic!("{} numbers their actions and has a seat: {other:?}", asked.player),
        };
        let node = &mut self.nodes[node];
        if let Some(next) = &proposal.next {
            if node.revision != self.storage.revision {
                return None;
            }
            node.revision += 1;
            let (state, ledger) = (Rc::clone(next.state()), next.ledger().clone());
            self.storage = Stored { state, ledger, revision: node.revision };
            node.master.commit(proposal);
        }
        if audience == Audience::Everybody {
            let made = asked.provenance.as_ref().expect("its client says how it made it");
            self.done.push((made.session.clone(), made.seq));
        }
        Some(audience)
    }
}

impl Stored {
    fn read(&self) -> Node {
        let master = sync::Master::restored(Rc::clone(&self.state), self.ledger.clone());
        Node { master, revision: self.revision }
    }
}

/// Returns the short name of a refusal in the tests.
fn name_of(refusal: &Error) -> String {
    match refusal.kind {
        RefusalKind::StaleStateId if refusal.message == Objection::Orphan.message() => "orphan".into(),
        RefusalKind::StaleStateId => "stale".into(),
        kind => kind.name().into(),
    }
}

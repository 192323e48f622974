//! The native master of one match: two nodes over one storage, which compares before it sets.

use std::rc::Rc;

use rondel::core::{Action, PlayerID, Random, Refusal, RefusalKind, State};
use rondel::sync::{self, Ack, Asked, Decision, Keeper, MatchLedger, Objection, Proposal, Provenance};
use serde_json::Value;

use super::games::{Full, World};
use crate::support::{Match, NativeHost, throw_die};

type Host = NativeHost<World>;
type Error = Refusal<Value>;

/// How often a node begins again when the other has stored something meanwhile, as in `lib/online/storage/storing.js`.
const ATTEMPTS: usize = 30;

/// The one match, in a storage, and the nodes that play it.
pub struct Master {
    game: Rc<Match<World>>,
    storage: Stored,
    nodes: [Node; 2],
    /// What the second node has proposed, and not stored yet.
    late: Option<Late>,
    /// How many of a hundred actions come to the second node, which is slow to store, and the dice for it.
    pub lateness: u32,
    dice: Random,
    /// How many proposals were dropped, because the other node had stored something.
    pub abandoned: usize,
    /// The actions that were done, by session and number.
    pub done: Vec<(Rc<str>, u64)>,
}

/// A match as it is stored.
#[derive(Clone)]
pub struct Stored {
    state: Rc<Full>,
    ledger: MatchLedger<Error>,
    /// Counts how often it was stored.
    revision: u64,
}

/// A node with the match as it has read it.
struct Node {
    master: sync::Master<Host, Error>,
    revision: u64,
}

/// An action with what a node has proposed to come of it.
struct Late {
    order: Order,
    proposal: Proposal<Host, Error>,
}

/// An action, and the seat that it came from.
struct Order {
    seat: usize,
    asked: Asked<Value, Error>,
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

/// What is to be told of an action.
pub struct Told {
    /// Whose action it was.
    pub seat: usize,
    /// Who has to be told.
    pub audience: Audience,
    /// What was stored before it.
    pub before: u64,
}

/// Who has to be told.
#[derive(Clone, Copy, PartialEq)]
pub enum Audience {
    /// The state has changed.
    Everybody,
    /// It has not.
    Author,
}

/// The owner of native masters: everything can be stored and told, and refusals are remembered as they are.
pub struct Plain;

impl<H: rondel::core::Host<Value = Value>> Keeper<H> for Plain {
    type Error = Error;

    fn error(&self, refusal: Error) -> Error {
        refusal
    }

    fn admit(&self, next: State<H>) -> Result<Rc<State<H>>, Error> {
        Ok(Rc::new(next))
    }
}

impl Master {
    /// A master with a match that begins.
    pub fn new(game: Rc<Match<World>>, seed: &str) -> Self {
        let state = Rc::new(game.state.clone());
        let storage = Stored { ledger: MatchLedger::new(state.state_id), state, revision: 0 };
        let nodes = [storage.read(), storage.read()];
        let (dice, done) = (Random::seeded(seed), Vec::new());
        Master { game, storage, nodes, late: None, lateness: 0, dice, abandoned: 0, done }
    }

    /// The present state.
    pub fn state(&self) -> &Full {
        &self.storage.state
    }

    /// What of this player's actions is in the present state.
    pub fn acks(&self, player: &str) -> Vec<(Rc<str>, Ack<String>)> {
        let named = |Ack { last, refused }: Ack<Error>| {
            let refused = refused.into_iter().map(|(seq, error)| (seq, name_of(&error))).collect();
            Ack { last, refused }
        };
        let acks = self.storage.read().master.acks(player).into_iter();
        acks.map(|(session, ack)| (session, named(ack))).collect()
    }

    /// Deals with an action of this player, who is who they say, and with what has waited for it.
    pub fn update(&mut self, seat: usize, player: &PlayerID, request: Request) -> Vec<Told> {
        let Request { action, provenance, seen } = request;
        let asked =
            Asked { player: player.clone(), action: Ok(action.kind), provenance: Some(provenance), seen };
        let order = Order { seat, asked };
        let late = self.late.take();
        if late.is_none() && self.lateness > 0 && throw_die(&mut self.dice, 100) <= self.lateness {
            let proposal = self.propose(1, &order);
            self.late = Some(Late { order, proposal });
            return Vec::new();
        }
        let mut told = vec![self.deal(0, order, None)];
        told.extend(late.map(|Late { order, proposal }| self.deal(1, order, Some(proposal))));
        told
    }

    /// The match as it is now, to come back to.
    pub fn stored(&self) -> Stored {
        self.storage.clone()
    }

    /// Everything since then is forgotten.
    pub fn fall_back(&mut self, stored: Stored) {
        // Of another match, as far as the nodes know.
        self.storage = Stored { revision: self.storage.revision + 1, ..stored };
    }

    /// A node does what an action asks for, and begins again as long as the other one has stored something meanwhile.
    fn deal(&mut self, node: usize, order: Order, proposed: Option<Proposal<Host, Error>>) -> Told {
        let mut proposed = proposed;
        for _ in 0..ATTEMPTS {
            let proposal = proposed.take().unwrap_or_else(|| self.propose(node, &order));
            let before = self.storage.state.state_id;
            if let Some(audience) = self.settle(node, &order.asked, proposal) {
                return Told { seat: order.seat, audience, before };
            }
            self.abandoned += 1;
        }
        panic!("the other node has stored something at each attempt");
    }

    /// What a node proposes, which first reads what is stored.
    fn propose(&mut self, number: usize, order: &Order) -> Proposal<Host, Error> {
        if self.nodes[number].revision != self.storage.revision {
            self.nodes[number] = self.storage.read();
        }
        self.nodes[number].master.propose(&self.game.engine, &Plain, &order.asked)
    }

    /// Stores what a node has proposed, if nothing else was stored since it has read; none if something was.
    fn settle(
        &mut self,
        node: usize,
        asked: &Asked<Value, Error>,
        proposal: Proposal<Host, Error>,
    ) -> Option<Audience> {
        let audience = match &proposal.decision {
            Decision::Done => Audience::Everybody,
            Decision::Repeated | Decision::Refused(_) => Audience::Author,
            Decision::TurnedAway { error, .. } => panic!("{} has a seat: {}", asked.player, error.message),
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

/// What the tests call a refusal.
fn name_of(refusal: &Error) -> String {
    match refusal.kind {
        RefusalKind::StaleStateId if refusal.message == Objection::Orphan.message() => "orphan".into(),
        RefusalKind::StaleStateId => "stale".into(),
        kind => kind.name().into(),
    }
}

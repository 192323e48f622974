//! Online matches of a game with hidden hands: a native master, native clients, and a bad network between
//! them.

use std::collections::BTreeMap;
use std::rc::Rc;

use rondel::core::{ActionKind, Random};
use rondel::game::{
    NativeKeeper, OnlineClient, OnlineMaster, StateOf, Value, online_client, online_intent, seen_by,
    seen_state, shown,
};
use rondel::prelude::*;
use rondel::sync::{
    Ack, Answer, Asked, Confirmation, Decision, Effect, Master, Message, Provenance, Seen, Submitted,
};

use super::duel::{Duel, Move};
use crate::online::network::{Conditions, Network};

const STORM: Conditions = Conditions { latency: 20, jitter: 200, loss: 20, duplicates: 15, reorders: true };

#[derive(Clone)]
enum NetworkMessage {
    Action { kind: ActionKind<Value<Move>>, provenance: Provenance, seen: u64 },
    SyncRequest,
    State { state: Rc<StateOf<Duel>>, ack: Ack<MatchError>, is_answer: bool },
}

/// A client with its owner. Without a player: a spectator.
struct Place {
    player: Option<Seat>,
    client: OnlineClient<Duel>,
    /// Outcome of each sent action.
    outcomes: BTreeMap<u64, bool>,
    made: u64,
    predicted: usize,
}

/// A match with all its clients.
struct Room {
    game: Match<Duel>,
    master: OnlineMaster<Duel>,
    places: Vec<Place>,
    network: Network<NetworkMessage>,
    done: usize,
}

impl Room {
    fn open(seed: u32) -> Self {
        let game = Match::<Duel>::new(2).seed(seed).start().unwrap();
        let master = Master::new(Rc::new(game.state().clone()));
        let players = [Some(Seat::new(0)), Some(Seat::new(1)), None];
        let places = players.map(|player| Place {
            player,
            client: online_client(player, "tab").unwrap(),
            outcomes: BTreeMap::new(),
            made: 0,
            predicted: 0,
        });
        let mut room =
            Room { game, master, places: places.into(), network: Network::new(&seed.to_string()), done: 0 };
        for place in 0..room.places.len() {
            room.work(place, |client, now| client.connect(true, now));
            room.network.send(place, NetworkMessage::SyncRequest);
        }
        room
    }

    /// Advances the time to `end`.
    fn run(&mut self, end: u64) {
        loop {
            let deadlines = self.places.iter().enumerate();
            let deadlines =
                deadlines.filter_map(|(i, place)| Some((place.client.deadline()?.ceil() as u64, i)));
            let (deadline, arrival) = (deadlines.min(), self.network.next_arrival());
            match (deadline, arrival) {
                (Some((time, place)), arrival)
                    if time <= end && arrival.is_none_or(|arrival| time < arrival) =>
                {
                    self.network.advance(time);
                    self.work(place, |client, now| client.wake(now));
                }
                (_, Some(time)) if time <= end => {
                    if let Some((line, message)) = self.network.advance(time) {
                        self.deliver(line, message);
                    }
                }
                _ => break,
            }
        }
        self.network.advance(end);
    }

    fn deliver(&mut self, place: usize, message: NetworkMessage) {
        match message {
            NetworkMessage::SyncRequest => self.send_state(place, true),
            NetworkMessage::State { state, ack, is_answer } => {
                let number = state.state_id;
                let kind = if is_answer { Message::Sync } else { Message::Update };
                let state = Seen::confirmed(state, number, true);
                self.work(place, |client, now| {
                    client.receive(Confirmation { state, number, answer: Answer::Ack(ack), kind }, now);
                });
            }
            NetworkMessage::Action { kind, provenance, seen } => {
                let player =
                    self.places[place].player.expect("spectators send no actions").to_string().into();
                let asked = Asked { player, action: Ok(kind), provenance: Some(provenance), seen };
                let proposal = self.master.propose(self.game.engine(), &NativeKeeper, &asked);
                assert!(proposal.thrown.is_none(), "a game in Rust refuses, and throws nothing");
                let is_done = matches!(proposal.decision, Decision::Done);
                self.done += usize::from(is_done);
                self.master.commit(proposal);
                for other in 0..self.places.len() {
                    if is_done || other == place {
                        self.send_state(other, false);
                    }
                }
            }
        }
    }

    fn send_state(&mut self, place: usize, is_answer: bool) {
        let player = self.places[place].player;
        let state = Rc::new(seen_state(self.master.state(), player));
        let acks = player.map(|player| self.master.acks(&player.to_string())).unwrap_or_default();
        let ack = acks.into_iter().next().map_or(Ack { last: 0, refused: vec![] }, |(_, ack)| ack);
        self.network.send(place, NetworkMessage::State { state, ack, is_answer });
    }

    fn work<T>(&mut self, place: usize, work: impl FnOnce(&mut OnlineClient<Duel>, f64) -> T) -> T {
        let now = self.network.now() as f64;
        let owner = &mut self.places[place];
        let worked = work(&mut owner.client, now);
        while let Some(effect) = owner.client.poll() {
            match effect {
                Effect::Send(seq) => {
                    let (intent, provenance, seen) = owner.client.to_send(seq).unwrap();
                    let (kind, provenance) = (intent.sent.clone(), provenance.unwrap());
                    self.network.send(place, NetworkMessage::Action { kind, provenance, seen });
                }
                Effect::RequestSync => self.network.send(place, NetworkMessage::SyncRequest),
                Effect::Resolve(seq, error) => {
                    let before = owner.outcomes.insert(seq, error.is_none());
                    assert_eq!(before, None, "an action is resolved once");
                }
                Effect::Publish => {}
            }
        }
        worked
    }

    /// A player makes a random one of the moves that their page lists and does not refuse.
    fn act(&mut self, place: usize, dice: &mut Random) {
        let Some(player) = self.places[place].player else { return };
        let mut moves = Vec::new();
        if let Some(page) = self.places[place].client.shown().map(shown) {
            page.g.moves(&self.game.ctx(), player, &mut moves);
        }
        while !moves.is_empty() {
            let mv = moves.swap_remove((dice.number() * moves.len() as f64) as usize);
            match self.submit(place, mv) {
                Submitted::Refused(_) => {}
                Submitted::Pending(_) | Submitted::Impossible(_) => return,
            }
        }
    }

    fn submit(&mut self, place: usize, mv: Move) -> Submitted<MatchError> {
        let kind = ActionKind::Move { id: mv.id(), args: Value::Move(mv) };
        let intent = online_intent(kind).unwrap();
        let submitted = self.work(place, |client, now| client.submit(intent, now));
        if let Submitted::Pending(seq) = submitted {
            let owner = &mut self.places[place];
            owner.made += 1;
            owner.predicted += usize::from(owner.client.is_predicted(seq));
        }
        submitted
    }

    /// Checks that each client has its view of the master's state.
    fn check(&self) {
        for place in &self.places {
            assert_eq!(place.client.pending(), 0);
            let page = shown(place.client.shown().unwrap());
            assert_eq!(*page.g, seen_by(&*self.master.state().g, place.player));
            assert_eq!(page.state_id, self.master.state().state_id);
            assert_eq!(place.outcomes.len() as u64, place.made, "each action is resolved");
        }
        let confirmed = self.places.iter().flat_map(|place| place.outcomes.values());
        assert_eq!(confirmed.filter(|is_done| **is_done).count(), self.done, "each action is done once");
    }
}

#[test]
fn random_matches_on_a_bad_network_end_right() {
    let (mut done, mut predicted) = (0, 0);
    for seed in 0..40 {
        let mut room = Room::open(seed);
        room.network.conditions = STORM;
        let mut dice = Random::seeded(seed.to_string());
        for round in 1..=60 {
            let place = (dice.number() * 2.0) as usize;
            room.act(place, &mut dice);
            room.run(round * 150);
        }
        room.network.conditions = Conditions::GOOD;
        let end = room.network.now() + 120_000;
        room.run(end);
        room.check();
        done += room.done;
        predicted += room.places.iter().map(|place| place.predicted).sum::<usize>();
    }
    assert!(done > 200 && predicted > 20, "{done} actions were done, {predicted} predicted");
}

#[test]
fn a_page_predicts_visible_moves_and_waits_for_hidden_values() {
    let mut room = Room::open(1);
    let mut now = 1_000;
    room.run(now);
    let mut act = |place: usize, mv: Move| {
        let Submitted::Pending(seq) = room.submit(place, mv.clone()) else { panic!("{mv:?} is refused") };
        let is_predicted = room.places[place].client.is_predicted(seq);
        now += 1_000;
        room.run(now);
        (is_predicted, shown(room.places[0].client.shown().unwrap()).g.hand(0).first().copied())
    };
    for place in [0, 0, 0, 1, 1, 1] {
        // Only the master knows the drawn card.
        assert!(!act(place, Move::Draw).0);
    }
    let (_, card) = act(0, Move::Draw);
    assert!(act(0, Move::Attack(card.unwrap(), Seat::new(1))).0);
    room.check();
    assert_eq!(room.done, 8);
}

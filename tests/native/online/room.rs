//! A match with all its clients: the master, the seats, and the network between them. It checks the
//! invariants all the time.

mod failing;

use std::collections::BTreeMap;
use std::iter::from_fn;
use std::rc::Rc;

use rondel::core::{Action, ActionKind, Refusal, Request as Asking, Wait};
pub use rondel::sync::Depth;
use rondel::sync::{
    Ack, Answer, Client, Confirmation, Effect, EngineView, Fit, Intent, LoadError, Message, Page, Seen,
    Submitted,
};
use serde_json::Value;

use super::games::{Full, World, view};
use super::master::{Audience, Master, Notification, Request};
use super::network::{Conditions, Network};
use crate::support::{Match, NativeHost, Rules};

/// A match with all its clients.
pub struct Room {
    /// Game of the master and of all seats.
    game: Rc<Match<World>>,
    /// Master of the match.
    pub master: Master,
    /// Network between the master and the seats.
    pub network: Network<NetworkMessage>,
    /// `true` if the master sends patches in place of whole states.
    pub sends_patches: bool,
    /// `true` if the master has been restored to an earlier state.
    pub goes_back: bool,
    seats: Vec<Seat>,
    /// Command of each ticket: `0 mark`.
    tickets: Vec<String>,
}

/// A message on the network.
#[derive(Clone)]
pub enum NetworkMessage {
    /// An action of a player.
    Action(Request),
    /// A request for the whole state.
    SyncRequest,
    /// A state for a viewer.
    State(StateMessage),
}

/// A state for a viewer, with acks.
#[derive(Clone)]
pub struct StateMessage {
    /// Number of the state on which a patch is based. `None`: a whole state.
    base: Option<u64>,
    view: Rc<Full>,
    acks: Vec<(Rc<str>, Ack<String>)>,
    is_answer: bool,
}

/// A client with its owner.
struct Seat {
    player: Option<Rc<str>>,
    session: Rc<str>,
    depth: Depth,
    client: Client<Viewer, Rc<str>>,
    is_connected: bool,
    actions: BTreeMap<u64, OwnAction>,
    /// All published states, as lists of tickets.
    published: Vec<Vec<u64>>,
    confirmed: u64,
}

/// An action of a seat with its outcome.
struct OwnAction {
    ticket: Option<u64>,
    outcome: Option<Result<(), String>>,
    was_taken_back: bool,
}

/// A game's engine for one viewer.
type Viewer = EngineView<NativeHost<World>, Sight>;

/// A page that stores the master's states unchanged.
struct Sight;

impl Page<NativeHost<World>> for Sight {
    type Sent = Rc<Full>;
    type Action = Action<Value>;
    type Error = String;

    fn load(&self, sent: &Rc<Full>) -> Result<Full, LoadError<String>> {
        Ok((**sent).clone())
    }

    fn shows_same(&self, one: &View, other: &View) -> bool {
        shows_same(full(one), full(other))
    }

    fn error(&self, refusal: Refusal<Value>) -> String {
        refusal.kind.name().into()
    }

    fn waits(&self, _: &Action<Value>, _: Wait) {}
}

/// A state of a seat.
type View = Seen<NativeHost<World>, Rc<Full>>;

fn full(view: &View) -> &Full {
    match view {
        Seen::Confirmed(confirmed) => &confirmed.sent,
        Seen::Ahead(ahead) => &ahead.state,
    }
}

impl Room {
    /// Creates a room with a new match and no seats. The seed is for the network.
    pub fn open(rules: Rules<World>, num_players: u32, seed: &str) -> Self {
        let game = Rc::new(Match::begin(rules, num_players));
        Room {
            master: Master::new(Rc::clone(&game), seed),
            game,
            network: Network::new(seed),
            sends_patches: true,
            goes_back: false,
            seats: Vec::new(),
            tickets: Vec::new(),
        }
    }

    /// Adds a client of a player or a spectator. Returns the number of the seat.
    pub fn join(&mut self, player: Option<&str>, depth: Depth) -> usize {
        let seat = self.seats.len();
        let player: Option<Rc<str>> = player.map(Rc::from);
        let session: Rc<str> = format!("seat {seat}").into();
        let viewer = self.viewer(player.clone(), depth);
        self.seats.push(Seat {
            player,
            client: Client::new(viewer, session.clone()),
            session,
            depth,
            is_connected: false,
            actions: BTreeMap::new(),
            published: Vec::new(),
            confirmed: 0,
        });
        self.connect(seat);
        seat
    }

    /// Connects a client.
    pub fn connect(&mut self, seat: usize) {
        if !self.seats[seat].is_connected {
            self.seats[seat].is_connected = true;
            self.work(seat, |client, now| client.connect(true, now));
            self.network.send(to_master(seat), NetworkMessage::SyncRequest);
        }
    }

    /// Disconnects a client. Loses all messages on their way.
    pub fn disconnect(&mut self, seat: usize) {
        self.seats[seat].is_connected = false;
        self.network.cut(to_master(seat));
        self.network.cut(to_seat(seat));
        self.work(seat, |client, now| client.connect(false, now));
    }

    /// Makes an action of a seat. Returns its number, or the reason if the client refuses it.
    pub fn attempt(&mut self, seat: usize, command: &str) -> Result<u64, String> {
        let player = self.seats[seat].player.clone().expect("spectators only watch");
        let ticket = self.tickets.len() as u64 + 1;
        let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
        let mut action = self.game.action(&player, command);
        let is_move = matches!(action.kind, ActionKind::Move { .. });
        if is_move {
            action = self.game.action(&player, &format!("{verb} {ticket} {rest}"));
        }
        self.tickets.push(format!("{player} {command}"));
        // Numbers are never reused, so the next action gets this one.
        let seq = self.seats[seat].actions.last_key_value().map_or(1, |(last, _)| last + 1);
        let made = OwnAction { ticket: is_move.then_some(ticket), outcome: None, was_taken_back: false };
        self.seats[seat].actions.insert(seq, made);
        let intent = intent(action);
        let refused = match self.work(seat, |client, now| client.submit(intent, now)) {
            Submitted::Pending(given) => {
                assert_eq!(given, seq, "numbers are given in order");
                return Ok(seq);
            }
            Submitted::Refused(kind) => kind,
            Submitted::Impossible(why) => why.into(),
        };
        self.seats[seat].actions.remove(&seq);
        Err(refused)
    }

    /// Makes an action of a seat that the client must not refuse.
    pub fn play(&mut self, seat: usize, command: &str) -> u64 {
        self.attempt(seat, command).unwrap_or_else(|why| panic!("seat {seat} cannot {command}: {why}"))
    }

    /// Advances the time.
    pub fn run(&mut self, milliseconds: u64) {
        let end = self.network.now() + milliseconds;
        while self.step(end) {}
    }

    /// Advances the time on a good network until nothing is pending. Then all must have the same state.
    pub fn settle(&mut self) {
        self.network.conditions = Conditions::GOOD;
        (0..self.seats.len()).for_each(|seat| self.connect(seat));
        let end = self.network.now() + 300_000;
        while !self.is_quiet() {
            assert!(self.step(end), "it does not fall quiet:\n{}", self.standing());
        }
        self.check();
    }

    /// Returns the moves in the state that a seat shows.
    pub fn shown(&self, seat: usize) -> String {
        self.seats[seat].client.shown().map_or("nothing".into(), |state| self.read(&full(state).g.done))
    }

    /// Returns all states that a seat has published.
    pub fn published(&self, seat: usize) -> Vec<String> {
        self.seats[seat].published.iter().map(|done| self.read(done)).collect()
    }

    /// Returns the outcome of an action.
    pub fn outcome(&self, seat: usize, seq: u64) -> String {
        let seat = &self.seats[seat];
        match &seat.actions[&seq].outcome {
            Some(Ok(())) => "confirmed".into(),
            Some(Err(why)) => format!("rejected: {why}"),
            None if seat.client.is_predicted(seq) => "predicted".into(),
            None => "sent".into(),
        }
    }

    /// Returns the moves that were shown, hidden again, and then confirmed.
    pub fn flickers(&self) -> Vec<&str> {
        let made = self.seats.iter().flat_map(|seat| seat.actions.values());
        let flickers = made.filter(|made| made.was_taken_back && made.outcome == Some(Ok(())));
        flickers.filter_map(|made| Some(&*self.tickets[made.ticket? as usize - 1])).collect()
    }

    /// Returns the number of seats.
    pub fn num_seats(&self) -> usize {
        self.seats.len()
    }

    /// Returns the player of a seat, or `None` for a spectator.
    pub fn player(&self, seat: usize) -> Option<&str> {
        self.seats[seat].player.as_deref()
    }

    fn viewer(&self, player: Option<Rc<str>>, depth: Depth) -> Viewer {
        let engine = Rc::clone(&self.game.engine);
        EngineView { engine, page: Sight, depth, hides: false, player }
    }

    /// Handles the next event until `end`. Returns `false` if there is none.
    fn step(&mut self, end: u64) -> bool {
        let deadline = |seat: &Seat| seat.client.deadline().map(|deadline| deadline.ceil() as u64);
        let deadlines = self.seats.iter().enumerate();
        let deadlines = deadlines.filter_map(|(seat, owner)| Some((deadline(owner)?, seat)));
        let first = deadlines.min();
        let arrival = self.network.next_arrival();
        match (first, arrival) {
            (Some((time, seat)), arrival) if time <= end && arrival.is_none_or(|arrival| time < arrival) => {
                self.network.advance(time);
                self.work(seat, |client, now| client.wake(now));
                let next = self.seats[seat].client.deadline();
                assert!(next.is_none_or(|next| next > time as f64), "seat {seat} wants to be woken at once");
            }
            (_, Some(time)) if time <= end => {
                if let Some((line, message)) = self.network.advance(time) {
                    self.deliver(line, message);
                }
            }
            _ => {
                self.network.advance(end);
                return false;
            }
        }
        true
    }

    fn deliver(&mut self, line: usize, message: NetworkMessage) {
        let seat = line / 2;
        match message {
            NetworkMessage::SyncRequest => self.send_state(seat, None, true),
            NetworkMessage::Action(request) => {
                let player = self.seats[seat].player.clone().expect("spectators only watch");
                for Notification { seat, audience, before } in self.master.update(seat, &player, request) {
                    match audience {
                        Audience::Everybody => {
                            (0..self.seats.len()).for_each(|seat| self.send_state(seat, Some(before), false));
                        }
                        Audience::Author => self.send_state(seat, Some(before), false),
                    }
                }
            }
            NetworkMessage::State(message) => self.receive(seat, message),
        }
    }

    /// Sends the state to a seat.
    fn send_state(&mut self, seat: usize, base: Option<u64>, is_answer: bool) {
        let Seat { player, is_connected: true, .. } = &self.seats[seat] else { return };
        let view = Rc::new(view(self.master.state(), player.as_deref()));
        let acks = player.as_ref().map(|player| self.master.acks(player)).unwrap_or_default();
        let base = base.filter(|_| self.sends_patches);
        self.network.send(to_seat(seat), NetworkMessage::State(StateMessage { base, view, acks, is_answer }));
    }

    /// Handles a message at a seat, as `pkg-template/lib/client/online-match.ts` does.
    fn receive(&mut self, seat: usize, message: StateMessage) {
        let StateMessage { base, view, acks, is_answer } = message;
        let session = &self.seats[seat].session;
        let ack = acks.into_iter().find(|(id, _)| id == session).map(|(_, ack)| ack);
        let number = view.state_id;
        let client = &self.seats[seat].client;
        let fit = base.map_or(Fit::Follows, |base| client.fits(base, number));
        let confirmed = client.confirmed().map(|(_, number)| *number);
        assert!(
            fit != Fit::Follows || base.is_none() || base == confirmed,
            "seat {seat} patches the wrong state"
        );
        let (shown, published) = (client.shown().cloned(), self.seats[seat].published.len());
        self.work(seat, |client, now| match fit {
            Fit::Follows => {
                let answer = Answer::Ack(ack.unwrap_or(Ack { last: 0, refused: vec![] }));
                let kind = match base {
                    _ if is_answer => Message::Sync,
                    Some(_) => Message::Patch,
                    None => Message::Update,
                };
                let state = Seen::confirmed(view, number, true);
                client.receive(Confirmation { state, number, answer, kind }, now);
            }
            Fit::Old => {}
            Fit::Gap => client.miss(now),
        });
        let seen = &self.seats[seat];
        let is_same =
            shown.zip(seen.client.shown()).is_some_and(|(before, now)| shows_same(full(&before), full(now)));
        assert!(!is_same || seen.published.len() == published, "seat {seat} publishes what it has shown");
    }

    fn work<T>(&mut self, seat: usize, work: impl FnOnce(&mut Client<Viewer>, f64) -> T) -> T {
        let now = self.network.now() as f64;
        let client = &mut self.seats[seat].client;
        let answer = work(client, now);
        let effects: Vec<_> = from_fn(|| client.poll()).collect();
        let publications = effects.iter().filter(|effect| **effect == Effect::Publish).count();
        assert!(publications <= 1, "seat {seat} publishes {publications} times at once");
        for effect in effects {
            self.perform(seat, effect);
        }
        answer
    }

    fn perform(&mut self, seat: usize, effect: Effect<String>) {
        let owner = &mut self.seats[seat];
        match effect {
            Effect::Send(seq) => {
                let (action, provenance, seen) = owner.client.to_send(seq).expect("a sent action is pending");
                let provenance = provenance.expect("this master answers");
                let request = Request { action: action.sent.clone(), provenance, seen };
                if owner.is_connected {
                    self.network.send(to_master(seat), NetworkMessage::Action(request));
                }
            }
            Effect::RequestSync if owner.is_connected => {
                self.network.send(to_master(seat), NetworkMessage::SyncRequest)
            }
            Effect::RequestSync => {}
            Effect::Resolve(seq, error) => {
                let made = owner.actions.get_mut(&seq).expect("a resolved action was made");
                let before = made.outcome.replace(error.map_or(Ok(()), Err));
                assert!(before.is_none(), "action {seq} of seat {seat} is resolved twice");
            }
            Effect::Publish => self.check_published(seat),
        }
    }

    /// Checks a published state of a seat.
    fn check_published(&mut self, seat: usize) {
        let owner = &mut self.seats[seat];
        let (Some(shown), Some((confirmed, number))) = (owner.client.shown(), owner.client.confirmed())
        else {
            return;
        };
        let shown = full(shown);
        for state in [shown, full(confirmed)] {
            assert_eq!(state.g.secret, 0, "seat {seat} sees the secret");
            assert!(state.g.deck.iter().all(|card| *card == 0), "seat {seat} sees the deck");
            for (player, hand) in state.g.hands.iter().enumerate() {
                let is_own = owner.player.as_deref() == Some(&player.to_string());
                let is_hidden = hand.iter().all(|card| *card == 0);
                assert!(is_own || is_hidden, "seat {seat} sees the hand of player {player}");
            }
        }
        assert!(*number >= owner.confirmed || self.goes_back, "the confirmed state of seat {seat} goes back");
        owner.confirmed = *number;
        let has_undo = !self.game.engine.game.disable_undo || self.goes_back;
        let done = shown.g.done.clone();
        for ticket in owner.published.last().into_iter().flatten().filter(|ticket| !done.contains(ticket)) {
            let own = owner.actions.iter_mut().find(|(_, made)| made.ticket == Some(*ticket));
            let what = &self.tickets[*ticket as usize - 1];
            match own {
                Some((_, made)) if made.outcome == Some(Ok(())) && !has_undo => {
                    panic!("{what}, confirmed, is taken back for seat {seat}")
                }
                Some((_, made)) => made.was_taken_back = true,
                None => assert!(has_undo, "{what}, somebody else's, is taken back for seat {seat}"),
            }
        }
        owner.published.push(done);
    }

    fn is_quiet(&self) -> bool {
        let now = self.master.state().state_id;
        let knows = |seat: &Seat| {
            seat.client.pending() == 0 && seat.client.confirmed().is_some_and(|(_, number)| *number == now)
        };
        self.network.next_arrival().is_none() && self.seats.iter().all(knows)
    }

    /// Checks the invariants when nothing is pending.
    fn check(&self) {
        for (number, seat) in self.seats.iter().enumerate() {
            let truth = view(self.master.state(), seat.player.as_deref());
            let (confirmed, _) = seat.client.confirmed().expect("everybody knows the match");
            let shown = seat.client.shown().expect("everybody knows the match");
            assert!(shows_same(full(confirmed), &truth), "seat {number} does not know the truth");
            assert!(
                shows_same(full(shown), &truth),
                "seat {number} does not see its view of the master's state"
            );
            for (seq, made) in &seat.actions {
                let times = self.master.done.iter().filter(|done| **done == (seat.session.clone(), *seq));
                let outcome = made.outcome.as_ref().expect("every action is resolved");
                let expected = usize::from(outcome.is_ok());
                let what = format!("action {seq} of seat {number}");
                assert_eq!(
                    times.count(),
                    expected,
                    "{what} has the outcome {outcome:?}, and was run this number of times"
                );
            }
        }
        let mut made: Vec<u64> = self.done_tickets().collect();
        let mut found = self.master.state().g.done.clone();
        made.sort_unstable();
        found.sort_unstable();
        let has_undo = !self.game.engine.game.disable_undo;
        assert!(has_undo || made == found, "{made:?} were done, and {found:?} are found");
    }

    fn done_tickets(&self) -> impl Iterator<Item = u64> {
        let done = self.seats.iter().flat_map(|seat| seat.actions.values());
        done.filter(|made| made.outcome == Some(Ok(()))).filter_map(|made| made.ticket)
    }

    fn read(&self, tickets: &[u64]) -> String {
        let texts: Vec<&str> = tickets.iter().map(|ticket| &*self.tickets[*ticket as usize - 1]).collect();
        texts.join(", ")
    }

    fn standing(&self) -> String {
        let now = self.master.state().state_id;
        let seats = self.seats.iter().enumerate().map(|(number, seat)| {
            let confirmed = seat.client.confirmed().map(|(_, number)| *number);
            format!("seat {number}: {} pending, confirmed {confirmed:?} of {now}\n", seat.client.pending())
        });
        seats.collect()
    }
}

/// Returns the intent of a player's action.
fn intent(action: Action<Value>) -> Intent<Action<Value>, Value> {
    let request = Asking::of(&action.kind).expect("players ask for it");
    Intent { request, kind: Some(action.kind.clone()), sent: action }
}

fn to_master(seat: usize) -> usize {
    2 * seat
}

fn to_seat(seat: usize) -> usize {
    2 * seat + 1
}

fn shows_same(one: &Full, other: &Full) -> bool {
    let is_same_ctx =
        Rc::ptr_eq(&one.ctx, &other.ctx) || format!("{:?}", one.ctx) == format!("{:?}", other.ctx);
    one.state_id == other.state_id && one.g == other.g && is_same_ctx
}

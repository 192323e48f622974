//! A client's match on a remote master, over an engine with any host.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::mem::take;

use super::bound::BoundHost;
use super::followed_page::FollowedPage;
use super::imports;
use super::read::{ListReader, request_of};
use super::values::ValueId;
use crate::codes::{depth, message, request, value};
use crate::core::{ActionKind, Engine, Parser, Refusal, RefusalKind, Request};
use crate::sync::{
    Ack, Answer, Authors, Client, Confirmation, Depth, Effect, EngineView, Fit, Intent, Message, Page,
    Provenance, Remembered, Seen, Submitted, Unanswered,
};

/// A client's match on a remote master, for any language of the game. `OnlineClient` documents the methods.
pub trait Followed {
    fn call(&self, call: Call, now: f64) -> f64;
    fn play_as(&self);
    fn note(&self, asked: RawIntent);
    fn deadline(&self) -> f64;
    fn is_predicted(&self, seq: u64) -> bool;
    fn can_move(&self, place: i32, args: ValueId) -> bool;
    #[cfg(not(feature = "bindgen"))]
    fn release(&self);
    /// Recovers from a panic. A call that was running is lost, and its client does nothing any more.
    #[cfg(not(feature = "bindgen"))]
    fn recover(&self);
}

/// A call of a client. Each one may lead to effects.
pub enum Call {
    Submit(RawIntent),
    Await { base: u64, number: u64 },
    Miss,
    TurnedAway,
    Receive { state: ValueId, number: u64, last: f64, message: u32 },
    Connect(bool),
    Forget(ValueId),
    Reject(u64, ValueId),
    Wake,
    Resume(ValueId),
}

/// Action of a player, as JavaScript passes it.
pub struct RawIntent {
    pub action: ValueId,
    pub request: u32,
    pub place: i32,
    pub args: u32,
}

type Asked = Intent<ValueId, ValueId>;
type View<H> = EngineView<H, FollowedPage<H>>;
/// A client whose session ID only JavaScript knows.
type Session<H> = Client<View<H>, ()>;

/// A match on a remote master, of a game with this host.
pub struct FollowedMatch<H: BoundHost> {
    engine: Rc<Engine<H>>,
    /// `None` during a call, because the game's code may call the client again.
    client: Cell<Option<Box<Session<H>>>>,
    noted: RefCell<Vec<Asked>>,
    depth: Depth,
    hides: bool,
}

impl<H: BoundHost> FollowedMatch<H> {
    /// Creates a match without a state.
    pub fn new(engine: Rc<Engine<H>>, depth: u32, hides: bool) -> Self {
        let depth = match depth {
            depth::NOTHING => Depth::Nothing,
            depth::MOVES => Depth::Moves,
            _ => Depth::Flow,
        };
        let followed =
            FollowedMatch { engine, client: Cell::new(None), noted: RefCell::default(), depth, hides };
        followed.client.set(Some(Box::new(Client::new(followed.view(), ()))));
        followed
    }

    fn view(&self) -> View<H> {
        let page = FollowedPage(Rc::clone(&self.engine));
        EngineView {
            engine: Rc::clone(&self.engine),
            page,
            depth: self.depth,
            hides: self.hides,
            player: None,
        }
    }

    fn list(&self) -> ListReader<'_> {
        ListReader::new(&self.engine.host.bound().names)
    }

    /// Calls `work` with the client. Does nothing during another call.
    fn with<T>(&self, work: impl FnOnce(&mut Session<H>) -> T) -> Option<T> {
        let mut client = self.client.take()?;
        let answer = work(&mut client);
        self.client.set(Some(client));
        Some(answer)
    }

    fn intent(&self, raw: RawIntent) -> Asked {
        let RawIntent { action, request, place, args } = raw;
        let asked = request_of(request, place);
        let kind = match asked {
            Request::Move(Some(id)) if args != value::UNDEFINED => {
                Some(ActionKind::Move { id, args: ValueId::new(args) })
            }
            Request::Event(Some(kind)) if args == value::TRUE => {
                let differences = self.engine.game.differences;
                Some(ActionKind::Event(Parser::new(&mut self.list(), differences).event(kind)))
            }
            _ => None,
        };
        Intent { sent: action, request: asked, kind }
    }

    fn submit(&self, client: &mut Session<H>, asked: Asked, now: f64) -> f64 {
        let error = match client.submit(asked, now) {
            Submitted::Pending(seq) => return seq as f64,
            Submitted::Refused(error) => error,
            Submitted::Impossible(why) => {
                client.view().page.error(Refusal::new(RefusalKind::ActionInvalid, why))
            }
        };
        imports::refuse(error.id());
        0.0
    }

    /// Reads the master's answer to this client's actions from the list.
    fn answer(&self, last: f64) -> Answer<ValueId> {
        let mut list = self.list();
        if last < 0.0 {
            let (own, others) = (list.float() as u64, list.float() as u64);
            return Answer::Log(Authors { own, others });
        }
        let refused = (0..list.number()).map(|_| (list.float() as u64, list.value())).collect();
        Answer::Ack(Ack { last: last as u64, refused })
    }

    /// Reads the data of a client whose instance has failed from the list.
    fn remembered(&self, state: ValueId) -> Remembered<Seen<H, ValueId>, Asked, ()> {
        let mut list = self.list();
        let (number, message) = (list.float() as u64, list.number());
        let is_known = state.id() != value::UNDEFINED;
        let confirmed = is_known.then(|| (seen(state, number, message), number));
        let (last, is_connected, is_silent) = (list.float() as u64, list.flag(), list.flag());
        let unanswered = take(&mut *self.noted.borrow_mut()).into_iter().map(|action| {
            let (seq, seen, on) = (list.float() as u64, list.float() as u64, list.float() as u64);
            let (ahead, sent_in) = (list.flag(), list.float());
            let depends_on = (on > 0).then_some(on);
            let provenance = Provenance { session: (), seq, first: seq, depends_on, ahead };
            Unanswered { provenance, seen, sent_in: (sent_in >= 0.0).then_some(sent_in as u64), action }
        });
        Remembered { confirmed, last, unanswered: unanswered.collect(), is_connected, is_silent }
    }

    fn resume(&self, client: &mut Session<H>, state: ValueId, now: f64) {
        let player = client.view().player.clone();
        let remembered = self.remembered(state);
        *client = Client::resumed(View { player, ..self.view() }, (), remembered, now);
    }

    /// Carries out a call. Returns a number, or 1 for success and 0 for failure.
    fn answered(&self, client: &mut Session<H>, call: Call, now: f64) -> f64 {
        match call {
            Call::Submit(raw) => return self.submit(client, self.intent(raw), now),
            Call::Await { base, number } => match client.fits(base, number) {
                Fit::Follows => return 1.0,
                Fit::Old => {}
                Fit::Gap => client.miss(now),
            },
            Call::Receive { state, number, last, message } => {
                let kind = kind_of(message);
                let state = seen(state, number, message);
                let confirmation = Confirmation { state, number, answer: self.answer(last), kind };
                return f64::from(u8::from(client.receive(confirmation, now)));
            }
            Call::Miss => client.miss(now),
            Call::TurnedAway => client.turned_away(now),
            Call::Connect(is_connected) => client.connect(is_connected, now),
            Call::Forget(error) => client.forget(error),
            Call::Reject(seq, error) => client.reject(seq, error, now),
            Call::Wake => client.wake(now),
            Call::Resume(state) => self.resume(client, state, now),
        }
        0.0
    }

    /// Passes an effect to the host.
    fn leave(&self, client: &Session<H>, effect: Effect<ValueId>) {
        match effect {
            Effect::Send(seq) => {
                let Some((asked, provenance, seen)) = client.to_send(seq) else { return };
                let (seen, seq) = (seen as f64, seq as f64);
                let (seq, first, on, ahead) = provenance.map_or((0.0, 0.0, 0.0, false), |made| {
                    (seq, made.first as f64, made.depends_on.unwrap_or(0) as f64, made.ahead)
                });
                imports::send(asked.sent.id(), seen, seq, first, on, ahead);
            }
            Effect::Resolve(seq, error) => {
                imports::resolve(seq as f64, ValueId::id_or_undefined(error.as_ref()));
            }
            Effect::Publish => {
                let shown = client.shown().map(|shown| client.view().page.value_of(shown));
                imports::publish(ValueId::id_or_undefined(shown.as_ref()));
            }
            Effect::RequestSync => imports::request_sync(),
        }
    }
}

impl<H: BoundHost> Followed for FollowedMatch<H> {
    fn call(&self, call: Call, now: f64) -> f64 {
        self.with(|client| {
            let answer = self.answered(client, call, now);
            while let Some(effect) = client.poll() {
                self.leave(client, effect);
            }
            answer
        })
        .unwrap_or(0.0)
    }

    fn play_as(&self) {
        let player = self.list().name();
        self.with(|client| client.view_mut().player = player);
    }

    fn note(&self, asked: RawIntent) {
        let intent = self.intent(asked);
        self.noted.borrow_mut().push(intent);
    }

    fn deadline(&self) -> f64 {
        self.with(|client| client.deadline()).flatten().unwrap_or(f64::NAN)
    }

    fn is_predicted(&self, seq: u64) -> bool {
        self.with(|client| client.is_predicted(seq)).unwrap_or(false)
    }

    fn can_move(&self, place: i32, args: ValueId) -> bool {
        let request = request_of(request::MOVE, place);
        self.with(|client| client.can_move(request, &args)).unwrap_or(false)
    }

    #[cfg(not(feature = "bindgen"))]
    fn release(&self) {
        drop((self.client.take(), self.noted.take()));
    }

    #[cfg(not(feature = "bindgen"))]
    fn recover(&self) {
        self.engine.context.abandon();
    }
}

fn seen<H: BoundHost>(state: ValueId, number: u64, message: u32) -> Seen<H, ValueId> {
    Seen::confirmed(state, number, message & message::OTHER_VERSION == 0)
}

fn kind_of(message: u32) -> Message {
    match message & !message::OTHER_VERSION {
        message::SYNC => Message::Sync,
        message::UPDATE => Message::Update,
        _ => Message::Patch,
    }
}

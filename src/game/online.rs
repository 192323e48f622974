//! Native online play of a game: the parts that the client and the master of [`sync`](crate::sync) need from
//! their owners.
//!
//! The owner sends messages and provides the clock, as `pkg-template/lib` does in JavaScript. For an example
//! over a bad network see `tests/native/rust_games/online.rs`.

use std::rc::Rc;
use std::vec::Vec;

use super::adapter::Adapter;
use super::build::Definition;
use super::game::Game;
use super::matches::MatchError;
use super::moves::Moves;
use super::predict::Predict;
use super::seat::Seat;
use super::shared::Shared;
use super::values::{Carries, Value};
use super::view::seen_by;
use crate::core::{ActionKind, Chance, Host, PluginData, Random, Refusal, Request, Stack, State, Wait};
use crate::sync::{Client, Depth, EngineView, Intent, Keeper, LoadError, Master, Page, Seen};

/// State of a match of this game.
pub type StateOf<G, V = Value<<G as Game>::Move>> = State<Adapter<G, V>>;

/// A native client of a match.
pub type OnlineClient<G> = Client<EngineView<Adapter<G>, NativePage>, Rc<str>>;

/// A native master of a match.
pub type OnlineMaster<G> = Master<Adapter<G>, MatchError>;

/// Returns the state of a match that a player or a spectator may know: their view of `G`, without log, undo
/// history and random generator.
pub fn seen_state<G: Game, V: Carries<G::Move>>(
    state: &StateOf<G, V>,
    viewer: Option<Seat>,
) -> StateOf<G, V> {
    let plugins =
        PluginData { random: Chance::Seeded(Random::seeded("")), ..PluginData::clone(&state.plugins) };
    State {
        g: Shared::new(seen_by(&*state.g, viewer)),
        ctx: Rc::clone(&state.ctx),
        plugins: Rc::new(plugins),
        deltalog: Vec::new(),
        undo: Stack::default(),
        redo: Stack::default(),
        state_id: state.state_id,
    }
}

/// Creates a client for a player or a spectator. It has no state until its first `sync`. `session`
/// distinguishes it from other clients of the same player.
///
/// # Errors
/// A mistake in the game's flow.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # pub struct Coins { left: u32 }
/// # #[derive(Clone, Debug, PartialEq, Moves)]
/// # pub enum Move { Take { count: u32 } }
/// # impl Game for Coins {
/// #     type Move = Move;
/// #     const NAME: &'static str = "coins";
/// #     fn setup(_: &Setup) -> Result<Self> { Ok(Coins { left: 10 }) }
/// #     fn play(&mut self, Move::Take { count }: Move, _: &Cx) -> Played {
/// #         self.left = self.left.checked_sub(count).ok_or_else(|| Stop::invalid("not so many"))?;
/// #         Ok(())
/// #     }
/// # }
/// use std::rc::Rc;
///
/// use rondel::core::ActionKind;
/// use rondel::game::{NativeKeeper, Value, online_client, online_intent, seen_state, shown};
/// use rondel::sync::{Ack, Answer, Asked, Confirmation, Decision, Effect, Master, Message, Seen};
///
/// let game = Match::<Coins>::new(2).start()?;
/// let mut master = Master::new(Rc::new(game.state().clone()));
/// let mut client = online_client::<Coins>(Some(Seat::new(0)), "tab")?;
///
/// // The master sends this player's view.
/// let sent = Rc::new(seen_state(master.state(), Some(Seat::new(0))));
/// let (state, answer) = (Seen::confirmed(sent, 0, true), Answer::Ack(Ack { last: 0, refused: vec![] }));
/// client.receive(Confirmation { state, number: 0, answer, kind: Message::Sync }, 0.0);
///
/// // The player makes a move. The client shows it at once and sends it.
/// let take = Move::Take { count: 3 };
/// let kind = ActionKind::Move { id: take.id(), args: Value::Move(take) };
/// let _ = client.submit(online_intent(kind).unwrap(), 0.0);
/// let effects: Vec<_> = std::iter::from_fn(|| client.poll()).collect();
/// assert_eq!(effects, [Effect::Publish, Effect::Publish, Effect::Send(1)]);
/// assert_eq!(shown(client.shown().unwrap()).g.left, 7);
/// let (intent, provenance, seen) = client.to_send(1).unwrap();
///
/// // The master makes the move too.
/// let asked = Asked { player: "0".into(), action: Ok(intent.sent.clone()), provenance, seen };
/// let proposal = master.propose(game.engine(), &NativeKeeper, &asked);
/// assert!(matches!(proposal.decision, Decision::Done));
/// master.commit(proposal);
/// assert_eq!(master.state().g.left, 7);
/// # Ok::<(), MatchError>(())
/// ```
pub fn online_client<G: Game>(player: Option<Seat>, session: &str) -> Result<OnlineClient<G>, MatchError> {
    let definition = Definition::<G>::new().map_err(MatchError::Flow)?;
    let depth = match definition.facts.predict {
        Predict::Nothing => Depth::Nothing,
        Predict::Moves => Depth::Moves,
        Predict::Flow => Depth::Flow,
    };
    let engine = Rc::new(definition.engine());
    engine.host.set_draws(false);
    let player = player.map(super::ctx::id_of);
    // A prediction runs the game's code on a view: the code stops where it needs a hidden value.
    let view = EngineView { engine, page: NativePage, depth, hides: false, player };
    Ok(Client::new(view, session.into()))
}

/// Returns the intent to do this action, or `None` if players cannot ask for it.
pub fn online_intent<M: Moves>(kind: ActionKind<Value<M>>) -> Option<Intent<ActionKind<Value<M>>, Value<M>>> {
    let request = Request::of(&kind)?;
    Some(Intent { sent: kind.clone(), request, kind: Some(kind) })
}

/// The page of a native client. It stores states in the engine's form.
#[derive(Clone, Copy, Debug)]
pub struct NativePage;

impl<G: Game> Page<Adapter<G>> for NativePage {
    type Sent = Rc<StateOf<G>>;
    type Action = ActionKind<Value<G::Move>>;
    type Error = MatchError;

    fn load(&self, sent: &Rc<StateOf<G>>) -> Result<StateOf<G>, LoadError<MatchError>> {
        Ok(StateOf::clone(sent))
    }

    fn shows_same(&self, one: &Seen<Adapter<G>, Self::Sent>, other: &Seen<Adapter<G>, Self::Sent>) -> bool {
        let (one, other) = (shown(one), shown(other));
        one.g.same(&other.g) && std::format!("{:?}", one.ctx) == std::format!("{:?}", other.ctx)
    }

    fn error(&self, refusal: Refusal<Value<G::Move>>) -> MatchError {
        refusal.into()
    }

    fn waits(&self, _action: &ActionKind<Value<G::Move>>, _why: Wait) {}
}

/// Returns the state that a client shows.
pub fn shown<H: Host>(seen: &Seen<H, Rc<State<H>>>) -> &State<H> {
    match seen {
        Seen::Confirmed(confirmed) => &confirmed.sent,
        Seen::Ahead(ahead) => &ahead.state,
    }
}

/// The owner of a native master. It accepts every proposal.
#[derive(Clone, Copy, Debug)]
pub struct NativeKeeper;

impl<G: Game> Keeper<Adapter<G>> for NativeKeeper {
    type Error = MatchError;

    fn error(&self, refusal: Refusal<Value<G::Move>>) -> MatchError {
        refusal.into()
    }

    fn admit(&self, next: StateOf<G>) -> Result<Rc<StateOf<G>>, MatchError> {
        Ok(Rc::new(next))
    }
}

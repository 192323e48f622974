//! What a callback gets and answers: the counterpart of `{ G, ctx, playerID, events, random, log }`.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use rondel::core::{ActionContext, Ctx, Differences, Event, PlayerID, Random};
use serde_json::Value;

use super::values;

/// What a type has to offer to be a game's `G`: it is copied for each callback, printed to be compared, and
/// has a first value for `setup` to fill in.
pub trait GameState: Clone + Debug + Default + 'static {}

impl<G: Clone + Debug + Default + 'static> GameState for G {}

/// Any callback of a game: it may change `g`, and answers what `Answer` can be made of. One type for all of
/// them, as in JavaScript; what an answer means depends on who asks.
pub type Callback<G> = Rc<dyn Fn(&mut Table<'_, G>) -> Result<Value, Thrown>>;

/// What games throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown(pub String);

/// What a move answers when it must not be made.
pub const INVALID_MOVE: &str = "INVALID_MOVE";
/// What a move answers when it has been made, where another branch answers [`INVALID_MOVE`].
pub const DONE: &str = "";

/// What a callback works with.
pub struct Table<'a, G> {
    /// A copy of the game's state: nothing of what happens to it is kept if the callback fails.
    pub g: G,
    /// The engine's state.
    pub ctx: &'a Ctx<Value>,
    /// `playerID`: who made the move, or leaves.
    pub player_id: Option<&'a PlayerID>,
    /// `ctx.playerID`: whose action is being processed.
    pub acting: Option<&'a PlayerID>,
    /// The arguments of a move.
    pub args: &'a [Value],
    /// The data of the plugins, for the length of this action.
    pub plugins: &'a RefCell<Vec<Value>>,
    pub(super) context: &'a ActionContext<Value>,
    pub(super) differences: Differences,
    pub(super) said: &'a RefCell<Vec<String>>,
}

impl<G> Table<'_, G> {
    /// Adds to the description of this action.
    pub fn say(&self, what: impl Into<String>) {
        self.said.borrow_mut().push(what.into());
    }

    /// `events.endTurn()`, and others without an argument.
    pub fn call(&self, event: &str) {
        self.queue(values::event(event, None, self.differences));
    }

    /// `events.endTurn({ next: '2' })`, and others with an argument.
    pub fn call_with(&self, event: &str, arg: Value) {
        self.queue(values::event(event, Some(&arg), self.differences));
    }

    fn queue(&self, event: Event<Value>) {
        assert!(self.context.call_event(event), "events work while an action is processed");
    }

    /// `random.Number()`
    pub fn random(&self) -> f64 {
        self.context.number().expect("random works while an action is processed")
    }

    /// `random.D6()`
    pub fn d6(&self) -> u64 {
        face(self.random(), 6).into()
    }

    /// `log.setMetadata(value)`
    pub fn set_metadata(&self, metadata: Value) {
        assert!(self.context.set_metadata(Some(metadata)), "the log works while an action is processed");
    }

    /// The player who made the move.
    pub fn player(&self) -> &str {
        self.player_id.expect("only moves, onMove and onPlayerLeave have a playerID")
    }

    /// An argument that is a whole number.
    pub fn number(&self, index: usize) -> usize {
        self.args.get(index).and_then(Value::as_u64).unwrap_or_default() as usize
    }

    /// An argument that is a text.
    pub fn text(&self, index: usize) -> &str {
        self.args.get(index).and_then(Value::as_str).unwrap_or_default()
    }
}

/// Wraps what the game's author writes.
pub fn callback<G, A: Answer>(code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Callback<G> {
    Rc::new(move |table| code(table).into_answer())
}

/// A callback that does nothing.
pub fn no_op<G>(_: &mut Table<'_, G>) {}

/// A move that calls the event named by its first argument, with the second: `0 call endTurn {"next":"2"}`.
pub fn call<G>(t: &mut Table<'_, G>) {
    match t.args {
        [_, arg, ..] => t.call_with(t.text(0), arg.clone()),
        _ => t.call(t.text(0)),
    }
}

/// What a callback may answer.
pub trait Answer {
    /// The answer as a value, or what was thrown.
    fn into_answer(self) -> Result<Value, Thrown>;
}

macro_rules! answers_as_value {
    ($($answer:ty),*) => {$(
        impl Answer for $answer {
            fn into_answer(self) -> Result<Value, Thrown> {
                Ok(self.into())
            }
        }
    )*};
}

answers_as_value!((), bool, usize, &'static str, Value);

impl Answer for Result<Value, Thrown> {
    fn into_answer(self) -> Result<Value, Thrown> {
        self
    }
}

/// A throw of a die with so many faces, from 1.
pub fn throw_die(random: &mut Random, faces: u32) -> u32 {
    face(random.number(), faces)
}

fn face(number: f64, faces: u32) -> u32 {
    (number * f64::from(faces)) as u32 + 1
}

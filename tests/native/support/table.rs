//! The arguments and answers of callbacks: the counterpart of `{ G, ctx, playerID, events, random, log }`.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use rondel::core::{ActionContext, Ctx, Differences, Event, PlayerID, Random};
use serde_json::Value;

use super::values;

/// A type that can be a game's `G`: callbacks get copies, tests compare its text, and `setup` changes a
/// default value.
pub trait GameState: Clone + Debug + Default + 'static {}

impl<G: Clone + Debug + Default + 'static> GameState for G {}

/// A callback of a game. It may change `g`, and returns an [`Answer`]. All callbacks have one type, as in
/// JavaScript; the meaning of an answer depends on the question.
pub type Callback<G> = Rc<dyn Fn(&mut Table<'_, G>) -> Result<Value, Thrown>>;

/// Exception of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown(pub String);

/// Answer of an invalid move.
pub const INVALID_MOVE: &str = "INVALID_MOVE";
/// Answer of a valid move, if another branch answers [`INVALID_MOVE`].
pub const DONE: &str = "";

/// Arguments of a callback.
pub struct Table<'a, G> {
    /// Copy of the game's state. It is dropped if the callback fails.
    pub g: G,
    /// State of the engine.
    pub ctx: &'a Ctx<Value>,
    /// `playerID`: the player who makes the move, or who leaves.
    pub player_id: Option<&'a PlayerID>,
    /// `ctx.playerID`: the player whose action runs.
    pub acting: Option<&'a PlayerID>,
    /// Arguments of a move.
    pub args: &'a [Value],
    /// Data of the plugins during this action.
    pub plugins: &'a RefCell<Vec<Value>>,
    pub(super) context: &'a ActionContext<Value>,
    pub(super) differences: Differences,
    pub(super) said: &'a RefCell<Vec<String>>,
}

impl<G> Table<'_, G> {
    /// Adds a text to the description of this action.
    pub fn say(&self, what: impl Into<String>) {
        self.said.borrow_mut().push(what.into());
    }

    /// Calls an event without an argument: `events.endTurn()`.
    pub fn call(&self, event: &str) {
        self.queue(values::event(event, None, self.differences));
    }

    /// Calls an event with an argument: `events.endTurn({ next: '2' })`.
    pub fn call_with(&self, event: &str, arg: Value) {
        self.queue(values::event(event, Some(&arg), self.differences));
    }

    fn queue(&self, event: Event<Value>) {
        assert!(self.context.call_event(event), "events work while an action is processed");
    }

    /// Returns `random.Number()`.
    pub fn random(&self) -> f64 {
        self.context.number().expect("random works while an action is processed")
    }

    /// Returns `random.D6()`.
    pub fn d6(&self) -> u64 {
        face(self.random(), 6).into()
    }

    /// Calls `log.setMetadata(value)`.
    pub fn set_metadata(&self, metadata: Value) {
        assert!(self.context.set_metadata(Some(metadata)), "the log works while an action is processed");
    }

    /// Returns the player who makes the move.
    pub fn player(&self) -> &str {
        self.player_id.expect("only moves, onMove and onPlayerLeave have a playerID")
    }

    /// Returns an argument that is a whole number.
    pub fn number(&self, index: usize) -> usize {
        self.args.get(index).and_then(Value::as_u64).unwrap_or_default() as usize
    }

    /// Returns an argument that is a text.
    pub fn text(&self, index: usize) -> &str {
        self.args.get(index).and_then(Value::as_str).unwrap_or_default()
    }
}

/// Returns a closure as a callback.
pub fn callback<G, A: Answer>(code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Callback<G> {
    Rc::new(move |table| code(table).into_answer())
}

/// A callback without effect.
pub fn no_op<G>(_: &mut Table<'_, G>) {}

/// A move that calls the event named by its first argument, with the second: `0 call endTurn {"next":"2"}`.
pub fn call<G>(t: &mut Table<'_, G>) {
    match t.args {
        [_, arg, ..] => t.call_with(t.text(0), arg.clone()),
        _ => t.call(t.text(0)),
    }
}

/// A type that a callback may return.
pub trait Answer {
    /// Returns the answer as a value, or the exception.
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

/// Rolls a die with this number of faces, numbered from 1.
pub fn throw_die(random: &mut Random, faces: u32) -> u32 {
    face(random.number(), faces)
}

fn face(number: f64, faces: u32) -> u32 {
    (number * f64::from(faces)) as u32 + 1
}

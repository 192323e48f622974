//! What the engine hands on without looking, and what a game's code returns besides itself.

use std::any::Any;
use std::borrow::ToOwned;
use std::fmt;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed, IgnoredAny};

use super::derived::{ArgsIn, ArgsOf};
use super::moves::Moves;
use super::seat::Seat;
use super::stop::Stop;
use crate::core::GameValues;

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// JavaScript sees `{ winner: '0' }`.
    Winner(Seat),
    /// JavaScript sees `{ winners: ['0', '1'] }`.
    Winners(Vec<Seat>),
    /// JavaScript sees `{ draw: true }`.
    Draw,
    /// The game's own, as text of JSON's; another text stands for itself. [`Outcome::other`] makes one.
    Other(Rc<str>),
}

impl Outcome {
    /// An outcome of the game's own. One that cannot be written as JSON is `null`.
    pub fn other(what: impl Serialize) -> Self {
        Outcome::Other(json(&what).into())
    }

    /// These have won: [`Outcome::Winner`] if it is one, [`Outcome::Winners`] if they are several, else [`Outcome::Draw`].
    ///
    /// ```
    /// use rondel::prelude::*;
    ///
    /// let points = PerSeat::new(3, |seat| if seat == Seat::new(1) { 2 } else { 7 });
    /// let best = points.values().max();
    /// let winners = points.seats().filter(|seat| Some(&points[*seat]) == best);
    /// assert_eq!(Outcome::won_by(winners), Outcome::Winners(vec![Seat::new(0), Seat::new(2)]));
    /// ```
    pub fn won_by(winners: impl IntoIterator<Item = Seat>) -> Self {
        let winners: Vec<Seat> = winners.into_iter().collect();
        match winners[..] {
            [] => Outcome::Draw,
            [winner] => Outcome::Winner(winner),
            _ => Outcome::Winners(winners),
        }
    }

    /// As boardgame.io's bots read it.
    pub fn to_json(&self) -> String {
        match self {
            Outcome::Winner(seat) => format!("{{\"winner\":\"{seat}\"}}"),
            Outcome::Winners(seats) => format!("{{\"winners\":{}}}", json(seats)),
            Outcome::Draw => "{\"draw\":true}".to_owned(),
            Outcome::Other(text) => written(text),
        }
    }
}

/// What the engine hands on without looking: arguments, outcomes, payloads. It can be written from text of JSON's, and read
/// as such.
pub trait Data: Clone + 'static {
    /// What the engine gets when the game's code cannot go on.
    type Exception: 'static;

    /// What those who look at states keep with each.
    type Shown<G>: Clone + Default;

    /// What the binding keeps with a host of this kind.
    type Bound<H: GameValues<Value = Self>>;

    /// What is kept with the state that follows this one.
    fn next<G>(g: &Rc<G>, shown: &Self::Shown<G>) -> Self::Shown<G>;

    /// What the binding keeps with a new host.
    fn bound<H: GameValues<Value = Self>>() -> Self::Bound<H>;

    /// What this text of JSON's says.
    fn of_json(text: String) -> Self;

    /// The same as text of JSON's. None for JavaScript's `undefined`.
    fn text(&self) -> Option<String>;

    /// The game's code cannot go on, for this reason.
    fn exception(stop: Stop) -> Self::Exception;

    /// The game's code has made a `G` that cannot be written, for this reason.
    fn unwritable(why: String) -> Self::Exception {
        Self::exception(Stop::Invalid(Some(why.into())))
    }

    /// There are no random numbers.
    fn exhausted() -> Self::Exception {
        Self::exception(Stop::invalid("there are no random numbers"))
    }

    /// Warns the developer. False: nobody has been warned, and the adapter keeps the message.
    fn warn(_message: &str) -> bool {
        false
    }

    /// The value as serde writes it; `null` for one that cannot be written as JSON.
    fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::of_json(json(value))
    }

    /// An outcome.
    fn of_outcome(outcome: Outcome) -> Self {
        Self::of_json(outcome.to_json())
    }

    /// `true`
    fn yes() -> Self {
        Self::of_json("true".to_owned())
    }

    /// Whether the value is truthy in JavaScript.
    fn is_truthy(&self) -> bool {
        self.text().is_some_and(|text| !matches!(text.as_str(), "null" | "false" | "0" | "-0" | "\"\""))
    }

    /// Reads the value.
    ///
    /// # Errors
    /// What was expected, and where.
    fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        let text = self.text();
        serde_json::from_str(text.as_deref().unwrap_or("null")).map_err(|error| reason_of(&error))
    }

    /// Reads the move with this number from its arguments.
    ///
    /// # Errors
    /// What was expected, and where.
    fn read_args<M: Moves>(&self, id: usize) -> Result<M, String> {
        // Text costs something, and a move without arguments has none.
        let is_bare = M::DECLARED.get(id).is_some_and(|info| info.arguments.is_empty());
        let text = if is_bare { None } else { self.text() };
        read_args(id, text.as_deref().unwrap_or("[]"))
    }
}

/// Reads the move with this number from its arguments, a list as text of JSON's.
pub(crate) fn read_args<M: Moves>(id: usize, text: &str) -> Result<M, String> {
    let mut from = serde_json::Deserializer::from_str(text);
    let read = ArgsOf::<M>::new(id).deserialize(&mut from);
    read.and_then(|made| from.end().map(|()| made)).map_err(|error| reason_of(&error))
}

/// What is wrong with a text of JSON's. The line and the column are of a text that nobody has seen.
pub fn reason_of(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.rsplit_once(" at line ").map_or(&*said, |(reason, _)| reason).to_owned()
}

/// A text that a game's author has written as JSON. What is no JSON is a text.
pub(super) fn written(text: &str) -> String {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(IgnoredAny) => text.to_owned(),
        Err(_) => json(text),
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// What [`Data`] asks for where nobody looks at states from outside, and code that cannot go on says why.
macro_rules! shown_to_nobody {
    () => {
        type Exception = crate::game::stop::Stop;
        type Shown<G> = ();
        type Bound<H: crate::core::GameValues<Value = Self>> = ();

        fn next<G>(_: &std::rc::Rc<G>, (): &()) {}

        fn bound<H: crate::core::GameValues<Value = Self>>() {}

        fn exception(stop: crate::game::stop::Stop) -> Self::Exception {
            stop
        }
    };
}
pub(super) use shown_to_nobody;

/// The values of native matches: moves stay what they are, and all else is text of JSON's.
#[derive(Clone)]
pub struct Value(Kind);

#[derive(Clone)]
enum Kind {
    Nothing,
    Move(Rc<dyn Made>),
    Outcome(Rc<Outcome>),
    Json(Rc<str>),
}

/// A move of some game.
trait Made {
    fn as_any(&self) -> &dyn Any;
    fn args(&self) -> String;
}

impl<M: Moves> Made for M {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn args(&self) -> String {
        json(&ArgsIn(self))
    }
}

impl Value {
    /// JavaScript's `undefined`.
    pub const NOTHING: Value = Value(Kind::Nothing);

    /// The arguments of a move.
    pub fn of_move<M: Moves>(made: M) -> Self {
        Value(Kind::Move(Rc::new(made)))
    }

    /// The outcome that it is, if it is one.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.0 {
            Kind::Outcome(outcome) => Some(outcome),
            _ => None,
        }
    }
}

impl Data for Value {
    shown_to_nobody!();

    fn of_json(text: String) -> Self {
        Value(Kind::Json(text.into()))
    }

    fn text(&self) -> Option<String> {
        match &self.0 {
            Kind::Nothing => None,
            Kind::Move(made) => Some(made.args()),
            Kind::Outcome(outcome) => Some(outcome.to_json()),
            Kind::Json(text) => Some(text.to_string()),
        }
    }

    fn of_outcome(outcome: Outcome) -> Self {
        Value(Kind::Outcome(Rc::new(outcome)))
    }

    fn read_args<M: Moves>(&self, id: usize) -> Result<M, String> {
        match &self.0 {
            Kind::Move(made) => match made.as_any().downcast_ref::<M>() {
                Some(made) => Ok(made.clone()),
                None => read_args(id, &made.args()),
            },
            _ => read_args(id, self.text().as_deref().unwrap_or("[]")),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.text().as_deref().unwrap_or("undefined"))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

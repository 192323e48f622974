//! What the engine hands on without looking, and what a game's code returns besides itself.

use std::borrow::ToOwned;
use std::fmt;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed, IgnoredAny};

use super::derived::{ArgsIn, ArgsOf};
use super::json::text_of;
use super::moves::Moves;
use super::seat::Seat;
use super::stop::Stop;
use super::unwritten::Unwritten;
use crate::core::{GameValues, shortened};

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
    /// One of the game's own that has no text of JSON's: a mistake in the game, and an error of the match that would end so.
    Unwritten(Unwritten),
}

impl Outcome {
    /// An outcome of the game's own; [`Outcome::Unwritten`] if it has no text of JSON's.
    pub fn other(what: impl Serialize) -> Self {
        match text_of(&what) {
            Ok(text) => Outcome::Other(text.into()),
            Err(why) => Outcome::Unwritten(why.inside("ctx.gameover")),
        }
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
            Outcome::Unwritten(_) => "null".to_owned(),
        }
    }
}

/// What the engine hands on without looking: arguments, outcomes, payloads. It can be written from text of JSON's, and read
/// as such.
pub trait Data: Clone + 'static {
    /// What those who look at states keep of a match.
    type Shown<G: 'static>: Clone + Default;

    /// What the binding keeps with a host of this kind.
    type Bound<H: GameValues<Value = Self>>;

    /// What the binding keeps with a new host.
    fn bound<H: GameValues<Value = Self>>() -> Self::Bound<H>;

    /// The value of this JSON text.
    fn of_json(text: String) -> Self;

    /// The same as text of JSON's. None for JavaScript's `undefined`.
    fn text(&self) -> Option<String>;

    /// An outcome.
    fn of_outcome(outcome: Outcome) -> Self;

    /// The outcome that it was made of, if it was.
    fn outcome(&self) -> Option<&Outcome>;

    /// The game's code has stopped before a match could begin.
    fn cannot_begin(_stop: &Stop) {}

    /// The game's code has made or said what cannot be written, for this reason.
    fn unwritable(_why: &str) {}

    /// Warns the developer. False: nobody has been warned, and the adapter keeps the message.
    fn warn(_message: &str) -> bool {
        false
    }

    /// What the library itself describes, such as seats and names, as serde writes it.
    fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::of_json(json(value))
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
}

/// Values among which moves of this type are, as the game has them: none is written and read again on the way from those who make
/// it to the game's code.
pub trait Carries<M: Moves>: Data {
    /// The arguments of a move.
    fn of_move(made: M) -> Self;

    /// The move with this number that has these arguments.
    ///
    /// # Errors
    /// What was expected, and where.
    fn read_args(&self, id: usize) -> Result<M, String>;
}

/// Reads the move with this number from its arguments, a list as text of JSON's.
pub(crate) fn read_args<M: Moves>(id: usize, text: &str) -> Result<M, String> {
    let mut from = serde_json::Deserializer::from_str(text);
    let read = ArgsOf::<M>::new(id).deserialize(&mut from);
    read.and_then(|made| from.end().map(|()| made)).map_err(|error| reason_of(&error))
}

/// The most UTF-16 units of what is wrong with a JSON text: that quotes names and texts of whoever has sent it.
const MOST_REASON: usize = 500;

/// Messages of `serde_json` about half of a surrogate pair, which a string of JavaScript may contain and a `String` may not.
const HALF_PAIRS: [&str; 2] = ["lone leading surrogate in hex escape", "unexpected end of hex escape"];
const HALF_PAIR: &str = "expected whole characters, got a string with half of a surrogate pair";

/// What is wrong with a JSON text. The line and the column are of a text that nobody has seen.
pub fn reason_of(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let reason = said.rsplit_once(" at line ").map_or(&*said, |(reason, _)| reason);
    let plain = HALF_PAIRS.iter().fold(reason.to_owned(), |text, said| text.replace(said, HALF_PAIR));
    shortened(plain, MOST_REASON)
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

/// The arguments of a move, a list as text of JSON's.
///
/// # Errors
/// Which of them cannot be written, and why.
pub(crate) fn args_of<M: Moves>(made: &M) -> Result<String, Unwritten> {
    text_of(&ArgsIn(made)).map_err(|why| {
        let name = M::DECLARED.get(made.id()).map_or("", |info| info.name);
        why.inside(name).inside("moves.")
    })
}

/// The same; `[]` if they cannot be written.
pub(crate) fn args_or_none<M: Moves>(made: &M) -> String {
    args_of(made).unwrap_or_else(|_| "[]".to_owned())
}

/// The values of native matches.
#[derive(Clone)]
pub enum Value<M> {
    /// JavaScript's `undefined`.
    Nothing,
    /// The arguments of a move.
    Move(M),
    /// How a match has ended.
    Outcome(Outcome),
    /// Anything else, as text of JSON's.
    Json(Rc<str>),
}

impl<M: Moves> Data for Value<M> {
    type Shown<G: 'static> = ();
    type Bound<H: GameValues<Value = Self>> = ();

    fn bound<H: GameValues<Value = Self>>() {}

    fn of_json(text: String) -> Self {
        Value::Json(text.into())
    }

    fn text(&self) -> Option<String> {
        match self {
            Value::Nothing => None,
            Value::Move(made) => Some(args_or_none(made)),
            Value::Outcome(outcome) => Some(outcome.to_json()),
            Value::Json(text) => Some(text.to_string()),
        }
    }

    fn of_outcome(outcome: Outcome) -> Self {
        Value::Outcome(outcome)
    }

    fn outcome(&self) -> Option<&Outcome> {
        match self {
            Value::Outcome(outcome) => Some(outcome),
            _ => None,
        }
    }
}

impl<M: Moves> Carries<M> for Value<M> {
    fn of_move(made: M) -> Self {
        Value::Move(made)
    }

    fn read_args(&self, id: usize) -> Result<M, String> {
        match self {
            Value::Move(made) => Ok(made.clone()),
            _ => read_args(id, self.text().as_deref().unwrap_or("[]")),
        }
    }
}

impl<M: Moves> fmt::Debug for Value<M> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.text().as_deref().unwrap_or("undefined"))
    }
}

impl<M: Moves> PartialEq for Value<M> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

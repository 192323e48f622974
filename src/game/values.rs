//! Values that the engine passes on unread, and the outcome of a game.

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

/// Outcome of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One winner. JavaScript sees `{ winner: '0' }`.
    Winner(Seat),
    /// Several winners. JavaScript sees `{ winners: ['0', '1'] }`.
    Winners(Vec<Seat>),
    /// No winner. JavaScript sees `{ draw: true }`.
    Draw,
    /// A value of the game's own, as JSON text. Text that is not JSON is a string. [`Outcome::other`] creates
    /// it.
    Other(Rc<str>),
    /// A value of the game's own without JSON form. This is a bug of the game; the action that would end the
    /// match fails.
    Unwritten(Unwritten),
}

impl Outcome {
    /// Creates an outcome of the game's own: [`Outcome::Other`], or [`Outcome::Unwritten`] if it has no JSON
    /// form.
    pub fn other(what: impl Serialize) -> Self {
        match text_of(&what) {
            Ok(text) => Outcome::Other(text.into()),
            Err(why) => Outcome::Unwritten(why.inside("ctx.gameover")),
        }
    }

    /// Creates the outcome for these winners: [`Outcome::Winner`] for one, [`Outcome::Winners`] for several,
    /// else [`Outcome::Draw`].
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

    /// Returns the JSON form that boardgame.io's bots read.
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

/// Values that the engine passes on unread: arguments, outcomes, payloads. They convert from and to JSON
/// text.
pub trait Data: Clone + 'static {
    /// Data of a match for those who show its states.
    type Shown<G: 'static>: Clone + Default;

    /// Data that the binding stores with a host.
    type Bound<H: GameValues<Value = Self>>;

    /// Returns the binding's data for a new host.
    fn bound<H: GameValues<Value = Self>>() -> Self::Bound<H>;

    /// Creates the value of this JSON text.
    fn of_json(text: String) -> Self;

    /// Returns the value as JSON text, or `None` for JavaScript's `undefined`.
    fn text(&self) -> Option<String>;

    /// Creates the value of an outcome.
    fn of_outcome(outcome: Outcome) -> Self;

    /// Returns the outcome, if the value was created from one.
    fn outcome(&self) -> Option<&Outcome>;

    /// Notes that the game's `setup` returned an error.
    fn cannot_begin(_stop: &Stop) {}

    /// Notes that the game's code returned a value without JSON form, for this reason.
    fn unwritable(_why: &str) {}

    /// Warns the developer. Returns `false` if it did not, so that the adapter stores the message.
    fn warn(_message: &str) -> bool {
        false
    }

    /// Creates the value of the library's own data, such as seats and names, in their serde form.
    fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::of_json(json(value))
    }

    /// Creates the value `true`.
    fn yes() -> Self {
        Self::of_json("true".to_owned())
    }

    /// Returns `true` if the value is truthy in JavaScript.
    fn is_truthy(&self) -> bool {
        self.text().is_some_and(|text| !matches!(text.as_str(), "null" | "false" | "0" | "-0" | "\"\""))
    }

    /// Deserializes the value.
    ///
    /// # Errors
    /// The expected type, and where.
    fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        let text = self.text();
        serde_json::from_str(text.as_deref().unwrap_or("null")).map_err(|error| reason_of(&error))
    }
}

/// Values that can contain moves in the game's own type. A move then reaches the game's code without being
/// serialized.
pub trait Carries<M: Moves>: Data {
    /// Creates the value of a move's arguments.
    fn of_move(made: M) -> Self;

    /// Returns the move with this number and these arguments.
    ///
    /// # Errors
    /// The expected type, and where.
    fn read_args(&self, id: usize) -> Result<M, String>;
}

/// Reads the move with this number from its arguments, a list as JSON text.
pub(crate) fn read_args<M: Moves>(id: usize, text: &str) -> Result<M, String> {
    let mut from = serde_json::Deserializer::from_str(text);
    let read = ArgsOf::<M>::new(id).deserialize(&mut from);
    read.and_then(|made| from.end().map(|()| made)).map_err(|error| reason_of(&error))
}

/// Maximum length in UTF-16 units of a reason, which may quote names and texts of the sender.
const MOST_REASON: usize = 500;

/// Messages of `serde_json` for half of a surrogate pair, which a JavaScript string may contain and a
/// `String` may not.
const HALF_PAIRS: [&str; 2] = ["lone leading surrogate in hex escape", "unexpected end of hex escape"];
const HALF_PAIR: &str = "expected whole characters, got a string with half of a surrogate pair";

/// Returns the reason why a JSON text is invalid, without line and column, because nobody sees the text.
pub fn reason_of(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let reason = said.rsplit_once(" at line ").map_or(&*said, |(reason, _)| reason);
    let plain = HALF_PAIRS.iter().fold(reason.to_owned(), |text, said| text.replace(said, HALF_PAIR));
    shortened(plain, MOST_REASON)
}

/// Returns a game author's text as JSON. Text that is not JSON becomes a string.
pub(super) fn written(text: &str) -> String {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(IgnoredAny) => text.to_owned(),
        Err(_) => json(text),
    }
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// Returns the arguments of a move, a list as JSON text.
///
/// # Errors
/// The argument without JSON form, and the reason.
pub(crate) fn args_of<M: Moves>(made: &M) -> Result<String, Unwritten> {
    text_of(&ArgsIn(made)).map_err(|why| {
        let name = M::DECLARED.get(made.id()).map_or("", |info| info.name);
        why.inside(name).inside("moves.")
    })
}

/// Returns the arguments of a move, or `[]` if one has no JSON form.
pub(crate) fn args_or_none<M: Moves>(made: &M) -> String {
    args_of(made).unwrap_or_else(|_| "[]".to_owned())
}

/// Values of native matches.
#[derive(Clone)]
pub enum Value<M> {
    /// JavaScript's `undefined`.
    Nothing,
    /// Arguments of a move.
    Move(M),
    /// Outcome of a match.
    Outcome(Outcome),
    /// Any other value, as JSON text.
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

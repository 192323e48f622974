//! Which matches are checked, and the report of one that is wrong.

use std::fmt;
use std::format;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;

use crate::game::game::Game;
use crate::game::matches::Match;

/// [`check`](super::check) with setup data, other numbers of players, or exceptions.
pub struct Check<G> {
    pub(super) seats: Option<RangeInclusive<u32>>,
    data: Option<serde_json::Value>,
    pub(super) allowed: Vec<Tells>,
    pub(super) unused: Vec<String>,
    of: PhantomData<fn() -> G>,
}

/// What may reveal to somebody what they do not see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tells {
    Refusals,
    Log,
}

/// What a game gets wrong, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckError {
    /// Which match, from 0 on. It is played again by `Match::new(seats).seed(seed)`.
    pub number: u32,
    /// How many played.
    pub seats: u32,
    /// The seed of the match.
    pub seed: String,
    /// The turn: 0 before the first one.
    pub turn: u32,
    /// How many moves had been made.
    pub moves: u32,
    /// What is wrong: `moves`, `view`, `log`, `refusal`, `determinism`, `search`, `serde`, `changes`, `determinize`, `outcome`, `unused`, `panic`, `stuck` or `start`.
    pub place: &'static str,
    /// What is wrong there.
    pub problem: String,
}

impl fmt::Display for CheckError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckError { number, seats, seed, turn, moves, place, problem } = self;
        write!(
            to,
            "match {number} ({seats} players, seed \"{seed}\"), turn {turn}, move {moves}: {place}: {problem}"
        )
    }
}

/// In words as well: a test unwraps it.
impl fmt::Debug for CheckError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl std::error::Error for CheckError {}

impl<G: Game> Default for Check<G> {
    fn default() -> Self {
        Check::new()
    }
}

impl<G: Game> Check<G> {
    /// A check of matches without setup data, of as many players as the flow sets; two, if it sets none.
    pub fn new() -> Self {
        Check { seats: None, data: None, allowed: Vec::new(), unused: Vec::new(), of: PhantomData }
    }

    /// How many play: each number in turn.
    pub fn seats(mut self, seats: RangeInclusive<u32>) -> Self {
        self.seats = Some(seats);
        self
    }

    /// What matches are set up with.
    pub fn data(mut self, data: &impl Serialize) -> Self {
        self.data = serde_json::to_value(data).ok();
        self
    }

    /// A refusal may depend on what its player does not see, as where an umpire knows more than both players.
    pub fn refusals_may_tell(mut self) -> Self {
        self.allowed.push(Tells::Refusals);
        self
    }

    /// What moves note by [`Cx::log`](crate::game::Cx::log) may depend on what somebody does not see, as where a card is shown
    /// around and goes back.
    pub fn log_may_tell(mut self) -> Self {
        self.allowed.push(Tells::Log);
        self
    }

    /// These phases, stages and moves may stay unused, by their names in JavaScript.
    pub fn unused<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.unused.extend(names.into_iter().map(String::from));
        self
    }

    /// Begins a match.
    pub fn start(&self, table: Table) -> Result<Match<G>, CheckError> {
        let begun = Match::<G>::new(table.seats).seed(table.seed());
        let begun = match &self.data {
            Some(data) => begun.data(data),
            None => begun,
        };
        begun.start().map_err(|error| table.error("start", error.to_string()))
    }
}

/// A match that is begun.
#[derive(Clone, Copy)]
pub struct Table {
    /// Which match it is, from 0 on.
    pub number: u32,
    /// How many play.
    pub seats: u32,
}

impl Table {
    /// The seed of the match.
    pub fn seed(self) -> String {
        format!("check {}", self.number)
    }

    /// What is wrong with the match.
    pub fn error(self, place: &'static str, problem: String) -> CheckError {
        let Table { number, seats } = self;
        CheckError { number, seats, seed: self.seed(), turn: 0, moves: 0, place, problem }
    }
}

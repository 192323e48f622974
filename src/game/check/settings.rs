//! Options of a check, and its report of a mistake.

use std::fmt;
use std::format;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;

use crate::game::game::Game;
use crate::game::matches::Match;

/// [`check`](super::check) with options: setup data, numbers of players, exceptions.
pub struct Check<G> {
    pub(super) seats: Option<RangeInclusive<u32>>,
    data: Option<serde_json::Value>,
    pub(super) allowed: Vec<Tells>,
    pub(super) unused: Vec<String>,
    of: PhantomData<fn() -> G>,
}

/// Something that may reveal hidden values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tells {
    Refusals,
    Log,
}

/// A mistake in a game, and where it is.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckError {
    /// Number of the match, counted from 0. `Match::new(seats).seed(seed)` plays it again.
    pub number: u32,
    /// Number of players.
    pub seats: u32,
    /// Seed of the match.
    pub seed: String,
    /// Number of the turn. 0: before the first turn.
    pub turn: u32,
    /// Number of moves before the mistake.
    pub moves: u32,
    /// Part of the game with the mistake: `moves`, `view`, `log`, `refusal`, `determinism`, `search`,
    /// `serde`, `changes`, `determinize`, `outcome`, `unused`, `panic`, `stuck` or `start`.
    pub place: &'static str,
    /// Description of the mistake.
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

/// The same text as `Display`, because tests unwrap the error.
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
    /// Creates a check of matches without setup data. Default number of players: as the flow declares; 2 if
    /// it declares none.
    pub fn new() -> Self {
        Check { seats: None, data: None, allowed: Vec::new(), unused: Vec::new(), of: PhantomData }
    }

    /// Sets the numbers of players. The matches use them in turn.
    pub fn seats(mut self, seats: RangeInclusive<u32>) -> Self {
        self.seats = Some(seats);
        self
    }

    /// Sets the setup data of the matches.
    pub fn data(mut self, data: &impl Serialize) -> Self {
        self.data = serde_json::to_value(data).ok();
        self
    }

    /// Allows refusals that depend on hidden values, for example of an umpire who knows more than both
    /// players.
    pub fn refusals_may_tell(mut self) -> Self {
        self.allowed.push(Tells::Refusals);
        self
    }

    /// Allows metadata of [`Cx::log`](crate::game::Cx::log) that depend on hidden values, for example of a
    /// card that is shown around and taken back.
    pub fn log_may_tell(mut self) -> Self {
        self.allowed.push(Tells::Log);
        self
    }

    /// Allows these phases, stages and moves to stay unused, by their names in JavaScript.
    pub fn unused<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.unused.extend(names.into_iter().map(String::from));
        self
    }

    /// Starts a match.
    pub fn start(&self, table: Table) -> Result<Match<G>, CheckError> {
        let begun = Match::<G>::new(table.seats).seed(table.seed());
        let begun = match &self.data {
            Some(data) => begun.data(data),
            None => begun,
        };
        begun.start().map_err(|error| table.error("start", error.to_string()))
    }
}

/// The table of one match.
#[derive(Clone, Copy)]
pub struct Table {
    /// Number of the match, counted from 0.
    pub number: u32,
    /// Number of players.
    pub seats: u32,
}

impl Table {
    /// Returns the seed of the match.
    pub fn seed(self) -> String {
        format!("check {}", self.number)
    }

    /// Creates the error of a mistake at this table.
    pub fn error(self, place: &'static str, problem: String) -> CheckError {
        let Table { number, seats } = self;
        CheckError { number, seats, seed: self.seed(), turn: 0, moves: 0, place, problem }
    }
}

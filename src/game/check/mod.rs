//! Random matches that look for what a game's rules get wrong.

mod attempts;
mod leaks;
mod patches;
mod played;
mod worlds;

use std::collections::BTreeSet;
use std::fmt;
use std::format;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::string::{String, ToString};
use std::vec::Vec;

use serde::Serialize;

use self::played::Player;
use super::{Definition, Facts, Game, Match, Moves};

/// So many moves are made in a match at most.
const MOST_MOVES: u32 = 1_000;
/// Of games for any number of players, matches of so many more than the least are played.
const MOST_MORE_SEATS: u32 = 4;

/// Plays so many random matches of a game, by what its [`Game::moves`] lists, and checks
///
/// - that `moves` lists what `play` takes, and the same for a player's view as for the whole game;
/// - secrecy: what a player sees, is refused, or reads in the log does not depend on what is hidden from them;
/// - determinism: the same seed and the same moves lead to the same states;
/// - that states and moves which are written as JSON and read again are the same, and play on in the same way;
/// - that views are brought up to date by what has changed as if they had been written whole;
/// - that each phase, stage and move is used.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # struct Race(PerSeat<u32>);
/// # #[derive(Clone, Debug, PartialEq, Moves)]
/// # enum Move { Go }
/// # impl Game for Race {
/// #     type Move = Move;
/// #     const NAME: &'static str = "race";
/// #     fn setup(cx: &Setup) -> Result<Self> { Ok(Race(cx.per_seat(|_| 0))) }
/// #     fn flow(flow: Flow<Self>) -> Flow<Self> { flow.turn(|turn| turn.limit(1..=1)) }
/// #     fn play(&mut self, _: Move, cx: &Cx) -> Played { self.0[cx.player()] += cx.random()?.d6(); Ok(()) }
/// #     fn outcome(&self, _: &Ctx) -> Option<Outcome> {
/// #         self.0.iter().find(|(_, at)| **at > 20).map(|(seat, _)| Outcome::Winner(seat))
/// #     }
/// #     fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) { out.push(Move::Go) }
/// # }
/// let checked = rondel::check::<Race>(20)?;
/// assert_eq!(checked.matches, 20);
/// # Ok::<(), rondel::game::CheckError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong, with the match, the turn and the place: [`CheckError`].
pub fn check<G: Game>(matches: u32) -> Result<Checked, CheckError> {
    Check::<G>::new().run(matches)
}

/// [`check`] with setup data, other numbers of players, or exceptions.
pub struct Check<G> {
    seats: Option<RangeInclusive<u32>>,
    data: Option<serde_json::Value>,
    refusals_tell: bool,
    unused: Vec<String>,
    of: PhantomData<fn() -> G>,
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many matches were played.
    pub matches: u32,
    /// How many moves were made in all of them.
    pub moves: u64,
    /// How many matches were left before they had ended, after a thousand moves.
    pub unfinished: u32,
}

/// What a game gets wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What is wrong: `moves`, `view`, `log`, `refusal`, `determinism`, `serde`, `changes`, `unused`, `panic`, `stuck` or `start`.
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

impl core::error::Error for CheckError {}

impl<G: Game> Default for Check<G> {
    fn default() -> Self {
        Check::new()
    }
}

impl<G: Game> Check<G> {
    /// A check of matches without setup data, of as many players as the flow says; two, if it says nothing.
    pub fn new() -> Self {
        Check { seats: None, data: None, refusals_tell: false, unused: Vec::new(), of: PhantomData }
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
        self.refusals_tell = true;
        self
    }

    /// These phases, stages and moves may stay unused, by their names in JavaScript.
    pub fn unused<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.unused.extend(names.into_iter().map(String::from));
        self
    }

    /// Plays so many matches.
    ///
    /// # Errors
    /// As [`check`].
    pub fn run(&self, matches: u32) -> Result<Checked, CheckError> {
        let facts = match Definition::<G>::new() {
            Ok(definition) => definition.facts,
            Err(problem) => return Err(Table { number: 0, seats: 0 }.error("start", problem)),
        };
        let mut checked = Checked { matches, moves: 0, unfinished: 0 };
        let mut used = BTreeSet::new();
        for number in 0..matches {
            let played = Player::play(self, Table { number, seats: self.seats_of(number, &facts) })?;
            checked.moves += u64::from(played.moves);
            checked.unfinished += u32::from(!played.is_over);
            used.extend(played.used);
        }
        let moves = <G::Move as Moves>::DECLARED.iter().map(|info| info.name);
        let mut declared = facts.phases.iter().chain(&facts.stages).copied().chain(moves);
        match declared.find(|name| !used.contains(*name) && !self.unused.iter().any(|known| known == name)) {
            Some(name) if matches > 0 => {
                let last = Table { number: matches - 1, seats: self.seats_of(matches - 1, &facts) };
                Err(last.error(
                    "unused",
                    format!("{name} is declared, and none of {matches} matches has used it"),
                ))
            }
            _ => Ok(checked),
        }
    }

    fn start(&self, table: Table) -> Result<Match<G>, CheckError> {
        let begun = Match::<G>::new(table.seats).seed(table.seed());
        let begun = match &self.data {
            Some(data) => begun.data(data),
            None => begun,
        };
        begun.start().map_err(|error| table.error("start", error.to_string()))
    }

    /// How many play in the match with this number.
    fn seats_of(&self, number: u32, facts: &Facts) -> u32 {
        let usual = || {
            let least = facts.min_players.unwrap_or_else(|| facts.max_players.unwrap_or(2).min(2));
            least..=facts.max_players.unwrap_or(least.max(2)).min(least.saturating_add(MOST_MORE_SEATS))
        };
        let seats = self.seats.clone().unwrap_or_else(usual);
        seats.start() + number % (seats.end().saturating_sub(*seats.start()) + 1)
    }
}

/// A match that is begun.
#[derive(Clone, Copy)]
struct Table {
    number: u32,
    seats: u32,
}

impl Table {
    fn seed(self) -> String {
        format!("check {}", self.number)
    }

    fn error(self, place: &'static str, problem: String) -> CheckError {
        let Table { number, seats } = self;
        CheckError { number, seats, seed: self.seed(), turn: 0, moves: 0, place, problem }
    }
}

//! Random matches that look for what a game's rules get wrong.

mod attempts;
mod leaks;
mod patches;
mod payloads;
mod played;
mod settings;
mod worlds;

use std::collections::BTreeSet;
use std::format;

use self::played::Player;
use self::settings::Table;
pub use self::settings::{Check, CheckError};
use super::build::{Definition, Facts};
use super::game::Game;
use super::moves::Moves;

/// Of games for any number of players, matches of so many more than the least are played.
const MOST_MORE_SEATS: u32 = 4;

/// Plays so many random matches of a game, by what its [`Game::moves`] lists, and checks
///
/// - that `moves` lists what `play` takes, and the same for a player's view as for the whole game;
/// - that `determinize`, if it makes up a game for some view, does so for each, and none that its player could distinguish;
/// - secrecy: what a player sees, is refused, or reads in the log does not depend on what is hidden from them;
/// - determinism: the same seed and the same moves lead to the same states;
/// - that a bot, which plays without log and history, plays the same match;
/// - that states and moves which are written as JSON and read again are the same, and play on in the same way;
/// - that views are brought up to date by what has changed as if they had been written whole;
/// - that outcomes and refusals are of the types that the flow declares;
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

impl<G: Game> Check<G> {
    /// Plays so many matches.
    ///
    /// # Errors
    /// As [`check`].
    pub fn run(&self, matches: u32) -> Result<Checked, CheckError> {
        let Definition { facts, texts, .. } = match Definition::<G>::new() {
            Ok(definition) => definition,
            Err(problem) => return Err(Table { number: 0, seats: 0 }.error("start", problem)),
        };
        let mut checked = Checked { matches, moves: 0, unfinished: 0 };
        let mut used = BTreeSet::new();
        for number in 0..matches {
            let table = Table { number, seats: self.seats_of(number, &facts) };
            let played = Player::play(self, &texts, table)?;
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

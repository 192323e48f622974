//! Random matches that find mistakes in a game's rules.

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

/// Maximum of seats above the minimum in matches of games without a maximum number of players.
const MOST_MORE_SEATS: u32 = 4;

/// Plays random matches with the moves that [`Game::moves`] lists, and checks:
///
/// - `moves` lists moves that `play` accepts, and the same ones for a player's view as for the whole game.
/// - `determinize` returns either `None` for every view or a game that the player cannot distinguish from the
///   real one.
/// - Secrecy: a player's view, refusals and log do not depend on values that are hidden from them.
/// - Determinism: the same seed and moves lead to the same states.
/// - A bot's search, without log and history, plays the same match.
/// - States and moves survive JSON: written and read again, they are the same and play on in the same way.
/// - Patches of views give the same result as whole views.
/// - Outcomes and refusals have the types that the flow declares.
/// - Each phase, stage and move is used.
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
/// The first mistake, with the match, the turn and the place: [`CheckError`].
pub fn check<G: Game>(matches: u32) -> Result<Checked, CheckError> {
    Check::<G>::new().run(matches)
}

/// Result of a check without mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Number of matches.
    pub matches: u32,
    /// Number of moves in all matches.
    pub moves: u64,
    /// Number of matches that were abandoned after 1,000 moves.
    pub unfinished: u32,
}

impl<G: Game> Check<G> {
    /// Plays this number of matches.
    ///
    /// # Errors
    /// As for [`check`].
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
                Err(last
                    .error("unused", format!("{name} is declared, but none of {matches} matches used it")))
            }
            _ => Ok(checked),
        }
    }

    /// Returns the number of players in the match with this number.
    fn seats_of(&self, number: u32, facts: &Facts) -> u32 {
        let usual = || {
            let least = facts.min_players.unwrap_or_else(|| facts.max_players.unwrap_or(2).min(2));
            least..=facts.max_players.unwrap_or(least.max(2)).min(least.saturating_add(MOST_MORE_SEATS))
        };
        let seats = self.seats.clone().unwrap_or_else(usual);
        seats.start() + number % (seats.end().saturating_sub(*seats.start()) + 1)
    }
}

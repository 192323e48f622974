//! One random match, checked before and after each move.

use std::any::Any;
use std::borrow::ToOwned;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};
use std::vec::Vec;

use super::settings::{Check, CheckError, Table};
use super::worlds::{difference, json, name_of, other_world, shown, viewers};
use crate::core::{self, Action, ActionKind, Fault, State};
use crate::game::adapter::Adapter;
use crate::game::ctx::id_of;
use crate::game::game::Game;
use crate::game::json::write_exactly;
use crate::game::matches::{Match, MatchError};
use crate::game::moves::Moves;
use crate::game::random::Random;
use crate::game::seat::Seat;
use crate::game::stop::Stop;
use crate::game::texts::Texts;
use crate::game::values::Value;
use crate::game::view::seen_by;

/// Maximum number of moves in a match.
const MOST_MOVES: u32 = 1_000;
/// Maximum number of stored moves that are tried again where they may be refused.
const MOST_TRIED: usize = 64;

/// Result of a match.
pub struct Played {
    pub moves: u32,
    pub is_over: bool,
    /// Phases, stages and moves that the match used.
    pub used: BTreeSet<String>,
}

/// A running match.
pub struct Player<'a, G: Game> {
    pub check: &'a Check<G>,
    pub texts: &'a Texts,
    pub game: Match<G>,
    /// The same match. Its state and moves are written as JSON and read again before each move.
    again: Match<G>,
    /// The same match in search mode, as bots play it.
    searched: State<Adapter<G>>,
    pub random: RefCell<core::Random>,
    played: Played,
    /// `true` if the game's `determinize` has returned a game.
    determinizes: bool,
    /// Moves that a player could make at some time.
    pub known: Vec<G::Move>,
}

/// A mistake: its place and its description.
pub type Wrong = (&'static str, String);

impl<'a, G: Game> Player<'a, G> {
    /// Plays a match.
    pub fn play(check: &'a Check<G>, texts: &'a Texts, table: Table) -> Result<Played, CheckError> {
        let random = RefCell::new(core::Random::seeded(format!("{} plays", table.seed()).as_str()));
        let played = Played { moves: 0, is_over: false, used: BTreeSet::new() };
        let (game, again) = (check.start(table)?, check.start(table)?);
        let searched =
            game.engine().fork(game.state()).map_err(|fault| table.error("start", text_of(fault)))?;
        let (determinizes, known) = (false, Vec::new());
        let mut player = Player { check, texts, game, again, searched, random, played, determinizes, known };
        // Reports the match and turn of a panic too.
        let outcome = catch_unwind(AssertUnwindSafe(|| player.play_on()));
        let outcome = outcome.unwrap_or_else(|panicked| Err(("panic", said_by(&*panicked))));
        let (turn, moves) = (player.game.ctx().turn(), player.played.moves);
        outcome.map_err(|(place, problem)| CheckError { turn, moves, ..table.error(place, problem) })?;
        Ok(player.played)
    }

    fn play_on(&mut self) -> Result<(), Wrong> {
        self.check_state()?;
        while self.game.outcome().is_none() && self.played.moves < MOST_MOVES {
            let choices = self.choices()?;
            self.try_refusals()?;
            let Some((seat, mv)) = choices.get(self.below(choices.len())).cloned() else {
                return Err(("stuck", "no player can act, and the match is not over".into()));
            };
            self.make(seat, mv)?;
            self.check_state()?;
        }
        self.played.is_over = self.game.outcome().is_some();
        self.check_outcome()
    }

    /// Returns the moves that the game lists for each active player. Checks that the players' views give the
    /// same list.
    fn choices(&mut self) -> Result<Vec<(Seat, G::Move)>, Wrong> {
        let (mut choices, mut listed, mut by_view) = (Vec::new(), Vec::new(), Vec::new());
        for seat in self.game.active() {
            self.game.moves(seat, &mut listed);
            self.game.with(seen_by(self.game.g(), Some(seat))).moves(seat, &mut by_view);
            if listed != by_view {
                let problem = format!("lists {listed:?} for player {seat}, but their view lists {by_view:?}");
                return Err(("moves", problem));
            }
            choices.extend(listed.drain(..).map(|mv| (seat, mv)));
        }
        Ok(choices)
    }

    /// Makes a move in both matches.
    fn make(&mut self, seat: Seat, mv: G::Move) -> Result<(), Wrong> {
        let before = self.game.clone();
        if let Err(error) = self.game.play(seat, mv.clone()) {
            return Err(("moves", format!("lists {mv:?} for player {seat}, which is refused: {error}")));
        }
        self.played.moves += 1;
        if let Some(info) = G::Move::DECLARED.get(mv.id()) {
            self.played.used.insert(info.name.into());
        }
        self.check_log(seat, &mv, &before)?;
        self.check_patches(before.g())?;
        let read = self.read_again(&mv)?;
        if let Err(error) = self.again.play(seat, read) {
            let problem = format!(
                "{mv:?} of player {seat} is made in one of two matches, and refused in the other: {error}"
            );
            return Err(("determinism", problem));
        }
        self.search_on(seat, &mv)?;
        if self.known.len() < MOST_TRIED {
            self.known.push(mv);
        } else {
            let place = self.below(MOST_TRIED);
            if let Some(known) = self.known.get_mut(place) {
                *known = mv;
            }
        }
        Ok(())
    }

    /// Makes the move in search mode.
    fn search_on(&mut self, seat: Seat, mv: &G::Move) -> Result<(), Wrong> {
        let kind = ActionKind::Move { id: mv.id(), args: Value::Move(mv.clone()) };
        let action = Action { kind, player_id: Some(id_of(seat)), credentials: None };
        self.game.engine().advance(&mut self.searched, &action).map_err(|halt| {
            let why = text_of(halt.into_fault());
            (
                "search",
                format!("{mv:?} of player {seat} is made in the match, and not where a bot tries it: {why}"),
            )
        })
    }

    /// Writes the move and the second match's state as JSON, and reads both again.
    fn read_again(&mut self, mv: &G::Move) -> Result<G::Move, Wrong> {
        let text = serde_json::to_string(mv).map_err(|error| ("serde", format!("{mv:?}: {error}")))?;
        let read: G::Move =
            serde_json::from_str(&text).map_err(|error| ("serde", format!("{text}: {error}")))?;
        if read != *mv {
            return Err(("serde", format!("{mv:?} is written as {text}, and read as {read:?}")));
        }
        let mut text = Vec::new();
        write_exactly(self.again.g(), &mut text).map_err(|error| ("serde", error.inside("G").to_string()))?;
        let g = serde_json::from_slice(&text)
            .map_err(|error| ("serde", format!("G: {error}: {}", String::from_utf8_lossy(&text))))?;
        self.again = self.again.with(g);
        Ok(read)
    }

    /// Checks that both matches have the same state, and that views do not depend on hidden values.
    fn check_state(&mut self) -> Result<(), Wrong> {
        self.note_places();
        if let Some(difference) = difference(&json(self.game.g()), &json(self.again.g())) {
            return Err((
                "determinism",
                format!("the same match, read from JSON before each move, differs: {difference}"),
            ));
        }
        let (ctx, again) = (format!("{:?}", self.game.state().ctx), format!("{:?}", self.again.state().ctx));
        if ctx != again {
            return Err(("determinism", format!("the same match differs: ctx is {ctx}, or {again}")));
        }
        self.check_search_mode()?;
        for viewer in viewers(&self.game) {
            let Some(other) = other_world(&self.game, viewer, &self.random) else { continue };
            if let Some(difference) = difference(&shown(self.game.g(), viewer), &shown(&other, viewer)) {
                let problem = format!("{} sees a hidden value: {difference}", name_of(viewer));
                return Err(("view", problem));
            }
        }
        let mut seats = self.game.ctx().seats();
        seats.try_for_each(|seat| self.check_determinized(seat))
    }

    /// Checks that the match in search mode is the same, except for log and history.
    fn check_search_mode(&self) -> Result<(), Wrong> {
        let (state, searched) = (self.game.state(), &self.searched);
        let wrong = |difference: String| {
            ("search", format!("the same match differs where a bot plays it: {difference}"))
        };
        if let Some(difference) = difference(&json(&*state.g), &json(&*searched.g)) {
            return Err(wrong(difference));
        }
        let rest =
            |state: &State<Adapter<G>>| format!("ctx is {:?}, with {:?}", state.ctx, state.plugins.random);
        let (here, there) = (rest(state), rest(searched));
        if here == there { Ok(()) } else { Err(wrong(format!("{here}, or {there}"))) }
    }

    /// Checks that the result of `determinize` gives this seat the same view.
    fn check_determinized(&mut self, seat: Seat) -> Result<(), Wrong> {
        let view = seen_by(self.game.g(), Some(seat));
        let determinized = view.determinize(&self.game.ctx(), seat, &Random::over(&self.random));
        let Some(world) = determinized else {
            let problem = format!("returned no game for player {seat}, but did before");
            return if self.determinizes { Err(("determinize", problem)) } else { Ok(()) };
        };
        self.determinizes = true;
        match difference(&json(&view), &shown(&world, Some(seat))) {
            Some(difference) => {
                Err(("determinize", format!("player {seat} sees another game: {difference}")))
            }
            None => Ok(()),
        }
    }

    fn note_places(&mut self) {
        let ctx = &self.game.state().ctx;
        let stages = ctx.active_players.as_ref().map(|active| active.entries());
        let stages = stages.iter().flat_map(|entries| entries.iter()).filter_map(|(_, stage)| stage.clone());
        let used: Vec<String> =
            ctx.phase.iter().cloned().chain(stages).map(|name| name.to_string()).collect();
        self.played.used.extend(used);
    }

    /// Returns a random number less than `end`, or 0 if `end` is 0.
    pub fn below(&self, end: usize) -> usize {
        (self.random.borrow_mut().number() * end as f64) as usize
    }
}

fn text_of<M: Moves>(fault: Fault<Stop, Value<M>>) -> String {
    MatchError::from(fault).to_string()
}

fn said_by(panicked: &(dyn Any + Send)) -> String {
    let said = panicked.downcast_ref::<String>().cloned();
    said.or_else(|| panicked.downcast_ref::<&str>().map(|said| (*said).to_owned())).unwrap_or_default()
}

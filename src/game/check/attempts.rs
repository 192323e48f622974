//! Checks of refusals, and of the log and patches after a move.

use std::format;
use std::rc::Rc;
use std::string::{String, ToString};

use serde_json::Value as Json;

use super::leaks::Shown;
use super::played::{Player, Wrong};
use super::settings::Tells;
use super::worlds::{json, name_of, other_world, shown, viewers};
use crate::core::{LogAction, LogEntry};
use crate::game::game::Game;
use crate::game::matches::Match;
use crate::game::moves::Moves;
use crate::game::seat::Seat;
use crate::game::values::Data;

impl<G: Game> Player<'_, G> {
    /// Tries a move that may be refused. The result must be the same in all worlds that the player cannot
    /// distinguish. Otherwise the refusal reveals in which one they are.
    pub fn try_refusals(&mut self) -> Result<(), Wrong> {
        let (active, mv) = (self.game.active(), self.known.get(self.below(self.known.len())).cloned());
        let (Some(seat), Some(mv)) = (active.get(self.below(active.len())).copied(), mv) else {
            return Ok(());
        };
        let mut here = self.game.clone();
        let before = here.g().clone();
        let refused = here.play(seat, mv.clone()).err();
        refused.as_ref().map_or(Ok(()), |error| self.check_refusal_payload(error))?;
        let refused = refused.map(|error| error.to_string());
        if refused.is_some() && json(&before) != json(here.g()) {
            return Err(("refusal", format!("{mv:?} of player {seat} is refused, but has changed the game")));
        }
        let Some(world) = other_world(&self.game, Some(seat), &self.random)
            .filter(|_| !self.check.allowed.contains(&Tells::Refusals))
        else {
            return Ok(());
        };
        let mut there = self.game.with(world);
        let refused_there = there.play(seat, mv.clone()).err().map(|error| error.to_string());
        let said = |refused: Option<String>| {
            refused.map_or_else(|| "is done".into(), |why| format!("is refused ({why})"))
        };
        if (refused.is_some() || refused_there.is_some()) && refused != refused_there {
            let (here, there) = (said(refused), said(refused_there));
            let problem =
                format!("{mv:?} of player {seat} {here}, but {there} if other values are hidden from them");
            return Err(("refusal", problem));
        }
        Ok(())
    }

    /// Checks the log entry of the last move.
    pub fn check_log(&self, seat: Seat, mv: &G::Move, before: &Match<G>) -> Result<(), Wrong> {
        self.check_arguments(seat, mv, before.g())?;
        self.check_metadata(seat, mv, before)
    }

    fn check_arguments(&self, seat: Seat, mv: &G::Move, before: &G) -> Result<(), Wrong> {
        let is_redacted = self
            .game
            .state()
            .deltalog
            .iter()
            .any(|entry| matches!(entry.action, LogAction::Move { .. }) && entry.redact == Some(true));
        let args = match json(mv) {
            Json::Object(mut written) => written.remove("args"),
            _ => None,
        };
        let Some(args) = args.filter(|_| !is_redacted) else { return Ok(()) };
        let whole = (json(before), json(self.game.g()));
        for viewer in viewers(&self.game).into_iter().filter(|viewer| *viewer != Some(seat)) {
            let seen = (shown(before, viewer), shown(self.game.g(), viewer));
            let move_shown = Shown { args: &args, before: (&whole.0, &seen.0), after: (&whole.1, &seen.1) };
            if let Some(leak) = move_shown.leak() {
                let name = name_of_move(mv);
                let problem = format!(
                    "the entry of {name} {leak} from {}: should the move be redacted?",
                    name_of(viewer)
                );
                return Err(("log", problem));
            }
        }
        Ok(())
    }

    /// Checks that the metadata of a move are the same in all worlds that a viewer cannot distinguish, before
    /// or after the move.
    fn check_metadata(&self, seat: Seat, mv: &G::Move, before: &Match<G>) -> Result<(), Wrong> {
        let noted = note_of(&self.game);
        if noted.is_none() || self.check.allowed.contains(&Tells::Log) {
            return Ok(());
        }
        for viewer in viewers(before) {
            let Some(world) = other_world(before, viewer, &self.random) else { continue };
            let mut there = before.with(world);
            let is_made = there.play(seat, mv.clone()).is_ok();
            if !is_made || shown(self.game.g(), viewer) != shown(there.g(), viewer) {
                continue;
            }
            let noted_there = note_of(&there);
            if noted != noted_there {
                let [here, there] = [&noted, &noted_there].map(|note| note.as_deref().unwrap_or("nothing"));
                let (name, viewer) = (name_of_move(mv), name_of(viewer));
                let problem = format!(
                    "{name} notes {here} for everybody, and {there} if other values are hidden from {viewer}"
                );
                return Err(("log", problem));
            }
        }
        Ok(())
    }
}

fn name_of_move<M: Moves>(mv: &M) -> &'static str {
    M::DECLARED.get(mv.id()).map_or("", |info| info.name)
}

/// Returns the log metadata of the last move as JSON text.
fn note_of<G: Game>(game: &Match<G>) -> Option<String> {
    let noted =
        |entry: &Rc<LogEntry<_>>| entry.metadata.iter().chain(&entry.hook_metadata).find_map(Data::text);
    game.state().deltalog.iter().find_map(noted)
}

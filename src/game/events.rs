//! The events of moves and hooks.

use super::active::{Active, InStage};
use super::event::Event;
use super::names::Phases;
use super::seat::Seat;
use super::services::Services;
use super::values::Outcome;

/// Changes of turns, phases and stages. The engine carries them out after the move or hook, in the order of
/// the calls. If one is not allowed there, it refuses the whole action.
#[derive(Clone, Copy)]
pub struct Events<'a>(&'a dyn Services);

impl<'a> Events<'a> {
    pub(super) fn new(services: &'a dyn Services) -> Self {
        Events(services)
    }

    /// Ends the turn. Has no effect before the minimum number of moves.
    pub fn end_turn(&self) {
        self.0.call(Event::EndTurn { next: None });
    }

    /// Ends the turn; this player is next. Has no effect before the minimum number of moves.
    pub fn end_turn_to(&self, next: Seat) {
        self.0.call(Event::EndTurn { next: Some(next) });
    }

    /// Ends the turn, even if the player made fewer moves than the minimum.
    pub fn pass(&self) {
        self.0.call(Event::Pass { remove: false });
    }

    /// Ends the turn, even if the player made fewer moves than the minimum, and removes the player from the
    /// match.
    pub fn pass_and_leave(&self) {
        self.0.call(Event::Pass { remove: true });
    }

    /// Ends the turn and the phase; the phase's `next` follows.
    pub fn end_phase(&self) {
        self.0.call(Event::EndPhase);
    }

    /// Ends the turn and the phase; this one follows.
    pub fn phase(&self, phase: impl Phases) {
        self.0.call(Event::phase(phase));
    }

    /// Ends the game.
    pub fn end_game(&self, outcome: Outcome) {
        self.0.call(Event::EndGame(Some(outcome)));
    }

    /// Sets the active players.
    pub fn active(&self, active: Active) {
        self.0.call(Event::SetActivePlayers(active));
    }

    /// Ends the stage of the acting player; its `next` follows.
    pub fn end_stage(&self) {
        self.0.call(Event::EndStage);
    }

    /// Moves the acting player to a stage, or to none with [`NoStage`](super::NoStage).
    pub fn stage(&self, stage: impl Into<InStage>) {
        self.0.call(Event::SetStage(stage.into()));
    }

    /// Removes a player from the match permanently.
    pub fn remove(&self, seat: Seat) {
        self.0.call(Event::RemovePlayer(seat));
    }

    /// Stops the clock of a game with time.
    pub fn pause_clock(&self) {
        self.0.call(Event::PauseClock);
    }

    /// Lets a paused clock go on.
    pub fn resume_clock(&self) {
        self.0.call(Event::ResumeClock);
    }
}

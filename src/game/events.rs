//! What changes turns, phases and stages.

use super::active::{Active, InStage};
use super::desk::Desk;
use super::event::Event;
use super::names::Phases;
use super::seat::Seat;
use super::values::Outcome;

/// What changes turns, phases and stages. Each takes effect when the move or hook is over, in the order of the calls. Where
/// an event may not be called, the whole action is refused.
#[derive(Clone, Copy)]
pub struct Events<'a>(&'a dyn Desk);

impl<'a> Events<'a> {
    pub(super) fn new(desk: &'a dyn Desk) -> Self {
        Events(desk)
    }

    /// Ends the turn, if enough moves have been made.
    pub fn end_turn(&self) {
        self.0.call(Event::EndTurn { next: None });
    }

    /// Ends the turn, if enough moves have been made, and gives the next one to this player.
    pub fn end_turn_to(&self, next: Seat) {
        self.0.call(Event::EndTurn { next: Some(next) });
    }

    /// Ends the turn, however few moves have been made.
    pub fn pass(&self) {
        self.0.call(Event::Pass { remove: false });
    }

    /// Ends the turn, however few moves have been made, and takes its player out of the match.
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

    /// Sets who may act.
    pub fn active(&self, active: Active) {
        self.0.call(Event::SetActivePlayers(active));
    }

    /// Ends the stage of the player who acts; its `next` follows.
    pub fn end_stage(&self) {
        self.0.call(Event::EndStage);
    }

    /// Moves the player who acts to a stage, or with [`NoStage`](super::NoStage) to none.
    pub fn stage(&self, stage: impl Into<InStage>) {
        self.0.call(Event::SetStage(stage.into()));
    }

    /// Takes a player out of the match for good.
    pub fn remove(&self, seat: Seat) {
        self.0.call(Event::RemovePlayer(seat));
    }
}

//! The loop of the flow: takes one step at a time, and checks after each which endings are due.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::super::error::{RefusalKind, refuse};
use super::super::host::{Host, Outcome};
use super::super::ids::Name;
use super::super::state::State;
use super::super::text::{fill, listed};
use super::Flow;
use super::step::{Cause, EndPhase, EndTurn, Queue, Step};

impl<H: Host> Flow<'_, H> {
    /// Takes a step, and all steps that follow from it.
    pub(super) fn process(&mut self, state: &mut State<H>, first: Step<H::Value>) -> Outcome<(), H> {
        let mut queue = vec![first];
        let mut phases_ended: Vec<Option<Name>> = Vec::new();
        while !queue.is_empty() {
            let step = queue.remove(0);
            if matches!(step, Step::EndPhase(_)) {
                if phases_ended.contains(&state.ctx.phase) {
                    return self.break_circle(state, &phases_ended);
                }
                phases_ended.push(state.ctx.phase.clone());
            }
            let (ends_game, may_end_turn) = (matches!(step, Step::EndGame(_)), step.may_end_turn());
            let waiting = queue.len();
            self.run(state, step, &mut queue)?;
            if ends_game {
                break;
            }
            if let Some(ending) = self.ask_what_ends(state, may_end_turn)? {
                // The ending replaces the steps that this step queued.
                queue.truncate(waiting);
                queue.push(ending);
            }
        }
        Ok(())
    }

    /// Leaves a loop of endings, such as two phases whose `endIf` is always true.
    fn break_circle(&self, state: &mut State<H>, phases_ended: &[Option<Name>]) -> Outcome<(), H> {
        if self.game.differences.refuses_circles_of_phases() {
            let places = circle(phases_ended, state.ctx.phase.as_ref());
            let template =
                "the game loops: {places} or the turn orders there end one phase after the other without end";
            return refuse(RefusalKind::PluginInvalid, template, &[&places]);
        }
        // boardgame.io stops in no phase.
        state.ctx_mut().phase = None;
        Ok(())
    }

    /// Returns the ending that is due: of the game, else of the phase, else of the turn.
    fn ask_what_ends(&self, state: &State<H>, may_end_turn: bool) -> Outcome<Option<Step<H::Value>>, H> {
        if let Some(outcome) = self.ask_whether_game_ends(state)? {
            return Ok(Some(Step::EndGame(Some(outcome))));
        }
        let turn = state.ctx.turn;
        if let Some(ending) = self.ask_whether_phase_ends(state)? {
            let cause = Cause::Ending(Rc::new(ending));
            return Ok(Some(Step::EndPhase(EndPhase { turn: Some(turn), cause, automatic: true })));
        }
        if !may_end_turn {
            return Ok(None);
        }
        let cause = self.ask_whether_turn_ends(state)?;
        Ok(cause.map(|cause| Step::EndTurn(EndTurn { turn, cause, automatic: true, force: false })))
    }

    fn run(
        &mut self,
        state: &mut State<H>,
        step: Step<H::Value>,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        match step {
            Step::StartGame => {
                next.push(Step::StartPhase);
                Ok(())
            }
            Step::StartPhase => self.start_phase(state, next),
            Step::StartTurn(current_player) => self.start_turn(state, current_player),
            Step::UpdatePhase { ended, cause } => self.update_phase(state, ended, cause, next),
            Step::UpdateTurn { current_player, cause } => {
                self.update_turn(state, current_player, cause, next)
            }
            Step::UpdateStage { player, arg } => self.update_stage(state, player, arg),
            Step::UpdateActivePlayers(arg) => self.update_active_players(state, &arg),
            Step::RemovePlayer(player) => self.remove_player(state, &player, next),
            Step::EndGame(outcome) => self.end_game(state, outcome),
            Step::EndPhase(end) => self.end_phase(state, end, Some(next)),
            Step::EndTurn(end) => self.end_turn(state, end, Some(next)),
            Step::EndStage { player, arg } => self.end_stage(state, player, arg, next),
            Step::OnMove => Ok(()),
        }
    }
}

/// Returns the phases that end each other, from the one that ended twice.
fn circle(ended: &[Option<Name>], twice: Option<&Name>) -> String {
    let circle = ended.iter().skip_while(|phase| phase.as_ref() != twice).flatten();
    let places: Vec<String> = circle.map(|phase| fill("phases.{phase}.endIf", &[phase])).collect();
    listed(&places)
}

//! Beginnings and endings of phases and of the game.

use super::super::action_context::Method;
use super::super::args::Ending;
use super::super::error::Fault;
use super::super::event::EventKind;
use super::super::game::Next;
use super::super::host::{Host, Outcome};
use super::super::ids::Name;
use super::super::state::State;
use super::super::text::fill;
use super::step::{Cause, EndPhase, EndTurn, Queue, Step};
use super::{Ended, Flow, UNKNOWN_PHASE, no_such_phase};

impl<H: Host> Flow<'_, H> {
    pub(super) fn start_phase(&mut self, state: &mut State<H>, next: &mut Queue<H::Value>) -> Outcome<(), H> {
        let on_begin = self.phase(state)?.on_begin.as_ref();
        self.run_hook(state, on_begin, Method::PhaseOnBegin, None)?;
        next.push(Step::StartTurn(None));
        Ok(())
    }

    pub(super) fn update_phase(
        &mut self,
        state: &mut State<H>,
        ended: Option<Name>,
        cause: Cause<H::Value>,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        let game = self.game;
        let phase = match cause.next() {
            Some(name) if game.phase(Some(name)).is_some() => Some(name.clone()),
            Some(name) => {
                let place = match cause {
                    Cause::SetPhase(_) => "events.setPhase".into(),
                    _ => fill("phases.{phase}.endIf", &[ended.as_deref().unwrap_or_default()]),
                };
                if game.differences.refuses_unknown_phase() {
                    return no_such_phase(&place, Some(name));
                }
                // The match is in no phase, and no turn begins.
                self.host.warn(&fill(UNKNOWN_PHASE, &[&place, name]));
                return Ok(());
            }
            None => self.ask_next_phase(state, ended.as_ref())?,
        };
        state.ctx_mut().phase = phase;
        next.push(Step::StartPhase);
        Ok(())
    }

    pub(super) fn end_phase(
        &mut self,
        state: &mut State<H>,
        end: EndPhase<H::Value>,
        next: Option<&mut Queue<H::Value>>,
    ) -> Outcome<(), H> {
        let EndPhase { turn, cause, automatic } = end;
        if let Some(turn) = turn {
            let end = EndTurn { turn, cause: Cause::Called, automatic: true, force: true };
            self.end_turn(state, end, None)?;
        }
        let (phase, turn) = (state.ctx.phase.clone(), state.ctx.turn);
        if let Some(next) = next {
            next.push(Step::UpdatePhase { ended: phase.clone(), cause: cause.clone() });
        }
        if phase.is_none() {
            return Ok(());
        }
        let on_end = self.phase(state)?.on_end.as_ref();
        self.run_hook(state, on_end, Method::PhaseOnEnd, None)?;
        state.ctx_mut().phase = None;
        self.context.note_restarted(None);
        let (kind, args) = (EventKind::EndPhase, cause.log_args());
        self.log(state, Ended { kind, args, turn, phase, automatic });
        Ok(())
    }

    /// Ends the game and its phase, but not the turn: boardgame.io runs no `turn.onEnd` at the end of a game.
    pub(super) fn end_game(&mut self, state: &mut State<H>, outcome: Option<H::Value>) -> Outcome<(), H> {
        self.end_phase(state, EndPhase::after_turn(Cause::Called), None)?;
        let outcome = outcome.unwrap_or_else(|| self.host.true_value());
        state.ctx_mut().gameover = Some(outcome);
        self.run_hook(state, self.game.on_end.as_ref(), Method::GameOnEnd, None)
    }

    pub(super) fn ask_whether_game_ends(&self, state: &State<H>) -> Outcome<Option<H::Value>, H> {
        let Some(end_if) = &self.game.end_if else { return Ok(None) };
        if self.goes_on.get() {
            return Ok(None);
        }
        let ending = self.host.ask_ending(end_if, &self.scope(state)).map_err(Fault::Thrown)?;
        let may_ask_less = H::COPIES_ON_WRITE || self.context.searches();
        let is_certain = may_ask_less && self.host.ending_depends_on_g_alone();
        self.goes_on.set(ending.is_none() && is_certain);
        Ok(ending.map(|ending| ending.raw))
    }

    pub(super) fn ask_whether_phase_ends(&self, state: &State<H>) -> Outcome<Option<Ending<H::Value>>, H> {
        let Some(end_if) = &self.phase(state)?.end_if else { return Ok(None) };
        self.host.ask_ending(end_if, &self.scope(state)).map_err(Fault::Thrown)
    }

    fn ask_next_phase(&self, state: &State<H>, ended: Option<&Name>) -> Outcome<Option<Name>, H> {
        let game = self.game;
        let asked = match game.phase(ended).map(|phase| &phase.next) {
            Some(Next::Ask(function)) => {
                let asked = self.host.ask_next_phase(function, &self.scope(state));
                asked.map_err(Fault::Thrown)?
            }
            Some(Next::To(name)) => Some(name.clone()),
            Some(Next::Nothing) | None => None,
        };
        match asked {
            Some(name) if game.phase(Some(&name)).is_none() => {
                let place = fill("phases.{phase}.next", &[ended.map_or("", |name| name)]);
                no_such_phase(&place, Some(&name))
            }
            asked => Ok(asked),
        }
    }
}

//! The end of a player's time.

use super::super::action::Timeout;
use super::super::action_context::Method;
use super::super::clock::{Clock, ClockOrder};
use super::super::error::{Fault, RefusalKind, refuse};
use super::super::game::OnTimeout;
use super::super::host::{Host, Outcome};
use super::super::ids::{MoveId, PlayerID};
use super::super::log::LogAction;
use super::super::moves::MoveCall;
use super::super::open_action::OpenAction;
use super::super::stack::Stack;
use super::super::state::State;
use super::super::timing::change_clock;
use super::Flow;
use super::step::{Cause, EndTurn, Step};

impl<H: Host> OpenAction<'_, H> {
    /// Returns the state after a player's time has run out: makes the chosen move or runs `onTimeout`, and ends
    /// their turn or stage if they are still waited for.
    ///
    /// # Errors
    /// A chosen move that is not possible is refused. A declared one has no effect.
    pub fn time_out(&self, state: &State<H>, timeout: &Timeout<H::Value>) -> Outcome<State<H>, H> {
        let Timeout { player, deadline, has_failed, chosen } = timeout;
        let is_due = |clock: &Clock| {
            clock.deadlines.find(player) == Some(*deadline)
                && self.moment.is_some_and(|moment| *deadline <= moment.now)
        };
        if state.ctx.gameover.is_some() || !state.ctx.clock.as_deref().is_some_and(is_due) {
            return refuse(RefusalKind::ActionInvalid, "this deadline has not passed", &[]);
        }
        let declared = match has_failed {
            true => &OnTimeout::Usual,
            false => self.game.on_timeout(&state.ctx, player),
        };
        let chosen = chosen.as_ref().filter(|_| !has_failed);
        let apis = self.open_plugins(state, Some(player))?;
        let logged = LogAction::Timeout(timeout.clone());
        let mut flow = Flow::new(self, &apis, Some(player), state.ctx.turn);
        let move_call = |id: MoveId, args| {
            let declared = self.game.open_move(&state.ctx, Some(player), id)?;
            Ok(MoveCall { state, player: Some(player), id, args, declared })
        };
        let mut next;
        if let Some((id, args)) = chosen {
            let call: MoveCall<'_, H> = move_call(*id, args)?;
            let g = call.run(self, &apis)?;
            let redact = call.is_redacted(self, &g, &apis)?;
            next = State { g, ..state.with_log(self.first_entry(state, logged, redact)) };
            flow.follow_move(&mut next, !call.declared.no_limit)?;
        } else {
            next = state.with_log(self.first_entry(state, logged, None));
            match declared {
                OnTimeout::Usual => {}
                OnTimeout::Hook(hook) => {
                    flow.run_hook(&mut next, Some(hook), Method::TurnOnTimeout, Some(player))?;
                    flow.process(&mut next, Step::OnMove)?;
                }
                OnTimeout::Move { id, args } => {
                    let made =
                        move_call(*id, args).and_then(|call| Ok((call.run(self, &apis)?, call.declared)));
                    match made {
                        Ok((g, declared)) => {
                            next.g = g;
                            flow.follow_move(&mut next, !declared.no_limit)?;
                        }
                        // The turn or the stage ends in place of a move that is not possible.
                        Err(Fault::Refused(_)) => self.context.drop_results(),
                        Err(thrown) => return Err(thrown),
                    }
                }
            }
        }
        flow.process_queue(&mut next)?;
        let is_stopped = next.ctx.clock.as_ref().is_some_and(|clock| clock.is_stopped());
        if self.stays(state, &next, player) && !is_stopped {
            flow.end_wait(&mut next, player)?;
        }
        flow.flush(&mut next)?;
        next.undo = Stack::default();
        self.conclude(state, next, Some(player), None)
    }

    /// Returns the state after an order of the host to the clock.
    pub fn order_clock(&self, state: &State<H>, order: ClockOrder) -> Outcome<State<H>, H> {
        let Some(clock) = &state.ctx.clock else {
            return refuse(RefusalKind::ActionInvalid, "the match has no clock", &[]);
        };
        let mut next = state.with_log(self.first_entry(state, LogAction::Clock(order), None));
        let mut before = state.clone();
        match order {
            ClockOrder::Pause => change_clock(&mut next, |clock| clock.is_held = true),
            ClockOrder::Resume => change_clock(&mut next, |clock| clock.is_held = false),
            ClockOrder::Restart => {
                before = state.with_restarted_clock(self.moment.map_or(clock.now, |moment| moment.now));
                next.ctx_mut().clock.clone_from(&before.ctx.clock);
            }
        }
        self.follow_clock(Some(&before), &mut next, None)?;
        next.state_id += 1;
        Ok(next)
    }
}

impl<H: Host> Flow<'_, H> {
    /// Ends the turn or the stage of a player whose time has run out, even before `minMoves`.
    fn end_wait(&mut self, state: &mut State<H>, player: &PlayerID) -> Outcome<(), H> {
        let is_of_turn = self.game.waits_for_turn_of(&state.ctx, player);
        if is_of_turn && state.ctx.current_player.as_ref() == Some(player) {
            let end = EndTurn { turn: state.ctx.turn, cause: Cause::Called, automatic: true, force: true };
            return self.process(state, Step::EndTurn(end));
        }
        if let Some(limits) = &mut state.ctx_mut().limits
            && let Some(min_moves) = &mut limits.min_moves
        {
            min_moves.edit(false, |limits| limits.remove(player));
        }
        self.process(state, Step::EndStage { player: Some(player.clone()), arg: None })
    }
}

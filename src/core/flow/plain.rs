//! A fast path for turns that declare nothing but moves.

use super::super::event::EventKind;
use super::super::game::TurnOrder;
use super::super::host::{Host, Outcome, TurnOf};
use super::super::log::LogArgs;
use super::super::stack::Stack;
use super::super::state::State;
use super::step::{Cause, EndTurn, Step};
use super::{Ended, Flow};

impl<H: Host> Flow<'_, H> {
    /// Does the same as [`Flow::after_move`], on the fast path if possible. The fast path calls the game's
    /// code less often. Only searches and hosts whose code nobody observes may use it.
    pub fn follow_move(&mut self, state: &mut State<H>, counts: bool) -> Outcome<(), H> {
        let is_short = counts && (H::COPIES_ON_WRITE || self.context.searches());
        if is_short && self.after_plain_move(state)? { Ok(()) } else { self.after_move(state, counts) }
    }

    /// Does the same as [`Flow::after_move`], without a queue of steps. Returns `false` without any effect if
    /// the turn is not plain.
    fn after_plain_move(&mut self, state: &mut State<H>) -> Outcome<bool, H> {
        if !self.is_plain(state)? {
            return Ok(false);
        }
        let turn = self.turn(state)?;
        let ctx = state.ctx_mut();
        let made = ctx.moves_made() + 1;
        ctx.num_moves = Some(made);
        if let Some(outcome) = self.ask_whether_game_ends(state)? {
            self.process(state, Step::EndGame(Some(outcome)))?;
        } else if turn.max_moves.is_some_and(|most| made >= most) {
            self.end_plain_turn(state, turn)?;
        }
        Ok(true)
    }

    fn end_plain_turn(&mut self, state: &mut State<H>, turn: &TurnOf<H>) -> Outcome<(), H> {
        let keeps_asking = self.game.end_if.is_some() && !self.goes_on.get();
        let has_enough = turn.min_moves.is_none_or(|least| state.ctx.moves_made() >= least);
        let position = self.next_position(state, turn)?;
        let next = position.and_then(|position| self.player_at(&state.ctx, position));
        let (Some(position), Some(next), true, false) = (position, next, has_enough, keeps_asking) else {
            let (turn, cause) = (state.ctx.turn, Cause::Moves);
            return self
                .process(state, Step::EndTurn(EndTurn { turn, cause, automatic: true, force: false }));
        };
        let (ended, phase) = (state.ctx.turn, state.ctx.phase.clone());
        let ctx = state.ctx_mut();
        ctx.play_order_pos = position;
        ctx.current_player = Some(next);
        ctx.turn += 1;
        ctx.num_moves = Some(0);
        self.context.note_restarted(None);
        let (kind, args) = (EventKind::EndTurn, LogArgs::Yes);
        self.log(state, Ended { kind, args, turn: ended, phase, automatic: true });
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        Ok(())
    }

    /// Returns `true` if only moves of the current player and the next turn can happen in this turn.
    fn is_plain(&self, state: &State<H>) -> Outcome<bool, H> {
        let (phase, ctx) = (self.phase(state)?, &state.ctx);
        let turn = &*phase.turn;
        let has_code = [&turn.on_begin, &turn.on_end, &turn.on_move, &turn.end_if, &phase.end_if];
        let keeps_no_sets = ctx
            .limits
            .as_ref()
            .is_none_or(|limits| limits.max_moves.is_none() && limits.previous.depth() == 0);
        Ok(has_code.iter().all(|code| code.is_none())
            && turn.active_players.is_none()
            && !matches!(turn.order, TurnOrder::Own { .. })
            && ctx.active_players.is_none()
            && keeps_no_sets
            && ctx.turn > 0
            && self.player.is_some()
            && self.player == ctx.current_player.as_ref()
            && !self.context.has_queued())
    }
}

//! Turns: how they begin, end, and when they are over.

use std::rc::Rc;

use super::super::action_context::Method;
use super::super::args::EndingChoice;
use super::super::ctx::Ctx;
use super::super::error::Fault;
use super::super::event::{Event, EventKind};
use super::super::host::{Host, Outcome};
use super::super::ids::{PlayerID, as_text};
use super::super::log::LogAction;
use super::super::stack::Stack;
use super::super::state::State;
use super::{Cause, Flow, Queue, Step};

impl<H: Host> Flow<'_, H> {
    pub(super) fn start_turn(
        &self,
        state: &mut State<H>,
        current_player: Option<PlayerID>,
    ) -> Outcome<(), H> {
        let turn = self.turn(state)?;
        self.engine.context.note_fresh(None);
        if let Some(player) = current_player {
            let ctx = state.ctx_mut();
            ctx.current_player = Some(player);
            if let Some(arg) = &turn.active_players {
                self.set_active_players(ctx, turn, arg);
            }
        } else {
            self.begin_turn_order(state, turn)?;
        }
        let ctx = state.ctx_mut();
        forget_previous_sets(ctx);
        if ctx.current_player.is_none() {
            return Ok(());
        }
        ctx.turn += 1;
        ctx.num_moves = Some(0);
        self.is_between_turns.set(false);
        self.run_hook(state, turn.on_begin.as_ref(), Method::TurnOnBegin, None)?;
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        Ok(())
    }

    pub(super) fn update_turn(
        &self,
        state: &mut State<H>,
        current_player: Option<PlayerID>,
        cause: Cause<H::Value>,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        let turn = self.turn(state)?;
        if self.pass_on_turn(state, current_player, turn, cause.choice())? {
            next.push_back(Step::StartTurn(state.ctx.current_player.clone()));
        } else {
            let turn = Some(state.ctx.turn);
            next.push_back(Step::EndPhase { cause: Cause::Called, automatic: false, turn });
        }
        Ok(())
    }

    pub(super) fn end_turn(
        &self,
        state: &mut State<H>,
        cause: Cause<H::Value>,
        automatic: bool,
        force: bool,
        turn_number: u32,
        next: Option<&mut Queue<H::Value>>,
    ) -> Outcome<(), H> {
        // The turn may have ended some other way since.
        let differences = self.engine.game.differences;
        if turn_number != state.ctx.turn || (differences.turns_end_once() && self.is_between_turns.get()) {
            return Ok(());
        }
        let turn = self.turn(state)?;
        let moves = state.ctx.moves_made();
        if let Some(min_moves) = turn.min_moves
            && !force
            && moves < min_moves
        {
            let message = format!("the turn cannot end before {} made", moves_are(min_moves));
            return self.too_early(message, automatic);
        }
        let (current_player, phase) = (state.ctx.current_player.clone(), state.ctx.phase.clone());
        self.is_between_turns.set(true);
        // boardgame.io forgets all of this if the last player is removed.
        let stays_out = differences.removed_players_stay_out();
        let untouched = (cause.removes() && !stays_out).then(|| state.clone());
        self.run_hook(state, turn.on_end.as_ref(), Method::TurnOnEnd, None)?;
        let ctx = state.ctx_mut();
        ctx.active_players = None;
        let mut everybody_is_out = false;
        if cause.removes()
            && let Some(player) = &current_player
        {
            if stays_out {
                remove_for_good(ctx, player);
            } else {
                remove_from_play_order(ctx, player);
            }
            everybody_is_out = ctx.play_order.is_empty();
        }
        if let Some(next) = next {
            self.queue_what_follows(state, cause.clone(), current_player, everybody_is_out, next);
            if everybody_is_out && let Some(untouched) = untouched {
                *state = untouched;
                return Ok(());
            }
        }
        let action = LogAction::Event { kind: EventKind::EndTurn, args: cause.log_args() };
        self.log(state, action, turn_number, phase, automatic);
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        Ok(())
    }

    /// Takes a player out of the match. The next in order goes on with their turn; without the last one the phase
    /// ends, as with `pass({ remove: true })`.
    pub(super) fn remove_player(
        &self,
        state: &mut State<H>,
        player: &PlayerID,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        if state.ctx.removed.contains(player) {
            return Ok(());
        }
        let order = &state.ctx.play_order;
        if !order.is_empty() && order.iter().all(|other| as_text(other) == *player) {
            self.end_turn(state, Cause::Called, false, true, state.ctx.turn, None)?;
            next.push_back(Step::EndPhase { cause: Cause::Called, automatic: false, turn: None });
        }
        let turn = self.turn(state)?;
        let ctx = state.ctx_mut();
        remove_for_good(ctx, player);
        if ctx.current_player.as_ref() == Some(player) {
            ctx.current_player = self.player_at(ctx, ctx.play_order_pos);
            ctx.num_moves = Some(0);
            self.engine.context.note_fresh(ctx.current_player.as_ref());
        }
        self.settle_active_players(ctx, turn);
        Ok(())
    }

    fn queue_what_follows(
        &self,
        state: &State<H>,
        cause: Cause<H::Value>,
        current_player: Option<PlayerID>,
        everybody_is_out: bool,
        next: &mut Queue<H::Value>,
    ) {
        let differences = self.engine.game.differences;
        let (automatic, turn) = (false, state.ctx.turn);
        if differences.phase_change_precedes_next_turn()
            && let Some(cause) = self.take_phase_event_of_turn_end(state)
        {
            next.push_back(Step::EndPhase { cause, automatic, turn: None });
        } else if !everybody_is_out {
            next.push_back(Step::UpdateTurn { current_player, cause });
        } else if differences.removed_players_stay_out() {
            next.push_back(Step::EndPhase { cause: Cause::Called, automatic, turn: None });
        } else {
            next.push_back(Step::UpdateTurn { current_player, cause });
            next.push_back(Step::EndPhase { cause: Cause::Called, automatic, turn: Some(turn) });
        }
    }

    /// A `setPhase` or `endPhase` called by `turn.onEnd`: the phase changes before another turn begins.
    fn take_phase_event_of_turn_end(&self, state: &State<H>) -> Option<Cause<H::Value>> {
        let taken = self.engine.context.take_queued(self.cursor.get(), |queued| {
            queued.called_from == Some(Method::TurnOnEnd)
                && queued.turn == state.ctx.turn
                && queued.phase == state.ctx.phase
                && matches!(queued.event, Event::SetPhase(_) | Event::EndPhase)
        })?;
        match &taken.event {
            Event::SetPhase(arg) => Some(Cause::SetPhase(arg.clone())),
            _ => Some(Cause::Called),
        }
    }

    pub(super) fn ask_whether_turn_ends(&self, state: &State<H>) -> Outcome<Option<Cause<H::Value>>, H> {
        let turn = self.turn(state)?;
        let differences = self.engine.game.differences;
        let has_made_them = |max_moves| state.ctx.moves_made() >= max_moves;
        let mut cause = turn.max_moves.is_some_and(has_made_them).then_some(Cause::Moves);
        if cause.is_none()
            && let Some(end_if) = &turn.end_if
        {
            let asked = self.engine.host.ask_ending(end_if, &self.scope(state));
            cause = asked.map_err(Fault::Thrown)?.map(|mut ending| {
                if differences.reads_endings_strictly() && matches!(ending.choice, EndingChoice::Other) {
                    ending.choice = EndingChoice::Usual;
                }
                Cause::Ending(Rc::new(ending))
            });
        }
        let called_for = differences.explicit_end_turn_wins()
            && cause.is_some()
            && self.engine.context.any_queued(self.cursor.get(), |queued| {
                queued.turn == state.ctx.turn && matches!(queued.event, Event::EndTurn(_) | Event::Pass(_))
            });
        Ok(if called_for { None } else { cause })
    }

    /// Answers a call that ends a turn or stage too early: the player who called for it is refused, and the developer
    /// whose game did is warned.
    pub(super) fn too_early(&self, message: String, automatic: bool) -> Outcome<(), H> {
        if self.engine.game.differences.refuses_early_endings() && !automatic {
            if self.called_by_player.get() {
                return self.refuse(message);
            }
            self.engine.host.warn(&message);
        }
        Ok(())
    }
}

/// A number of moves in a message.
pub(super) fn moves_are(number: u32) -> String {
    if number == 1 { "1 move is".into() } else { format!("{number} moves are") }
}

fn forget_previous_sets<V>(ctx: &mut Ctx<V>) {
    if let Some(limits) = &mut ctx.limits
        && limits.previous.depth() > 0
    {
        limits.previous = Stack::default();
    }
}

/// Takes a player out of the play order, and keeps them out of those of later phases. Whoever is current stays so.
fn remove_for_good<V>(ctx: &mut Ctx<V>, player: &PlayerID) {
    let length = ctx.play_order.len() as i32;
    if (0..length).contains(&ctx.play_order_pos) {
        let before = ctx.play_order.iter().take(ctx.play_order_pos as usize);
        ctx.play_order_pos = before.filter(|other| as_text(other) != *player).count() as i32;
    }
    remove_from_play_order(ctx, player);
    ctx.removed = ctx.removed.iter().chain([player]).cloned().collect();
    if ctx.play_order.is_empty() {
        ctx.current_player = None;
    }
}

fn remove_from_play_order<V>(ctx: &mut Ctx<V>, player: &PlayerID) {
    ctx.play_order = ctx.play_order.iter().filter(|other| as_text(other) != *player).cloned().collect();
    if ctx.play_order_pos > ctx.play_order.len() as i32 - 1 {
        ctx.play_order_pos = 0;
    }
}

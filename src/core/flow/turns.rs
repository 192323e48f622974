//! Beginnings and endings of turns.

use alloc::rc::Rc;

use super::super::action_context::Method;
use super::super::args::EndingChoice;
use super::super::ctx::Ctx;
use super::super::error::Fault;
use super::super::event::{Event, EventKind};
use super::super::host::{Host, Outcome};
use super::super::ids::{PlayerID, as_text};
use super::super::stack::Stack;
use super::super::state::State;
use super::super::text::fill;
use super::step::{Cause, EndPhase, EndTurn, Queue, Step};
use super::{Ended, Flow, moves_are};

/// A turn that has ended, with the facts that decide what follows.
struct TurnEnded<V> {
    player: Option<PlayerID>,
    cause: Cause<V>,
    everybody_is_out: bool,
}

impl<H: Host> Flow<'_, H> {
    pub(super) fn start_turn(
        &mut self,
        state: &mut State<H>,
        current_player: Option<PlayerID>,
    ) -> Outcome<(), H> {
        let turn = self.turn(state)?;
        self.context.note_restarted(None);
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
        self.is_between_turns = false;
        self.run_hook(state, turn.on_begin.as_ref(), Method::TurnOnBegin, None)?;
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        Ok(())
    }

    pub(super) fn update_turn(
        &mut self,
        state: &mut State<H>,
        current_player: Option<PlayerID>,
        cause: Cause<H::Value>,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        let turn = self.turn(state)?;
        if self.pass_on_turn(state, current_player, turn, cause.choice())? {
            next.push(Step::StartTurn(state.ctx.current_player.clone()));
        } else {
            next.push(Step::EndPhase(EndPhase::with_turn(state.ctx.turn, Cause::Called)));
        }
        Ok(())
    }

    pub(super) fn end_turn(
        &mut self,
        state: &mut State<H>,
        end: EndTurn<H::Value>,
        next: Option<&mut Queue<H::Value>>,
    ) -> Outcome<(), H> {
        let EndTurn { turn: turn_number, cause, automatic, force } = end;
        if self.has_ended(turn_number, state) {
            return Ok(());
        }
        let turn = self.turn(state)?;
        if !force && let Some(min_moves) = turn.min_moves.filter(|least| state.ctx.moves_made() < *least) {
            let message = fill("the turn cannot end before {moves} made", &[&moves_are(min_moves)]);
            return if automatic { Ok(()) } else { self.too_early(message) };
        }
        let (player, phase) = (state.ctx.current_player.clone(), state.ctx.phase.clone());
        self.is_between_turns = true;
        // boardgame.io drops all of these changes if it removes the last player.
        let stays_out = self.game.differences.removed_players_stay_out();
        let untouched = if cause.removes() && !stays_out { Some(self.copy_of(state)?) } else { None };
        self.run_hook(state, turn.on_end.as_ref(), Method::TurnOnEnd, None)?;
        state.ctx_mut().active_players = None;
        let removed = player.as_ref().filter(|_| cause.removes());
        let everybody_is_out = removed.is_some_and(|player| self.take_out_of_order(state.ctx_mut(), player));
        if let Some(next) = next {
            let ended = TurnEnded { player, cause: cause.clone(), everybody_is_out };
            self.queue_what_follows(state, ended, next);
            if everybody_is_out && let Some(untouched) = untouched {
                *state = untouched;
                return Ok(());
            }
        }
        let (kind, args) = (EventKind::EndTurn, cause.log_args());
        self.log(state, Ended { kind, args, turn: turn_number, phase, automatic });
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        Ok(())
    }

    /// Removes a player from the match. If they are the current player, the next in order takes over their
    /// turn. If they are the last one, the phase ends, as with `pass({ remove: true })`.
    pub(super) fn remove_player(
        &mut self,
        state: &mut State<H>,
        player: &PlayerID,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        if state.ctx.removed.contains(player) {
            return Ok(());
        }
        let order = &state.ctx.play_order;
        if !order.is_empty() && order.iter().all(|other| as_text(other) == *player) {
            let turn = state.ctx.turn;
            let end = EndTurn { turn, cause: Cause::Called, automatic: false, force: true };
            self.end_turn(state, end, None)?;
            next.push(Step::EndPhase(EndPhase::after_turn(Cause::Called)));
        }
        let turn = self.turn(state)?;
        let ctx = state.ctx_mut();
        remove_for_good(ctx, player);
        if ctx.current_player.as_ref() == Some(player) {
            ctx.current_player = self.player_at(ctx, ctx.play_order_pos);
            ctx.num_moves = Some(0);
            self.context.note_restarted(ctx.current_player.as_ref());
        }
        self.settle_active_players(ctx, turn);
        Ok(())
    }

    /// Returns a copy of the state, to return to.
    fn copy_of(&self, state: &State<H>) -> Outcome<State<H>, H> {
        let mut copy = state.clone();
        if self.context.searches() {
            copy.g = self.host.fork(&state.g).map_err(Fault::Thrown)?;
        }
        Ok(copy)
    }

    /// Returns `true` if the turn with this number has already ended in another way.
    fn has_ended(&self, turn: u32, state: &State<H>) -> bool {
        turn != state.ctx.turn || (self.game.differences.turns_end_once() && self.is_between_turns)
    }

    /// Removes a player who passes permanently. Returns `true` if the play order is empty afterwards.
    fn take_out_of_order(&self, ctx: &mut Ctx<H::Value>, player: &PlayerID) -> bool {
        if self.game.differences.removed_players_stay_out() {
            remove_for_good(ctx, player);
        } else {
            remove_from_play_order(ctx, player);
        }
        ctx.play_order.is_empty()
    }

    fn queue_what_follows(&self, state: &State<H>, ended: TurnEnded<H::Value>, next: &mut Queue<H::Value>) {
        let TurnEnded { player: current_player, cause, everybody_is_out } = ended;
        let differences = self.game.differences;
        if differences.phase_change_precedes_next_turn()
            && let Some(cause) = self.take_phase_event_of_turn_end(state)
        {
            next.push(Step::EndPhase(EndPhase::after_turn(cause)));
        } else if !everybody_is_out {
            next.push(Step::UpdateTurn { current_player, cause });
        } else if differences.removed_players_stay_out() {
            next.push(Step::EndPhase(EndPhase::after_turn(Cause::Called)));
        } else {
            next.push(Step::UpdateTurn { current_player, cause });
            next.push(Step::EndPhase(EndPhase::with_turn(state.ctx.turn, Cause::Called)));
        }
    }

    /// Removes a `setPhase` or `endPhase` that `turn.onEnd` called from the queue, and returns it.
    fn take_phase_event_of_turn_end(&self, state: &State<H>) -> Option<Cause<H::Value>> {
        let taken = self.context.take_queued(self.next_event, |queued| {
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
        let differences = self.game.differences;
        let has_made_them = |max_moves| state.ctx.moves_made() >= max_moves;
        let mut cause = turn.max_moves.is_some_and(has_made_them).then_some(Cause::Moves);
        if cause.is_none()
            && let Some(end_if) = &turn.end_if
        {
            let asked = self.host.ask_ending(end_if, &self.scope(state));
            cause = asked.map_err(Fault::Thrown)?.map(|mut ending| {
                if differences.reads_endings_strictly() && matches!(ending.choice, EndingChoice::Other) {
                    ending.choice = EndingChoice::Usual;
                }
                Cause::Ending(Rc::new(ending))
            });
        }
        let called_for = differences.explicit_end_turn_wins()
            && cause.is_some()
            && self.context.any_queued(self.next_event, |queued| {
                queued.turn == state.ctx.turn && matches!(queued.event, Event::EndTurn(_) | Event::Pass(_))
            });
        Ok(if called_for { None } else { cause })
    }
}

fn forget_previous_sets<V>(ctx: &mut Ctx<V>) {
    if let Some(limits) = &mut ctx.limits
        && limits.previous.depth() > 0
    {
        limits.previous = Stack::default();
    }
}

/// Removes a player from this and later play orders. The position still points at the same player.
fn remove_for_good<V>(ctx: &mut Ctx<V>, player: &PlayerID) {
    let length = ctx.play_order.len() as i32;
    if (0..length).contains(&ctx.play_order_pos) {
        let before = ctx.play_order.iter().take(ctx.play_order_pos as usize);
        ctx.play_order_pos = before.filter(|other| as_text(other) != *player).count() as i32;
    }
    remove_from_play_order(ctx, player);
    let mut removed = ctx.removed.to_vec();
    removed.push(player.clone());
    ctx.removed = removed.into();
    if ctx.play_order.is_empty() {
        ctx.current_player = None;
    }
}

fn remove_from_play_order<V>(ctx: &mut Ctx<V>, player: &PlayerID) {
    let mut play_order = ctx.play_order.to_vec();
    play_order.retain(|other| as_text(other) != *player);
    ctx.play_order = play_order.into();
    if ctx.play_order_pos > ctx.play_order.len() as i32 - 1 {
        ctx.play_order_pos = 0;
    }
}

//! Turn orders: the first player of a phase, and the next player.

use alloc::boxed::Box;
use alloc::rc::Rc;

use super::super::args::{EndingChoice, NextOrRemove};
use super::super::ctx::{Ctx, everybody};
use super::super::error::{Fault, Refusal, RefusalKind, refuse};
use super::super::game::TurnOrder;
use super::super::host::{Host, Outcome, Position, TurnOf};
use super::super::ids::{PlayerID, as_text};
use super::super::parse::NO_ENDING;
use super::super::state::State;
use super::super::text::{fill, number};
use super::Flow;
use rondel_codes::{FirstTurn, Rounds, TurnOrderKind};

impl<H: Host> Flow<'_, H> {
    /// Sets play order, first player and active players at the beginning of a phase.
    pub(super) fn begin_turn_order(&self, state: &mut State<H>, turn: &TurnOf<H>) -> Outcome<(), H> {
        let mut play_order = self.play_order(state, turn)?;
        let removed = &state.ctx.removed;
        if !removed.is_empty() {
            let mut stay = play_order.to_vec();
            stay.retain(|player| !removed.contains(&as_text(player)));
            play_order = stay.into();
        }
        let position = self.first_position(state, turn, play_order.len() as i32)?;
        let ctx = state.ctx_mut();
        ctx.play_order = play_order;
        ctx.play_order_pos = position;
        ctx.current_player = self.player_at(ctx, ctx.play_order_pos);
        self.reset_active_players(ctx);
        if ctx.current_player.is_some()
            && let Some(arg) = &turn.active_players
        {
            self.set_active_players(ctx, turn, arg);
        }
        Ok(())
    }

    /// Makes the next player current. Returns `false` if the phase ends instead.
    pub(super) fn pass_on_turn(
        &self,
        state: &mut State<H>,
        ended: Option<PlayerID>,
        turn: &TurnOf<H>,
        choice: &EndingChoice,
    ) -> Outcome<bool, H> {
        match choice {
            EndingChoice::Usual => {
                let next = self.next_position(state, turn)?;
                let ctx = state.ctx_mut();
                match next {
                    Some(position) => {
                        ctx.play_order_pos = position;
                        ctx.current_player = self.player_at(ctx, position);
                    }
                    None => {
                        ctx.current_player = ended;
                        return Ok(false);
                    }
                }
            }
            EndingChoice::Other => {
                self.host.warn(&fill("endTurn: {problem}", &[NO_ENDING]));
                state.ctx_mut().current_player = ended;
            }
            EndingChoice::Chosen(keys) => {
                let ctx = state.ctx_mut();
                ctx.current_player = ended;
                for key in keys {
                    match key {
                        NextOrRemove::Remove(_) => {
                            ctx.current_player = self.player_at(ctx, ctx.play_order_pos);
                        }
                        NextOrRemove::Next(next) => self.choose_next(ctx, next.as_ref())?,
                    }
                }
            }
        }
        Ok(true)
    }

    fn choose_next(&self, ctx: &mut Ctx<H::Value>, next: Option<&PlayerID>) -> Outcome<(), H> {
        let position = ctx.play_order.iter().position(|player| Some(player) == next);
        if position.is_none() && self.game.differences.refuses_unknown_next_player() {
            let next = next.map_or("null", |next| next);
            return refuse(
                RefusalKind::ActionInvalid,
                "endTurn: no player in the play order is called \"{next}\"",
                &[next],
            );
        }
        ctx.play_order_pos = position.map_or(-1, |position| position as i32);
        ctx.current_player = next.cloned();
        Ok(())
    }

    fn play_order(&self, state: &State<H>, turn: &TurnOf<H>) -> Outcome<Rc<[PlayerID]>, H> {
        let host = &self.host;
        match &turn.order {
            TurnOrder::Custom(play_order) => Ok(Rc::clone(play_order)),
            TurnOrder::CustomFrom(field) => {
                match host.play_order_in(&state.g, field).map_err(Fault::Thrown)? {
                    Some(play_order) => Ok(play_order.into()),
                    None => refuse(
                        RefusalKind::ActionInvalid,
                        "turn.order: G.{field} is not a list of players",
                        &[field],
                    ),
                }
            }
            TurnOrder::Own { play_order: Some(function), .. } => {
                let asked = host.ask_play_order(function, &self.scope(state));
                match asked.map_err(Fault::Thrown)? {
                    Some(play_order) => Ok(play_order.into()),
                    None => refuse(
                        RefusalKind::ActionInvalid,
                        "turn.order.playOrder: expected a list of players",
                        &[],
                    ),
                }
            }
            _ => Ok(everybody(state.ctx.num_players)),
        }
    }

    /// Returns the position of a phase's first player in a play order of this length.
    fn first_position(&self, state: &State<H>, turn: &TurnOf<H>, length: i32) -> Outcome<i32, H> {
        let goes_anywhere = !self.game.differences.refuses_position_beyond_order();
        let position = match &turn.order {
            TurnOrder::Own { first: Some(first), .. } => {
                self.ask_position(FIRST, first, state, length)?.unwrap_or_default()
            }
            order => usual_first_position(order.kind(), &state.ctx),
        };
        Ok(match length {
            _ if goes_anywhere => position,
            0 => 0,
            // The phase before may have had a longer play order.
            _ => position.rem_euclid(length),
        })
    }

    pub(super) fn next_position(&self, state: &State<H>, turn: &TurnOf<H>) -> Outcome<Option<i32>, H> {
        let length = state.ctx.play_order.len() as i32;
        let position = state.ctx.play_order_pos;
        match &turn.order {
            TurnOrder::Own { next: Some(next), .. } => self.ask_position("next", next, state, length),
            _ if length == 0 => Ok(None),
            order => Ok(match order.kind().preset() {
                Some((_, Rounds::Once)) => (position < length - 1).then_some(position + 1),
                _ => Some((position + 1) % length),
            }),
        }
    }

    pub(super) fn player_at(&self, ctx: &Ctx<H::Value>, position: i32) -> Option<PlayerID> {
        let player = usize::try_from(position).ok().and_then(|index| ctx.play_order.get(index));
        match player {
            // boardgame.io reads beyond the list and gets `undefined`.
            None if !self.game.differences.refuses_position_beyond_order() => Some("undefined".into()),
            player => player.map(as_text),
        }
    }

    /// Asks `first` or `next` for a position in a play order of this length. Returns `None` if the phase
    /// ends. `first` still sees the order of the last phase, so a position in that order is valid too.
    fn ask_position(
        &self,
        method: &str,
        asked: &H::Function,
        state: &State<H>,
        length: i32,
    ) -> Outcome<Option<i32>, H> {
        let goes_anywhere = !self.game.differences.refuses_position_beyond_order();
        let is_first = method == FIRST;
        let seen = if is_first { length.max(state.ctx.play_order.len() as i32) } else { length };
        let found = match self.host.ask_position(asked, &self.scope(state)).map_err(Fault::Thrown)? {
            Position::At(at) if goes_anywhere || (is_first && length == 0) || (0..seen).contains(&at) => {
                return Ok(Some(at));
            }
            Position::At(at) => return beyond_order(method, at, length),
            Position::Nowhere if is_first => "undefined".into(),
            Position::Nowhere => return Ok(None),
            Position::Invalid(found) => found,
        };
        let (template, values) = ("turn.order.{method}: expected a number, got {found}", [method, &*found]);
        if !goes_anywhere {
            return refuse(RefusalKind::ActionInvalid, template, &values);
        }
        // The value is a position, but there is no player at it.
        self.host.warn(&fill(template, &values));
        Ok(Some(-1))
    }
}

const FIRST: &str = "first";

fn beyond_order<T, E: From<Box<Refusal<V>>>, V>(method: &str, position: i32, length: i32) -> Result<T, E> {
    let template = "turn.order.{method}: {position} is not a position in a play order of {length}";
    refuse(RefusalKind::ActionInvalid, template, &[method, &number(position), &number(length)])
}

fn usual_first_position<V>(order: TurnOrderKind, ctx: &Ctx<V>) -> i32 {
    let length = ctx.play_order.len() as i32;
    match order.preset().map(|(first, _)| first) {
        Some(FirstTurn::Following) if ctx.turn == 0 => ctx.play_order_pos,
        Some(FirstTurn::Following) if length > 0 => (ctx.play_order_pos + 1) % length,
        Some(FirstTurn::Same) => ctx.play_order_pos,
        _ => 0,
    }
}

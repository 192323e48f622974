//! The `ctx` objects of a search, which change in place.

use alloc::rc::Rc;
use core::cell::RefCell;

use super::super::bots::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use crate::codes::acting;
use crate::core::{Ctx, Limits, Name, PlayerID, PlayerMap, Stack};

/// The last `ctx` that a search has shown. A search changes its `ctx` in place, so that its address does not
/// identify a version: the fields are compared.
#[derive(Default)]
pub struct LiveCtx(RefCell<Option<Shown>>);

struct Shown {
    /// Shown `ctx`. Parts that it shares with the match's are copied there before they change.
    ctx: Ctx<ValueId>,
    acting: Option<PlayerID>,
    /// `true` if the objects are outdated.
    is_behind: bool,
    objects: Objects,
}

/// Time at which the JavaScript side gets changed plain fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Now.
    Now,
    /// On demand, by [`LiveCtx::sync`].
    Asked,
}

/// The objects of one `ctx`. They stay the same objects as long as only plain fields change.
#[derive(Clone)]
pub struct Objects {
    /// Object for moves and hooks, with the acting player.
    pub for_callbacks: ValueId,
    /// Object for everybody else.
    pub of_state: ValueId,
}

/// The way to create objects of a `ctx`.
pub struct Making<'a> {
    /// Names that both sides know.
    pub names: &'a Names,
    /// `true` if each version needs a new object, because its maps change in place.
    pub always_anew: bool,
    /// Creates an object for the player with this number, or for nobody.
    pub make: &'a dyn Fn(i32) -> ValueId,
}

impl LiveCtx {
    /// Updates the objects to this `ctx` and returns them.
    pub fn show(
        &self,
        making: &Making<'_>,
        ctx: &Ctx<ValueId>,
        player: Option<&PlayerID>,
        when: When,
    ) -> Objects {
        let mut shown = self.0.borrow_mut();
        match &mut *shown {
            Some(known) if !making.always_anew && is_alike(&known.ctx, ctx) => {
                known.update(ctx, player);
                if when == When::Now {
                    known.sync(making.names);
                }
                known.objects.clone()
            }
            _ => {
                let objects = Objects {
                    for_callbacks: (making.make)(making.names.number_of(player)),
                    of_state: (making.make)(acting::NOBODY),
                };
                imports::show_ctx(objects.for_callbacks.id(), objects.of_state.id());
                let (ctx, acting, objects_of) = (ctx.clone(), player.cloned(), objects.clone());
                *shown = Some(Shown { ctx, acting, is_behind: false, objects: objects_of });
                objects
            }
        }
    }

    /// Updates outdated objects.
    pub fn sync(&self, names: &Names) {
        if let Some(shown) = &mut *self.0.borrow_mut() {
            shown.sync(names);
        }
    }
}

impl Shown {
    fn update(&mut self, ctx: &Ctx<ValueId>, player: Option<&PlayerID>) {
        let known = &mut self.ctx;
        let is_same = known.turn == ctx.turn
            && known.num_moves == ctx.num_moves
            && known.play_order_pos == ctx.play_order_pos
            && is_same_name(known.current_player.as_ref(), ctx.current_player.as_ref())
            && is_same_name(known.phase.as_ref(), ctx.phase.as_ref())
            && is_same_name(self.acting.as_ref(), player);
        if is_same {
            return;
        }
        known.turn = ctx.turn;
        known.num_moves = ctx.num_moves;
        known.play_order_pos = ctx.play_order_pos;
        known.current_player.clone_from(&ctx.current_player);
        known.phase.clone_from(&ctx.phase);
        self.acting = player.cloned();
        self.is_behind = true;
    }

    fn sync(&mut self, names: &Names) {
        if !core::mem::take(&mut self.is_behind) {
            return;
        }
        let (ctx, number) = (&self.ctx, |name| names.number_of(name));
        imports::update_ctx(
            ctx.turn,
            number(ctx.current_player.as_ref()),
            ctx.play_order_pos,
            number(ctx.phase.as_ref()),
            ctx.moves_made(),
            number(self.acting.as_ref()),
        );
    }
}

/// Compares names by address: all come from one table.
#[inline]
fn is_same_name(one: Option<&Name>, other: Option<&Name>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Returns `true` if only plain fields differ. Called several times in each move of a playout.
#[inline]
fn is_alike(one: &Ctx<ValueId>, other: &Ctx<ValueId>) -> bool {
    let Ctx {
        num_players,
        play_order,
        removed,
        gameover,
        active_players,
        limits,
        // A search has no clock.
        clock: _,
        // Plain fields, for `update`.
        turn: _,
        current_player: _,
        play_order_pos: _,
        phase: _,
        num_moves,
    } = one;
    *num_players == other.num_players
        && Rc::ptr_eq(play_order, &other.play_order)
        && Rc::ptr_eq(removed, &other.removed)
        && num_moves.is_some() == other.num_moves.is_some()
        && gameover.as_ref().map(ValueId::id) == other.gameover.as_ref().map(ValueId::id)
        && is_same_map(active_players.as_ref(), other.active_players.as_ref())
        && have_same_limits(limits.as_ref(), other.limits.as_ref())
}

#[inline]
fn have_same_limits(one: Option<&Limits<ValueId>>, other: Option<&Limits<ValueId>>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one.is_none() && other.is_none() };
    let next = match (&one.next, &other.next) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    next && is_same_map(one.min_moves.as_ref(), other.min_moves.as_ref())
        && is_same_map(one.max_moves.as_ref(), other.max_moves.as_ref())
        && is_same_map(one.num_moves.as_ref(), other.num_moves.as_ref())
        && is_same_stack(&one.previous, &other.previous)
}

#[inline]
fn is_same_map<T: Clone>(one: Option<&PlayerMap<T>>, other: Option<&PlayerMap<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.is_same(other) || (one.is_empty() && other.is_empty()),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn is_same_stack<T>(one: &Stack<T>, other: &Stack<T>) -> bool {
    one.depth() == other.depth() && one.shared_with(other) == one.depth()
}

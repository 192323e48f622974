//! The one `ctx` that a search shows: it changes as the match goes on.

use alloc::rc::Rc;
use core::cell::RefCell;

use super::super::bots::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use crate::codes::acting;
use crate::core::{Ctx, Limits, Name, PlayerID, PlayerMap, Stack};

/// What a search has shown last. A search changes a `ctx` in place, so that none is known by where it lies: its fields are
/// compared.
#[derive(Default)]
pub struct LiveCtx(RefCell<Option<Shown>>);

struct Shown {
    /// As it was shown. What it shares with the match's own is copied there before it changes.
    ctx: Ctx<ValueId>,
    acting: Option<PlayerID>,
    /// Whether the objects do not show it yet.
    is_behind: bool,
    objects: Objects,
}

/// When the JavaScript side gets to know of plain fields that have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before anybody looks: now.
    Now,
    /// If somebody looks: [`LiveCtx::sync`].
    Asked,
}

/// The objects of one `ctx`, which stay the same objects while no more than its plain fields change.
#[derive(Clone)]
pub struct Objects {
    /// What moves and hooks see, with the player who acts.
    pub for_callbacks: ValueId,
    /// What everybody else sees.
    pub of_state: ValueId,
}

/// How an object is made of a `ctx`.
pub struct Making<'a> {
    /// The names that both sides know.
    pub names: &'a Names,
    /// Whether one object may not stand for a `ctx` that changes: what it was made of does, unseen.
    pub always_anew: bool,
    /// Makes one for this player, by the number of their name, or for nobody.
    pub make: &'a dyn Fn(i32) -> ValueId,
}

impl LiveCtx {
    /// The objects, which show this `ctx` from then on.
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

    /// Has the objects show what they do not yet.
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

/// Names come from one table: the same text lies in the same place.
#[inline]
fn is_same_name(one: Option<&Name>, other: Option<&Name>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Whether two differ in no more than plain fields. Asked several times in each move of a playout.
#[inline]
fn is_alike(one: &Ctx<ValueId>, other: &Ctx<ValueId>) -> bool {
    one.num_players == other.num_players
        && Rc::ptr_eq(&one.play_order, &other.play_order)
        && Rc::ptr_eq(&one.removed, &other.removed)
        && one.num_moves.is_some() == other.num_moves.is_some()
        && one.gameover.as_ref().map(ValueId::id) == other.gameover.as_ref().map(ValueId::id)
        && is_same_map(one.active_players.as_ref(), other.active_players.as_ref())
        && have_same_limits(one.limits.as_ref(), other.limits.as_ref())
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

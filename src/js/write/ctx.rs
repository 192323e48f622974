//! `ctx` as a JavaScript object.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::super::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use crate::codes::{acting, place};
use crate::core::{ActiveSet, Clock, Ctx, Differences, Limits, PlayerID, PlayerMap, Stage};

/// A cache of JavaScript objects for `ctx`. Each version of a `ctx` gets one object.
pub struct ContextCache {
    names: Rc<Names>,
    /// `ctx` objects of a search, which change in place.
    #[cfg(feature = "bots")]
    pub live: Option<super::LiveCtx>,
    last: RefCell<Option<Acting>>,
    state: CachedObject<Rc<Ctx<ValueId>>>,
    play_order: CachedObject<Rc<[PlayerID]>>,
    stages: CachedObject<PlayerMap<Stage>>,
    counts: CachedObject<PlayerMap<u32>>,
    null: ValueId,
    /// Differences from boardgame.io, whose maps change in place, so that cached objects may be outdated.
    differences: Differences,
}

/// The last converted value, with its object.
pub type CachedObject<T> = RefCell<Option<(T, ValueId)>>;

type Counts = Option<PlayerMap<u32>>;

/// A `ctx` as moves and hooks see it, with the acting player.
struct Acting {
    ctx: Rc<Ctx<ValueId>>,
    player: Option<PlayerID>,
    object: ValueId,
}

impl ContextCache {
    /// Creates an empty cache.
    pub fn new(names: Rc<Names>, differences: Differences) -> Self {
        let (last, state, play_order, stages, counts) = Default::default();
        ContextCache {
            names,
            #[cfg(feature = "bots")]
            live: None,
            last,
            state,
            play_order,
            stages,
            counts,
            null: ValueId::null(),
            differences,
        }
    }

    /// Returns the `ctx` object for a callback: the same one for the same `ctx` and player.
    pub fn ctx_of(&self, ctx: &Rc<Ctx<ValueId>>, acting: Option<&PlayerID>) -> ValueId {
        #[cfg(feature = "bots")]
        if let Some(objects) = self.show(ctx, acting, super::When::Now) {
            return objects.for_callbacks;
        }
        if let Some(last) = &*self.last.borrow()
            && Rc::ptr_eq(&last.ctx, ctx)
            && last.player.as_ref() == acting
            && !self.differences.changes_maps_in_place()
        {
            return last.object.clone();
        }
        let object = self.make(ctx, self.names.number_of(acting), false);
        self.last.replace(Some(Acting {
            ctx: Rc::clone(ctx),
            player: acting.cloned(),
            object: object.clone(),
        }));
        object
    }

    /// Returns the `ctx` object of a state: the same one for the same `ctx`.
    pub fn ctx_of_state(&self, ctx: &Rc<Ctx<ValueId>>) -> ValueId {
        if let Some((known, object)) = &*self.state.borrow()
            && Rc::ptr_eq(known, ctx)
            && !self.differences.changes_maps_in_place()
        {
            return object.clone();
        }
        let object = self.build(ctx);
        self.state.replace(Some((Rc::clone(ctx), object.clone())));
        object
    }

    /// Returns the `ctx` object of an undo entry: the state's, if it is the same.
    pub fn ctx_of_entry(&self, ctx: &Rc<Ctx<ValueId>>) -> ValueId {
        match &*self.state.borrow() {
            Some((known, object)) if Rc::ptr_eq(known, ctx) && !self.differences.changes_maps_in_place() => {
                object.clone()
            }
            _ => self.build(ctx),
        }
    }

    /// Creates a new `ctx` object of a state.
    pub fn build(&self, ctx: &Ctx<ValueId>) -> ValueId {
        self.make(ctx, acting::NOBODY, true)
    }

    /// Updates the `ctx` objects of a search to this `ctx` and returns them, or `None` outside of searches.
    #[cfg(feature = "bots")]
    pub fn show(
        &self,
        ctx: &Ctx<ValueId>,
        player: Option<&PlayerID>,
        when: super::When,
    ) -> Option<super::Objects> {
        let differences = self.differences;
        let making = super::Making {
            names: &self.names,
            always_anew: differences.changes_maps_in_place() || differences.plays_without_turn_order(),
            make: &|acting| self.make(ctx, acting, false),
        };
        Some(self.live.as_ref()?.show(&making, ctx, player, when))
    }

    fn make(&self, ctx: &Ctx<ValueId>, acting: i32, freezes: bool) -> ValueId {
        // All fields, so that the compiler names one that is not written.
        let Ctx {
            num_players,
            turn,
            current_player,
            play_order,
            play_order_pos,
            phase,
            active_players,
            num_moves,
            gameover,
            limits,
            removed,
            clock,
        } = ctx;
        let limits = limits.as_ref();
        let more_limits = limits.filter(|limits| !limits.are_empty());
        let has_no_order = limits.is_none() && self.differences.plays_without_turn_order() && *turn > 0;
        let is_whole = more_limits.is_none() && !has_no_order && removed.is_empty() && clock.is_none();
        let object = ValueId::new(imports::make_ctx(
            *num_players,
            *turn,
            self.names.number_of(current_player.as_ref()),
            self.play_order(play_order).id(),
            *play_order_pos,
            self.names.number_of(phase.as_ref()),
            self.stages(active_players.as_ref()).id(),
            match num_moves {
                None => f64::from(place::NONE),
                Some(_) if self.differences.plays_without_turn_order() && *turn == 0 => f64::NAN,
                Some(moves) => f64::from(*moves),
            },
            ValueId::id_or_undefined(gameover.as_ref()),
            limits.is_some(),
            acting,
            freezes && is_whole,
        ));
        if let Some(limits) = more_limits {
            self.add_limits(&object, limits);
        }
        if has_no_order {
            imports::set_turn_without_order(object.id());
        }
        if !removed.is_empty() {
            imports::set_removed(object.id(), self.players(removed).id());
        }
        if let Some(clock) = clock {
            self.add_clock(&object, clock);
        }
        if freezes && !is_whole {
            imports::freeze(object.id());
        }
        object
    }

    fn add_limits(&self, object: &ValueId, limits: &Limits<ValueId>) {
        let previous = (limits.previous.depth() > 0).then(|| {
            let sets: Vec<_> = limits.previous.iter().map(|set| self.active_set(set)).collect();
            let list = ValueId::new(imports::make_list());
            sets.iter().rev().for_each(|set| imports::push_value(list.id(), set.id()));
            list
        });
        let [min_moves, max_moves, num_moves] =
            self.three_counts(&limits.min_moves, &limits.max_moves, &limits.num_moves);
        let next = limits.next.as_ref().map_or(&self.null, |next| &next.raw);
        imports::set_limits(
            object.id(),
            min_moves.id(),
            max_moves.id(),
            num_moves.id(),
            ValueId::id_or_undefined(previous.as_ref()),
            next.id(),
        );
    }

    fn add_clock(&self, object: &ValueId, clock: &Clock) {
        let Clock { now, left, deadlines, is_paused, is_held, banks, rests, lags } = clock;
        let [left, deadlines, banks, rests, lags] =
            [left, deadlines, banks, rests, lags].map(|times| self.times(times));
        imports::set_clock(
            object.id(),
            *now,
            left.id(),
            deadlines.id(),
            *is_paused,
            *is_held,
            banks.id(),
            rests.id(),
            lags.id(),
        );
    }

    fn times(&self, times: &PlayerMap<f64>) -> ValueId {
        let object = ValueId::new(imports::make_map());
        for (player, time) in times.entries().iter() {
            imports::put_time(object.id(), self.names.number_of(Some(player)), *time);
        }
        imports::freeze(object.id());
        object
    }

    fn active_set(&self, set: &ActiveSet) -> ValueId {
        let [min_moves, max_moves, num_moves] =
            self.three_counts(&set.min_moves, &set.max_moves, &set.num_moves);
        let stages = self.stages(set.active_players.as_ref());
        ValueId::new(imports::make_active_set(stages.id(), min_moves.id(), max_moves.id(), num_moves.id()))
    }

    /// Returns limits and counts. If boardgame.io has no counts, it has no limits either.
    fn three_counts(&self, min_moves: &Counts, max_moves: &Counts, num_moves: &Counts) -> [ValueId; 3] {
        if num_moves.is_none() {
            return [ValueId::undefined(), ValueId::undefined(), ValueId::undefined()];
        }
        [min_moves, max_moves, num_moves].map(|counts| self.counts(counts.as_ref()))
    }

    fn stages(&self, stages: Option<&PlayerMap<Stage>>) -> ValueId {
        self.map(stages, &self.stages, |stage| self.names.number_of(stage.as_ref()), true)
    }

    fn counts(&self, counts: Option<&PlayerMap<u32>>) -> ValueId {
        self.map(counts, &self.counts, |count| *count as i32, false)
    }

    /// Returns the object of a map from players to numbers of stages or to counts: the same one for the same
    /// map.
    fn map<T: Clone>(
        &self,
        map: Option<&PlayerMap<T>>,
        last: &CachedObject<PlayerMap<T>>,
        number: impl Fn(&T) -> i32,
        of_stages: bool,
    ) -> ValueId {
        let Some(map) = map else { return self.null.clone() };
        if let Some((known, object)) = &*last.borrow()
            && known.is_same(map)
            && !self.differences.changes_maps_in_place()
        {
            return object.clone();
        }
        let object = self.make_map(map, number, of_stages);
        last.replace(Some((map.clone(), object.clone())));
        object
    }

    fn make_map<T: Clone>(&self, map: &PlayerMap<T>, number: impl Fn(&T) -> i32, of_stages: bool) -> ValueId {
        let entries = map.entries();
        let number_of = |player| self.names.number_of(Some(player));
        if let [(player, value)] = entries.as_slice() {
            return ValueId::new(imports::single_entry(number_of(player), number(value), of_stages));
        }
        let object = ValueId::new(imports::make_map());
        for (player, value) in entries.iter() {
            imports::put_entry(object.id(), number_of(player), number(value), of_stages);
        }
        imports::freeze(object.id());
        object
    }

    fn play_order(&self, players: &Rc<[PlayerID]>) -> ValueId {
        if let Some((known, list)) = &*self.play_order.borrow()
            && Rc::ptr_eq(known, players)
        {
            return list.clone();
        }
        let list = self.players(players);
        self.play_order.replace(Some((Rc::clone(players), list.clone())));
        list
    }

    fn players(&self, players: &[PlayerID]) -> ValueId {
        let list = ValueId::new(imports::make_list());
        for player in players {
            imports::push_name(list.id(), self.names.number_of(Some(player)));
        }
        imports::freeze(list.id());
        list
    }
}

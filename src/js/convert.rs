//! From the engine's state to the objects that JavaScript sees: `ctx`, the log, undo entries.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::border::{Border, Handle};
use super::host::{GameHost, JsHost};
use crate::core::{
    ActiveSet, Ctx, Game, Limits, LogAction, LogArgs, LogEntry, Name, PlayerID, PlayerMap, PluginData, Scope,
    Stage, UndoEntry,
};

/// `ctx` as a JavaScript object, made once for each version of it.
pub struct ContextCache {
    border: Rc<Border>,
    last: RefCell<Option<Acting>>,
    state: RefCell<Option<(Rc<Ctx<Handle>>, JsValue)>>,
    play_order: RefCell<Option<(Rc<[PlayerID]>, JsValue)>>,
    /// boardgame.io changes its maps in place: what was made of a `ctx` may not hold any more.
    compat: bool,
}

type Counts = Option<PlayerMap<u32>>;

/// In place of the acting player: the `ctx` is a state's.
const NOBODY_ACTS: i32 = -3;

/// A `ctx` as moves and hooks see it, with the player who acts.
struct Acting {
    ctx: Rc<Ctx<Handle>>,
    player: Option<PlayerID>,
    object: Rc<JsValue>,
}

impl ContextCache {
    /// An empty cache.
    pub fn new(border: Rc<Border>, compat: bool) -> Self {
        let (last, state, play_order) = Default::default();
        ContextCache { border, last, state, play_order, compat }
    }

    /// The `ctx` that a callback sees; the same object as long as it is the same `ctx` and player.
    pub fn ctx_of(&self, scope: &Scope<'_, GameHost>) -> Rc<JsValue> {
        if let Some(last) = &*self.last.borrow()
            && Rc::ptr_eq(&last.ctx, scope.ctx)
            && last.player.as_ref() == scope.acting
            && !self.compat
        {
            return Rc::clone(&last.object);
        }
        let object = Rc::new(self.make(scope.ctx, self.border.number_of(scope.acting)));
        let (ctx, player) = (Rc::clone(scope.ctx), scope.acting.cloned());
        self.last.replace(Some(Acting { ctx, player, object: Rc::clone(&object) }));
        object
    }

    /// The `ctx` of a state; the same object as long as it is the same `ctx`.
    pub fn ctx_of_state(&self, ctx: &Rc<Ctx<Handle>>) -> JsValue {
        if let Some((known, object)) = &*self.state.borrow()
            && Rc::ptr_eq(known, ctx)
            && !self.compat
        {
            return object.clone();
        }
        let object = self.build(ctx);
        self.state.replace(Some((Rc::clone(ctx), object.clone())));
        object
    }

    /// The `ctx` of an undo entry: the state's, if it is the same.
    pub fn ctx_of_entry(&self, ctx: &Rc<Ctx<Handle>>) -> JsValue {
        match &*self.state.borrow() {
            Some((known, object)) if Rc::ptr_eq(known, ctx) && !self.compat => object.clone(),
            _ => self.build(ctx),
        }
    }

    /// The `ctx` of a state, as a new object.
    pub fn build(&self, ctx: &Ctx<Handle>) -> JsValue {
        let object = self.make(ctx, NOBODY_ACTS);
        self.border.js.freeze(&object);
        object
    }

    fn make(&self, ctx: &Ctx<Handle>, acting: i32) -> JsValue {
        let limits = ctx.limits.as_ref();
        let object = self.border.js.make_ctx(
            ctx.num_players,
            ctx.turn,
            self.border.number_of(ctx.current_player.as_ref()),
            &self.play_order(&ctx.play_order),
            ctx.play_order_pos,
            self.border.number_of(ctx.phase.as_ref()),
            &self.stages(ctx.active_players.as_ref()),
            match ctx.num_moves {
                None => -1.0,
                Some(_) if self.compat && ctx.turn == 0 => f64::NAN,
                Some(moves) => f64::from(moves),
            },
            &ctx.gameover.as_ref().map(Handle::value).unwrap_or_default(),
            limits.is_some(),
            acting,
        );
        if let Some(limits) = limits.filter(|limits| !limits.are_empty()) {
            self.add_limits(&object, limits);
        }
        if limits.is_none() && self.compat && ctx.turn > 0 {
            self.border.js.set_turn_without_order(&object);
        }
        if !ctx.removed.is_empty() {
            self.border.js.set_removed(&object, &self.players(&ctx.removed));
        }
        object
    }

    fn add_limits(&self, object: &JsValue, limits: &Limits<Handle>) {
        let previous: Array = limits.previous.iter().map(|set| self.active_set(set)).collect();
        previous.reverse();
        let [min_moves, max_moves, num_moves] =
            self.three_counts(&limits.min_moves, &limits.max_moves, &limits.num_moves);
        self.border.js.set_limits(
            object,
            &min_moves,
            &max_moves,
            &num_moves,
            &previous,
            &limits.next.as_ref().and_then(|next| next.raw.as_ref()).map_or(JsValue::NULL, Handle::value),
        );
    }

    fn active_set(&self, set: &ActiveSet) -> JsValue {
        let [min_moves, max_moves, num_moves] =
            self.three_counts(&set.min_moves, &set.max_moves, &set.num_moves);
        let stages = self.stages(set.active_players.as_ref());
        self.border.js.make_active_set(&stages, &min_moves, &max_moves, &num_moves)
    }

    /// Limits and counts. Where boardgame.io knows of no counts, it knows of no limits either.
    fn three_counts(&self, min_moves: &Counts, max_moves: &Counts, num_moves: &Counts) -> [JsValue; 3] {
        if num_moves.is_none() {
            return Default::default();
        }
        [min_moves, max_moves, num_moves].map(|counts| self.counts(counts.as_ref()))
    }

    fn stages(&self, stages: Option<&PlayerMap<Stage>>) -> JsValue {
        let Some(stages) = stages else { return JsValue::NULL };
        self.map(stages, |stage| self.border.number_of(stage.as_ref()), true)
    }

    fn counts(&self, counts: Option<&PlayerMap<u32>>) -> JsValue {
        let Some(counts) = counts else { return JsValue::NULL };
        self.map(counts, |count| *count as i32, false)
    }

    /// A map from players to stages, by number, or to counts.
    fn map<T: Clone>(&self, map: &PlayerMap<T>, number: impl Fn(&T) -> i32, of_stages: bool) -> JsValue {
        let entries = map.entries();
        let mut entries = entries.iter().map(|(player, value)| {
            let player = self.border.number_of(Some(player));
            (player, number(value))
        });
        let Some((player, value)) = entries.next() else { return Object::new().into() };
        let Some(second) = entries.next() else {
            return self.border.js.single_entry(player, value, of_stages);
        };
        let object = Object::new().into();
        for (player, value) in [(player, value), second].into_iter().chain(entries) {
            self.border.js.put_entry(&object, player, value, of_stages);
        }
        object
    }

    fn play_order(&self, players: &Rc<[PlayerID]>) -> JsValue {
        if let Some((known, list)) = &*self.play_order.borrow()
            && Rc::ptr_eq(known, players)
        {
            return list.clone();
        }
        let list = self.players(players);
        self.play_order.replace(Some((Rc::clone(players), list.clone())));
        list
    }

    fn players(&self, players: &[PlayerID]) -> JsValue {
        let list = Array::new();
        for player in players {
            self.border.js.push_name(&list, self.border.number_of(Some(player)));
        }
        self.border.js.freeze(&list);
        list.into()
    }
}

/// Turns log entries and undo entries into the objects that boardgame.io's clients know.
pub struct Converter<'a> {
    /// The game, for the names of moves and plugins.
    pub game: &'a Game<js_sys::Function, Handle>,
    /// The host, for its caches.
    pub host: &'a GameHost,
}

impl Converter<'_> {
    /// A log entry as an object.
    pub fn log_entry(&self, entry: &LogEntry<Handle>) -> JsValue {
        self.js().make_log_entry(
            &self.log_action(&entry.action),
            entry.state_id as f64,
            entry.turn,
            self.number(entry.phase.as_ref()),
            entry.automatic,
            entry.redact,
            &entry.metadata.as_ref().map(Handle::value).unwrap_or_default(),
        )
    }

    /// A moment of the undo history as an object.
    pub fn undo_entry(&self, entry: &UndoEntry<GameHost>) -> JsValue {
        let name = entry.move_id.and_then(|id| self.game.move_names.name(id));
        self.js().make_undo_entry(
            &entry.g.value(),
            &self.host.contexts.ctx_of_entry(&entry.ctx),
            &self.plugins(&entry.plugins),
            self.number(entry.player_id.as_ref()),
            self.number(name),
        )
    }

    /// The plugins' data as an object: `{ random: { data }, log: { data }, events: { data }, … }`; the same object as
    /// long as it is the same data.
    pub fn plugins(&self, plugins: &PluginData<GameHost>) -> JsValue {
        let mut last = self.host.plugin_data.borrow_mut();
        if let Some((known, object)) = &*last
            && known.random == plugins.random
            && known.own.iter().map(Handle::id).eq(plugins.own.iter().map(Handle::id))
        {
            return object.clone();
        }
        let object = self.make_plugins(plugins);
        *last = Some((plugins.clone(), object.clone()));
        object
    }

    fn make_plugins(&self, plugins: &PluginData<GameHost>) -> JsValue {
        let random = &plugins.random;
        let [c, s0, s1, s2] = random.prng.map_or([0.0; 4], |alea| [alea.c, alea.s0, alea.s1, alea.s2]);
        let object = self.js().make_plugins(&random.seed, random.prng.is_some(), c, s0, s1, s2);
        for (name, data) in self.game.plugins.iter().zip(plugins.own.iter()) {
            self.js().put_data(&object, self.number(Some(name)), &data.value());
        }
        self.js().freeze(&object);
        object
    }

    fn log_action(&self, action: &LogAction<Handle>) -> JsValue {
        let (kind, name, args, player, credentials) = match action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.number(self.game.move_names.name(*id));
                (0, name, args.value(), player_id.as_ref(), credentials.as_ref())
            }
            LogAction::Event { kind, args } => {
                let name = self.number(Some(&kind.name().into()));
                (1, name, self.log_args(args), None, None)
            }
            LogAction::Undo(player) => (2, -1, JsValue::NULL, player.as_ref(), None),
            LogAction::Redo(player) => (3, -1, JsValue::NULL, player.as_ref(), None),
            LogAction::Leave(player) => (4, -1, JsValue::UNDEFINED, Some(player), None),
        };
        let credentials = credentials.map(Handle::value).unwrap_or_default();
        self.js().make_action(kind, name, &args, self.number(player), &credentials)
    }

    fn log_args(&self, args: &LogArgs<Handle>) -> JsValue {
        match args {
            LogArgs::Nothing => JsValue::UNDEFINED,
            LogArgs::Yes => JsValue::TRUE,
            LogArgs::Value(value) => value.value(),
            LogArgs::Next(name) => self.js().make_next(&name.value()),
        }
    }

    fn number(&self, name: Option<&Name>) -> i32 {
        self.host.border.number_of(name)
    }

    fn js(&self) -> &JsHost {
        &self.host.border.js
    }
}

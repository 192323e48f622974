//! From the engine's state to the objects that JavaScript sees: `ctx`, the log, undo entries.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::border::{Border, Handle};
use super::host::{GameHost, JsHost};
use crate::core::{
    ActiveSet, Ctx, Game, Limits, LogAction, LogArgs, LogEntry, Name, PlayerID, PlayerMap, PluginData, Scope,
    Stack, Stage, State, UndoEntry,
};

/// `ctx` as a JavaScript object, made once for each version of it.
pub struct ContextCache {
    border: Rc<Border>,
    last: RefCell<Option<Acting>>,
    state: Last<Rc<Ctx<Handle>>>,
    play_order: Last<Rc<[PlayerID]>>,
    stages: Last<PlayerMap<Stage>>,
    counts: Last<PlayerMap<u32>>,
    null: Rc<JsValue>,
    /// boardgame.io changes its maps in place: what was made of a `ctx` may not hold any more.
    compat: bool,
}

/// What was turned into an object last, and the object.
pub type Last<T> = RefCell<Option<(T, Rc<JsValue>)>>;

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
        let (last, state, play_order, stages, counts) = Default::default();
        ContextCache { border, last, state, play_order, stages, counts, null: Rc::new(JsValue::NULL), compat }
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
    pub fn ctx_of_state(&self, ctx: &Rc<Ctx<Handle>>) -> Rc<JsValue> {
        if let Some((known, object)) = &*self.state.borrow()
            && Rc::ptr_eq(known, ctx)
            && !self.compat
        {
            return Rc::clone(object);
        }
        let object = Rc::new(self.build(ctx));
        self.state.replace(Some((Rc::clone(ctx), Rc::clone(&object))));
        object
    }

    /// The `ctx` of an undo entry: the state's, if it is the same.
    pub fn ctx_of_entry(&self, ctx: &Rc<Ctx<Handle>>) -> Rc<JsValue> {
        match &*self.state.borrow() {
            Some((known, object)) if Rc::ptr_eq(known, ctx) && !self.compat => Rc::clone(object),
            _ => Rc::new(self.build(ctx)),
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
        let previous = (limits.previous.depth() > 0).then(|| {
            let sets: Array = limits.previous.iter().map(|set| self.active_set(set)).collect();
            sets.reverse()
        });
        let [min_moves, max_moves, num_moves] =
            self.three_counts(&limits.min_moves, &limits.max_moves, &limits.num_moves);
        self.border.js.set_limits(
            object,
            &min_moves,
            &max_moves,
            &num_moves,
            previous.as_ref(),
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
    fn three_counts(&self, min_moves: &Counts, max_moves: &Counts, num_moves: &Counts) -> [Rc<JsValue>; 3] {
        if num_moves.is_none() {
            return Default::default();
        }
        [min_moves, max_moves, num_moves].map(|counts| self.counts(counts.as_ref()))
    }

    fn stages(&self, stages: Option<&PlayerMap<Stage>>) -> Rc<JsValue> {
        self.map(stages, &self.stages, |stage| self.border.number_of(stage.as_ref()), true)
    }

    fn counts(&self, counts: Option<&PlayerMap<u32>>) -> Rc<JsValue> {
        self.map(counts, &self.counts, |count| *count as i32, false)
    }

    /// A map from players to stages, by number, or to counts; the same object as long as it is the same map.
    fn map<T: Clone>(
        &self,
        map: Option<&PlayerMap<T>>,
        last: &Last<PlayerMap<T>>,
        number: impl Fn(&T) -> i32,
        of_stages: bool,
    ) -> Rc<JsValue> {
        let Some(map) = map else { return Rc::clone(&self.null) };
        if let Some((known, object)) = &*last.borrow()
            && known.is_same(map)
            && !self.compat
        {
            return Rc::clone(object);
        }
        let object = Rc::new(self.make_map(map, number, of_stages));
        last.replace(Some((map.clone(), Rc::clone(&object))));
        object
    }

    fn make_map<T: Clone>(&self, map: &PlayerMap<T>, number: impl Fn(&T) -> i32, of_stages: bool) -> JsValue {
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
        let mut entries = [(player, value), second].into_iter().chain(entries).peekable();
        while let Some((player, value)) = entries.next() {
            self.border.js.put_entry(&object, player, value, of_stages, entries.peek().is_none());
        }
        object
    }

    fn play_order(&self, players: &Rc<[PlayerID]>) -> Rc<JsValue> {
        if let Some((known, list)) = &*self.play_order.borrow()
            && Rc::ptr_eq(known, players)
        {
            return Rc::clone(list);
        }
        let list = Rc::new(self.players(players));
        self.play_order.replace(Some((Rc::clone(players), Rc::clone(&list))));
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

/// The number of a value that is not there.
const NOTHING: i32 = -1;

/// The number of `true`.
const YES: i32 = -2;

/// The number of `null`.
const NULL: i32 = -3;

/// Turns states, log entries and undo entries into the objects that boardgame.io's clients know, and leaves them with
/// the host. What answers a number leaves something there to be taken.
pub struct Converter<'a> {
    /// The game, for the names of moves and plugins.
    pub game: &'a Game<js_sys::Function, Handle>,
    /// The host, for its caches.
    pub host: &'a GameHost,
}

impl Converter<'_> {
    /// A state as an object. Of `_undo`, it has the entries from this one on.
    pub fn state(&self, state: &State<GameHost>, first: usize) -> u32 {
        let ctx = self.host.contexts.ctx_of_state(&state.ctx);
        let plugins = self.plugins(&state.plugins);
        let deltalog = self.log(&state.deltalog);
        let (undo, redo) = (self.undo(&state.undo, first), self.redo(&state.redo));
        let state_id = state.state_id as f64;
        self.js().keep_state(state.g.id(), &ctx, &plugins, deltalog, undo, redo, state_id)
    }

    /// A list of log entries.
    pub fn log(&self, entries: &[Rc<LogEntry<Handle>>]) -> u32 {
        entries.iter().for_each(|entry| self.add_log_entry(entry));
        self.js().keep_list(false)
    }

    /// `_undo` from this entry on, the oldest first.
    pub fn undo(&self, stack: &Stack<UndoEntry<GameHost>>, first: usize) -> u32 {
        let count = stack.depth().saturating_sub(first);
        stack.iter().take(count).for_each(|entry| self.add_undo_entry(entry));
        self.js().keep_list(true)
    }

    /// `_redo`, the nearest first.
    pub fn redo(&self, stack: &Stack<UndoEntry<GameHost>>) -> u32 {
        stack.iter().for_each(|entry| self.add_undo_entry(entry));
        self.js().keep_list(false)
    }

    /// The plugins' data as an object: `{ random: { data }, log: { data }, events: { data }, … }`; the same object as
    /// long as it is the same data.
    pub fn plugins(&self, plugins: &PluginData<GameHost>) -> Rc<JsValue> {
        let mut last = self.host.plugin_data.borrow_mut();
        if let Some((known, object)) = &*last
            && known.random == plugins.random
            && known.own.iter().map(Handle::id).eq(plugins.own.iter().map(Handle::id))
        {
            return Rc::clone(object);
        }
        let object = Rc::new(self.make_plugins(plugins));
        *last = Some((plugins.clone(), Rc::clone(&object)));
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

    fn add_log_entry(&self, entry: &LogEntry<Handle>) {
        let next;
        let (kind, name, args, player, credentials) = match &entry.action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.number(self.game.move_names.name(*id));
                (0, name, value(Some(args)), player_id.as_ref(), credentials.as_ref())
            }
            LogAction::Event { kind, args } => {
                let args = match args {
                    LogArgs::Nothing => NOTHING,
                    LogArgs::Yes => YES,
                    LogArgs::Value(args) => value(Some(args)),
                    LogArgs::Next(phase) => {
                        // It is released when the entry has it.
                        next = self.host.border.handle(self.js().keep_next(phase.id()));
                        value(Some(&next))
                    }
                };
                (1, self.host.border.number_of_text(kind.name()), args, None, None)
            }
            LogAction::Undo(player) => (2, -1, NULL, player.as_ref(), None),
            LogAction::Redo(player) => (3, -1, NULL, player.as_ref(), None),
            LogAction::Leave(player) => (4, -1, NOTHING, Some(player), None),
        };
        self.js().add_log_entry(
            kind,
            name,
            args,
            self.number(player),
            value(credentials),
            entry.state_id as f64,
            entry.turn,
            self.number(entry.phase.as_ref()),
            entry.automatic,
            entry.redact,
            value(entry.metadata.as_ref()),
        );
    }

    fn add_undo_entry(&self, entry: &UndoEntry<GameHost>) {
        let name = entry.move_id.and_then(|id| self.game.move_names.name(id));
        self.js().add_undo_entry(
            entry.g.id(),
            &self.host.contexts.ctx_of_entry(&entry.ctx),
            &self.plugins(&entry.plugins),
            self.number(entry.player_id.as_ref()),
            self.number(name),
        );
    }

    fn number(&self, name: Option<&Name>) -> i32 {
        self.host.border.number_of(name)
    }

    fn js(&self) -> &JsHost {
        &self.host.border.js
    }
}

/// The number under which the host has a value.
fn value(handle: Option<&Handle>) -> i32 {
    handle.map_or(NOTHING, |handle| handle.id() as i32)
}

//! From the engine's state to the objects that JavaScript sees: `ctx`, the log, undo entries.

use std::cell::RefCell;
use std::rc::Rc;

use super::definition::JsGame;
use super::host::GameHost;
use super::imports;
use super::names::{NO_NAME, Names};
use super::values::ValueId;
use crate::core::{
    ActiveSet, Ctx, Limits, LogAction, LogArgs, LogEntry, Name, PlayerID, PlayerMap, PluginData, Scope,
    Stack, Stage, State, UndoEntry,
};

/// `ctx` as a JavaScript object, made once for each version of it.
pub struct ContextCache {
    names: Rc<Names>,
    last: RefCell<Option<Acting>>,
    state: Last<Rc<Ctx<ValueId>>>,
    play_order: Last<Rc<[PlayerID]>>,
    stages: Last<PlayerMap<Stage>>,
    counts: Last<PlayerMap<u32>>,
    null: ValueId,
    /// boardgame.io changes its maps in place: what was made of a `ctx` may not hold any more.
    compat: bool,
}

/// What was turned into an object last, and the object.
pub type Last<T> = RefCell<Option<(T, ValueId)>>;

type Counts = Option<PlayerMap<u32>>;

/// In place of the acting player: the `ctx` is a state's.
const NOBODY_ACTS: i32 = -3;

/// A `ctx` as moves and hooks see it, with the player who acts.
struct Acting {
    ctx: Rc<Ctx<ValueId>>,
    player: Option<PlayerID>,
    object: ValueId,
}

impl ContextCache {
    /// An empty cache.
    pub fn new(names: Rc<Names>, compat: bool) -> Self {
        let (last, state, play_order, stages, counts) = Default::default();
        ContextCache { names, last, state, play_order, stages, counts, null: ValueId::null(), compat }
    }

    /// The `ctx` that a callback sees; the same object as long as it is the same `ctx` and player.
    pub fn ctx_of(&self, scope: &Scope<'_, GameHost>) -> ValueId {
        if let Some(last) = &*self.last.borrow()
            && Rc::ptr_eq(&last.ctx, scope.ctx)
            && last.player.as_ref() == scope.acting
            && !self.compat
        {
            return last.object.clone();
        }
        let object = self.make(scope.ctx, self.names.number_of(scope.acting));
        let (ctx, player) = (Rc::clone(scope.ctx), scope.acting.cloned());
        self.last.replace(Some(Acting { ctx, player, object: object.clone() }));
        object
    }

    /// The `ctx` of a state; the same object as long as it is the same `ctx`.
    pub fn ctx_of_state(&self, ctx: &Rc<Ctx<ValueId>>) -> ValueId {
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
    pub fn ctx_of_entry(&self, ctx: &Rc<Ctx<ValueId>>) -> ValueId {
        match &*self.state.borrow() {
            Some((known, object)) if Rc::ptr_eq(known, ctx) && !self.compat => object.clone(),
            _ => self.build(ctx),
        }
    }

    /// The `ctx` of a state, as a new object.
    pub fn build(&self, ctx: &Ctx<ValueId>) -> ValueId {
        let object = self.make(ctx, NOBODY_ACTS);
        imports::freeze(object.id());
        object
    }

    fn make(&self, ctx: &Ctx<ValueId>, acting: i32) -> ValueId {
        let limits = ctx.limits.as_ref();
        let object = ValueId::new(imports::make_ctx(
            ctx.num_players,
            ctx.turn,
            self.names.number_of(ctx.current_player.as_ref()),
            self.play_order(&ctx.play_order).id(),
            ctx.play_order_pos,
            self.names.number_of(ctx.phase.as_ref()),
            self.stages(ctx.active_players.as_ref()).id(),
            match ctx.num_moves {
                None => -1.0,
                Some(_) if self.compat && ctx.turn == 0 => f64::NAN,
                Some(moves) => f64::from(moves),
            },
            ValueId::id_or_undefined(ctx.gameover.as_ref()),
            limits.is_some(),
            acting,
        ));
        if let Some(limits) = limits.filter(|limits| !limits.are_empty()) {
            self.add_limits(&object, limits);
        }
        if limits.is_none() && self.compat && ctx.turn > 0 {
            imports::set_turn_without_order(object.id());
        }
        if !ctx.removed.is_empty() {
            imports::set_removed(object.id(), self.players(&ctx.removed).id());
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
        let next = limits.next.as_ref().and_then(|next| next.raw.as_ref()).unwrap_or(&self.null);
        imports::set_limits(
            object.id(),
            min_moves.id(),
            max_moves.id(),
            num_moves.id(),
            ValueId::id_or_undefined(previous.as_ref()),
            next.id(),
        );
    }

    fn active_set(&self, set: &ActiveSet) -> ValueId {
        let [min_moves, max_moves, num_moves] =
            self.three_counts(&set.min_moves, &set.max_moves, &set.num_moves);
        let stages = self.stages(set.active_players.as_ref());
        ValueId::new(imports::make_active_set(stages.id(), min_moves.id(), max_moves.id(), num_moves.id()))
    }

    /// Limits and counts. Where boardgame.io knows of no counts, it knows of no limits either.
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

    /// A map from players to stages, by number, or to counts; the same object as long as it is the same map.
    fn map<T: Clone>(
        &self,
        map: Option<&PlayerMap<T>>,
        last: &Last<PlayerMap<T>>,
        number: impl Fn(&T) -> i32,
        of_stages: bool,
    ) -> ValueId {
        let Some(map) = map else { return self.null.clone() };
        if let Some((known, object)) = &*last.borrow()
            && known.is_same(map)
            && !self.compat
        {
            return object.clone();
        }
        let object = self.make_map(map, number, of_stages);
        last.replace(Some((map.clone(), object.clone())));
        object
    }

    fn make_map<T: Clone>(&self, map: &PlayerMap<T>, number: impl Fn(&T) -> i32, of_stages: bool) -> ValueId {
        let entries = map.entries();
        let mut entries =
            entries.iter().map(|(player, value)| (self.names.number_of(Some(player)), number(value)));
        let (first, second) = (entries.next(), entries.next());
        if let (Some((player, value)), None) = (first, second) {
            return ValueId::new(imports::single_entry(player, value, of_stages));
        }
        let object = ValueId::new(imports::make_map());
        for (player, value) in first.into_iter().chain(second).chain(entries) {
            imports::put_entry(object.id(), player, value, of_stages);
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

/// In place of the number of a value that is not there; below it are constants.
const NO_VALUE: i32 = -1;

/// The number of `true`.
const YES: i32 = -2;

/// The number of `null`.
const NULL: i32 = -3;

/// Turns states, log entries and undo entries into the objects that boardgame.io's clients know, and leaves them with
/// the host. What answers a number leaves something there to be taken.
pub struct Converter<'a> {
    /// The game, for the names of moves and plugins.
    pub game: &'a JsGame,
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
        imports::keep_state(state.g.id(), ctx.id(), plugins.id(), deltalog, undo, redo, state_id)
    }

    /// A list of log entries.
    pub fn log(&self, entries: &[Rc<LogEntry<ValueId>>]) -> u32 {
        entries.iter().for_each(|entry| self.add_log_entry(entry));
        imports::keep_list(false)
    }

    /// `_undo` from this entry on, the oldest first.
    pub fn undo(&self, stack: &Stack<UndoEntry<GameHost>>, first: usize) -> u32 {
        let count = stack.depth().saturating_sub(first);
        stack.iter().take(count).for_each(|entry| self.add_undo_entry(entry));
        imports::keep_list(true)
    }

    /// `_redo`, the nearest first.
    pub fn redo(&self, stack: &Stack<UndoEntry<GameHost>>) -> u32 {
        stack.iter().for_each(|entry| self.add_undo_entry(entry));
        imports::keep_list(false)
    }

    /// The plugins' data as an object: `{ random: { data }, log: { data }, events: { data }, … }`; the same object as
    /// long as it is the same data.
    pub fn plugins(&self, plugins: &PluginData<GameHost>) -> ValueId {
        let mut last = self.host.plugin_data.borrow_mut();
        if let Some((known, object)) = &*last
            && known.random == plugins.random
            && known.own.iter().map(ValueId::id).eq(plugins.own.iter().map(ValueId::id))
        {
            return object.clone();
        }
        let object = self.make_plugins(plugins);
        *last = Some((plugins.clone(), object.clone()));
        object
    }

    fn make_plugins(&self, plugins: &PluginData<GameHost>) -> ValueId {
        let random = &plugins.random;
        let [c, s0, s1, s2] = random.prng.map_or([0.0; 4], |alea| [alea.c, alea.s0, alea.s1, alea.s2]);
        let object = ValueId::new(imports::make_plugins(&random.seed, random.prng.is_some(), c, s0, s1, s2));
        for (name, data) in self.game.plugins.iter().zip(plugins.own.iter()) {
            imports::put_data(object.id(), self.number(Some(name)), data.id());
        }
        imports::freeze(object.id());
        object
    }

    fn add_log_entry(&self, entry: &LogEntry<ValueId>) {
        let next;
        let (kind, name, args, player, credentials) = match &entry.action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.number(self.game.move_names.name(*id));
                (0, name, value(Some(args)), player_id.as_ref(), credentials.as_ref())
            }
            LogAction::Event { kind, args } => {
                let args = match args {
                    LogArgs::Nothing => NO_VALUE,
                    LogArgs::Yes => YES,
                    LogArgs::Value(args) => value(Some(args)),
                    LogArgs::Next(phase) => {
                        next = ValueId::new(imports::make_next(phase.id()));
                        value(Some(&next))
                    }
                };
                (1, *kind as i32, args, None, None)
            }
            LogAction::Undo(player) => (2, NO_NAME, NULL, player.as_ref(), None),
            LogAction::Redo(player) => (3, NO_NAME, NULL, player.as_ref(), None),
            LogAction::Leave(player) => (4, NO_NAME, NO_VALUE, Some(player), None),
        };
        imports::add_log_entry(
            kind,
            name,
            args,
            self.number(player),
            value(credentials),
            entry.state_id as f64,
            entry.turn,
            self.number(entry.phase.as_ref()),
            entry.automatic,
            entry.redact.map_or(-1, i32::from),
            value(entry.metadata.as_ref()),
        );
    }

    fn add_undo_entry(&self, entry: &UndoEntry<GameHost>) {
        let name = entry.move_id.and_then(|id| self.game.move_names.name(id));
        imports::add_undo_entry(
            entry.g.id(),
            self.host.contexts.ctx_of_entry(&entry.ctx).id(),
            self.plugins(&entry.plugins).id(),
            self.number(entry.player_id.as_ref()),
            self.number(name),
        );
    }

    fn number(&self, name: Option<&Name>) -> i32 {
        self.host.names.number_of(name)
    }
}

/// The number of a value of a log entry.
fn value(value: Option<&ValueId>) -> i32 {
    value.map_or(NO_VALUE, |value| value.id() as i32)
}

//! From the engine's state to the objects that JavaScript sees: `ctx`, the log, undo entries.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::host::{GameHost, JsHost};
use super::names::Names;
use crate::core::{
    ActiveSet, Ctx, Game, Limits, LogAction, LogArgs, LogEntry, Name, PlayerID, PlayerMap, PluginData, Stage,
    UndoEntry,
};

/// `ctx` as a JavaScript object, made once for each version of it.
pub struct ContextCache {
    js: JsHost,
    names: Rc<Names>,
    last: RefCell<Option<(Rc<Ctx<JsValue>>, JsValue)>>,
    play_order: RefCell<Option<(Rc<[PlayerID]>, JsValue)>>,
    empty_object: JsValue,
    empty_list: JsValue,
    /// boardgame.io changes its maps in place: what was made of a `ctx` may not hold any more.
    compat: bool,
}

impl ContextCache {
    /// An empty cache.
    pub fn new(js: JsHost, names: Rc<Names>, compat: bool) -> Self {
        let (empty_object, empty_list) = (js.new_object(), Array::new().into());
        js.freeze(&empty_object);
        js.freeze(&empty_list);
        ContextCache {
            js,
            names,
            last: RefCell::new(None),
            play_order: RefCell::new(None),
            compat,
            empty_object,
            empty_list,
        }
    }

    /// This `ctx` as an object; the same object as long as it is the same `ctx`.
    pub fn ctx(&self, ctx: &Rc<Ctx<JsValue>>) -> JsValue {
        if let Some((known, object)) = &*self.last.borrow()
            && Rc::ptr_eq(known, ctx)
            && !self.compat
        {
            return object.clone();
        }
        let object = self.build(ctx);
        self.last.replace(Some((Rc::clone(ctx), object.clone())));
        object
    }

    /// This `ctx` as a new object.
    pub fn build(&self, ctx: &Ctx<JsValue>) -> JsValue {
        let names = &self.names;
        let object = self.js.make_ctx(
            ctx.num_players,
            ctx.turn,
            &names.to_js_or_null(ctx.current_player.as_ref()),
            &self.play_order(&ctx.play_order),
            ctx.play_order_pos,
            &names.to_js_or_null(ctx.phase.as_ref()),
            &self.stages(ctx.active_players.as_ref()),
            match ctx.num_moves {
                None => -1.0,
                Some(_) if self.compat && ctx.turn == 0 => f64::NAN,
                Some(moves) => f64::from(moves),
            },
            ctx.gameover.as_ref().unwrap_or(&JsValue::UNDEFINED),
        );
        if let Some(limits) = &ctx.limits {
            self.add_limits(&object, limits);
        } else if self.compat && ctx.turn > 0 {
            // A turn that begins without a turn order, after a loop of phases.
            self.js.put(&object, &"_prevActivePlayers".into(), &self.empty_list);
        }
        if !ctx.removed.is_empty() {
            self.js.put(&object, &"_removedPlayers".into(), &self.players(&ctx.removed));
        }
        self.js.freeze(&object);
        object
    }

    fn add_limits(&self, object: &JsValue, limits: &Limits<JsValue>) {
        let previous = if limits.previous.is_empty() {
            self.empty_list.clone()
        } else {
            limits.previous.iter().map(|set| self.active_set(set)).collect::<Array>().into()
        };
        self.js.set_limits(
            object,
            &self.counts(limits.min_moves.as_ref()),
            &self.counts(limits.max_moves.as_ref()),
            &self.counts(Some(&limits.num_moves)),
            &previous,
            limits.next.as_ref().map_or(&JsValue::NULL, |next| &next.raw),
        );
    }

    fn active_set(&self, set: &ActiveSet) -> JsValue {
        self.js.make_active_set(
            &self.stages(set.active_players.as_ref()),
            &self.counts(set.min_moves.as_ref()),
            &self.counts(set.max_moves.as_ref()),
            &self.counts(Some(&set.num_moves)),
        )
    }

    fn stages(&self, stages: Option<&PlayerMap<Stage>>) -> JsValue {
        let Some(stages) = stages else { return JsValue::NULL };
        let object = self.js.new_object();
        for (player, stage) in stages.entries().iter() {
            let stage = self.names.to_js_or_null(stage.as_ref());
            self.js.put(&object, &self.names.to_js(player), &stage);
        }
        object
    }

    fn counts(&self, counts: Option<&PlayerMap<u32>>) -> JsValue {
        let Some(counts) = counts else { return JsValue::NULL };
        if counts.is_empty() {
            return self.empty_object.clone();
        }
        let object = self.js.new_object();
        for (player, count) in counts.entries().iter() {
            self.js.put_count(&object, &self.names.to_js(player), *count);
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
        let list: Array = players.iter().map(|player| self.names.to_js(player)).collect();
        self.js.freeze(&list);
        list.into()
    }
}

/// Turns log entries and undo entries into the objects that boardgame.io's clients know.
pub struct Converter<'a> {
    /// The game, for the names of moves and plugins.
    pub game: &'a Game<js_sys::Function, JsValue>,
    /// The host, for its caches.
    pub host: &'a GameHost,
}

impl Converter<'_> {
    /// A log entry as an object.
    pub fn log_entry(&self, entry: &LogEntry<JsValue>) -> JsValue {
        self.js().make_log_entry(
            &self.log_action(&entry.action),
            entry.state_id as f64,
            entry.turn,
            &self.host.names.to_js_or_null(entry.phase.as_ref()),
            entry.automatic,
            entry.redact,
            entry.metadata.as_ref().unwrap_or(&JsValue::UNDEFINED),
        )
    }

    /// A moment of the undo history as an object.
    pub fn undo_entry(&self, entry: &UndoEntry<GameHost>) -> JsValue {
        let name = entry.move_id.and_then(|id| self.game.move_names.name(id));
        self.js().make_undo_entry(
            &entry.g,
            &self.host.contexts.build(&entry.ctx),
            &self.plugins(&entry.plugins),
            &self.name(entry.player_id.as_ref()),
            &self.name(name),
        )
    }

    /// The plugins' data as an object: `{ random: { data }, log: { data }, events: { data }, … }`.
    pub fn plugins(&self, plugins: &PluginData<GameHost>) -> JsValue {
        let random = &plugins.random;
        let [c, s0, s1, s2] = random.prng.map_or([0.0; 4], |alea| [alea.c, alea.s0, alea.s1, alea.s2]);
        let object = self.js().make_plugins(&random.seed, random.prng.is_some(), c, s0, s1, s2);
        for (name, data) in self.game.plugins.iter().zip(plugins.own.iter()) {
            self.js().put_data(&object, &self.host.names.to_js(name), data);
        }
        object
    }

    fn log_action(&self, action: &LogAction<JsValue>) -> JsValue {
        let nothing = JsValue::UNDEFINED;
        let (kind, name, args, player, credentials) = match action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.name(self.game.move_names.name(*id));
                ("MAKE_MOVE", name, args.clone(), player_id.as_ref(), credentials.clone())
            }
            LogAction::Event { kind, args } => {
                let name = JsValue::from_str(kind.name());
                ("GAME_EVENT", name, self.log_args(args), None, None)
            }
            LogAction::Undo(player) => ("UNDO", JsValue::NULL, JsValue::NULL, player.as_ref(), None),
            LogAction::Redo(player) => ("REDO", JsValue::NULL, JsValue::NULL, player.as_ref(), None),
        };
        let credentials = credentials.as_ref().unwrap_or(&nothing);
        self.js().make_action(kind, &name, &args, &self.name(player), credentials)
    }

    fn log_args(&self, args: &LogArgs<JsValue>) -> JsValue {
        match args {
            LogArgs::Nothing => JsValue::UNDEFINED,
            LogArgs::Yes => JsValue::TRUE,
            LogArgs::Value(value) => value.clone(),
            LogArgs::Next(name) => {
                let object = self.js().new_object();
                self.js().put(&object, &"next".into(), name);
                object
            }
        }
    }

    fn name(&self, name: Option<&Name>) -> JsValue {
        name.map_or(JsValue::UNDEFINED, |name| self.host.names.to_js(name))
    }

    fn js(&self) -> &JsHost {
        &self.host.contexts.js
    }
}

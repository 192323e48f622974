//! From the engine's state to the objects that JavaScript sees: `ctx`, the log, undo entries.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::host::GameHost;
use super::names::Names;
use crate::core::{
    ActiveSet, Ctx, Game, Limits, LogAction, LogArgs, LogEntry, PlayerID, PlayerMap, PluginData,
    Stage, UndoEntry,
};

/// `ctx` as a JavaScript object, made once for each version of it.
pub struct ContextCache {
    names: Rc<Names>,
    last: RefCell<Option<(Rc<Ctx<JsValue>>, JsValue)>>,
    play_order: RefCell<Option<(Rc<[PlayerID]>, JsValue)>>,
    empty_object: JsValue,
    empty_list: JsValue,
}

impl ContextCache {
    /// An empty cache.
    pub fn new(names: Rc<Names>) -> Self {
        ContextCache {
            names,
            last: RefCell::new(None),
            play_order: RefCell::new(None),
            empty_object: Object::freeze(&Object::new()).into(),
            empty_list: Object::freeze(&Array::new()).into(),
        }
    }

    /// This `ctx` as an object; the same object as long as it is the same `ctx`.
    pub fn ctx(&self, ctx: &Rc<Ctx<JsValue>>) -> JsValue {
        if let Some((known, object)) = &*self.last.borrow()
            && Rc::ptr_eq(known, ctx)
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
        let object = make_ctx(
            ctx.num_players,
            ctx.turn,
            &names.to_js_or_null(ctx.current_player.as_ref()),
            &self.play_order(&ctx.play_order),
            ctx.play_order_pos,
            &names.to_js_or_null(ctx.phase.as_ref()),
            &self.stages(ctx.active_players.as_ref()),
            ctx.num_moves.map_or(-1, |moves| moves as i32),
            ctx.gameover.as_ref().unwrap_or(&JsValue::UNDEFINED),
        );
        if let Some(limits) = &ctx.limits {
            self.add_limits(&object, limits);
        }
        if !ctx.removed.is_empty() {
            set_removed(&object, &self.players(&ctx.removed));
        }
        freeze(&object);
        object
    }

    fn add_limits(&self, object: &JsValue, limits: &Limits<JsValue>) {
        let previous = if limits.previous.is_empty() {
            self.empty_list.clone()
        } else {
            limits.previous.iter().map(|set| self.active_set(set)).collect::<Array>().into()
        };
        set_limits(
            object,
            &self.counts(limits.min_moves.as_ref()),
            &self.counts(limits.max_moves.as_ref()),
            &self.counts(Some(&limits.num_moves)),
            &previous,
            limits.next.as_ref().map_or(&JsValue::NULL, |next| &next.raw),
        );
    }

    fn active_set(&self, set: &ActiveSet) -> JsValue {
        let object = new_object();
        put(&object, "activePlayers", &self.stages(set.active_players.as_ref()));
        put(&object, "_activePlayersMinMoves", &self.counts(set.min_moves.as_ref()));
        put(&object, "_activePlayersMaxMoves", &self.counts(set.max_moves.as_ref()));
        put(&object, "_activePlayersNumMoves", &self.counts(Some(&set.num_moves)));
        object
    }

    fn stages(&self, stages: Option<&PlayerMap<Stage>>) -> JsValue {
        let Some(stages) = stages else { return JsValue::NULL };
        let object = new_object();
        for (player, stage) in stages.entries().iter() {
            put_value(&object, &self.names.to_js(player), &self.names.to_js_or_null(stage.as_ref()));
        }
        object
    }

    fn counts(&self, counts: Option<&PlayerMap<u32>>) -> JsValue {
        let Some(counts) = counts else { return JsValue::NULL };
        if counts.is_empty() {
            return self.empty_object.clone();
        }
        let object = new_object();
        for (player, count) in counts.entries().iter() {
            put_count(&object, &self.names.to_js(player), *count);
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
        Object::freeze(&list).into()
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
        let object = new_object();
        put(&object, "action", &self.log_action(&entry.action));
        put(&object, "_stateID", &JsValue::from_f64(entry.state_id as f64));
        put(&object, "turn", &entry.turn.into());
        put(&object, "phase", &self.host.names.to_js_or_null(entry.phase.as_ref()));
        if entry.automatic {
            put(&object, "automatic", &JsValue::TRUE);
        }
        if let Some(redact) = entry.redact {
            put(&object, "redact", &redact.into());
        }
        if let Some(metadata) = &entry.metadata {
            put(&object, "metadata", metadata);
        }
        object
    }

    /// A moment of the undo history as an object.
    pub fn undo_entry(&self, entry: &UndoEntry<GameHost>) -> JsValue {
        let object = new_object();
        put(&object, "G", &entry.g);
        put(&object, "ctx", &self.host.contexts.build(&entry.ctx));
        put(&object, "plugins", &self.plugins(&entry.plugins));
        if let Some(player) = &entry.player_id {
            put(&object, "playerID", &self.host.names.to_js(player));
        }
        if let Some(name) = entry.move_id.and_then(|id| self.game.move_names.name(id)) {
            put(&object, "moveType", &self.host.names.to_js(name));
        }
        object
    }

    /// The plugins' data as an object: `{ random: { data }, log: { data }, events: { data }, … }`.
    pub fn plugins(&self, plugins: &PluginData<GameHost>) -> JsValue {
        let random = new_object();
        put(&random, "seed", &JsValue::from_str(&plugins.random.seed));
        if let Some(alea) = &plugins.random.prng {
            let state = new_object();
            for (key, value) in [("c", alea.c), ("s0", alea.s0), ("s1", alea.s1), ("s2", alea.s2)] {
                put(&state, key, &value.into());
            }
            put(&random, "prngstate", &state);
        }
        let object = new_object();
        put(&object, "random", &with_data(&random));
        put(&object, "log", &with_data(&new_object()));
        put(&object, "events", &with_data(&new_object()));
        for (name, data) in self.game.plugins.iter().zip(plugins.own.iter()) {
            put(&object, name, &with_data(data));
        }
        object
    }

    fn log_action(&self, action: &LogAction<JsValue>) -> JsValue {
        let names = &self.host.names;
        let payload = new_object();
        let kind = match action {
            LogAction::Move { id, args, player_id, credentials } => {
                let name = self.game.move_names.name(*id);
                put(&payload, "type", &names.to_js_or_null(name));
                put(&payload, "args", args);
                put_player(&payload, names, player_id.as_ref());
                put(&payload, "credentials", credentials.as_ref().unwrap_or(&JsValue::UNDEFINED));
                "MAKE_MOVE"
            }
            LogAction::Event { kind, args } => {
                put(&payload, "type", &JsValue::from_str(kind.name()));
                put(&payload, "args", &log_args(args));
                "GAME_EVENT"
            }
            LogAction::Undo(player_id) => {
                put_nothing(&payload);
                put_player(&payload, names, player_id.as_ref());
                "UNDO"
            }
            LogAction::Redo(player_id) => {
                put_nothing(&payload);
                put_player(&payload, names, player_id.as_ref());
                "REDO"
            }
        };
        let object = new_object();
        put(&object, "type", &JsValue::from_str(kind));
        put(&object, "payload", &payload);
        object
    }
}

fn log_args(args: &LogArgs<JsValue>) -> JsValue {
    match args {
        LogArgs::Nothing => JsValue::UNDEFINED,
        LogArgs::Yes => JsValue::TRUE,
        LogArgs::Value(value) => value.clone(),
        LogArgs::Next(name) => {
            let object = new_object();
            put(&object, "next", name);
            object
        }
    }
}

fn put_nothing(payload: &JsValue) {
    put(payload, "type", &JsValue::NULL);
    put(payload, "args", &JsValue::NULL);
}

fn put_player(payload: &JsValue, names: &Names, player: Option<&PlayerID>) {
    let player = player.map_or(JsValue::UNDEFINED, |player| names.to_js(player));
    put(payload, "playerID", &player);
}

fn with_data(data: &JsValue) -> JsValue {
    let object = new_object();
    put(&object, "data", data);
    object
}

fn put(object: &JsValue, key: &str, value: &JsValue) {
    put_value(object, &JsValue::from_str(key), value);
}

// The factories of `pkg-template/lib/shapes.js`: one crossing for an object of a fixed shape.
#[wasm_bindgen(module = "/pkg-template/lib/shapes.js")]
extern "C" {
    #[wasm_bindgen(js_name = makeCtx)]
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    fn make_ctx(
        num_players: u32,
        turn: u32,
        current_player: &JsValue,
        play_order: &JsValue,
        play_order_pos: i32,
        phase: &JsValue,
        active_players: &JsValue,
        num_moves: i32,
        gameover: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(js_name = setLimits)]
    fn set_limits(
        ctx: &JsValue,
        min_moves: &JsValue,
        max_moves: &JsValue,
        num_moves: &JsValue,
        previous: &JsValue,
        next: &JsValue,
    );

    #[wasm_bindgen(js_name = setRemoved)]
    fn set_removed(ctx: &JsValue, players: &JsValue);

    #[wasm_bindgen(js_name = freeze)]
    fn freeze(object: &JsValue);

    #[wasm_bindgen(js_name = newObject)]
    fn new_object() -> JsValue;

    #[wasm_bindgen(js_name = put)]
    fn put_value(object: &JsValue, key: &JsValue, value: &JsValue);

    #[wasm_bindgen(js_name = put)]
    fn put_count(object: &JsValue, key: &JsValue, count: u32);
}

//! The host of games written in JavaScript: the engine's questions, asked across the border.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::arguments;
use super::convert::ContextCache;
use super::names::{Names, text_of};
use crate::core::{Ctx, Ending, Host, Name, Played, PlayerID, PluginData, Position, Scope, State};

#[wasm_bindgen]
extern "C" {
    /// `pkg-template/lib/host.js`, which calls the game's code.
    #[derive(Clone)]
    pub type JsHost;

    #[wasm_bindgen(method)]
    fn warn(this: &JsHost, message: &str);

    #[wasm_bindgen(method, catch)]
    fn setup(
        this: &JsHost,
        setup: &JsValue,
        ctx: &JsValue,
        apis: &JsValue,
        setup_data: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// The new `G`, or `undefined` for an invalid move.
    #[wasm_bindgen(method, catch, js_name = runMove)]
    fn run_move(
        this: &JsHost,
        function: &Function,
        g: &JsValue,
        ctx: &JsValue,
        acting: &JsValue,
        apis: &JsValue,
        args: &JsValue,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = runHook)]
    fn run_hook(
        this: &JsHost,
        function: &Function,
        g: &JsValue,
        ctx: &JsValue,
        acting: &JsValue,
        apis: &JsValue,
        method: u32,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn ask(
        this: &JsHost,
        function: &Function,
        g: &JsValue,
        ctx: &JsValue,
        acting: &JsValue,
        apis: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// As `ask`, for an `endIf`; `undefined` if it answers nothing truthy.
    #[wasm_bindgen(method, catch, js_name = askEnding)]
    fn ask_ending(
        this: &JsHost,
        function: &Function,
        g: &JsValue,
        ctx: &JsValue,
        acting: &JsValue,
        apis: &JsValue,
    ) -> Result<Option<Array>, JsValue>;

    #[wasm_bindgen(method, js_name = fieldOf)]
    fn field_of(this: &JsHost, g: &JsValue, field: &str) -> JsValue;

    #[wasm_bindgen(method, catch, js_name = setUpPlugins)]
    fn set_up_plugins(this: &JsHost, ctx: &JsValue) -> Result<Array, JsValue>;

    #[wasm_bindgen(method, catch, js_name = openPlugins)]
    fn open_plugins(
        this: &JsHost,
        g: &JsValue,
        ctx: &JsValue,
        data: &Array,
        player: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// Answers `[G, ...data]`.
    #[wasm_bindgen(method, catch, js_name = flushPlugins)]
    fn flush_plugins(
        this: &JsHost,
        g: &JsValue,
        ctx: &JsValue,
        data: &Array,
        apis: &JsValue,
    ) -> Result<Array, JsValue>;

    /// Answers `[index, message]` of the first plugin that objects, or `undefined`.
    #[wasm_bindgen(method, catch, js_name = askPlugins)]
    fn ask_plugins(this: &JsHost, g: &JsValue, ctx: &JsValue, data: &Array)
    -> Result<Option<Array>, JsValue>;

    // The factories of `pkg-template/lib/shapes.js`: one crossing for an object of a fixed shape.

    #[wasm_bindgen(method, js_name = makeCtx)]
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn make_ctx(
        this: &JsHost,
        num_players: u32,
        turn: u32,
        current_player: &JsValue,
        play_order: &JsValue,
        play_order_pos: i32,
        phase: &JsValue,
        active_players: &JsValue,
        num_moves: f64,
        gameover: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = setLimits)]
    pub fn set_limits(
        this: &JsHost,
        ctx: &JsValue,
        min_moves: &JsValue,
        max_moves: &JsValue,
        num_moves: &JsValue,
        previous: &JsValue,
        next: &JsValue,
    );

    #[wasm_bindgen(method, js_name = makeActiveSet)]
    pub fn make_active_set(
        this: &JsHost,
        active_players: &JsValue,
        min_moves: &JsValue,
        max_moves: &JsValue,
        num_moves: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = makeLogEntry)]
    pub fn make_log_entry(
        this: &JsHost,
        action: &JsValue,
        state_id: f64,
        turn: u32,
        phase: &JsValue,
        automatic: bool,
        redact: Option<bool>,
        metadata: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = makeAction)]
    pub fn make_action(
        this: &JsHost,
        kind: &str,
        name: &JsValue,
        args: &JsValue,
        player_id: &JsValue,
        credentials: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = makeUndoEntry)]
    pub fn make_undo_entry(
        this: &JsHost,
        g: &JsValue,
        ctx: &JsValue,
        plugins: &JsValue,
        player_id: &JsValue,
        move_type: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = makePlugins)]
    pub fn make_plugins(
        this: &JsHost,
        seed: &str,
        has_drawn: bool,
        c: f64,
        s0: f64,
        s1: f64,
        s2: f64,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = putData)]
    pub fn put_data(this: &JsHost, plugins: &JsValue, name: &JsValue, data: &JsValue);

    #[wasm_bindgen(method, js_name = newObject)]
    pub fn new_object(this: &JsHost) -> JsValue;

    #[wasm_bindgen(method)]
    pub fn put(this: &JsHost, object: &JsValue, key: &JsValue, value: &JsValue);

    #[wasm_bindgen(method, js_name = put)]
    pub fn put_count(this: &JsHost, object: &JsValue, key: &JsValue, count: u32);

    #[wasm_bindgen(method)]
    pub fn freeze(this: &JsHost, object: &JsValue);

    #[wasm_bindgen(method, catch, js_name = runPluginAction)]
    fn run_plugin_action(
        this: &JsHost,
        index: usize,
        data: &JsValue,
        payload: &JsValue,
    ) -> Result<JsValue, JsValue>;
}

/// A JavaScript game, as the engine sees it.
pub struct GameHost {
    js: JsHost,
    plugins: Rc<[Name]>,
    /// Names as JavaScript strings.
    pub names: Rc<Names>,
    /// `ctx` as JavaScript objects.
    pub contexts: ContextCache,
    acting: RefCell<Option<(PlayerID, JsValue)>>,
}

impl GameHost {
    /// A host with these plugins, in the game's order.
    pub fn new(js: JsHost, plugins: Rc<[Name]>, names: Rc<Names>, compat: bool) -> Self {
        let contexts = ContextCache::new(js.clone(), Rc::clone(&names), compat);
        GameHost { js, plugins, names, contexts, acting: RefCell::new(None) }
    }

    fn player(&self, player: Option<&PlayerID>) -> JsValue {
        let Some(player) = player else { return JsValue::UNDEFINED };
        let mut acting = self.acting.borrow_mut();
        match &*acting {
            Some((known, string)) if Rc::ptr_eq(known, player) => string.clone(),
            _ => {
                let string = self.names.to_js(player);
                *acting = Some((Rc::clone(player), string.clone()));
                string
            }
        }
    }

    fn ask(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<JsValue, JsValue> {
        let ctx = self.contexts.ctx(scope.ctx);
        self.js.ask(function, scope.g, &ctx, &self.player(scope.acting), scope.apis)
    }

    fn players(&self, value: &JsValue) -> Option<Vec<PlayerID>> {
        let players = value.dyn_ref::<Array>()?;
        players.iter().map(|player| self.names.of_player(&player)).collect()
    }
}

impl Host for GameHost {
    type G = JsValue;
    type Value = JsValue;
    type Function = Function;
    type Apis = JsValue;
    type Exception = JsValue;

    fn setup(
        &self,
        setup: Option<&Function>,
        ctx: &Ctx<JsValue>,
        apis: &JsValue,
        setup_data: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let setup = setup.map_or(JsValue::UNDEFINED, JsValue::from);
        self.js.setup(&setup, &self.contexts.build(ctx), apis, setup_data)
    }

    fn run_move(
        &self,
        function: &Function,
        scope: &Scope<'_, Self>,
        args: &JsValue,
    ) -> Result<Played<Self>, JsValue> {
        let ctx = self.contexts.ctx(scope.ctx);
        let acting = self.player(scope.acting);
        let g = self.js.run_move(function, scope.g, &ctx, &acting, scope.apis, args)?;
        Ok(if g.is_undefined() { Played::Invalid(None) } else { Played::Done(g) })
    }

    fn run_hook(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<JsValue, JsValue> {
        let ctx = self.contexts.ctx(scope.ctx);
        let acting = self.player(scope.acting);
        let method = scope.method.map_or(0, |method| method as u32);
        self.js.run_hook(function, scope.g, &ctx, &acting, scope.apis, method)
    }

    fn ask_ending(
        &self,
        function: &Function,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<JsValue>>, JsValue> {
        let ctx = self.contexts.ctx(scope.ctx);
        let acting = self.player(scope.acting);
        let answer = self.js.ask_ending(function, scope.g, &ctx, &acting, scope.apis)?;
        Ok(answer.map(|list| arguments::ending(list, &self.names)))
    }

    fn ask_next_phase(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<Option<Name>, JsValue> {
        let answer = self.ask(function, scope)?;
        if answer.is_falsy() {
            return Ok(None);
        }
        Ok(Some(self.names.of_js(&answer).unwrap_or_else(|| "a value that is no name".into())))
    }

    fn ask_play_order(
        &self,
        function: &Function,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Vec<PlayerID>>, JsValue> {
        Ok(self.players(&self.ask(function, scope)?))
    }

    fn ask_position(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<Position, JsValue> {
        let answer = self.ask(function, scope)?;
        if answer.is_undefined() {
            return Ok(Position::Nowhere);
        }
        Ok(match answer.as_f64() {
            Some(position) if position.fract() == 0.0 => Position::At(position as i32),
            Some(_) => Position::Odd(text_of(&answer)),
            None => Position::Odd(answer.js_typeof().as_string().unwrap_or_default()),
        })
    }

    fn ask_flag(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<bool, JsValue> {
        Ok(self.ask(function, scope)?.is_truthy())
    }

    fn play_order_in(&self, g: &JsValue, field: &str) -> Option<Vec<PlayerID>> {
        self.players(&self.js.field_of(g, field))
    }

    fn yes(&self) -> JsValue {
        JsValue::TRUE
    }

    fn is_truthy(&self, value: &JsValue) -> bool {
        value.is_truthy()
    }

    fn warn(&self, message: &str) {
        self.js.warn(message);
    }

    fn set_up_plugins(&self, ctx: &Ctx<JsValue>) -> Result<Vec<JsValue>, JsValue> {
        if self.plugins.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.js.set_up_plugins(&self.contexts.build(ctx))?.iter().collect())
    }

    fn open_plugins(
        &self,
        g: Option<&JsValue>,
        ctx: &Ctx<JsValue>,
        plugins: &PluginData<Self>,
        player: Option<&PlayerID>,
    ) -> Result<JsValue, JsValue> {
        if self.plugins.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        let ctx = self.contexts.build(ctx);
        let g = g.cloned().unwrap_or_default();
        self.js.open_plugins(&g, &ctx, &array(&plugins.own), &self.player(player))
    }

    fn flush_plugins(&self, state: &mut State<Self>, apis: &JsValue) -> Result<(), JsValue> {
        if self.plugins.is_empty() {
            return Ok(());
        }
        let ctx = self.contexts.ctx(&state.ctx);
        let flushed = self.js.flush_plugins(&state.g, &ctx, &array(&state.plugins.own), apis)?;
        state.g = flushed.get(0);
        state.plugins.own = flushed.iter().skip(1).collect();
        Ok(())
    }

    fn ask_plugins(&self, state: &State<Self>) -> Result<Option<(Name, JsValue)>, JsValue> {
        if self.plugins.is_empty() {
            return Ok(None);
        }
        let ctx = self.contexts.ctx(&state.ctx);
        let objection = self.js.ask_plugins(&state.g, &ctx, &array(&state.plugins.own))?;
        Ok(objection.map(|objection| {
            let index = objection.get(0).as_f64().unwrap_or_default() as usize;
            let plugin = self.plugins.get(index).cloned().unwrap_or_else(|| "?".into());
            (plugin, objection.get(1))
        }))
    }

    fn run_plugin_action(&self, index: usize, data: &JsValue, payload: &JsValue) -> Result<JsValue, JsValue> {
        self.js.run_plugin_action(index, data, payload)
    }
}

fn array(values: &[JsValue]) -> Array {
    values.iter().cloned().collect()
}

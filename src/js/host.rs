//! The host of games written in JavaScript: the engine's questions, asked across the border.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::arguments;
use super::border::{Border, Handle, text_of};
use super::convert::{ContextCache, Last};
use super::restore;
use crate::core::{Ctx, Ending, Host, Name, Played, PlayerID, PluginData, Position, Scope, State, Validity};

#[wasm_bindgen]
extern "C" {
    /// `pkg-template/lib/host.js`, which calls the game's code.
    #[derive(Clone)]
    pub type JsHost;

    #[wasm_bindgen(method)]
    fn warn(this: &JsHost, message: &str);

    /// Keeps a value and answers its number.
    #[wasm_bindgen(method)]
    pub fn keep(this: &JsHost, value: &JsValue) -> u32;

    /// The value that is kept under this number.
    #[wasm_bindgen(method)]
    pub fn kept(this: &JsHost, id: u32) -> JsValue;

    /// Forgets the value that is kept under this number.
    #[wasm_bindgen(method)]
    pub fn release(this: &JsHost, id: u32);

    /// Notes a name under a number; later calls mean it by that.
    #[wasm_bindgen(method, js_name = setName)]
    pub fn set_name(this: &JsHost, number: usize, name: &str);

    #[wasm_bindgen(method, catch)]
    fn setup(
        this: &JsHost,
        setup: &JsValue,
        ctx: &JsValue,
        apis: &JsValue,
        setup_data: u32,
    ) -> Result<u32, JsValue>;

    /// Where the new `G` is kept; -1 for an invalid move, or -2 less the number of what it says.
    #[wasm_bindgen(method, catch, js_name = runMove)]
    fn run_move(
        this: &JsHost,
        function: &Function,
        g: u32,
        ctx: &JsValue,
        apis: &JsValue,
        args: u32,
    ) -> Result<i32, JsValue>;

    #[wasm_bindgen(method, catch, js_name = runHook)]
    fn run_hook(
        this: &JsHost,
        function: &Function,
        g: u32,
        ctx: &JsValue,
        apis: &JsValue,
        method: u32,
    ) -> Result<u32, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn ask(
        this: &JsHost,
        function: &Function,
        g: u32,
        ctx: &JsValue,
        apis: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// As `ask`, for an `endIf`; `undefined` if it answers nothing truthy.
    #[wasm_bindgen(method, catch, js_name = askEnding)]
    fn ask_ending(
        this: &JsHost,
        function: &Function,
        g: u32,
        ctx: &JsValue,
        apis: &JsValue,
    ) -> Result<JsValue, JsValue>;

    /// 0 if a move may be made, otherwise as `runMove` says it.
    #[wasm_bindgen(method, catch, js_name = askValidity)]
    fn ask_validity(
        this: &JsHost,
        function: &Function,
        g: u32,
        ctx: &JsValue,
        apis: &JsValue,
        args: u32,
    ) -> Result<i32, JsValue>;

    #[wasm_bindgen(method, js_name = markUsed)]
    fn mark_used(this: &JsHost, next: u32);

    #[wasm_bindgen(method, js_name = fieldOf)]
    fn field_of(this: &JsHost, g: u32, field: &str) -> JsValue;

    #[wasm_bindgen(method, catch, js_name = setUpPlugins)]
    fn set_up_plugins(this: &JsHost, ctx: &JsValue) -> Result<Array, JsValue>;

    #[wasm_bindgen(method, catch, js_name = openPlugins)]
    fn open_plugins(
        this: &JsHost,
        g: &JsValue,
        ctx: &JsValue,
        data: &Array,
        player: i32,
    ) -> Result<JsValue, JsValue>;

    /// Answers `[G, ctx, …data]`, with a `ctx` only if a plugin has changed it.
    #[wasm_bindgen(method, catch, js_name = flushPlugins)]
    fn flush_plugins(
        this: &JsHost,
        g: &JsValue,
        ctx: &JsValue,
        data: &Array,
        apis: &JsValue,
    ) -> Result<Array, JsValue>;

    #[wasm_bindgen(method, catch, js_name = askNoClient)]
    fn ask_no_client(
        this: &JsHost,
        g: &JsValue,
        ctx: &JsValue,
        data: &Array,
        apis: &JsValue,
    ) -> Result<bool, JsValue>;

    /// Answers `[index, message]` of the first plugin that objects, or `undefined`.
    #[wasm_bindgen(method, catch, js_name = askPlugins)]
    fn ask_plugins(this: &JsHost, g: &JsValue, ctx: &JsValue, data: &Array)
    -> Result<Option<Array>, JsValue>;

    // The factories of `pkg-template/lib/shapes.js`: one crossing for an object of a fixed shape.

    /// A `ctx` without limits for active players, as most are.
    #[wasm_bindgen(method, js_name = makeCtx)]
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn make_ctx(
        this: &JsHost,
        num_players: u32,
        turn: u32,
        current_player: i32,
        play_order: &JsValue,
        play_order_pos: i32,
        phase: i32,
        active_players: &JsValue,
        num_moves: f64,
        gameover: &JsValue,
        has_limits: bool,
        acting: i32,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = setLimits)]
    pub fn set_limits(
        this: &JsHost,
        ctx: &JsValue,
        min_moves: &JsValue,
        max_moves: &JsValue,
        num_moves: &JsValue,
        previous: Option<&Array>,
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

    /// A state, whose log and history have been kept before.
    #[wasm_bindgen(method, js_name = keepState)]
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn keep_state(
        this: &JsHost,
        g: u32,
        ctx: &JsValue,
        plugins: &JsValue,
        deltalog: u32,
        undo: u32,
        redo: u32,
        state_id: f64,
    ) -> u32;

    /// Keeps the list of the entries that were added since the last one, the last of them first if it is reversed.
    #[wasm_bindgen(method, js_name = keepList)]
    pub fn keep_list(this: &JsHost, is_reversed: bool) -> u32;

    /// Adds an entry of a log to the list. Its values come by number; see `CONSTANTS` in `shapes.js`.
    #[wasm_bindgen(method, js_name = addLogEntry)]
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn add_log_entry(
        this: &JsHost,
        kind: u32,
        name: i32,
        args: i32,
        player_id: i32,
        credentials: i32,
        state_id: f64,
        turn: u32,
        phase: i32,
        automatic: bool,
        redact: Option<bool>,
        metadata: i32,
    );

    /// Adds an entry of a history to the list.
    #[wasm_bindgen(method, js_name = addUndoEntry)]
    pub fn add_undo_entry(
        this: &JsHost,
        g: u32,
        ctx: &JsValue,
        plugins: &JsValue,
        player_id: i32,
        move_type: i32,
    );

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
    pub fn put_data(this: &JsHost, plugins: &JsValue, name: i32, data: &JsValue);

    /// A map with one entry, as most are: to a stage, by number, or to a count.
    #[wasm_bindgen(method, js_name = singleEntry)]
    pub fn single_entry(this: &JsHost, player: i32, value: i32, is_stage: bool) -> JsValue;

    /// Adds an entry to a map, which nobody can change after the last one.
    #[wasm_bindgen(method, js_name = putEntry)]
    pub fn put_entry(this: &JsHost, map: &JsValue, player: i32, value: i32, is_stage: bool, is_last: bool);

    #[wasm_bindgen(method, js_name = pushName)]
    pub fn push_name(this: &JsHost, list: &JsValue, name: i32);

    /// boardgame.io's `ctx` of a turn that began without a turn order, after a loop of phases.
    #[wasm_bindgen(method, js_name = setTurnWithoutOrder)]
    pub fn set_turn_without_order(this: &JsHost, ctx: &JsValue);

    #[wasm_bindgen(method, js_name = setRemoved)]
    pub fn set_removed(this: &JsHost, ctx: &JsValue, players: &JsValue);

    /// Keeps `{ next }`.
    #[wasm_bindgen(method, js_name = keepNext)]
    pub fn keep_next(this: &JsHost, next: u32) -> u32;

    /// What everybody may look at, and nobody may change.
    #[wasm_bindgen(method)]
    pub fn freeze(this: &JsHost, object: &JsValue);

    #[wasm_bindgen(method, catch, js_name = runPluginAction)]
    fn run_plugin_action(this: &JsHost, index: usize, data: u32, payload: u32) -> Result<u32, JsValue>;
}

/// A JavaScript game, as the engine sees it.
pub struct GameHost {
    /// The way to the JavaScript side.
    pub border: Rc<Border>,
    /// `ctx` as JavaScript objects.
    pub contexts: ContextCache,
    /// The plugins' data that was handed over last, and as what.
    pub plugin_data: Last<PluginData<GameHost>>,
    plugins: Rc<[Name]>,
}

impl GameHost {
    /// A host with these plugins, in the game's order.
    pub fn new(border: Rc<Border>, plugins: Rc<[Name]>, compat: bool) -> Self {
        let contexts = ContextCache::new(Rc::clone(&border), compat);
        GameHost { border, contexts, plugin_data: RefCell::default(), plugins }
    }

    fn ask(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<JsValue, JsValue> {
        let ctx = self.contexts.ctx_of(scope);
        self.border.js.ask(function, scope.g.id(), &ctx, scope.apis)
    }

    /// What `invalid(payload)` says: -1 stands for `INVALID_MOVE`, and lower numbers for payloads.
    fn payload(&self, kept: i32) -> Option<Handle> {
        u32::try_from(-2 - kept).ok().map(|id| self.border.handle(id))
    }

    fn players(&self, value: &JsValue) -> Option<Vec<PlayerID>> {
        let players = value.dyn_ref::<Array>()?;
        players.iter().map(|player| self.border.player_of(&player)).collect()
    }

    fn array(&self, values: &[Handle]) -> Array {
        values.iter().map(Handle::value).collect()
    }
}

impl Host for GameHost {
    type G = Handle;
    type Value = Handle;
    type Function = Function;
    type Apis = JsValue;
    type Exception = JsValue;

    fn setup(
        &self,
        setup: Option<&Function>,
        ctx: &Ctx<Handle>,
        apis: &JsValue,
        setup_data: &Handle,
    ) -> Result<Handle, JsValue> {
        let setup = setup.map_or(JsValue::UNDEFINED, JsValue::from);
        let g = self.border.js.setup(&setup, &self.contexts.build(ctx), apis, setup_data.id())?;
        Ok(self.border.handle(g))
    }

    fn run_move(
        &self,
        function: &Function,
        scope: &Scope<'_, Self>,
        args: &Handle,
    ) -> Result<Played<Self>, JsValue> {
        let ctx = self.contexts.ctx_of(scope);
        let kept = self.border.js.run_move(function, scope.g.id(), &ctx, scope.apis, args.id())?;
        Ok(match u32::try_from(kept) {
            Ok(g) => Played::Done(self.border.handle(g)),
            Err(_) => Played::Invalid(self.payload(kept)),
        })
    }

    fn run_hook(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<Handle, JsValue> {
        let ctx = self.contexts.ctx_of(scope);
        let method = scope.method.map_or(0, |method| method as u32);
        let g = self.border.js.run_hook(function, scope.g.id(), &ctx, scope.apis, method)?;
        Ok(self.border.handle(g))
    }

    fn ask_ending(
        &self,
        function: &Function,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<Handle>>, JsValue> {
        let ctx = self.contexts.ctx_of(scope);
        let answer = self.border.js.ask_ending(function, scope.g.id(), &ctx, scope.apis)?;
        Ok((!answer.is_undefined()).then(|| arguments::ending(answer, &self.border)))
    }

    fn ask_next_phase(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<Option<Name>, JsValue> {
        let answer = self.ask(function, scope)?;
        if answer.is_falsy() {
            return Ok(None);
        }
        let name = self.border.name_of(&answer);
        Ok(Some(name.unwrap_or_else(|| "a value that is no name".into())))
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

    fn ask_validity(
        &self,
        function: &Function,
        scope: &Scope<'_, Self>,
        args: &Handle,
    ) -> Result<Validity<Handle>, JsValue> {
        let ctx = self.contexts.ctx_of(scope);
        let kept = self.border.js.ask_validity(function, scope.g.id(), &ctx, scope.apis, args.id())?;
        Ok(if kept == 0 { Validity::Valid } else { Validity::Invalid(self.payload(kept)) })
    }

    fn ask_flag(&self, function: &Function, scope: &Scope<'_, Self>) -> Result<bool, JsValue> {
        Ok(self.ask(function, scope)?.is_truthy())
    }

    fn play_order_in(&self, g: &Handle, field: &str) -> Option<Vec<PlayerID>> {
        self.players(&self.border.js.field_of(g.id(), field))
    }

    fn yes(&self) -> Handle {
        self.border.keep(&JsValue::TRUE)
    }

    fn is_truthy(&self, value: &Handle) -> bool {
        value.value().is_truthy()
    }

    fn warn(&self, message: &str) {
        self.border.js.warn(message);
    }

    fn mark_used(&self, next: &Handle) {
        self.border.js.mark_used(next.id());
    }

    fn set_up_plugins(&self, ctx: &Ctx<Handle>) -> Result<Vec<Handle>, JsValue> {
        if self.plugins.is_empty() {
            return Ok(Vec::new());
        }
        let data = self.border.js.set_up_plugins(&self.contexts.build(ctx))?;
        Ok(data.iter().map(|data| self.border.keep(&data)).collect())
    }

    fn open_plugins(
        &self,
        g: Option<&Handle>,
        ctx: &Ctx<Handle>,
        plugins: &PluginData<Self>,
        player: Option<&PlayerID>,
    ) -> Result<JsValue, JsValue> {
        if self.plugins.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        let g = g.map(Handle::value).unwrap_or_default();
        let player = self.border.number_of(player);
        let data = self.array(&plugins.own);
        self.border.js.open_plugins(&g, &self.contexts.build(ctx), &data, player)
    }

    fn flush_plugins(&self, state: &mut State<Self>, apis: &JsValue) -> Result<(), JsValue> {
        if self.plugins.is_empty() {
            return Ok(());
        }
        let (g, ctx) = (state.g.value(), self.contexts.build(&state.ctx));
        let data = self.array(&state.plugins.own);
        let flushed = self.border.js.flush_plugins(&g, &ctx, &data, apis)?;
        state.g = self.border.keep(&flushed.get(0));
        let ctx = flushed.get(1);
        if !ctx.is_undefined() {
            state.ctx = Rc::new(restore::ctx(ctx, &self.border));
        }
        state.plugins.own = flushed.iter().skip(2).map(|value| self.border.keep(&value)).collect();
        Ok(())
    }

    fn ask_plugins(&self, state: &State<Self>) -> Result<Option<(Name, Handle)>, JsValue> {
        if self.plugins.is_empty() {
            return Ok(None);
        }
        let (g, ctx) = (state.g.value(), self.contexts.build(&state.ctx));
        let objection = self.border.js.ask_plugins(&g, &ctx, &self.array(&state.plugins.own))?;
        Ok(objection.map(|objection| {
            let index = objection.get(0).as_f64().unwrap_or_default() as usize;
            let plugin = self.plugins.get(index).cloned().unwrap_or_else(|| "?".into());
            (plugin, self.border.keep(&objection.get(1)))
        }))
    }

    fn ask_no_client(&self, state: &State<Self>, apis: &JsValue) -> Result<bool, JsValue> {
        if self.plugins.is_empty() {
            return Ok(false);
        }
        let (g, ctx) = (state.g.value(), self.contexts.build(&state.ctx));
        self.border.js.ask_no_client(&g, &ctx, &self.array(&state.plugins.own), apis)
    }

    fn run_plugin_action(&self, index: usize, data: &Handle, payload: &Handle) -> Result<Handle, JsValue> {
        let data = self.border.js.run_plugin_action(index, data.id(), payload.id())?;
        Ok(self.border.handle(data))
    }
}

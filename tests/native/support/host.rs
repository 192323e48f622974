//! The host of games written in Rust: answers each question of the engine with a closure.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rondel::core::{
    Ctx, Differences, Ending, GameValues, Host, Name, Played, PlayerID, PluginData, Position, Scope,
    ScopeMut, SharedContext, State, Validity,
};
use serde_json::{Value, json};

use super::table::{Callback, GameState, INVALID_MOVE, Table, Thrown};
use super::values;

/// Host that calls the game's closures. It contains no state of a match, only the texts that callbacks said.
pub struct NativeHost<G: GameState> {
    /// Context of the engine, which closures get as `events`, `random` and `log`.
    pub context: SharedContext<Value>,
    /// Plugins of the game.
    pub plugins: Vec<Plugin<G>>,
    /// Accessors for `TurnOrder::CustomFrom`, because Rust has no fields by name.
    pub fields: Vec<Field<G>>,
    /// `true` if each `endIf` only reads `G` and calls nothing.
    pub endings_read_g_alone: bool,
    /// Differences from boardgame.io that hold for the game.
    pub differences: Differences,
    /// Texts in the order of the calls: hooks that ran, and what callbacks said.
    pub said: RefCell<Vec<String>>,
    /// Number of calls of callbacks.
    pub calls: Cell<usize>,
}

/// A field of `G` with players.
pub type Field<G> = (&'static str, fn(&G) -> Vec<String>);

/// A plugin: its data between actions, and its functions.
#[derive(Clone)]
pub struct Plugin<G: GameState> {
    /// Name of the plugin.
    pub name: &'static str,
    /// Initial data.
    pub data: Value,
    /// Returns the new data from those that callbacks left in [`Table::plugins`]. It may change the whole
    /// state.
    pub flush: fn(&mut State<NativeHost<G>>, Value) -> Value,
    /// Returns the problem of the state after an action, or `null`.
    pub is_invalid: fn(&State<NativeHost<G>>, &Value) -> Value,
    /// Returns the new data after an action of the plugin.
    pub action: fn(&Value, &Value) -> Result<Value, Thrown>,
}

impl<G: GameState> NativeHost<G> {
    fn call(
        &self,
        callback: &Callback<G>,
        scope: &Scope<'_, Self>,
        args: &[Value],
    ) -> Result<(G, Value), Thrown> {
        self.call_with(scope.g.clone(), callback, scope, args)
    }

    /// Calls a callback with its own copy of `G`.
    fn call_with(
        &self,
        g: G,
        callback: &Callback<G>,
        scope: &Scope<'_, Self>,
        args: &[Value],
    ) -> Result<(G, Value), Thrown> {
        self.calls.set(self.calls.get() + 1);
        let mut table = Table {
            g,
            ctx: scope.ctx,
            player_id: scope.player_id,
            acting: scope.acting,
            args,
            plugins: scope.apis,
            context: &self.context,
            differences: self.differences,
            said: &self.said,
        };
        let answer = callback(&mut table)?;
        Ok((table.g, answer))
    }

    /// Calls a callback that must not change `G`. Changes of its copy are dropped.
    fn ask(&self, callback: &Callback<G>, scope: &Scope<'_, Self>) -> Result<Value, Thrown> {
        self.call(callback, scope, &[]).map(|(_, answer)| answer)
    }
}

impl<G: GameState> GameValues for NativeHost<G> {
    type G = G;
    type Value = Value;
}

impl<G: GameState> Host for NativeHost<G> {
    type Function = Callback<G>;
    type Apis = RefCell<Vec<Value>>;
    type Exception = Thrown;

    /// The game's `setup` changes a `G::default()`.
    fn setup(
        &self,
        setup: Option<&Callback<G>>,
        ctx: &Ctx<Value>,
        apis: &Self::Apis,
        setup_data: &Value,
    ) -> Result<G, Thrown> {
        let Some(setup) = setup else { return Ok(G::default()) };
        let (g, ctx) = (G::default(), Rc::new(ctx.clone()));
        let scope = Scope { g: &g, ctx: &ctx, player_id: None, acting: None, method: None, apis };
        self.call(setup, &scope, std::slice::from_ref(setup_data)).map(|(g, _)| g)
    }

    fn run_move(
        &self,
        function: &Callback<G>,
        scope: &Scope<'_, Self>,
        args: &Value,
    ) -> Result<Played<Self>, Thrown> {
        let (g, answer) = self.call(function, scope, list(args))?;
        Ok(match refusal(&answer) {
            Some(payload) => Played::Invalid(payload),
            None => Played::Done(g),
        })
    }

    /// Records the hook with its place in the definition: `turn.onBegin`, `phases.draw.onEnd`.
    fn run_hook(&self, function: &Callback<G>, scope: &Scope<'_, Self>) -> Result<Played<Self>, Thrown> {
        let place = scope.method.map_or("?", |method| method.place());
        self.said.borrow_mut().push(match (place.strip_prefix("phase."), &scope.ctx.phase) {
            (Some(hook), Some(phase)) => format!("{phase}.{hook}"),
            (Some(hook), None) => hook.into(),
            (None, _) => place.replace("onEnd of the game", "game.onEnd"),
        });
        self.call(function, scope, &[]).map(|(g, _)| Played::Done(g))
    }

    fn ask_ending(
        &self,
        function: &Callback<G>,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<Value>>, Thrown> {
        let answer = self.ask(function, scope)?;
        Ok(values::is_truthy(&answer).then(|| values::ending(&answer, self.differences)))
    }

    fn ask_next_phase(
        &self,
        function: &Callback<G>,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Name>, Thrown> {
        Ok(self.ask(function, scope)?.as_str().map(Name::from))
    }

    fn ask_play_order(
        &self,
        function: &Callback<G>,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Vec<PlayerID>>, Thrown> {
        Ok(players(&self.ask(function, scope)?))
    }

    fn ask_position(&self, function: &Callback<G>, scope: &Scope<'_, Self>) -> Result<Position, Thrown> {
        Ok(match self.ask(function, scope)? {
            Value::Null => Position::Nowhere,
            Value::String(text) => Position::of_text(&text),
            answer => match answer.as_i64() {
                Some(position) => Position::At(position as i32),
                None => Position::Invalid(answer.to_string()),
            },
        })
    }

    /// No answer, or a truthy one, means that the move is valid.
    fn ask_validity(
        &self,
        function: &Callback<G>,
        scope: &Scope<'_, Self>,
        args: &Value,
    ) -> Result<Validity<Value>, Thrown> {
        let (_, answer) = self.call(function, scope, list(args))?;
        Ok(match refusal(&answer) {
            Some(payload) => Validity::Invalid(payload),
            None if answer.is_null() || values::is_truthy(&answer) => Validity::Valid,
            None => Validity::Invalid(None),
        })
    }

    fn ask_flag(&self, function: &Callback<G>, scope: &Scope<'_, Self>) -> Result<bool, Thrown> {
        Ok(values::is_truthy(&self.ask(function, scope)?))
    }

    fn play_order_in(&self, g: &G, field: &str) -> Result<Option<Vec<PlayerID>>, Thrown> {
        let read = self.fields.iter().find(|(name, _)| *name == field).map(|(_, read)| read);
        let players = |text: &String| PlayerID::from(text.as_str());
        Ok(read.map(|read| read(g).iter().map(players).collect()))
    }

    /// After an error, `G` must not be used.
    fn run_move_in_place(
        &self,
        function: &Callback<G>,
        scope: &mut ScopeMut<'_, Self>,
        args: &Value,
    ) -> Result<Validity<Value>, Thrown> {
        let before = std::mem::take(scope.g);
        let (g, answer) = self.call_with(before.clone(), function, &scope.as_scope(), list(args))?;
        Ok(match refusal(&answer) {
            Some(payload) => {
                *scope.g = before;
                Validity::Invalid(payload)
            }
            None => {
                *scope.g = g;
                Validity::Valid
            }
        })
    }

    fn run_hook_in_place(
        &self,
        function: &Callback<G>,
        scope: &mut ScopeMut<'_, Self>,
    ) -> Result<Validity<Value>, Thrown> {
        let g = std::mem::take(scope.g);
        *scope.g = self.call_with(g, function, &scope.as_scope(), &[])?.0;
        Ok(Validity::Valid)
    }

    fn ending_depends_on_g_alone(&self) -> bool {
        self.endings_read_g_alone
    }

    fn true_value(&self) -> Value {
        json!(true)
    }

    fn is_truthy(&self, value: &Value) -> bool {
        values::is_truthy(value)
    }

    fn warn(&self, message: &str) {
        self.said.borrow_mut().push(format!("({message})"));
    }

    fn mark_used(&self, arg: &Value) {
        if arg.get("moveLimit").is_some() {
            self.said.borrow_mut().push(format!("(rewritten: {arg})"));
        }
    }

    fn set_up_plugins(&self, _ctx: &Ctx<Value>) -> Result<Vec<Value>, Thrown> {
        Ok(self.plugins.iter().map(|plugin| plugin.data.clone()).collect())
    }

    /// Callbacks work on a copy of the plugins' data.
    fn open_plugins(
        &self,
        _g: Option<&G>,
        _ctx: &Ctx<Value>,
        plugins: &PluginData<Self>,
        _player_id: Option<&PlayerID>,
    ) -> Result<Self::Apis, Thrown> {
        Ok(RefCell::new(plugins.own.to_vec()))
    }

    /// The copy becomes the data, the last plugin first, so that a plugin may use those before it.
    fn flush_plugins(&self, state: &mut State<Self>, apis: &Self::Apis) -> Result<(), Thrown> {
        let mut own = state.plugins.own.to_vec();
        for (index, plugin) in self.plugins.iter().enumerate().rev() {
            own[index] = (plugin.flush)(state, apis.borrow()[index].clone());
        }
        state.plugins_mut().own = own.into();
        Ok(())
    }

    fn ask_plugins(&self, state: &State<Self>) -> Result<Option<(Name, Value)>, Thrown> {
        let objections = self.plugins.iter().zip(state.plugins.own.iter());
        Ok(objections
            .map(|(plugin, data)| (plugin.name.into(), (plugin.is_invalid)(state, data)))
            .find(|(_, objection)| values::is_truthy(objection)))
    }

    fn run_plugin_action(&self, index: usize, data: &Value, payload: &Value) -> Result<Value, Thrown> {
        (self.plugins[index].action)(data, payload)
    }
}

/// Parses `INVALID_MOVE`, or `{ "invalid": payload }` with a payload.
fn refusal(answer: &Value) -> Option<Option<Value>> {
    if *answer == INVALID_MOVE {
        return Some(None);
    }
    Some(Some(answer.get("invalid")?.clone()))
}

fn list(args: &Value) -> &[Value] {
    args.as_array().map_or(&[], Vec::as_slice)
}

fn players(value: &Value) -> Option<Vec<PlayerID>> {
    value.as_array()?.iter().map(|player| player.as_str().map(PlayerID::from)).collect()
}

//! The engine as JavaScript holds it: one match of one game, played in this page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::arguments;
use super::border::{Border, Handle};
use super::config;
use super::convert::Converter;
use super::host::{GameHost, JsHost};
use super::memory;
use super::restore;
use crate::core::{
    Action, Engine, Entered, EventKind, Fault, LogEntry, PlayerID, Refusal, RefusalKind, Shape, SharedTools,
    Start, State, Tools, check_state,
};

/// A game with the state of one match.
///
/// No method returns a JavaScript value: V8 as it is in Node 20 ends the process if it gives up optimised code
/// in the midst of a call that does. They return the number under which the host keeps the value instead;
/// unless it says otherwise, the caller takes the value out of there.
///
/// Every method takes `&self` and holds no borrow while the game's
/// code runs: games call back into the engine, for `events` and `random`, all the time.
#[wasm_bindgen]
pub struct GameEngine {
    engine: Rc<Engine<GameHost>>,
    state: RefCell<Option<Rc<State<GameHost>>>>,
    initial: RefCell<Option<Rc<State<GameHost>>>>,
    log: RefCell<Vec<Rc<LogEntry<Handle>>>>,
    /// States that JavaScript knows by number.
    moments: RefCell<Vec<Option<Rc<State<GameHost>>>>>,
    player_id: RefCell<Option<PlayerID>>,
    credentials: RefCell<Option<Handle>>,
    refusal: RefCell<Option<Box<Refusal<Handle>>>>,
    allows_nobody: Cell<bool>,
    predicts: Cell<Option<bool>>,
}

#[wasm_bindgen]
impl GameEngine {
    /// An engine for the game that `pkg-template/lib/definition.js` has read.
    #[wasm_bindgen(constructor)]
    pub fn new(host: JsHost, definition: JsValue, compat: bool) -> GameEngine {
        let border = Rc::new(Border::new(host, compat));
        let game = config::read(definition, &border);
        let host = GameHost::new(border, Rc::clone(&game.plugins), game.compat);
        let tools: SharedTools<Handle> = Rc::new(Tools::new());
        GameEngine {
            engine: Rc::new(Engine { game, host, tools }),
            state: RefCell::new(None),
            initial: RefCell::new(None),
            log: RefCell::new(Vec::new()),
            moments: RefCell::new(Vec::new()),
            player_id: RefCell::new(None),
            credentials: RefCell::new(None),
            refusal: RefCell::new(None),
            allows_nobody: Cell::new(false),
            predicts: Cell::new(None),
        }
    }

    /// Begins a match. False if the game's hooks do at the start what they must not.
    ///
    /// # Errors
    /// What the game throws.
    pub fn start(&self, num_players: u32, setup_data: u32) -> Result<bool, JsValue> {
        let setup_data = self.handle(setup_data);
        match self.engine.start(&Start { num_players, setup_data }) {
            Ok(state) => {
                memory::reserve();
                let state = Rc::new(state);
                self.initial.replace(Some(Rc::clone(&state)));
                self.state.replace(Some(state));
                Ok(true)
            }
            Err(fault) => self.fail(fault),
        }
    }

    /// Makes the move with this index in the list of names that `readDefinition` makes. False if it was refused.
    ///
    /// # Errors
    /// What the move or a hook throws; nothing has happened then.
    #[wasm_bindgen(js_name = makeMove)]
    pub fn make_move(&self, id: usize, args: u32) -> Result<bool, JsValue> {
        self.apply(Shape::Move { id, args: self.handle(args) })
    }

    /// Calls the event with this index in [`EventKind::ALL`] for the player.
    ///
    /// # Errors
    /// As in [`GameEngine::make_move`].
    #[wasm_bindgen(js_name = makeEvent)]
    pub fn make_event(&self, kind: usize, arg: JsValue) -> Result<bool, JsValue> {
        let Some(kind) = EventKind::ALL.get(kind) else { return Ok(false) };
        let event = arguments::event(*kind, arg, &self.engine.host.border);
        self.apply(Shape::Event(event))
    }

    /// Takes back the last action of this turn.
    ///
    /// # Errors
    /// As in [`GameEngine::make_move`].
    pub fn undo(&self) -> Result<bool, JsValue> {
        self.apply(Shape::Undo)
    }

    /// Plays again what was taken back.
    ///
    /// # Errors
    /// As in [`GameEngine::make_move`].
    pub fn redo(&self) -> Result<bool, JsValue> {
        self.apply(Shape::Redo)
    }

    /// Takes the player out of the match for good, after `onPlayerLeave`. A master's, and no client's.
    ///
    /// # Errors
    /// As in [`GameEngine::make_move`].
    #[wasm_bindgen(js_name = leaveMatch)]
    pub fn leave_match(&self) -> Result<bool, JsValue> {
        self.apply(Shape::Leave)
    }

    /// Sends an action to the plugin with this index.
    ///
    /// # Errors
    /// As in [`GameEngine::make_move`].
    #[wasm_bindgen(js_name = makePluginAction)]
    pub fn make_plugin_action(&self, index: usize, payload: u32) -> Result<bool, JsValue> {
        self.apply(Shape::Plugin { index, payload: self.handle(payload) })
    }

    /// Whether a move could be made now. False if it would be refused, and why is known then.
    ///
    /// # Errors
    /// What the move's `validate` throws.
    #[wasm_bindgen(js_name = canMove)]
    pub fn can_move(&self, id: usize, args: u32) -> Result<bool, JsValue> {
        let args = self.handle(args);
        let Some(state) = self.state.borrow().clone() else { return Ok(false) };
        let player = self.player_id.borrow().clone().or_else(|| state.ctx.current_player.clone());
        match self.engine.check_move(&state, player.as_ref(), id, &args) {
            Ok(()) => Ok(true),
            Err(fault) => self.fail(fault),
        }
    }

    /// Takes over a state from `pkg-template/lib/state.js`; the log begins anew. A state without a generator
    /// goes on with the present one. False while an action is being processed, or if the state cannot be
    /// played on.
    #[wasm_bindgen(js_name = loadState)]
    pub fn load_state(&self, state: JsValue) -> bool {
        if self.engine.tools.is_busy() {
            return self.refuse("a move or hook cannot load a state");
        }
        let game = &self.engine.game;
        let random = self.state.borrow().as_ref().map(|now| now.plugins.random.clone());
        let plugins = game.plugins.len();
        let state = restore::state(state, &self.engine.host.border, &game.move_names, plugins, random);
        if let Err(refusal) = check_state(&state, game) {
            self.refusal.replace(Some(Box::new(refusal)));
            return false;
        }
        self.state.replace(Some(Rc::new(state)));
        self.log.borrow_mut().clear();
        true
    }

    /// Goes back to the beginning of the match. False while an action is being processed.
    pub fn reset(&self) -> bool {
        if self.engine.tools.is_busy() {
            return self.refuse("a move or hook cannot reset the match");
        }
        let initial = self.initial.borrow().clone();
        self.state.replace(initial);
        self.log.borrow_mut().clear();
        true
    }

    /// Whether code of the game runs for the engine at this moment.
    #[wasm_bindgen(getter, js_name = isBusy)]
    pub fn is_busy(&self) -> bool {
        self.engine.tools.is_busy()
    }

    /// The state as it is now; it stays so, whatever happens later.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let state = self.state.borrow().clone()?;
        let player_id = self.player_id.borrow().clone();
        Some(Snapshot { engine: Rc::clone(&self.engine), state, player_id })
    }

    /// How many entries the log has.
    #[wasm_bindgen(getter, js_name = logLength)]
    pub fn log_length(&self) -> usize {
        self.log.borrow().len()
    }

    /// The log from this entry on.
    #[wasm_bindgen(js_name = logFrom)]
    pub fn log_from(&self, first: usize) -> u32 {
        converter(&self.engine).log(self.log.borrow().get(first..).unwrap_or_default())
    }

    /// Why the last call was refused: `[type, message, payload]`.
    #[wasm_bindgen(js_name = takeRefusal)]
    pub fn take_refusal(&self) -> u32 {
        let answer = Array::new();
        if let Some(refusal) = self.refusal.take() {
            answer.push(&JsValue::from_str(refusal.kind.name()));
            answer.push(&JsValue::from_str(&refusal.message));
            answer.push(&refusal.payload.as_ref().map(Handle::value).unwrap_or_default());
        }
        self.engine.host.border.js.keep(&answer)
    }

    /// Sets the player who acts from now on; none: whoever's turn it is.
    #[wasm_bindgen(js_name = setPlayerID)]
    pub fn set_player_id(&self, player_id: JsValue) {
        self.player_id.replace(self.engine.host.border.name_of(&player_id));
    }

    /// As [`GameEngine::set_player_id`], for a player whose name the host knows by number.
    #[wasm_bindgen(js_name = setPlayerNumber)]
    pub fn set_player_number(&self, number: usize) {
        self.player_id.replace(self.engine.host.border.numbered(number));
    }

    /// From now on an action without a player is nobody's, as in boardgame.io's reducer: nobody asks whether
    /// he may act.
    #[wasm_bindgen(js_name = allowNobody)]
    pub fn allow_nobody(&self) {
        self.allows_nobody.set(true);
    }

    /// From now on actions are predicted only, as a client does that has a master: moves alone, or with
    /// `flow` all that follows from them. What must wait for the master is refused without a reason.
    #[wasm_bindgen(js_name = predictOnly)]
    pub fn predict_only(&self, flow: bool) {
        self.predicts.set(Some(flow));
    }

    /// Keeps the state as it is now under a number of the caller's, in place of what was kept there.
    #[wasm_bindgen(js_name = keepMoment)]
    pub fn keep_moment(&self, number: usize) {
        let state = self.state.borrow().clone();
        let mut moments = self.moments.borrow_mut();
        if number >= moments.len() {
            moments.resize_with(number + 1, || None);
        }
        if let Some(moment) = moments.get_mut(number) {
            *moment = state;
        }
    }

    /// Forgets the state that is kept under this number.
    #[wasm_bindgen(js_name = forgetMoment)]
    pub fn forget_moment(&self, number: usize) {
        if let Some(moment) = self.moments.borrow_mut().get_mut(number) {
            *moment = None;
        }
    }

    /// Takes over the state that is kept under this number; the log begins anew.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&self, number: usize) {
        self.state.replace(self.moment(number));
        self.log.borrow_mut().clear();
    }

    /// How many entries of `_undo`, from the oldest on, are those of the state that is kept under this number.
    #[wasm_bindgen(js_name = sharedUndo)]
    pub fn shared_undo(&self, number: usize) -> usize {
        let (state, moment) = (self.state.borrow(), self.moment(number));
        state.as_ref().zip(moment).map_or(0, |(state, moment)| state.undo.shared_with(&moment.undo))
    }

    /// The state in boardgame.io's shape. Of `_undo`, it has the entries from this one on.
    #[wasm_bindgen(js_name = exportState)]
    pub fn export_state(&self, first_undo: usize) -> Option<u32> {
        let state = self.state.borrow().clone()?;
        Some(converter(&self.engine).state(&state, first_undo))
    }

    /// Whether the player could undo, or redo.
    #[wasm_bindgen(js_name = canGo)]
    pub fn can_go(&self, back: bool) -> bool {
        let (state, player_id) = (self.state.borrow().clone(), self.player_id.borrow().clone());
        state.is_some_and(|state| can_go(&self.engine, &state, player_id.as_ref(), back))
    }

    /// A list of the players whose situation began anew with the last action; nothing: everybody's did.
    pub fn entered(&self) -> Option<u32> {
        let Entered { everybody, players } = self.engine.tools.entered();
        let names = players.iter().map(|player| JsValue::from_str(player));
        (!everybody).then(|| self.engine.host.border.js.keep(&names.collect::<Array>()))
    }

    /// Sets the credentials that go into log entries.
    #[wasm_bindgen(js_name = setCredentials)]
    pub fn set_credentials(&self, credentials: JsValue) {
        let kept = (!credentials.is_undefined()).then(|| self.engine.host.border.keep(&credentials));
        self.credentials.replace(kept);
    }

    /// Queues an event for the action that is being processed: `events.x()` in a move or hook. False if
    /// none is.
    #[wasm_bindgen(js_name = callEvent)]
    pub fn call_event(&self, kind: usize, arg: JsValue) -> bool {
        let Some(kind) = EventKind::ALL.get(kind) else { return false };
        self.engine.tools.call_event(arguments::event(*kind, arg, &self.engine.host.border))
    }

    /// The next random number; NaN if no action is being processed.
    pub fn number(&self) -> f64 {
        self.engine.tools.number().unwrap_or(f64::NAN)
    }

    /// Notes metadata for the log entry of the action that is being processed. False if none is.
    #[wasm_bindgen(js_name = setMetadata)]
    pub fn set_metadata(&self, metadata: JsValue) -> bool {
        let metadata = (!metadata.is_undefined()).then(|| self.engine.host.border.keep(&metadata));
        self.engine.tools.set_metadata(metadata)
    }
}

impl GameEngine {
    fn apply(&self, shape: Shape<Handle>) -> Result<bool, JsValue> {
        let Some(state) = self.state.borrow().clone() else {
            return Ok(self.refuse("the match has not begun"));
        };
        let action = self.action(shape, &state);
        let applied = match self.predicts.get() {
            None => self.engine.apply(&state, &action).map(Some),
            Some(flow) => self.engine.predict(&state, &action, flow),
        };
        match applied {
            Ok(None) => Ok(false),
            Ok(Some(next)) => {
                if !matches!(action.shape, Shape::Plugin { .. }) {
                    self.log.borrow_mut().extend(next.deltalog.iter().cloned());
                }
                memory::reserve();
                self.state.replace(Some(Rc::new(next)));
                Ok(true)
            }
            Err(fault) => self.fail(fault),
        }
    }

    fn moment(&self, number: usize) -> Option<Rc<State<GameHost>>> {
        self.moments.borrow().get(number).cloned().flatten()
    }

    /// What the JavaScript side keeps for a call; it is forgotten when nothing refers to it any more.
    fn handle(&self, id: u32) -> Handle {
        self.engine.host.border.handle(id)
    }

    fn action(&self, shape: Shape<Handle>, state: &State<GameHost>) -> Action<Handle> {
        let mut player_id = self.player_id.borrow().clone();
        if player_id.is_none() && !self.allows_nobody.get() {
            player_id = state.ctx.current_player.clone();
        }
        Action { shape, player_id, credentials: self.credentials.borrow().clone() }
    }

    fn fail(&self, fault: Fault<JsValue, Handle>) -> Result<bool, JsValue> {
        match fault {
            Fault::Thrown(exception) => Err(exception),
            Fault::Refused(refusal) => {
                self.refusal.replace(Some(refusal));
                Ok(false)
            }
        }
    }

    fn refuse(&self, message: &str) -> bool {
        let refusal = Refusal::new(RefusalKind::ActionInvalid, message);
        self.refusal.replace(Some(Box::new(refusal)));
        false
    }
}

/// The state at one moment, for `getState()`. What is costly to build is built when it is asked for.
#[wasm_bindgen]
pub struct Snapshot {
    engine: Rc<Engine<GameHost>>,
    state: Rc<State<GameHost>>,
    player_id: Option<PlayerID>,
}

#[wasm_bindgen]
impl Snapshot {
    /// `G`, unfiltered; it stays where it is kept.
    #[wasm_bindgen(getter, js_name = G)]
    pub fn g(&self) -> u32 {
        self.state.g.id()
    }

    /// `ctx`.
    #[wasm_bindgen(getter)]
    pub fn ctx(&self) -> u32 {
        self.engine.host.border.js.keep(&self.engine.host.contexts.ctx_of_state(&self.state.ctx))
    }

    /// `_stateID`.
    #[wasm_bindgen(getter, js_name = stateID)]
    pub fn state_id(&self) -> f64 {
        self.state.state_id as f64
    }

    /// Whether there is a moment to go back to, whoever may.
    #[wasm_bindgen(getter, js_name = hasPast)]
    pub fn has_past(&self) -> bool {
        // The first entry is the beginning of the turn.
        self.state.undo.depth() > 1
    }

    /// Whether something was taken back that could be done again.
    #[wasm_bindgen(getter, js_name = hasFuture)]
    pub fn has_future(&self) -> bool {
        self.state.redo.depth() > 0
    }

    /// Whether the player of that moment could undo, or redo.
    #[wasm_bindgen(js_name = canGo)]
    pub fn can_go(&self, back: bool) -> bool {
        can_go(&self.engine, &self.state, self.player_id.as_ref(), back)
    }

    /// The plugins' data, unfiltered.
    pub fn plugins(&self) -> u32 {
        self.engine.host.border.js.keep(&converter(&self.engine).plugins(&self.state.plugins))
    }

    /// What the last action added to the log.
    pub fn deltalog(&self) -> u32 {
        converter(&self.engine).log(&self.state.deltalog)
    }

    /// `_undo`, the oldest first.
    #[wasm_bindgen(js_name = undoStack)]
    pub fn undo_stack(&self) -> u32 {
        converter(&self.engine).undo(&self.state.undo, 0)
    }

    /// `_redo`, the nearest first.
    #[wasm_bindgen(js_name = redoStack)]
    pub fn redo_stack(&self) -> u32 {
        converter(&self.engine).redo(&self.state.redo)
    }
}

fn converter(engine: &Engine<GameHost>) -> Converter<'_> {
    Converter { game: &engine.game, host: &engine.host }
}

fn can_go(engine: &Engine<GameHost>, state: &State<GameHost>, player: Option<&PlayerID>, back: bool) -> bool {
    let player = player.or(state.ctx.current_player.as_ref());
    let checked = if back { Engine::check_undo } else { Engine::check_redo };
    checked(engine, state, player).is_ok()
}

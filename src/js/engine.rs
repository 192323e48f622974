//! The engine as JavaScript holds it: one match of one game, played in this page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::host::GameHost;
use super::imports::{self, Thrown};
use super::memory;
use super::names::Names;
use super::read::state::StateReader;
use super::read::{self, ListReader, arguments, definition};
use super::values::ValueId;
use super::write::Converter;
use crate::codes::{entered, permit, request, step_rights, value};
use crate::core::{
    Action, ActionContext, ActionKind, Engine, EventKind, Fault, FreshPlayers, LogEntry, Permit, PlayerID,
    Refusal, RefusalKind, Request, SharedContext, Start, State, check_state,
};

/// A game with the state of one match.
///
/// Only numbers cross, in both directions: values are kept in the host's table, lists that are handed over lie in its
/// `list`. So a page's garbage collector sees all that a match refers to, and V8 as it is in Node 20 does not end the
/// process, which it does if it gives up optimised code in the midst of a call that answers an object.
///
/// Every method takes `&self` and holds no borrow while the game's code runs: games call back into the engine, for
/// `events` and `random`, all the time. What the game throws is noted by the import that caught it, and thrown again by
/// the guard around the method: the answer does not matter then.
#[wasm_bindgen]
pub struct GameEngine {
    engine: Rc<Engine<GameHost>>,
    state: RefCell<Option<Rc<State<GameHost>>>>,
    initial: RefCell<Option<Rc<State<GameHost>>>>,
    log: RefCell<Vec<Rc<LogEntry<ValueId>>>>,
    /// States that JavaScript knows by number.
    slots: RefCell<Vec<Option<Rc<State<GameHost>>>>>,
    player_id: RefCell<Option<PlayerID>>,
    credentials: RefCell<Option<ValueId>>,
    refusal: RefCell<Option<Box<Refusal<ValueId>>>>,
    allows_nobody: Cell<bool>,
    predicts: Cell<Option<bool>>,
}

#[wasm_bindgen]
impl GameEngine {
    /// An engine for the game in the list, which `pkg-template/lib/game/definition.js` has read.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript alone makes it")]
    pub fn new() -> GameEngine {
        let names = Rc::new(Names::default());
        let game = definition::read(&names);
        let host = GameHost::new(names, Rc::clone(&game.plugins), game.differences);
        let context: SharedContext<ValueId> = Rc::new(ActionContext::new());
        GameEngine {
            engine: Rc::new(Engine { game, host, context }),
            state: RefCell::new(None),
            initial: RefCell::new(None),
            log: RefCell::new(Vec::new()),
            slots: RefCell::new(Vec::new()),
            player_id: RefCell::new(None),
            credentials: RefCell::new(None),
            refusal: RefCell::new(None),
            allows_nobody: Cell::new(false),
            predicts: Cell::new(None),
        }
    }

    /// Begins a match. False if the game's hooks do at the start what they must not.
    pub fn start(&self, num_players: u32, setup_data: u32) -> bool {
        let setup_data = ValueId::new(setup_data);
        match self.engine.start(&Start { num_players, setup_data }) {
            Ok(_) if imports::has_thrown() => false,
            Ok(state) => {
                memory::reserve();
                let state = Rc::new(state);
                self.initial.replace(Some(Rc::clone(&state)));
                self.state.replace(Some(state));
                true
            }
            Err(fault) => self.fail(fault),
        }
    }

    /// Makes the move with this index in the list of names that `readDefinition` makes. False if it was refused.
    #[wasm_bindgen(js_name = makeMove)]
    pub fn make_move(&self, id: usize, args: u32) -> bool {
        self.apply(ActionKind::Move { id, args: ValueId::new(args) })
    }

    /// Calls the event with this index in [`EventKind::ALL`] for the player. Its argument is in the list, in this form.
    #[wasm_bindgen(js_name = makeEvent)]
    pub fn make_event(&self, kind: usize, form: u32) -> bool {
        let Some(kind) = EventKind::at(kind) else { return false };
        let event = arguments::event(kind, form, &mut self.list());
        self.apply(ActionKind::Event(event))
    }

    /// Takes back the last action of this turn.
    pub fn undo(&self) -> bool {
        self.apply(ActionKind::Undo)
    }

    /// Plays again what was taken back.
    pub fn redo(&self) -> bool {
        self.apply(ActionKind::Redo)
    }

    /// Takes the player out of the match for good, after `onPlayerLeave`. A master's, and no client's.
    #[wasm_bindgen(js_name = leaveMatch)]
    pub fn leave_match(&self) -> bool {
        self.apply(ActionKind::Leave)
    }

    /// Sends an action to the plugin with this index.
    #[wasm_bindgen(js_name = makePluginAction)]
    pub fn make_plugin_action(&self, index: usize, payload: u32) -> bool {
        self.apply(ActionKind::Plugin { index, payload: ValueId::new(payload) })
    }

    /// What a master has to know of a [`request`] of the player, as a sum of [`permit`]s; [`permit::NONE`] if the rules
    /// refuse it, and why is known then. Asks none of the game's code. Moves, events and plugins come by their place in the
    /// lists of names: a negative one is of none that the game has.
    pub fn check(&self, request: u32, place: i32) -> i32 {
        let (state, player) = (self.state.borrow(), self.player_id.borrow());
        let Some(state) = &*state else { return permit::NONE };
        let place = usize::try_from(place).ok();
        let request = match request {
            request::MOVE => Request::Move(place),
            request::EVENT => Request::Event(place.and_then(EventKind::at)),
            request::PLUGIN => Request::Plugin(place),
            _ => Request::StepBack,
        };
        match self.engine.game.check(&state.ctx, player.as_ref(), request) {
            Ok(Permit { strict, ignores_stale }) => {
                i32::from(strict) * permit::STRICT + i32::from(ignores_stale) * permit::IGNORES_STALE
            }
            Err(refusal) => {
                self.refusal.replace(Some(refusal));
                permit::NONE
            }
        }
    }

    /// Whether a player may act, by a `ctx`: both are in the list, the player at the end.
    #[wasm_bindgen(js_name = isActive)]
    pub fn is_active(&self) -> bool {
        let list = &mut self.list();
        read::state::ctx(list).may_act(list.name().as_ref())
    }

    /// Who may act alone, and what of [`step_rights`] they could: the number of their name comes in the higher bits.
    #[wasm_bindgen(js_name = stepRights)]
    pub fn step_rights(&self) -> i32 {
        let Some(state) = self.state.borrow().clone() else { return step_rights::NOBODY };
        let player = state.ctx.only_active();
        if player.is_none() {
            return step_rights::NOBODY;
        }
        let can_go = |back| i32::from(can_go(&self.engine, &state, player.as_ref(), back));
        let number = self.engine.host.names.number_of(player.as_ref());
        (number << step_rights::BITS) + can_go(true) * step_rights::UNDO + can_go(false) * step_rights::REDO
    }

    /// Whether a move could be made now. False if it would be refused, and why is known then.
    #[wasm_bindgen(js_name = canMove)]
    pub fn can_move(&self, id: usize, args: u32) -> bool {
        let args = ValueId::new(args);
        let Some(state) = self.state.borrow().clone() else { return false };
        let player = self.acting(&state).or_else(|| state.ctx.current_player.clone());
        match self.engine.check_move(&state, player.as_ref(), id, &args) {
            Ok(()) => true,
            Err(fault) => self.fail(fault),
        }
    }

    /// Takes over the state in the list, which `pkg-template/lib/engine/state.js` has made; the log begins anew. A state
    /// without a generator goes on with the present one. False while an action is being processed, or if the state
    /// cannot be played on.
    #[wasm_bindgen(js_name = loadState)]
    pub fn load_state(&self) -> bool {
        if self.engine.context.is_busy() {
            return self.refuse("a move or hook cannot load a state");
        }
        let game = &self.engine.game;
        let reader = StateReader {
            list: self.list(),
            moves: &game.move_names,
            plugins: game.plugins.len(),
            differences: game.differences,
            random: self.state.borrow().as_ref().map(|now| now.plugins.random.clone()),
        };
        let state = reader.state();
        if imports::has_thrown() {
            return false;
        }
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
        if self.engine.context.is_busy() {
            return self.refuse("a move or hook cannot reset the match");
        }
        let initial = self.initial.borrow().clone();
        self.state.replace(initial);
        self.log.borrow_mut().clear();
        true
    }

    /// The state as it is now; it stays so, whatever happens later. The host is told what every look at it needs:
    /// `setLook`. Nothing, before the match has begun.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let state = self.state.borrow().clone()?;
        let (player_id, log_length) = (self.player_id.borrow().clone(), self.log.borrow().len());
        let ctx = self.engine.host.contexts.ctx_of_state(&state.ctx);
        // The first entry is the beginning of the turn.
        let (has_past, has_future) = (state.undo.depth() > 1, state.redo.depth() > 0);
        let is_active = state.ctx.may_act(player_id.as_ref());
        let state_id = state.state_id as f64;
        imports::set_look(state.g.id(), ctx.id(), state_id, log_length, has_past, has_future, is_active);
        Some(Snapshot { engine: Rc::clone(&self.engine), state, player_id })
    }

    /// Keeps the log from this entry on.
    #[wasm_bindgen(js_name = logFrom)]
    pub fn log_from(&self, first: usize) -> u32 {
        converter(&self.engine).log(self.log.borrow().get(first..).unwrap_or_default())
    }

    /// Tells the host why the last call was refused, if it was.
    #[wasm_bindgen(js_name = tellRefusal)]
    pub fn tell_refusal(&self) {
        if let Some(refusal) = self.refusal.take() {
            let payload = ValueId::id_or_undefined(refusal.payload.as_ref());
            imports::set_refusal(refusal.kind.name(), &refusal.message, payload);
        }
    }

    /// Sets the player who acts from now on, by the name in the list; none: whoever's turn it is.
    #[wasm_bindgen(js_name = setPlayerID)]
    pub fn set_player_id(&self) {
        self.player_id.replace(self.list().name());
    }

    /// As [`GameEngine::set_player_id`], for a player whose name the host knows by number.
    #[wasm_bindgen(js_name = setPlayerNumber)]
    pub fn set_player_number(&self, number: usize) {
        self.player_id.replace(self.engine.host.names.numbered(number));
    }

    /// From now on an action without a player is nobody's, as in boardgame.io's reducer: nobody asks whether
    /// they may act.
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
    #[wasm_bindgen(js_name = fillSlot)]
    pub fn fill_slot(&self, number: usize) {
        let state = self.state.borrow().clone();
        let mut slots = self.slots.borrow_mut();
        if number >= slots.len() {
            slots.resize_with(number + 1, || None);
        }
        if let Some(slot) = slots.get_mut(number) {
            *slot = state;
        }
    }

    /// Forgets the state that is kept under this number.
    #[wasm_bindgen(js_name = clearSlot)]
    pub fn clear_slot(&self, number: usize) {
        if let Some(slot) = self.slots.borrow_mut().get_mut(number) {
            *slot = None;
        }
    }

    /// Takes over the state that is kept under this number; the log begins anew.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&self, number: usize) {
        self.state.replace(self.in_slot(number));
        self.log.borrow_mut().clear();
    }

    /// How many entries of `_undo`, from the oldest on, are those of the state that is kept under this number.
    #[wasm_bindgen(js_name = sharedUndo)]
    pub fn shared_undo(&self, number: usize) -> usize {
        let (state, slot) = (self.state.borrow(), self.in_slot(number));
        state.as_ref().zip(slot).map_or(0, |(state, slot)| state.undo.shared_with(&slot.undo))
    }

    /// Keeps the state in boardgame.io's kind. Of `_undo`, it has the entries from this one on.
    #[wasm_bindgen(js_name = exportState)]
    pub fn export_state(&self, first_undo: usize) -> u32 {
        let state = self.state.borrow().clone();
        state.map_or(0, |state| converter(&self.engine).state(&state, first_undo))
    }

    /// Keeps a list of the players whose situation began anew with the last action, unless everybody's did.
    pub fn entered(&self) -> i32 {
        let FreshPlayers { everybody, players } = self.engine.context.fresh_players();
        if everybody {
            return entered::EVERYBODY;
        }
        let list = imports::make_list();
        for player in &players {
            imports::push_name(list, self.engine.host.names.number_of(Some(player)));
        }
        list as i32
    }

    /// Sets the credentials that go into log entries.
    #[wasm_bindgen(js_name = setCredentials)]
    pub fn set_credentials(&self, credentials: u32) {
        self.credentials.replace((credentials != value::UNDEFINED).then(|| ValueId::new(credentials)));
    }

    /// Queues an event for the action that is being processed: `events.x()` in a move or hook. Its argument is in the
    /// list, in this form. False if no action is.
    #[wasm_bindgen(js_name = callEvent)]
    pub fn call_event(&self, kind: usize, form: u32) -> bool {
        let Some(kind) = EventKind::at(kind) else { return false };
        self.engine.context.call_event(arguments::event(kind, form, &mut self.list()))
    }

    /// The next random number; NaN if no action is being processed.
    pub fn number(&self) -> f64 {
        self.engine.context.number().unwrap_or(f64::NAN)
    }

    /// Notes metadata for the log entry of the action that is being processed. False if none is.
    #[wasm_bindgen(js_name = setMetadata)]
    pub fn set_metadata(&self, metadata: u32) -> bool {
        self.engine.context.set_metadata((metadata != 0).then(|| ValueId::new(metadata)))
    }
}

impl GameEngine {
    fn apply(&self, kind: ActionKind<ValueId>) -> bool {
        let Some(state) = self.state.borrow().clone() else {
            return self.refuse("the match has not begun");
        };
        let action = self.action(kind, &state);
        let applied = match self.predicts.get() {
            None => self.engine.apply(&state, &action).map(Some),
            Some(flow) => self.engine.predict(&state, &action, flow),
        };
        match applied {
            // Also of what cannot fail, as far as the core knows: a state is whole, or it does not come about.
            Ok(_) if imports::has_thrown() => false,
            Ok(None) => false,
            Ok(Some(next)) => {
                if !matches!(action.kind, ActionKind::Plugin { .. }) {
                    self.log.borrow_mut().extend(next.deltalog.iter().cloned());
                }
                memory::reserve();
                self.state.replace(Some(Rc::new(next)));
                true
            }
            Err(fault) => self.fail(fault),
        }
    }

    fn list(&self) -> ListReader<'_> {
        ListReader::new(&self.engine.host.names)
    }

    fn in_slot(&self, number: usize) -> Option<Rc<State<GameHost>>> {
        self.slots.borrow().get(number).cloned().flatten()
    }

    fn action(&self, kind: ActionKind<ValueId>, state: &State<GameHost>) -> Action<ValueId> {
        let (player_id, credentials) = (self.acting(state), self.credentials.borrow().clone());
        Action { kind, player_id, credentials }
    }

    /// Who acts: the player who is set, or else whoever's turn it is, unless nobody may do so.
    fn acting(&self, state: &State<GameHost>) -> Option<PlayerID> {
        match &*self.player_id.borrow() {
            None if !self.allows_nobody.get() => state.ctx.current_player.clone(),
            player => player.clone(),
        }
    }

    fn fail(&self, fault: Fault<Thrown, ValueId>) -> bool {
        if let Fault::Refused(refusal) = fault {
            self.refusal.replace(Some(refusal));
        }
        false
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
    /// Whether the player of that moment could undo, or redo.
    #[wasm_bindgen(js_name = canGo)]
    pub fn can_go(&self, back: bool) -> bool {
        can_go(&self.engine, &self.state, self.player_id.as_ref(), back)
    }

    /// Keeps the plugins' data, unfiltered.
    pub fn plugins(&self) -> u32 {
        let data = converter(&self.engine).plugins(&self.state.plugins);
        let list = imports::make_list();
        imports::push_value(list, data.id());
        list
    }

    /// Keeps what the last action added to the log.
    pub fn deltalog(&self) -> u32 {
        converter(&self.engine).log(&self.state.deltalog)
    }

    /// Keeps `_undo`, the oldest first.
    #[wasm_bindgen(js_name = undoStack)]
    pub fn undo_stack(&self) -> u32 {
        converter(&self.engine).undo(&self.state.undo, 0)
    }

    /// Keeps `_redo`, the nearest first.
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

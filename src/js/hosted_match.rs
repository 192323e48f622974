//! A match of a game with any host, for [`GameEngine`](super::GameEngine).

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::bound::BoundHost;
use super::engine::{GameEngine, Match};
use super::entropy;
use super::followed_match::FollowedMatch;
use super::imports;
use super::memory;
use super::online::OnlineClient;
use super::options::{Depth, Options};
use super::read::state::StateReader;
use super::read::{self, ListReader, chosen_move};
use super::snapshots::{Snapshot, Snapshots, can_go};
use super::values::ValueId;
use super::write::Converter;
use crate::codes::{applied, place, problem, request, step_rights, value};
use crate::core::{
    Action, ActionKind, ClockOrder, Engine, Event, EventKind, Fault, Game, LogEntry, Moment, Parser,
    PlayerID, Predicted, Refusal, RefusalKind, SharedContext, Start, State, Timeout, check_state,
};
#[cfg(not(feature = "bindgen"))]
use crate::game::Data;
use crate::sync::Master;

/// A match at a master. Errors are JavaScript values.
pub type Held<H> = Master<H, ValueId>;

/// A match of a game with this host.
pub struct HostedMatch<H: BoundHost> {
    pub(super) engine: Rc<Engine<H>>,
    pub(super) state: RefCell<Option<Rc<State<H>>>>,
    log: RefCell<Vec<Rc<LogEntry<ValueId>>>>,
    snapshots: Snapshots<H>,
    is_watched: Cell<bool>,
    /// Matches that JavaScript knows by number. Those without a master have an empty ledger.
    slots: RefCell<Vec<Option<Rc<Held<H>>>>>,
    player_id: RefCell<Option<PlayerID>>,
    credentials: RefCell<Option<ValueId>>,
    refusal: RefCell<Option<Box<Refusal<ValueId>>>>,
    options: Cell<Options>,
}

impl<H: BoundHost> HostedMatch<H> {
    /// Creates it with a game and its host, before a match has started.
    pub fn new(game: Game<H::Function, ValueId>, host: H, context: SharedContext<ValueId>) -> Self {
        HostedMatch {
            engine: Rc::new(Engine { game, host, context }),
            state: RefCell::new(None),
            log: RefCell::new(Vec::new()),
            snapshots: Snapshots::default(),
            is_watched: Cell::default(),
            slots: RefCell::new(Vec::new()),
            player_id: RefCell::new(None),
            credentials: RefCell::new(None),
            refusal: RefCell::new(None),
            options: Cell::new(Options::default()),
        }
    }
}

impl GameEngine {
    /// Creates an engine for a game in any language. The game's code shares the context.
    pub fn hosting<H: BoundHost>(
        game: Game<H::Function, ValueId>,
        host: H,
        context: SharedContext<ValueId>,
    ) -> GameEngine {
        GameEngine(Box::new(HostedMatch::new(game, host, context)))
    }
}

impl<H: BoundHost> Match for HostedMatch<H> {
    fn start(&self, num_players: f64, setup_data: u32) -> bool {
        // `as` saturates, and such numbers of players are refused.
        let num_players = num_players as u32;
        let setup_data = ValueId::new(setup_data);
        match self.engine.start(&Start { num_players, setup_data, seed: None }) {
            Ok(_) if imports::has_thrown() => false,
            Ok(state) => {
                memory::reserve();
                self.state.replace(Some(Rc::new(state)));
                true
            }
            Err(fault) => self.fail(fault),
        }
    }

    fn make_move(&self, id: usize, args: u32) -> i32 {
        self.apply(ActionKind::Move { id, args: ValueId::new(args) })
    }

    fn make_event(&self, kind: usize) -> i32 {
        let Some(kind) = EventKind::at(kind) else {
            self.check(request::EVENT, place::NONE);
            return applied::REFUSED;
        };
        self.apply(ActionKind::Event(self.event(kind)))
    }

    fn undo(&self) -> i32 {
        self.apply(ActionKind::Undo)
    }

    fn redo(&self) -> i32 {
        self.apply(ActionKind::Redo)
    }

    fn leave_match(&self) -> i32 {
        self.apply(ActionKind::Leave)
    }

    fn time_out(&self, deadline: f64, has_failed: bool, place: i32, args: u32) -> i32 {
        let Some(player) = self.player_id.borrow().clone() else { return applied::REFUSED };
        let chosen = chosen_move(place, ValueId::new(args));
        self.apply(ActionKind::Timeout(Timeout { player, deadline, has_failed, chosen }))
    }

    fn restart_clock(&self) {
        let state = self.state.borrow().clone();
        if let (Some(state), Some(moment)) = (state, moment()) {
            self.state.replace(Some(Rc::new(state.with_restarted_clock(moment.now))));
        }
    }

    fn order_clock(&self, order: usize) -> i32 {
        ClockOrder::at(order).map_or(applied::REFUSED, |order| self.apply(ActionKind::Clock(order)))
    }

    fn make_plugin_action(&self, index: usize, payload: u32) -> i32 {
        self.apply(ActionKind::Plugin { index, payload: ValueId::new(payload) })
    }

    fn check(&self, request: u32, place: i32) -> bool {
        let (state, player) = (self.state.borrow(), self.player_id.borrow());
        let Some(state) = &*state else { return false };
        let request = read::request_of(request, place);
        let checked = self.engine.game.check(&state.ctx, player.as_ref(), request);
        checked.map_err(|refusal| self.refusal.replace(Some(refusal))).is_ok()
    }

    fn is_active(&self) -> bool {
        let list = &mut self.list();
        read::state::ctx(list, self.engine.game.differences).may_act(list.name().as_ref())
    }

    fn step_rights(&self) -> i32 {
        let Some(state) = self.state.borrow().clone() else { return step_rights::NOBODY };
        let player = state.ctx.only_active();
        if player.is_none() {
            return step_rights::NOBODY;
        }
        let can_go = |back| i32::from(can_go(&self.engine, &state, player.as_ref(), back));
        let number = self.engine.host.bound().names.number_of(player.as_ref());
        (number << step_rights::BITS) + can_go(true) * step_rights::UNDO + can_go(false) * step_rights::REDO
    }

    fn can_move(&self, id: usize, args: u32) -> bool {
        let args = ValueId::new(args);
        let Some(state) = self.state.borrow().clone() else { return false };
        let player = self.acting(&state).or_else(|| state.ctx.current_player.clone());
        match self.engine.check_move(&state, player.as_ref(), id, &args) {
            Ok(()) => true,
            Err(fault) => self.fail(fault),
        }
    }

    fn load_state(&self) -> bool {
        if self.engine.context.is_busy() {
            return self.refuse("a move or hook cannot load a state");
        }
        let game = &self.engine.game;
        let reader = StateReader {
            host: &self.engine.host,
            list: self.list(),
            moves: &game.move_names,
            plugins: game.plugins.len(),
            differences: game.differences,
            random: self.state.borrow().as_ref().map(|now| now.plugins.random.clone()),
            has_source: self.engine.context.has_source(),
        };
        let read = reader.state();
        if imports::has_thrown() {
            return false;
        }
        let Some(state) = read else { return self.refuse("G: it is no state of this game") };
        if let Err(refusal) = check_state(&state, game) {
            self.refusal.replace(Some(refusal));
            return false;
        }
        self.state.replace(Some(Rc::new(state)));
        self.log.borrow_mut().clear();
        true
    }

    fn watch(&self, is_watched: bool) {
        self.is_watched.set(is_watched);
    }

    fn look(&self) {
        let Some(state) = self.state.borrow().clone() else { return };
        let (player, log_length) = (self.player_id.borrow().clone(), self.log.borrow().len());
        let ctx = self.engine.host.bound().contexts.ctx_of_state(&state.ctx);
        // The first entry is the beginning of the turn.
        let (has_past, has_future) = (state.undo.depth() > 1, state.redo.depth() > 0);
        let is_active = state.ctx.may_act(player.as_ref());
        let state_id = state.state_id as f64;
        let g = self.engine.host.show(&state.g);
        if !H::SHOWS_WITHOUT_CODE && imports::has_thrown() {
            return;
        }
        let snapshot = self.snapshots.open(state, player);
        imports::set_look(snapshot, g.id(), ctx.id(), state_id, log_length, has_past, has_future, is_active);
    }

    fn forget_looks(&self, first: u32, last: u32) {
        self.snapshots.forget(first, last);
    }

    fn can_go(&self, snapshot: u32, back: bool) -> bool {
        let can_go =
            |snapshot: Snapshot<H>| can_go(&self.engine, &snapshot.state, snapshot.player.as_ref(), back);
        self.snapshots.at(snapshot).is_some_and(can_go)
    }

    fn plugins(&self, snapshot: u32) -> u32 {
        self.store_part_of(snapshot, |converter, state| {
            let (data, list) = (converter.plugins(&state.plugins), imports::make_list());
            imports::push_value(list, data.id());
            list
        })
    }

    fn deltalog(&self, snapshot: u32) -> u32 {
        self.store_part_of(snapshot, |converter, state| converter.log(&state.deltalog))
    }

    fn undo_stack(&self, snapshot: u32) -> u32 {
        self.store_part_of(snapshot, |converter, state| converter.undo(state, 0))
    }

    fn redo_stack(&self, snapshot: u32) -> u32 {
        self.store_part_of(snapshot, |converter, state| converter.redo(state))
    }

    fn log_from(&self, first: usize) -> u32 {
        Converter::of(&self.engine).log(self.log.borrow().get(first..).unwrap_or_default())
    }

    fn tell_refusal(&self) {
        if let Some(refusal) = self.refusal.take() {
            let payload = ValueId::id_or_undefined(refusal.payload.as_ref());
            imports::set_refusal(refusal.kind.name(), &refusal.message, payload);
        }
    }

    fn set_player_id(&self) {
        self.player_id.replace(self.list().name());
    }

    fn set_player_number(&self, number: usize) {
        self.player_id.replace(self.engine.host.bound().names.numbered(number));
    }

    fn configure(&self, options: u32) {
        match ValueId::new(options).read() {
            Ok(options) => self.set_options(options),
            Err(expected) => raise_of_options(expected),
        }
    }

    fn fill_slot(&self, number: usize) {
        if let Some(state) = self.state.borrow().clone() {
            self.fill(number, Master::new(state));
        }
    }

    fn clear_slot(&self, number: usize) {
        // Dropped without a borrow, because this may run the game's code.
        let held = self.slots.borrow_mut().get_mut(number).and_then(Option::take);
        drop(held);
    }

    fn go_to(&self, number: usize) {
        self.state.replace(self.held(number).map(|held| Rc::clone(held.state())));
        self.log.borrow_mut().clear();
    }

    fn shared_undo(&self, number: usize) -> usize {
        let (state, held) = (self.state.borrow(), self.held(number));
        state.as_ref().zip(held).map_or(0, |(state, held)| state.undo.shared_with(&held.state().undo))
    }

    fn export_state(&self, first_undo: usize) -> u32 {
        let state = self.state.borrow().clone();
        state.map_or(0, |state| Converter::of(&self.engine).state(&state, first_undo))
    }

    fn set_credentials(&self, credentials: u32) {
        self.credentials.replace((credentials != value::UNDEFINED).then(|| ValueId::new(credentials)));
    }

    fn follow(&self, depth: u32, hides: bool) -> OnlineClient {
        self.engine.host.runs_ahead();
        OnlineClient::of(Box::new(FollowedMatch::new(Rc::clone(&self.engine), depth, hides)))
    }

    fn call_event(&self, kind: usize) -> bool {
        let Some(kind) = EventKind::at(kind) else { return false };
        self.engine.context.call_event(self.event(kind))
    }

    fn number(&self) -> f64 {
        self.engine.context.number().unwrap_or(f64::NAN)
    }

    fn set_metadata(&self, metadata: u32) -> bool {
        self.engine.context.set_metadata((metadata != 0).then(|| ValueId::new(metadata)))
    }

    fn emit(&self, effect: u32) -> bool {
        self.engine.context.emit(ValueId::new(effect))
    }

    fn hold(&self, number: usize) {
        self.hold_as_stored(number);
    }

    fn propose(&self) -> bool {
        self.propose_as_master()
    }

    #[cfg(not(feature = "bindgen"))]
    fn release(&self) {
        self.snapshots.clear();
        drop((self.state.take(), self.log.take(), self.slots.take(), self.refusal.take()));
    }

    #[cfg(not(feature = "bindgen"))]
    fn recover(&self) {
        self.engine.context.abandon();
    }
}

impl<H: BoundHost> HostedMatch<H> {
    fn apply(&self, kind: ActionKind<ValueId>) -> i32 {
        let Some(state) = self.state.borrow().clone() else {
            self.refuse("the match has not begun");
            return applied::REFUSED;
        };
        let action = self.action(kind, &state);
        let outcome = match self.options.get().depth {
            Depth::All => self.engine.apply(&state, &action).map(Predicted::Done),
            Depth::Moves => self.engine.predict(&state, &action, false),
        };
        match outcome {
            // Also after calls that cannot fail for the core: a state is complete, or there is none.
            Ok(_) if imports::has_thrown() => applied::REFUSED,
            Ok(Predicted::Waits(wait)) => applied::WAITS + wait as i32,
            Ok(Predicted::Done(next)) => self.go_on(next, &action, applied::DONE),
            Ok(Predicted::WithoutEvents(next)) => self.go_on(next, &action, applied::WITHOUT_EVENTS),
            Err(fault) => {
                self.fail(fault);
                applied::REFUSED
            }
        }
    }

    pub(super) fn list(&self) -> ListReader<'_> {
        ListReader::new(&self.engine.host.bound().names)
    }

    /// Returns the match in the slot with this number.
    pub(super) fn held(&self, number: usize) -> Option<Rc<Held<H>>> {
        self.slots.borrow().get(number).cloned().flatten()
    }

    /// Stores a match in the slot with this number, in place of its content.
    pub(super) fn fill(&self, number: usize, held: Held<H>) {
        self.clear_slot(number);
        let mut slots = self.slots.borrow_mut();
        if number >= slots.len() {
            slots.resize_with(number + 1, || None);
        }
        if let Some(slot) = slots.get_mut(number) {
            *slot = Some(Rc::new(held));
        }
    }

    fn set_options(&self, options: Options) {
        if options.draws_securely {
            // Throws if there is no cryptographic generator. No other generator is used.
            if entropy::number().is_err() {
                return;
            }
            self.engine.context.draw_from(Rc::new(entropy::drawn));
        }
        if options.has_clock {
            self.engine.context.tell_time(Rc::new(moment));
        }
        if let Depth::Moves = options.depth {
            self.engine.host.runs_ahead();
        }
        self.options.set(options);
    }

    /// Parses the event whose argument is in the list.
    fn event(&self, kind: EventKind) -> Event<ValueId> {
        Parser::new(&mut self.list(), self.engine.game.differences).event(kind)
    }

    /// Stores a part of a snapshot for the host.
    fn store_part_of(&self, snapshot: u32, write: impl FnOnce(&Converter<'_, H>, &State<H>) -> u32) -> u32 {
        self.snapshots
            .at(snapshot)
            .map_or(value::UNDEFINED, |snapshot| write(&Converter::of(&self.engine), &snapshot.state))
    }

    fn action(&self, kind: ActionKind<ValueId>, state: &State<H>) -> Action<ValueId> {
        let (player_id, credentials) = (self.acting(state), self.credentials.borrow().clone());
        Action { kind, player_id, credentials }
    }

    /// Returns the acting player: the one that is set, else the current player, unless the options allow
    /// nobody.
    fn acting(&self, state: &State<H>) -> Option<PlayerID> {
        match &*self.player_id.borrow() {
            None if !self.options.get().allows_nobody => state.ctx.current_player.clone(),
            player => player.clone(),
        }
    }

    /// Continues with the state after an action.
    fn go_on(&self, next: State<H>, action: &Action<ValueId>, answer: i32) -> i32 {
        if !matches!(action.kind, ActionKind::Plugin { .. }) {
            self.log.borrow_mut().extend(next.deltalog.iter().cloned());
        }
        if self.engine.context.has_effects() {
            imports::note_effects();
        }
        memory::reserve();
        self.state.replace(Some(Rc::new(next)));
        // The action is done, even if showing its state throws.
        if self.is_watched.get() && H::SHOWS_WITHOUT_CODE {
            self.look();
        }
        answer
    }

    fn fail(&self, fault: Fault<H::Exception, ValueId>) -> bool {
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

fn raise_of_options(expected: impl AsRef<str>) {
    imports::raise(problem::DEFINITION, "options", expected.as_ref());
}

/// Returns the moment of the action that begins, by the host's clock.
fn moment() -> Option<Moment> {
    let (now, acted) = (imports::moment(), imports::acted());
    (!now.is_nan()).then_some(Moment { now, acted })
}

//! The one verb: apply an action to a state, and get a new state or the reason why not.

use std::rc::Rc;

use super::action::{Action, ActionKind};
use super::action_context::{Method, SharedContext};
use super::ctx::Ctx;
use super::error::{Fault, Refusal, RefusalKind};
use super::event::{Event, EventKind};
use super::flow::Flow;
use super::game::{Game, Move, Toggle};
use super::host::{Host, Outcome, Played, Scope, Validity};
use super::ids::{MoveId, PlayerID};
use super::log::{LogAction, LogEntry};
use super::plugins::{Metadata, PluginData};
use super::random::Random;
use super::stack::Stack;
use super::state::State;
use super::undo::UndoEntry;

/// A game with its host, ready to process actions. It holds no state of a match.
pub struct Engine<H: Host> {
    /// The game's definition.
    pub game: Game<H::Function, H::Value>,
    /// The game's code.
    pub host: H,
    /// What callbacks work with; shared with the host.
    pub context: SharedContext<H::Value>,
}

/// How a match is begun.
pub struct Start<V> {
    /// How many players there are.
    pub num_players: u32,
    /// What `setup` gets as its second argument.
    pub setup_data: V,
}

impl<H: Host> Engine<H> {
    /// The state of a match at its beginning: after `setup`, and after the first phase and turn have begun.
    ///
    /// # Errors
    /// What the game throws, and refusals: events that the game's hooks must not call.
    pub fn start(&self, start: &Start<H::Value>) -> Outcome<State<H>, H> {
        self.guard_reentry()?;
        let random = Random::seeded(Rc::clone(&self.game.seed));
        let metadata = self.game.differences.metadata_outlives_refusals().then(Metadata::default);
        self.context.open(&random, metadata.clone());
        let started = self.run_start(start, random, metadata);
        self.context.close();
        started
    }

    /// The state after an action.
    ///
    /// # Errors
    /// What the game throws, and refusals; either way nothing has happened.
    pub fn apply(&self, state: &State<H>, action: &Action<H::Value>) -> Outcome<State<H>, H> {
        self.guard_reentry()?;
        let applied = self.run(state, action);
        self.context.close();
        applied
    }

    /// What a client can show of an action before the master has answered: a move without hooks and endings,
    /// or with `flow` all that follows from it, and events as well. None if it must wait: because the move
    /// says so, because it draws random numbers, or because a plugin wants it.
    ///
    /// # Errors
    /// As in [`Engine::apply`].
    pub fn predict(
        &self,
        state: &State<H>,
        action: &Action<H::Value>,
        flow: bool,
    ) -> Outcome<Option<State<H>>, H> {
        self.guard_reentry()?;
        self.open(state);
        let predicted = match &action.kind {
            ActionKind::Move { id, args } => self.predict_move(state, action, *id, args, flow),
            ActionKind::Event(event) if flow => {
                self.call_event(state, action, event).and_then(|played| self.unless_no_client(played))
            }
            _ => Ok(None),
        };
        self.context.close();
        // The master draws other numbers, so that even a refusal says nothing.
        if self.context.random() == state.plugins.random { predicted } else { Ok(None) }
    }

    fn run(&self, state: &State<H>, action: &Action<H::Value>) -> Outcome<State<H>, H> {
        match &action.kind {
            ActionKind::Move { id, args } => self.make_move(state, action, *id, args).map(|played| played.0),
            ActionKind::Event(event) => self.call_event(state, action, event).map(|played| played.0),
            ActionKind::Undo => self.undo(state, action),
            ActionKind::Redo => self.redo(state, action),
            ActionKind::Leave => self.leave(state, action),
            ActionKind::Plugin { index, payload } => self.act_on_plugin(state, *index, payload),
        }
    }

    fn guard_reentry(&self) -> Outcome<(), H> {
        if self.context.is_busy() {
            let message =
                "a move or hook cannot make moves of its own; call `events`, or act when it has returned";
            return Err(Refusal::new(RefusalKind::ActionInvalid, message).into());
        }
        Ok(())
    }

    fn run_start(
        &self,
        start: &Start<H::Value>,
        random: Random,
        metadata: Option<Metadata<H::Value>>,
    ) -> Outcome<State<H>, H> {
        let ctx = Ctx::before_first_turn(start.num_players, self.game.start.clone());
        let own = self.host.set_up_plugins(&ctx).map_err(Fault::Thrown)?.into();
        let plugins = PluginData { random, own, metadata };
        let apis = self.host.open_plugins(None, &ctx, &plugins, None).map_err(Fault::Thrown)?;
        let g = self
            .host
            .setup(self.game.setup.as_ref(), &ctx, &apis, &start.setup_data)
            .map_err(Fault::Thrown)?;
        let mut state = State {
            g,
            ctx: Rc::new(ctx),
            plugins,
            deltalog: Vec::new(),
            undo: Stack::default(),
            redo: Stack::default(),
            state_id: 0,
        };
        let flow = Flow::new(self, &apis, None, 0);
        flow.start_game(&mut state)?;
        let begun = state.clone();
        match flow.flush(&mut state) {
            Err(Fault::Refused(refusal)) if !self.game.differences.refuses_bad_start() => {
                self.host.warn(&refusal.message);
                state = begun;
            }
            flushed => flushed?,
        }
        if !self.game.disable_undo {
            state.undo = Stack::of(undo_entry(&state, None, None));
        }
        Ok(state)
    }

    fn make_move(
        &self,
        state: &State<H>,
        action: &Action<H::Value>,
        id: MoveId,
        args: &H::Value,
    ) -> Outcome<(State<H>, H::Apis), H> {
        let player = action.player_id.as_ref();
        let declared = self.open_move(state, player, id)?;
        self.open(state);
        let apis = self.open_plugins(state, player)?;
        let g = self.run_move(state, player, id, declared, &apis, args)?;
        let redact = match &declared.redact {
            Toggle::Unset | Toggle::Always(false) => None,
            Toggle::Always(true) => Some(true),
            Toggle::Ask(function) => {
                let (acting, player_id, method) = (player, None, None);
                let scope = Scope { g: &g, ctx: &state.ctx, player_id, acting, method, apis: &apis };
                Some(self.host.ask_flag(function, &scope).map_err(Fault::Thrown)?)
            }
        };
        let logged = LogAction::Move {
            id,
            args: args.clone(),
            player_id: action.player_id.clone(),
            credentials: action.credentials.clone(),
        };
        let mut next = State { g, ..state.with_log(self.first_entry(state, logged, redact)) };
        let flow = Flow::new(self, &apis, player, state.ctx.turn);
        flow.after_move(&mut next, !declared.no_limit)?;
        flow.flush(&mut next)?;
        Ok((self.conclude(next, action, Some(id)), apis))
    }

    fn predict_move(
        &self,
        state: &State<H>,
        action: &Action<H::Value>,
        id: MoveId,
        args: &H::Value,
        flow: bool,
    ) -> Outcome<Option<State<H>>, H> {
        let player = action.player_id.as_ref();
        let mover = player.or(state.ctx.current_player.as_ref());
        if self.find_move(&state.ctx, id, mover).is_some_and(|declared| !declared.client) {
            return Ok(None);
        }
        if flow {
            return self.unless_no_client(self.make_move(state, action, id, args)?);
        }
        let declared = self.open_move(state, player, id)?;
        let apis = self.open_plugins(state, player)?;
        let g = self.run_move(state, player, id, declared, &apis, args)?;
        let mut next = State { g, ..state.with_log(Vec::new()) };
        let has_called = self.context.any_queued(0, |_| true);
        if has_called || self.host.ask_no_client(&next, &apis).map_err(Fault::Thrown)? {
            return Ok(None);
        }
        Flow::new(self, &apis, player, state.ctx.turn).flush(&mut next)?;
        next.state_id += 1;
        Ok(Some(next))
    }

    /// The new state, unless one of the plugins wants clients to wait for the master.
    fn unless_no_client(&self, (next, apis): (State<H>, H::Apis)) -> Outcome<Option<State<H>>, H> {
        let waits = self.host.ask_no_client(&next, &apis).map_err(Fault::Thrown)?;
        Ok((!waits).then_some(next))
    }

    fn run_move(
        &self,
        state: &State<H>,
        player: Option<&PlayerID>,
        id: MoveId,
        declared: &Move<H::Function>,
        apis: &H::Apis,
        args: &H::Value,
    ) -> Outcome<H::G, H> {
        if let Some(validate) = &declared.validate {
            self.validate(state, player, id, validate, args)?;
            // Nothing that it did on the way is the move's.
            self.open(state);
        }
        let (acting, method) = (player, Some(Method::Move));
        let scope = Scope { g: &state.g, ctx: &state.ctx, player_id: player, acting, method, apis };
        self.context.enter(Method::Move, &state.ctx);
        let played = self.host.run_move(&declared.function, &scope, args);
        self.context.leave();
        match played.map_err(Fault::Thrown)? {
            Played::Done(g) => Ok(g),
            Played::Invalid(payload) => {
                let message = format!("invalid move: {}", self.move_name(id));
                Err(Refusal { kind: RefusalKind::InvalidMove, message, payload }.into())
            }
        }
    }

    fn call_event(
        &self,
        state: &State<H>,
        action: &Action<H::Value>,
        event: &Event<H::Value>,
    ) -> Outcome<(State<H>, H::Apis), H> {
        let player = action.player_id.as_ref();
        let (kind, name) = (event.kind(), event.kind().name());
        let is_off =
            self.game.differences.refuses_disabled_events() && self.game.disabled_events.contains(&kind);
        if is_off || kind == EventKind::RemovePlayer {
            let message = format!("events.{name} is switched off by the game");
            return Err(Refusal::new(RefusalKind::ActionDisabled, message).into());
        }
        self.check_open(state, player, &format!("call events.{name}"))?;
        self.open(state);
        let apis = self.open_plugins(state, player)?;
        let flow = Flow::new(self, &apis, player, state.ctx.turn);
        let mut next = state.with_log(Vec::new());
        flow.event_of_player(&mut next, event)?;
        flow.flush(&mut next)?;
        Ok((self.conclude(next, action, None), apis))
    }

    fn leave(&self, state: &State<H>, action: &Action<H::Value>) -> Outcome<State<H>, H> {
        let known = action.player_id.as_ref().filter(|player| state.ctx.has_player(player));
        let Some(player) = known else {
            return refuse(RefusalKind::ActionInvalid, "only a player of the match can leave it");
        };
        if state.ctx.gameover.is_some() {
            return refuse(RefusalKind::GameOver, "the game is over: nobody can leave it");
        }
        self.open(state);
        let apis = self.open_plugins(state, Some(player))?;
        let mut next = state.with_log(self.first_entry(state, LogAction::Leave(player.clone()), None));
        let flow = Flow::new(self, &apis, Some(player), state.ctx.turn);
        flow.player_leaves(&mut next, player)?;
        flow.flush(&mut next)?;
        // Nobody takes it back.
        next.undo = Stack::default();
        Ok(self.conclude(next, action, None))
    }

    /// Why this player cannot undo now.
    ///
    /// # Errors
    /// What a move's `undoable` throws, and the refusal.
    pub fn check_undo(&self, state: &State<H>, player: Option<&PlayerID>) -> Outcome<(), H> {
        if self.game.disable_undo {
            return refuse(RefusalKind::ActionDisabled, "undo is switched off by the game");
        }
        let Some((last, restored)) = undo_step(state) else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to undo");
        };
        if player.is_some() && player != last.player_id.as_ref() {
            let message = "the last action is another player's; it is theirs to undo";
            return refuse(RefusalKind::ActionInvalid, message);
        }
        match last.move_id {
            Some(id) if !self.may_undo(state, id, last, restored)? => {
                let message = format!("the move {} cannot be undone", self.move_name(id));
                refuse(RefusalKind::ActionInvalid, message)
            }
            _ => Ok(()),
        }
    }

    /// Why this player cannot redo now.
    ///
    /// # Errors
    /// The refusal.
    pub fn check_redo(&self, state: &State<H>, player: Option<&PlayerID>) -> Outcome<(), H> {
        if self.game.disable_undo {
            return refuse(RefusalKind::ActionDisabled, "redo is switched off by the game");
        }
        let Some((first, _)) = state.redo.pop() else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to redo");
        };
        if player.is_some() && player != first.player_id.as_ref() {
            let message = "the undo was another player's; it is theirs to redo";
            return refuse(RefusalKind::ActionInvalid, message);
        }
        Ok(())
    }

    /// Why this move cannot be made now; its `validate` is asked, and nothing changes.
    ///
    /// # Errors
    /// What `validate` throws, and the refusal.
    pub fn check_move(
        &self,
        state: &State<H>,
        player: Option<&PlayerID>,
        id: MoveId,
        args: &H::Value,
    ) -> Outcome<(), H> {
        self.guard_reentry()?;
        let declared = self.open_move(state, player, id)?;
        let Some(validate) = &declared.validate else { return Ok(()) };
        self.open(state);
        let checked = self.validate(state, player, id, validate, args);
        self.context.close();
        checked
    }

    fn validate(
        &self,
        state: &State<H>,
        player: Option<&PlayerID>,
        id: MoveId,
        validate: &H::Function,
        args: &H::Value,
    ) -> Outcome<(), H> {
        let apis = self.open_plugins(state, player)?;
        let (acting, method) = (player, None);
        let scope = Scope { g: &state.g, ctx: &state.ctx, player_id: player, acting, method, apis: &apis };
        match self.host.ask_validity(validate, &scope, args).map_err(Fault::Thrown)? {
            Validity::Valid => Ok(()),
            Validity::Invalid(payload) => {
                let message = format!("invalid move: {}", self.move_name(id));
                Err(Refusal { kind: RefusalKind::InvalidMove, message, payload }.into())
            }
        }
    }

    /// The declaration of a move that this player may make now.
    fn open_move(
        &self,
        state: &State<H>,
        player: Option<&PlayerID>,
        id: MoveId,
    ) -> Outcome<&Move<H::Function>, H> {
        let mover = player.or(state.ctx.current_player.as_ref());
        let Some(declared) = self.find_move(&state.ctx, id, mover) else {
            return Err(self.unavailable(state, id, mover).into());
        };
        self.check_open(state, player, "make a move")?;
        Ok(declared)
    }

    fn undo(&self, state: &State<H>, action: &Action<H::Value>) -> Outcome<State<H>, H> {
        self.open(state);
        self.check_undo(state, action.player_id.as_ref())?;
        let Some((last, restored)) = undo_step(state) else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to undo");
        };
        let below = state.undo.pop().map(|(_, below)| below.clone());
        self.note_return(state, restored);
        let logged = LogAction::Undo(action.player_id.clone());
        Ok(State {
            g: restored.g.clone(),
            ctx: Rc::clone(&restored.ctx),
            plugins: restored.plugins.clone(),
            deltalog: self.first_entry(state, logged, None),
            undo: below.unwrap_or_default(),
            redo: state.redo.push(Rc::clone(last)),
            state_id: state.state_id + 1,
        })
    }

    fn redo(&self, state: &State<H>, action: &Action<H::Value>) -> Outcome<State<H>, H> {
        self.open(state);
        self.check_redo(state, action.player_id.as_ref())?;
        let Some((first, below)) = state.redo.pop() else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to redo");
        };
        self.note_return(state, first);
        let logged = LogAction::Redo(action.player_id.clone());
        Ok(State {
            g: first.g.clone(),
            ctx: Rc::clone(&first.ctx),
            plugins: first.plugins.clone(),
            deltalog: self.first_entry(state, logged, None),
            undo: state.undo.push(Rc::clone(first)),
            redo: below.clone(),
            state_id: state.state_id + 1,
        })
    }

    /// An undo or redo stays in its turn, but may lead into other stages, or bring back whoever was removed.
    fn note_return(&self, state: &State<H>, moment: &UndoEntry<H>) {
        let (now, then) = (&state.ctx, &moment.ctx);
        if now.active_players != then.active_players || now.current_player != then.current_player {
            self.context.note_fresh(None);
        }
    }

    fn act_on_plugin(&self, state: &State<H>, index: usize, payload: &H::Value) -> Outcome<State<H>, H> {
        let Some(data) = state.plugins.own.get(index) else {
            let message = "the game has no such plugin";
            return Err(Refusal::new(RefusalKind::ActionInvalid, message).into());
        };
        self.open(state);
        let data = self.host.run_plugin_action(index, data, payload).map_err(Fault::Thrown)?;
        let mut own: Vec<H::Value> = state.plugins.own.to_vec();
        if let Some(slot) = own.get_mut(index) {
            *slot = data;
        }
        let mut next = state.with_log(Vec::new());
        next.plugins.own = own.into();
        Ok(next)
    }

    /// The move that this name means for this player now: their stage's, else the phase's, else the game's.
    pub fn find_move(
        &self,
        ctx: &Ctx<H::Value>,
        id: MoveId,
        player: Option<&PlayerID>,
    ) -> Option<&Move<H::Function>> {
        let phase = self.game.phase(ctx.phase.as_ref())?;
        let stage = player
            .and_then(|player| ctx.active_players.as_ref()?.find(player)?)
            .and_then(|stage| phase.turn.stage(&stage)?.moves.as_ref());
        stage.or(phase.moves.as_ref()).unwrap_or(&self.game.moves).find(id)
    }

    fn check_open(&self, state: &State<H>, player: Option<&PlayerID>, deed: &str) -> Outcome<(), H> {
        if state.ctx.gameover.is_some() {
            let message = format!("the game is over: nobody can {deed}");
            return Err(Refusal::new(RefusalKind::GameOver, message).into());
        }
        match player {
            Some(player) if !state.ctx.is_player_active(player) => {
                let message = format!("player {player} is not active and cannot {deed}");
                Err(Refusal::new(RefusalKind::InactivePlayer, message).into())
            }
            None if state.ctx.current_player.is_none() => {
                let message = format!("every player is out: nobody can {deed}");
                Err(Refusal::new(RefusalKind::InactivePlayer, message).into())
            }
            _ => Ok(()),
        }
    }

    fn unavailable(&self, state: &State<H>, id: MoveId, mover: Option<&PlayerID>) -> Refusal<H::Value> {
        let stage = mover.and_then(|player| state.ctx.active_players.as_ref()?.find(player)?);
        let place = match (&stage, &state.ctx.phase) {
            (Some(stage), _) => format!(" in stage {stage}"),
            (None, Some(phase)) => format!(" in phase {phase}"),
            (None, None) => String::new(),
        };
        let message = format!("the move {} is not available{place}", self.move_name(id));
        Refusal::new(RefusalKind::UnavailableMove, message)
    }

    fn move_name(&self, id: MoveId) -> &str {
        self.game.move_names.name(id).map_or("?", |name| name)
    }

    fn open(&self, state: &State<H>) {
        self.context.open(&state.plugins.random, state.plugins.metadata.clone());
    }

    fn open_plugins(&self, state: &State<H>, player: Option<&PlayerID>) -> Outcome<H::Apis, H> {
        self.host.open_plugins(Some(&state.g), &state.ctx, &state.plugins, player).map_err(Fault::Thrown)
    }

    fn may_undo(
        &self,
        state: &State<H>,
        id: MoveId,
        last: &UndoEntry<H>,
        restored: &UndoEntry<H>,
    ) -> Outcome<bool, H> {
        let declared = self.find_move(&restored.ctx, id, last.player_id.as_ref());
        match declared.map(|declared| &declared.undoable) {
            Some(Toggle::Ask(function)) => {
                let scope = Scope {
                    g: &state.g,
                    ctx: &state.ctx,
                    player_id: None,
                    acting: last.player_id.as_ref(),
                    method: None,
                    apis: &H::Apis::default(),
                };
                self.host.ask_flag(function, &scope).map_err(Fault::Thrown)
            }
            Some(Toggle::Always(undoable)) => Ok(*undoable),
            Some(Toggle::Unset) => Ok(true),
            None => Ok(false),
        }
    }

    fn first_entry(
        &self,
        state: &State<H>,
        action: LogAction<H::Value>,
        redact: Option<bool>,
    ) -> Vec<Rc<LogEntry<H::Value>>> {
        if self.game.disable_log {
            return Vec::new();
        }
        // Most actions add an ending as well.
        let mut entries = Vec::with_capacity(2);
        entries.push(Rc::new(LogEntry {
            action,
            state_id: state.state_id,
            turn: state.ctx.turn,
            phase: state.ctx.phase.clone(),
            automatic: false,
            redact,
            metadata: self.context.metadata(),
        }));
        entries
    }

    fn conclude(&self, mut state: State<H>, action: &Action<H::Value>, move_id: Option<MoveId>) -> State<H> {
        if !self.game.disable_undo {
            let player = action.player_id.clone().or_else(|| state.ctx.current_player.clone());
            state.undo = state.undo.push(Rc::new(undo_entry(&state, player, move_id)));
            state.redo = Stack::default();
        }
        state.state_id += 1;
        state
    }
}

type Moment<H> = Rc<UndoEntry<H>>;

/// The action that an undo takes back, and the moment it goes back to.
fn undo_step<H: Host>(state: &State<H>) -> Option<(&Moment<H>, &Moment<H>)> {
    let (last, below) = state.undo.pop()?;
    Some((last, below.pop()?.0))
}

fn refuse<T, X, V>(kind: RefusalKind, message: impl Into<String>) -> Result<T, Fault<X, V>> {
    Err(Refusal::new(kind, message).into())
}

fn undo_entry<H: Host>(
    state: &State<H>,
    player_id: Option<PlayerID>,
    move_id: Option<MoveId>,
) -> UndoEntry<H> {
    UndoEntry {
        g: state.g.clone(),
        ctx: Rc::clone(&state.ctx),
        plugins: state.plugins.clone(),
        player_id,
        move_id,
    }
}

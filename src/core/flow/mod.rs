//! The flow of a match: how turns, phases, stages and the game begin and end.
//!
//! A [`Step`] is one beginning or ending. [`Flow::process`] takes steps from a queue. After each step it
//! checks whether the game, the phase or the turn is over. Steps that a step starts are queued behind it.

mod active_players;
mod events;
mod order;
mod phases;
mod plain;
mod process;
mod step;
mod timeout;
mod turns;

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use self::step::Step;
use super::action_context::{ActionContext, MOST_EFFECTS, Method};
use super::check::check_ctx;
use super::error::{Fault, Refusal, RefusalKind, refuse};
use super::event::{Event, EventKind};
use super::game::Phase;
use super::host::{GameOf, Host, Outcome, Played, Scope, ScopeMut, TurnOf, Validity};
use super::ids::{Name, PlayerID};
use super::log::{LogAction, LogArgs, LogEntry};
use super::obstacle::Obstacle;
use super::open_action::OpenAction;
use super::plugins::Metadata;
use super::state::State;
use super::text::{fill, number};

/// The flow of one action.
pub(super) struct Flow<'a, H: Host> {
    game: &'a GameOf<H>,
    host: &'a H,
    context: &'a ActionContext<H::Value>,
    apis: &'a H::Apis,
    /// Player who acts. `None`: during the setup of a match.
    player: Option<&'a PlayerID>,
    /// Turn in which the action was made.
    first_turn: u32,
    /// Index of the next event in the queue.
    next_event: usize,
    /// Moment of the action in a game with time, for the log.
    time: Option<f64>,
    /// `true` if a player called the event that is being processed, and not the game.
    called_by_player: bool,
    /// `true` if no turn has begun since the last one ended.
    is_between_turns: bool,
    /// `true` if `endIf` has returned for this `G` that the game goes on, and would do so again. Only set in
    /// searches.
    goes_on: Cell<bool>,
}

/// End of a turn, phase or stage, for the log.
struct Ended<V> {
    kind: EventKind,
    args: LogArgs<V>,
    turn: u32,
    phase: Option<Name>,
    automatic: bool,
}

impl<'a, H: Host> Flow<'a, H> {
    /// Creates the flow of this player's action in this turn.
    pub fn new(
        action: &'a OpenAction<'a, H>,
        apis: &'a H::Apis,
        player: Option<&'a PlayerID>,
        first_turn: u32,
    ) -> Self {
        let OpenAction { game, host, context, moment } = action;
        Flow {
            game,
            host,
            context,
            apis,
            player,
            first_turn,
            next_event: 0,
            time: moment.map(|moment| moment.now),
            called_by_player: false,
            is_between_turns: false,
            goes_on: Cell::new(false),
        }
    }

    /// Begins the match with its first phase and turn.
    pub fn start_game(&mut self, state: &mut State<H>) -> Outcome<(), H> {
        self.is_between_turns = true;
        self.process(state, Step::StartGame)
    }

    /// Runs `onPlayerLeave`. Queues the player's removal behind the events that the hook calls.
    pub fn player_leaves(&self, state: &mut State<H>, player: &PlayerID) -> Outcome<(), H> {
        let method = Method::GameOnPlayerLeave;
        self.run_hook(state, self.game.on_player_leave.as_ref(), method, Some(player))?;
        let removal = Event::RemovePlayer(player.clone());
        self.context.within(method, &state.ctx, || self.context.call_event(removal));
        Ok(())
    }

    /// Processes the consequences of a move: counters, stage limits, `onMove`, endings.
    fn after_move(&mut self, state: &mut State<H>, counts: bool) -> Outcome<(), H> {
        if counts {
            self.count_move(state);
        }
        if let Some(player) = self.player
            && self.has_reached_limit(state, player)
        {
            self.end_stage_at_limit(state, player)?;
        }
        let on_move = self.turn(state)?.on_move.as_ref();
        self.run_hook(state, on_move, Method::TurnOnMove, self.player)?;
        self.process(state, Step::OnMove)
    }

    /// Processes the queued events, then runs the plugins' `flush`.
    pub fn flush(&mut self, state: &mut State<H>) -> Outcome<(), H> {
        self.process_queue(state)?;
        let before = Rc::clone(&state.ctx);
        self.host.flush_plugins(state, self.apis).map_err(Fault::Thrown)?;
        if !Rc::ptr_eq(&before, &state.ctx) {
            check_ctx(&state.ctx, self.game)?;
        }
        drop(before);
        let noted = self.context.hook_metadata();
        if !noted.is_empty()
            && let Some(entry) = state.deltalog.first_mut()
        {
            Rc::make_mut(entry).hook_metadata = noted;
        }
        self.log_effects(state)?;
        let random = self.context.chance();
        let metadata = self.game.differences.metadata_outlives_refusals().then(Metadata::default);
        // Most actions draw no numbers; their states share the plugins' data.
        if metadata.is_some() || random != state.plugins.random {
            let plugins = state.plugins_mut();
            (plugins.random, plugins.metadata) = (random, metadata);
        }
        match self.host.ask_plugins(state).map_err(Fault::Thrown)? {
            None => Ok(()),
            Some((plugin, payload)) => {
                let message = fill("the plugin {name} declared the action invalid", &[&plugin]);
                let (kind, payload) = (RefusalKind::PluginInvalid, Some(payload));
                Err(Fault::Refused(Box::new(Refusal { kind, message, payload })))
            }
        }
    }

    fn phase(&self, state: &State<H>) -> Outcome<&'a Phase<H::Function, H::Value>, H> {
        let name = state.ctx.phase.as_ref();
        self.game.phase(name).map_or_else(|| no_such_phase("ctx.phase", name), Ok)
    }

    fn turn(&self, state: &State<H>) -> Outcome<&'a TurnOf<H>, H> {
        Ok(&self.phase(state)?.turn)
    }

    fn scope<'s>(&'s self, state: &'s State<H>) -> Scope<'s, H> {
        Scope {
            g: &state.g,
            ctx: &state.ctx,
            player_id: None,
            acting: self.player,
            method: None,
            apis: self.apis,
        }
    }

    fn run_hook(
        &self,
        state: &mut State<H>,
        hook: Option<&H::Function>,
        method: Method,
        player_id: Option<&PlayerID>,
    ) -> Outcome<(), H> {
        let Some(hook) = hook else { return Ok(()) };
        if H::COPIES_ON_WRITE || self.context.searches() {
            return self.run_hook_in_place(state, hook, method, player_id);
        }
        let scope = Scope { player_id, method: Some(method), ..self.scope(state) };
        let ran = self.context.within(method, &state.ctx, || self.host.run_hook(hook, &scope));
        state.g = match ran.map_err(Fault::Thrown)? {
            Played::Done(g) => g,
            Played::Invalid(payload) => return Err(refused_by_hook(method, payload)),
            Played::Stopped(obstacle) => return Err(stopped_in_hook(method, obstacle)),
        };
        Ok(())
    }

    fn run_hook_in_place(
        &self,
        state: &mut State<H>,
        hook: &H::Function,
        method: Method,
        player_id: Option<&PlayerID>,
    ) -> Outcome<(), H> {
        self.goes_on.set(false);
        let State { g, ctx, .. } = state;
        let mut scope = ScopeMut { g, ctx, player_id, acting: self.player, method, apis: self.apis };
        let run = || self.host.run_hook_in_place(hook, &mut scope);
        match self.context.within(method, ctx, run).map_err(Fault::Thrown)? {
            Validity::Valid => Ok(()),
            Validity::Invalid(payload) => Err(refused_by_hook(method, payload)),
            Validity::Stopped(obstacle) => Err(stopped_in_hook(method, obstacle)),
        }
    }

    /// Handles a call that ends a turn or stage too early: refuses a player's call, or warns the developer of
    /// a call by the game.
    fn too_early(&self, message: String) -> Outcome<(), H> {
        if self.game.differences.refuses_early_endings() {
            if self.called_by_player {
                return refuse(RefusalKind::ActionInvalid, "{problem}", &[&message]);
            }
            self.host.warn(&message);
        }
        Ok(())
    }

    /// Adds the effects of the action to its log entry.
    fn log_effects(&self, state: &mut State<H>) -> Outcome<(), H> {
        let effects = self.context.effects();
        if effects.is_empty() {
            return Ok(());
        }
        if self.game.disable_log {
            return refuse(
                RefusalKind::ActionInvalid,
                "effects are part of the log, which `disableLog` disables",
                &[],
            );
        }
        if effects.len() > MOST_EFFECTS {
            let most = number(MOST_EFFECTS as u32);
            return refuse(RefusalKind::ActionInvalid, "the action emits more than {most} effects", &[&most]);
        }
        if let Some(entry) = state.deltalog.first_mut() {
            Rc::make_mut(entry).effects = effects;
        }
        Ok(())
    }

    fn log(&self, state: &mut State<H>, ended: Ended<H::Value>) {
        if self.game.disable_log || self.context.searches() {
            return;
        }
        let Ended { kind, args, turn, phase, automatic } = ended;
        let action = LogAction::Event { kind, args };
        let (redact, metadata, time, lag) = (None, None, self.time, 0.0);
        state.deltalog.push(Rc::new(LogEntry {
            action,
            state_id: state.state_id,
            turn,
            phase,
            automatic,
            redact,
            metadata,
            hook_metadata: Vec::new(),
            effects: Vec::new(),
            time,
            lag,
        }));
    }
}

/// Creates the refusal of an action that a hook called invalid.
fn refused_by_hook<X, V>(method: Method, payload: Option<V>) -> Fault<X, V> {
    let message = fill("{hook} called the action invalid", &[method.place()]);
    Fault::Refused(Box::new(Refusal { kind: RefusalKind::InvalidMove, message, payload }))
}

fn stopped_in_hook<X, V>(method: Method, obstacle: Obstacle) -> Fault<X, V> {
    let (kind, reason) = obstacle.into_reason();
    Fault::Refused(Box::new(Refusal::new(kind, fill("{hook}: {reason}", &[method.place(), &reason]))))
}

/// Template of the message about an unknown phase.
const UNKNOWN_PHASE: &str = "{place}: no phase is called \"{name}\"";

fn no_such_phase<T, E: From<Box<Refusal<V>>>, V>(place: &str, name: Option<&Name>) -> Result<T, E> {
    refuse(RefusalKind::ActionInvalid, UNKNOWN_PHASE, &[place, name.map_or("", |name| name)])
}

/// Returns a number of moves for a message.
fn moves_are(count: u32) -> String {
    if count == 1 { "1 move is".into() } else { fill("{count} moves are", &[&number(count)]) }
}

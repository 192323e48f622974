//! The flow of a match: how turns, phases, stages and the game begin and end.
//!
//! A [`Step`] is one beginning or ending. [`Flow::process`] takes steps from a queue, asking after each
//! whether the game, the phase or the turn is over; what a step starts is queued behind it.

mod active_players;
mod events;
mod order;
mod phases;
mod turns;

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::action_context::Method;
use super::args::{ActivePlayersArg, Ending, EndingChoice, SetPhaseArg, StageArg};
use super::check::check_ctx;
use super::engine::Engine;
use super::error::{Fault, Refusal, RefusalKind};
use super::event::Event;
use super::game::{Phase, Turn};
use super::host::{Host, Outcome, Scope};
use super::ids::{Name, PlayerID};
use super::log::{LogAction, LogArgs, LogEntry};
use super::plugins::Metadata;
use super::state::State;

/// The flow of one action.
pub(super) struct Flow<'a, H: Host> {
    engine: &'a Engine<H>,
    apis: &'a H::Apis,
    /// Who acts; none while a match is set up.
    player: Option<&'a PlayerID>,
    /// The turn in which the action was made.
    first_turn: u32,
    /// The next event in the queue.
    cursor: Cell<usize>,
    /// Whether a player called the event that is being processed, and not the game.
    called_by_player: Cell<bool>,
    /// Whether no turn has begun since the last one ended.
    is_between_turns: Cell<bool>,
}

/// A beginning or an ending that waits to be processed.
enum Step<V> {
    /// Every `endIf` is asked once before the first phase begins.
    StartGame,
    StartPhase,
    /// None: the first turn of a phase.
    StartTurn(Option<PlayerID>),
    UpdatePhase {
        ended: Option<Name>,
        cause: Cause<V>,
    },
    UpdateTurn {
        current_player: Option<PlayerID>,
        cause: Cause<V>,
    },
    UpdateStage {
        player: PlayerID,
        arg: Option<Rc<StageArg<V>>>,
    },
    UpdateActivePlayers(Rc<ActivePlayersArg<V>>),
    RemovePlayer(PlayerID),
    EndGame(Option<V>),
    EndPhase {
        cause: Cause<V>,
        automatic: bool,
        /// The turn to end first; none if it has ended.
        turn: Option<u32>,
    },
    EndTurn {
        cause: Cause<V>,
        automatic: bool,
        force: bool,
        turn: u32,
    },
    EndStage {
        player: Option<PlayerID>,
        arg: Option<Rc<StageArg<V>>>,
    },
    OnMove,
}

/// Steps that wait for their turn.
type Queue<V> = VecDeque<Step<V>>;

/// Why something ends, and what that says about what follows.
#[derive(Clone)]
enum Cause<V> {
    /// It was simply called for.
    Called,
    /// `maxMoves` were made.
    Moves,
    /// An `endIf` or the caller said so.
    Ending(Rc<Ending<V>>),
    /// `setPhase` was called.
    SetPhase(Rc<SetPhaseArg<V>>),
}

impl<'a, H: Host> Flow<'a, H> {
    /// The flow of an action that this player makes in this turn.
    pub fn new(
        engine: &'a Engine<H>,
        apis: &'a H::Apis,
        player: Option<&'a PlayerID>,
        first_turn: u32,
    ) -> Self {
        let (cursor, called_by_player, is_between_turns) = Default::default();
        Flow { engine, apis, player, first_turn, cursor, called_by_player, is_between_turns }
    }

    /// Begins the match: its first phase and turn.
    pub fn start_game(&self, state: &mut State<H>) -> Outcome<(), H> {
        self.is_between_turns.set(true);
        self.process(state, Step::StartGame)
    }

    /// Runs `onPlayerLeave`; the player is taken out after the events that it calls.
    pub fn player_leaves(&self, state: &mut State<H>, player: &PlayerID) -> Outcome<(), H> {
        let method = Method::GameOnPlayerLeave;
        self.run_hook(state, self.engine.game.on_player_leave.as_ref(), method, Some(player))?;
        let context = &self.engine.context;
        context.enter(method, &state.ctx);
        context.call_event(Event::RemovePlayer(player.clone()));
        context.leave();
        Ok(())
    }

    /// Processes what follows from a move: counters, stage limits, `onMove`, endings.
    pub fn after_move(&self, state: &mut State<H>, counts: bool) -> Outcome<(), H> {
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

    /// Processes the queued events, then lets the plugins put away what happened.
    pub fn flush(&self, state: &mut State<H>) -> Outcome<(), H> {
        self.process_queue(state)?;
        let before = Rc::clone(&state.ctx);
        self.engine.host.flush_plugins(state, self.apis).map_err(Fault::Thrown)?;
        if !Rc::ptr_eq(&before, &state.ctx) {
            check_ctx(&state.ctx, &self.engine.game)?;
        }
        drop(before);
        if self.engine.game.differences.keeps_metadata_of_hooks()
            && let Some(metadata) = self.engine.context.metadata()
            && let Some(entry) = state.deltalog.first_mut()
        {
            Rc::make_mut(entry).metadata = Some(metadata);
        }
        state.plugins.random = self.engine.context.random();
        state.plugins.metadata =
            self.engine.game.differences.metadata_outlives_refusals().then(Metadata::default);
        match self.engine.host.ask_plugins(state).map_err(Fault::Thrown)? {
            None => Ok(()),
            Some((plugin, payload)) => {
                let message = format!("the plugin {plugin} declared the action invalid");
                let (kind, payload) = (RefusalKind::PluginInvalid, Some(payload));
                Err(Refusal { kind, message, payload }.into())
            }
        }
    }

    fn process(&self, state: &mut State<H>, first: Step<H::Value>) -> Outcome<(), H> {
        let mut queue = Queue::new();
        let mut current = Some(first);
        let mut phases_ended: Vec<Option<Name>> = Vec::new();
        while let Some(step) = current.take().or_else(|| queue.pop_front()) {
            // Endings that lead in a circle, such as two phases whose `endIf` is always true.
            if let Step::EndPhase { .. } = step {
                if phases_ended.contains(&state.ctx.phase) {
                    if self.engine.game.differences.refuses_circles_of_phases() {
                        return self.forbid(describe_circle(&phases_ended, state.ctx.phase.as_ref()));
                    }
                    // boardgame.io stops in no phase.
                    state.ctx_mut().phase = None;
                    return Ok(());
                }
                phases_ended.push(state.ctx.phase.clone());
            }
            let ends_game = matches!(step, Step::EndGame(_));
            let may_end_turn = matches!(
                step,
                Step::OnMove
                    | Step::UpdateStage { .. }
                    | Step::UpdateActivePlayers(_)
                    | Step::RemovePlayer(_)
            );
            let may_end_phase = !self.engine.game.differences.phases_begin_before_they_end()
                || !matches!(step, Step::StartGame | Step::UpdatePhase { .. });
            let waiting = queue.len();
            self.run(state, step, &mut queue)?;
            if ends_game {
                break;
            }
            // An ending takes the place of what the step would have started.
            if let Some(outcome) = self.ask_whether_game_ends(state)? {
                queue.truncate(waiting);
                queue.push_back(Step::EndGame(Some(outcome)));
            } else if may_end_phase && let Some(ending) = self.ask_whether_phase_ends(state)? {
                let (cause, turn) = (Cause::Ending(Rc::new(ending)), Some(state.ctx.turn));
                queue.truncate(waiting);
                queue.push_back(Step::EndPhase { cause, automatic: true, turn });
            } else if may_end_turn && let Some(cause) = self.ask_whether_turn_ends(state)? {
                let (automatic, force, turn) = (true, false, state.ctx.turn);
                queue.truncate(waiting);
                queue.push_back(Step::EndTurn { cause, automatic, force, turn });
            }
        }
        Ok(())
    }

    fn run(&self, state: &mut State<H>, step: Step<H::Value>, next: &mut Queue<H::Value>) -> Outcome<(), H> {
        match step {
            Step::StartGame => {
                next.push_back(Step::StartPhase);
                Ok(())
            }
            Step::StartPhase => self.start_phase(state, next),
            Step::StartTurn(current_player) => self.start_turn(state, current_player),
            Step::UpdatePhase { ended, cause } => self.update_phase(state, ended, cause, next),
            Step::UpdateTurn { current_player, cause } => {
                self.update_turn(state, current_player, cause, next)
            }
            Step::UpdateStage { player, arg } => self.update_stage(state, player, arg),
            Step::UpdateActivePlayers(arg) => self.update_active_players(state, &arg),
            Step::RemovePlayer(player) => self.remove_player(state, &player, next),
            Step::EndGame(outcome) => self.end_game(state, outcome),
            Step::EndPhase { cause, automatic, turn } => {
                self.end_phase(state, cause, automatic, turn, Some(next))
            }
            Step::EndTurn { cause, automatic, force, turn } => {
                self.end_turn(state, cause, automatic, force, turn, Some(next))
            }
            Step::EndStage { player, arg } => self.end_stage(state, player, arg, next),
            Step::OnMove => Ok(()),
        }
    }

    fn phase(&self, state: &State<H>) -> Outcome<&'a Phase<H::Function, H::Value>, H> {
        let name = state.ctx.phase.as_ref();
        self.engine.game.phase(name).ok_or_else(|| self.no_such_phase("ctx.phase", name).into())
    }

    fn turn(&self, state: &State<H>) -> Outcome<&'a Turn<H::Function, H::Value>, H> {
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
        let scope = Scope { player_id, method: Some(method), ..self.scope(state) };
        self.engine.context.enter(method, &state.ctx);
        let ran = self.engine.host.run_hook(hook, &scope);
        self.engine.context.leave();
        state.g = ran.map_err(Fault::Thrown)?;
        Ok(())
    }

    fn refuse<T>(&self, message: String) -> Outcome<T, H> {
        Err(Refusal::new(RefusalKind::ActionInvalid, message).into())
    }

    fn no_such_phase(&self, place: &str, name: Option<&Name>) -> Refusal<H::Value> {
        let name = name.map_or("", |name| name);
        let message = format!("{place}: no phase is called \"{name}\"");
        Refusal::new(RefusalKind::ActionInvalid, message)
    }

    fn log(
        &self,
        state: &mut State<H>,
        action: LogAction<H::Value>,
        turn: u32,
        phase: Option<Name>,
        automatic: bool,
    ) {
        if self.engine.game.disable_log {
            return;
        }
        let (state_id, redact, metadata) = (state.state_id, None, None);
        let entry = LogEntry { action, state_id, turn, phase, automatic, redact, metadata };
        state.deltalog.push(Rc::new(entry));
    }
}

/// Which phases end one another, from the one that has ended twice.
fn describe_circle(ended: &[Option<Name>], twice: Option<&Name>) -> String {
    let circle = ended.iter().skip_while(|phase| phase.as_ref() != twice).flatten();
    let places = circle.fold(String::new(), |all, phase| match all.as_str() {
        "" => format!("phases.{phase}.endIf"),
        _ => format!("{all}, phases.{phase}.endIf"),
    });
    format!("the game loops: {places} or the turn orders there end one phase after the other without end")
}

impl<V: Clone> Cause<V> {
    fn next(&self) -> Option<&Name> {
        match self {
            Cause::Ending(ending) => ending.next(),
            Cause::SetPhase(arg) => arg.name.as_ref(),
            Cause::Called | Cause::Moves => None,
        }
    }

    fn choice(&self) -> &EndingChoice {
        match self {
            Cause::Ending(ending) => &ending.choice,
            _ => &EndingChoice::Usual,
        }
    }

    fn removes(&self) -> bool {
        matches!(self, Cause::Ending(ending) if ending.removes())
    }

    fn log_args(&self) -> LogArgs<V> {
        match self {
            Cause::Called => LogArgs::Nothing,
            Cause::Moves => LogArgs::Yes,
            Cause::Ending(ending) => LogArgs::Value(ending.raw.clone()),
            Cause::SetPhase(arg) => LogArgs::Next(arg.raw.clone()),
        }
    }
}

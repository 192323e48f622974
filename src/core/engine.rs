//! The engine: starts matches, applies actions to states, and predicts actions.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::action::{Action, ActionKind};
use super::action_context::SharedContext;
use super::chance::Chance;
use super::check::check_num_players;
use super::error::{Fault, RefusalKind, refuse};
use super::event::Event;
use super::flow::Flow;
use super::history::{RedoStep, UndoStep};
use super::host::{GameOf, Host, Outcome};
use super::ids::{MoveId, PlayerID};
use super::log::LogAction;
use super::moves::MoveCall;
use super::open_action::OpenAction;
use super::plugins::{Metadata, PluginData};
use super::predicted::{Predicted, Wait};
use super::random::Random;
use super::rights::Request;
use super::stack::Stack;
use super::start::Start;
use super::state::State;

/// A game with its host, ready to process actions. It contains no state of a match.
pub struct Engine<H: Host> {
    /// Definition of the game.
    pub game: GameOf<H>,
    /// Host with the game's code.
    pub host: H,
    /// Context of callbacks, shared with the host.
    pub context: SharedContext<H::Value>,
}

/// A new state, with the plugins' APIs of its action.
type WithApis<H> = (State<H>, <H as Host>::Apis);

impl<H: Host> Engine<H> {
    /// Starts a match: runs `setup`, then begins the first phase and turn.
    ///
    /// # Errors
    /// Exceptions of the game, and refusals: of a number of players, or of forbidden events in the game's
    /// hooks.
    pub fn start(&self, start: &Start<H::Value>) -> Outcome<State<H>, H> {
        if let Err(problem) = check_num_players(start.num_players) {
            return refuse(RefusalKind::NumPlayers, "numPlayers: {problem}", &[&problem]);
        }
        let seed = start.seed.as_ref().unwrap_or(&self.game.seed);
        let seeded = Chance::Seeded(Random::seeded(Rc::clone(seed)));
        let metadata = self.game.differences.metadata_outlives_refusals().then(Metadata::default);
        let open = self.open(&seeded, metadata.clone())?;
        let random = open.context.chance();
        start.begin(&open, PluginData { random, own: Rc::new([]), metadata })
    }

    /// Applies an action and returns the next state.
    ///
    /// # Errors
    /// Exceptions of the game, and refusals. `state` is unchanged in any case.
    pub fn apply(&self, state: &State<H>, action: &Action<H::Value>) -> Outcome<State<H>, H> {
        let open = self.open_at(state)?;
        let player = action.player_id.as_ref();
        match &action.kind {
            ActionKind::Move { id, args } => {
                let call = self.move_call(state, player, *id, args)?;
                call.make(&open, action.credentials.as_ref()).map(|(next, _)| next)
            }
            ActionKind::Event(event) => self.call_event(&open, state, player, event).map(|(next, _)| next),
            ActionKind::Undo => {
                UndoStep::find(&self.game, &self.host, state, player)?.take(&open, state, player)
            }
            ActionKind::Redo => RedoStep::find(&self.game, state, player)?.take(&open, state, player),
            ActionKind::Leave => leave(&open, state, player),
            ActionKind::Timeout(timeout) => open.time_out(state, timeout),
            ActionKind::Clock(order) => open.order_clock(state, *order),
            ActionKind::Plugin { index, payload } => act_on_plugin(&open, state, *index, payload),
        }
    }

    /// Predicts an action for a client whose master has not answered yet. Runs a move without hooks and
    /// endings. With `flow`, runs a move or event and everything that follows.
    ///
    /// # Errors
    /// As for [`Engine::apply`].
    pub fn predict(
        &self,
        state: &State<H>,
        action: &Action<H::Value>,
        flow: bool,
    ) -> Outcome<Predicted<H>, H> {
        let open = self.open_at(state)?;
        let predicted = match self.predict_in(&open, state, action, flow) {
            Err(Fault::Refused(refusal)) if refusal.kind == RefusalKind::Hidden => {
                return Ok(Predicted::Waits(Wait::Hidden));
            }
            predicted => predicted,
        };
        // The master draws other numbers, so that not even a refusal can be predicted.
        if open.context.chance() == state.plugins.random {
            predicted
        } else {
            Ok(Predicted::Waits(Wait::Random))
        }
    }

    /// Checks whether this player can undo now.
    ///
    /// # Errors
    /// An exception of a move's `undoable`, or the refusal.
    pub fn check_undo(&self, state: &State<H>, player: Option<&PlayerID>) -> Outcome<(), H> {
        let step = UndoStep::find(&self.game, &self.host, state, player)?;
        if step.may_have_revealed() { step.check_secrets(&self.open_at(state)?) } else { Ok(()) }
    }

    /// Checks whether this player can redo now.
    ///
    /// # Errors
    /// The refusal.
    pub fn check_redo(&self, state: &State<H>, player: Option<&PlayerID>) -> Outcome<(), H> {
        RedoStep::find(&self.game, state, player).map(|_| ())
    }

    /// Checks whether this player can make a move now, without changing anything: asks the move's `validate`,
    /// or makes the move on a copy.
    ///
    /// # Errors
    /// Exceptions of the game, and the refusal.
    pub fn check_move(
        &self,
        state: &State<H>,
        player: Option<&PlayerID>,
        id: MoveId,
        args: &H::Value,
    ) -> Outcome<(), H> {
        let open = self.open_at(state)?;
        self.move_call(state, player, id, args)?.check(&open)
    }

    fn open(&self, chance: &Chance, metadata: Option<Metadata<H::Value>>) -> Outcome<OpenAction<'_, H>, H> {
        let Some(context) = self.context.open(chance, metadata) else {
            let message =
                "a move or hook cannot make moves of its own; call `events`, or act when it has returned";
            return refuse(RefusalKind::ActionInvalid, message, &[]);
        };
        let moment = if self.game.is_timed { context.moment() } else { None };
        Ok(OpenAction { game: &self.game, host: &self.host, context, moment })
    }

    /// Opens an action on this state.
    pub(super) fn open_at(&self, state: &State<H>) -> Outcome<OpenAction<'_, H>, H> {
        self.open(&state.plugins.random, state.plugins.metadata.clone())
    }

    fn move_call<'a>(
        &'a self,
        state: &'a State<H>,
        player: Option<&'a PlayerID>,
        id: MoveId,
        args: &'a H::Value,
    ) -> Outcome<MoveCall<'a, H>, H> {
        let declared = self.game.open_move(&state.ctx, player, id)?;
        Ok(MoveCall { state, player, id, args, declared })
    }

    fn predict_in(
        &self,
        open: &OpenAction<'_, H>,
        state: &State<H>,
        action: &Action<H::Value>,
        flow: bool,
    ) -> Outcome<Predicted<H>, H> {
        let player = action.player_id.as_ref();
        let with_flow = match &action.kind {
            ActionKind::Move { id, .. } if self.waits_for_master(state, player, *id) => {
                return Ok(Predicted::Waits(Wait::Declared));
            }
            ActionKind::Move { id, args } => {
                let call = self.move_call(state, player, *id, args)?;
                if !flow {
                    return call.predict(open);
                }
                call.make(open, action.credentials.as_ref())?
            }
            ActionKind::Event(event) if flow => self.call_event(open, state, player, event)?,
            _ => return Ok(Predicted::Waits(Wait::Events)),
        };
        let (next, apis) = with_flow;
        let waits = open.host.ask_no_client(&next, &apis).map_err(Fault::Thrown)?;
        Ok(if waits { Predicted::Waits(Wait::Plugin) } else { Predicted::Done(next) })
    }

    fn waits_for_master(&self, state: &State<H>, player: Option<&PlayerID>, id: MoveId) -> bool {
        let mover = player.or(state.ctx.current_player.as_ref());
        self.game.find_move(&state.ctx, id, mover).is_some_and(|declared| !declared.client)
    }

    fn call_event(
        &self,
        open: &OpenAction<'_, H>,
        state: &State<H>,
        player: Option<&PlayerID>,
        event: &Event<H::Value>,
    ) -> Outcome<WithApis<H>, H> {
        self.game.check(&state.ctx, player, Request::Event(Some(event.kind())))?;
        let apis = open.open_plugins(state, player)?;
        let mut flow = Flow::new(open, &apis, player, state.ctx.turn);
        let mut next = state.with_log(Vec::new());
        flow.event_of_player(&mut next, event)?;
        flow.flush(&mut next)?;
        Ok((open.conclude(state, next, player, None)?, apis))
    }
}

fn leave<H: Host>(
    open: &OpenAction<'_, H>,
    state: &State<H>,
    player: Option<&PlayerID>,
) -> Outcome<State<H>, H> {
    let Some(player) = player.filter(|player| state.ctx.has_player(player)) else {
        return refuse(RefusalKind::ActionInvalid, "only a player of the match can leave it", &[]);
    };
    if state.ctx.gameover.is_some() {
        return refuse(RefusalKind::GameOver, "the game is over: nobody can leave it", &[]);
    }
    let apis = open.open_plugins(state, Some(player))?;
    let logged = LogAction::Leave(player.clone());
    let mut next = state.with_log(open.first_entry(state, logged, None));
    let mut flow = Flow::new(open, &apis, Some(player), state.ctx.turn);
    flow.player_leaves(&mut next, player)?;
    flow.flush(&mut next)?;
    // A leave cannot be undone.
    next.undo = Stack::default();
    open.conclude(state, next, Some(player), None)
}

fn act_on_plugin<H: Host>(
    open: &OpenAction<'_, H>,
    state: &State<H>,
    index: usize,
    payload: &H::Value,
) -> Outcome<State<H>, H> {
    let Some(data) = state.plugins.own.get(index) else {
        return refuse(RefusalKind::ActionInvalid, "the game has no such plugin", &[]);
    };
    let data = open.host.run_plugin_action(index, data, payload).map_err(Fault::Thrown)?;
    let mut own: Vec<H::Value> = state.plugins.own.to_vec();
    if let Some(slot) = own.get_mut(index) {
        *slot = data;
    }
    let mut next = state.with_log(Vec::new());
    next.plugins_mut().own = own.into();
    Ok(next)
}

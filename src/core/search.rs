//! The search mode of the engine: exact rules, states that change in place, and no log or history.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::action::{Action, ActionKind};
use super::action_context::Method;
use super::ctx::Ctx;
use super::engine::Engine;
use super::error::{Fault, Refusal};
use super::event::Event;
use super::flow::Flow;
use super::host::{Host, Outcome, ScopeMut, Validity};
use super::ids::{MoveId, PlayerID};
use super::moves::{MoveCall, refuse_as_invalid, refuse_as_stopped};
use super::open_action::OpenAction;
use super::rights::Request;
use super::stack::Stack;
use super::state::State;

/// Reason why an action of a search failed.
pub enum Halt<H: Host> {
    /// The action was refused. The state is unchanged.
    Refused(Fault<H::Exception, H::Value>),
    /// The action failed halfway. The state must not be used any more.
    Spoiled(Fault<H::Exception, H::Value>),
}

impl<H: Host> Engine<H> {
    /// Returns a copy of a state for a search: without log and history, and with its own `G`, which
    /// [`Engine::advance`] may change in place.
    ///
    /// # Errors
    /// Exceptions of the game's code during the copy of `G`.
    pub fn fork(&self, state: &State<H>) -> Outcome<State<H>, H> {
        let g = self.host.fork(&state.g).map_err(Fault::Thrown)?;
        let mut ctx = Rc::clone(&state.ctx);
        if self.game.differences.changes_maps_in_place() {
            ctx = Rc::new(Ctx::clone(&ctx).with_maps_of_its_own());
        }
        let mut plugins = Rc::clone(&state.plugins);
        if let Some(shared) = &state.plugins.metadata {
            Rc::make_mut(&mut plugins).metadata = Some(Rc::new(RefCell::clone(shared)));
        }
        Ok(State {
            g,
            ctx,
            plugins,
            deltalog: Vec::new(),
            undo: Stack::default(),
            redo: Stack::default(),
            state_id: state.state_id,
        })
    }

    /// Applies an action to the state in place. `G`, `ctx`, the plugins' data and the random numbers are
    /// those of [`Engine::apply`]. There is no log and no undo.
    ///
    /// # Errors
    /// As for [`Engine::apply`], with the condition of the state.
    pub fn advance(&self, state: &mut State<H>, action: &Action<H::Value>) -> Result<(), Halt<H>> {
        let player = action.player_id.as_ref();
        match &action.kind {
            ActionKind::Move { id, args } => self.advance_by_move(state, player, *id, args),
            ActionKind::Event(event) => self.advance_by_event(state, player, event),
            ActionKind::Undo
            | ActionKind::Redo
            | ActionKind::Leave
            | ActionKind::Plugin { .. }
            | ActionKind::Timeout(_)
            | ActionKind::Clock(_) => {
                let next = self.apply(state, action).map_err(Halt::Refused)?;
                *state =
                    State { deltalog: Vec::new(), undo: Stack::default(), redo: Stack::default(), ..next };
                Ok(())
            }
        }
    }

    fn advance_by_move(
        &self,
        state: &mut State<H>,
        player: Option<&PlayerID>,
        id: MoveId,
        args: &H::Value,
    ) -> Result<(), Halt<H>> {
        let open = self.open_to_search(state).map_err(Halt::Refused)?;
        let declared = self.game.open_move(&state.ctx, player, id)?;
        let apis = open.open_plugins(state, player).map_err(Halt::Refused)?;
        MoveCall { state: &*state, player, id, args, declared }.prepare(&open).map_err(Halt::Refused)?;
        let first_turn = state.ctx.turn;
        let ctx = Rc::clone(&state.ctx);
        let mut scope = ScopeMut {
            g: &mut state.g,
            ctx: &ctx,
            player_id: player,
            acting: player,
            method: Method::Move,
            apis: &apis,
        };
        let run = || self.host.run_move_in_place(&declared.function, &mut scope, args);
        let played =
            open.context.within(Method::Move, &ctx, run).map_err(Fault::Thrown).map_err(Halt::Spoiled)?;
        // Otherwise `ctx` would be shared, and copied before it changes.
        drop(ctx);
        match played {
            Validity::Valid => {}
            Validity::Invalid(payload) => {
                return Err(Halt::Refused(refuse_as_invalid::<H>(&open, id, payload)));
            }
            Validity::Stopped(obstacle) => {
                return Err(Halt::Refused(refuse_as_stopped::<H>(&open, id, obstacle)));
            }
        }
        // A `redact` function may draw random numbers.
        MoveCall { state: &*state, player, id, args, declared }
            .is_redacted(&open, &state.g, &apis)
            .map_err(Halt::Spoiled)?;
        let mut flow = Flow::new(&open, &apis, player, first_turn);
        let counts = !declared.no_limit;
        let follow = |flow: &mut Flow<'_, H>, state: &mut State<H>| {
            flow.follow_move(state, counts)?;
            flow.flush(state)
        };
        follow(&mut flow, state).map_err(Halt::Spoiled)?;
        state.state_id += 1;
        Ok(())
    }

    fn advance_by_event(
        &self,
        state: &mut State<H>,
        player: Option<&PlayerID>,
        event: &Event<H::Value>,
    ) -> Result<(), Halt<H>> {
        let open = self.open_to_search(state).map_err(Halt::Refused)?;
        self.game.check(&state.ctx, player, Request::Event(Some(event.kind())))?;
        let apis = open.open_plugins(state, player).map_err(Halt::Refused)?;
        let mut flow = Flow::new(&open, &apis, player, state.ctx.turn);
        let follow = |flow: &mut Flow<'_, H>, state: &mut State<H>| {
            flow.event_of_player(state, event)?;
            flow.flush(state)
        };
        follow(&mut flow, state).map_err(Halt::Spoiled)?;
        state.state_id += 1;
        Ok(())
    }

    fn open_to_search(&self, state: &State<H>) -> Outcome<OpenAction<'_, H>, H> {
        let open = self.open_at(state)?;
        open.context.begin_search(&state.plugins.random);
        Ok(open)
    }
}

impl<H: Host> Halt<H> {
    /// Returns the fault without the condition of the state.
    pub fn into_fault(self) -> Fault<H::Exception, H::Value> {
        match self {
            Halt::Refused(fault) | Halt::Spoiled(fault) => fault,
        }
    }
}

impl<H: Host> From<alloc::boxed::Box<Refusal<H::Value>>> for Halt<H> {
    /// The engine checks the rights of players before anything else happens.
    fn from(refusal: alloc::boxed::Box<Refusal<H::Value>>) -> Self {
        Halt::Refused(Fault::Refused(refusal))
    }
}

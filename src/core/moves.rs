//! Moves: checks, execution and prediction.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::action_context::Method;
use super::error::{Fault, Refusal, RefusalKind};
use super::flow::Flow;
use super::game::{Check, Move, Toggle};
use super::host::{GameOf, Host, Outcome, Played, Scope, Validity};
use super::ids::{MoveId, PlayerID};
use super::log::LogAction;
use super::obstacle::Obstacle;
use super::open_action::OpenAction;
use super::predicted::{Predicted, Wait};
use super::state::State;
use super::text::fill;

/// A move that its player may make now.
pub(super) struct MoveCall<'a, H: Host> {
    pub state: &'a State<H>,
    pub player: Option<&'a PlayerID>,
    pub id: MoveId,
    pub args: &'a H::Value,
    pub declared: &'a Move<H::Function>,
}

impl<H: Host> MoveCall<'_, H> {
    /// Makes the move and everything that follows. Returns the new state with the plugins' APIs.
    pub fn make(
        &self,
        open: &OpenAction<'_, H>,
        credentials: Option<&H::Value>,
    ) -> Outcome<(State<H>, H::Apis), H> {
        let MoveCall { state, player, id, .. } = *self;
        let apis = open.open_plugins(state, player)?;
        let g = self.run(open, &apis)?;
        let redact = self.is_redacted(open, &g, &apis)?;
        let logged = LogAction::Move {
            id,
            args: self.args.clone(),
            player_id: player.cloned(),
            credentials: credentials.cloned(),
        };
        let mut next = State { g, ..state.with_log(open.first_entry(state, logged, redact)) };
        let mut flow = Flow::new(open, &apis, player, state.ctx.turn);
        flow.follow_move(&mut next, !self.declared.no_limit)?;
        flow.flush(&mut next)?;
        let args = self.may_reveal(open.game).then_some(self.args);
        Ok((open.conclude(state, next, player, Some((id, args)))?, apis))
    }

    /// Returns `true` if an undo of the move depends on what it has shown. Otherwise the game says whether it
    /// can be undone, or hides nothing.
    fn may_reveal(&self, game: &GameOf<H>) -> bool {
        let is_unset = matches!(self.declared.undoable, Toggle::Unset);
        game.hides && is_unset && game.differences.undo_keeps_secrets()
    }

    /// Predicts the move alone, without hooks and endings.
    pub fn predict(&self, open: &OpenAction<'_, H>) -> Outcome<Predicted<H>, H> {
        let MoveCall { state, player, .. } = *self;
        let apis = open.open_plugins(state, player)?;
        let g = self.run(open, &apis)?;
        let mut next = State { g, ..state.with_log(Vec::new()) };
        let has_called = open.context.has_queued();
        if has_called && !open.game.differences.shows_moves_that_call_events() {
            return Ok(Predicted::Waits(Wait::Events));
        }
        if open.host.ask_no_client(&next, &apis).map_err(Fault::Thrown)? {
            return Ok(Predicted::Waits(Wait::Plugin));
        }
        open.context.drop_events();
        match Flow::new(open, &apis, player, state.ctx.turn).flush(&mut next) {
            // The consequences of the events may satisfy the plugin.
            Err(Fault::Refused(_)) if has_called => return Ok(Predicted::Waits(Wait::Events)),
            flushed => flushed?,
        }
        next.state_id += 1;
        Ok(if has_called { Predicted::WithoutEvents(next) } else { Predicted::Done(next) })
    }

    /// Checks whether the move could be made, as far as its declaration allows.
    pub fn check(&self, open: &OpenAction<'_, H>) -> Outcome<(), H> {
        match &self.declared.check {
            Check::Nothing => Ok(()),
            Check::Ask(validate) => self.validate(open, validate),
            Check::DryRun => {
                let apis = open.open_plugins(self.state, self.player)?;
                self.run_alone(open, &apis).map(|_| ())
            }
        }
    }

    /// Asks the move's `validate` before the move is made.
    pub fn prepare(&self, open: &OpenAction<'_, H>) -> Outcome<(), H> {
        if let Check::Ask(validate) = &self.declared.check {
            self.validate(open, validate)?;
            // Random numbers and events of `validate` do not belong to the move.
            open.context.clear(&self.state.plugins.random, self.state.plugins.metadata.clone());
        }
        Ok(())
    }

    fn validate(&self, open: &OpenAction<'_, H>, validate: &H::Function) -> Outcome<(), H> {
        let apis = open.open_plugins(self.state, self.player)?;
        let scope = self.scope(&self.state.g, &apis);
        match open.host.ask_validity(validate, &scope, self.args).map_err(Fault::Thrown)? {
            Validity::Valid => Ok(()),
            Validity::Invalid(payload) => Err(refuse_as_invalid(open, self.id, payload)),
            Validity::Stopped(obstacle) => Err(refuse_as_stopped(open, self.id, obstacle)),
        }
    }

    pub fn run(&self, open: &OpenAction<'_, H>, apis: &H::Apis) -> Outcome<H::G, H> {
        self.prepare(open)?;
        self.run_alone(open, apis)
    }

    fn run_alone(&self, open: &OpenAction<'_, H>, apis: &H::Apis) -> Outcome<H::G, H> {
        let MoveCall { state, declared, .. } = *self;
        let scope = Scope { method: Some(Method::Move), ..self.scope(&state.g, apis) };
        let run = || open.host.run_move(&declared.function, &scope, self.args);
        let played = open.context.within(Method::Move, &state.ctx, run);
        match played.map_err(Fault::Thrown)? {
            Played::Done(g) => Ok(g),
            Played::Invalid(payload) => Err(refuse_as_invalid(open, self.id, payload)),
            Played::Stopped(obstacle) => Err(refuse_as_stopped(open, self.id, obstacle)),
        }
    }

    /// Returns `true` if the log hides the move's arguments from other players.
    pub fn is_redacted(
        &self,
        open: &OpenAction<'_, H>,
        g: &H::G,
        apis: &H::Apis,
    ) -> Outcome<Option<bool>, H> {
        match &self.declared.redact {
            Toggle::Unset | Toggle::Always(false) => Ok(None),
            Toggle::Always(true) => Ok(Some(true)),
            Toggle::Ask(function) => {
                let scope = Scope { player_id: None, ..self.scope(g, apis) };
                open.host.ask_flag(function, &scope).map(Some).map_err(Fault::Thrown)
            }
        }
    }

    fn scope<'s>(&'s self, g: &'s H::G, apis: &'s H::Apis) -> Scope<'s, H> {
        let (ctx, player) = (&self.state.ctx, self.player);
        Scope { g, ctx, player_id: player, acting: player, method: None, apis }
    }
}

/// Refuses a move that the game calls invalid.
pub(super) fn refuse_as_invalid<H: Host>(
    open: &OpenAction<'_, H>,
    id: MoveId,
    payload: Option<H::Value>,
) -> Fault<H::Exception, H::Value> {
    let message = fill("invalid move: {name}", &[open.game.move_name(id)]);
    Fault::Refused(Box::new(Refusal { kind: RefusalKind::InvalidMove, message, payload }))
}

/// Refuses a move about which the game's code cannot decide.
pub(super) fn refuse_as_stopped<H: Host>(
    open: &OpenAction<'_, H>,
    id: MoveId,
    obstacle: Obstacle,
) -> Fault<H::Exception, H::Value> {
    let (kind, reason) = obstacle.into_reason();
    let message = fill("invalid move: {name}: {reason}", &[open.game.move_name(id), &reason]);
    Fault::Refused(Box::new(Refusal::new(kind, message)))
}

//! A client's copy of the game, played by the engine.

use alloc::rc::Rc;

use super::client::Client;
use super::seen::Seen;
use super::view::{GameView, Prediction};
use rondel_codes::Wait;
use rondel_core::{
    Action, ActionKind, Ctx, Engine, Fault, Host, Outcome, PlayerID, Predicted, Refusal, RefusalKind,
    Request, Stack, State, UndoEntry,
};

/// The page of a client: it stores the master's states and shows predicted ones.
pub trait Page<H: Host> {
    /// Type of a state as the page stores it.
    type Sent;
    /// Type of an action as the master gets it.
    type Action;
    /// Type of the error of a refused action.
    type Error: Clone;

    /// Converts a state of the master into the engine's form.
    ///
    /// # Errors
    /// The reason why it cannot be converted.
    fn load(&self, sent: &Self::Sent) -> Result<State<H>, LoadError<Self::Error>>;

    /// Returns `true` if two states with the same number look the same.
    fn shows_same(&self, one: &Seen<H, Self::Sent>, other: &Seen<H, Self::Sent>) -> bool;

    /// Converts the engine's refusal into the page's error.
    fn error(&self, refusal: Refusal<H::Value>) -> Self::Error;

    /// Notes that an action, or a part of it, is not predicted, for this reason. The page may log it.
    fn waits(&self, action: &Self::Action, why: Wait);

    /// Notes that the game's code runs next, for this action.
    fn begin(&self, _action: &Self::Action) {}

    /// Notes that all pending actions are predicted again. Those that are visible emit their effects again.
    fn replays(&self) {}

    /// Takes the effects that the prediction of this action has emitted.
    fn emits(&self, _action: &Self::Action, _effects: &[H::Value]) {}

    /// Returns `true` if something was thrown that the engine does not know. The call resets it.
    fn has_failed(&self) -> bool {
        false
    }
}

/// Reason why the engine cannot load a state of the master.
pub enum LoadError<E> {
    /// The state is invalid.
    Misfit(E),
    /// Reading the state threw an exception.
    Thrown,
}

/// How much of an action a client predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Nothing.
    Nothing,
    /// The move alone.
    Moves,
    /// The move or event, with everything that follows.
    Flow,
}

/// An action that a player wants to make.
pub struct Intent<A, V> {
    /// Action as the master gets it.
    pub sent: A,
    /// Request without arguments.
    pub request: Request,
    /// Action with its arguments, for the engine. `None`: it cannot be predicted.
    pub kind: Option<ActionKind<V>>,
}

/// A game's engine with its page.
pub struct EngineView<H: Host, P: Page<H>> {
    /// Engine of the game.
    pub engine: Rc<Engine<H>>,
    /// Page of the client.
    pub page: P,
    /// How much of an action the client predicts.
    pub depth: Depth,
    /// `true` if the views of players may hide something. An action that the game's code refuses here may
    /// then be valid at the master.
    pub hides: bool,
    /// Player of the client.
    pub player: Option<PlayerID>,
}

/// Predicted outcome of an action.
type Foreseen<H, P> = Prediction<Seen<H, <P as Page<H>>::Sent>, <P as Page<H>>::Error>;

/// An exception that the page keeps.
struct Thrown;

impl<H: Host, P: Page<H>> EngineView<H, P>
where
    H::Value: Clone,
{
    fn can_move<'a>(
        &self,
        base: &Seen<H, P::Sent>,
        predicted: impl Iterator<Item = &'a Intent<P::Action, H::Value>>,
        request: Request,
        args: &H::Value,
    ) -> bool
    where
        P::Action: 'a,
        H::Value: 'a,
    {
        let state = match self.load(base) {
            Ok(state) => state,
            Err(why) => return matches!(why, LoadError::Thrown),
        };
        let player = self.player.as_ref();
        let Request::Move(Some(id)) = request else { return false };
        if self.engine.game.check(&state.ctx, player, request).is_err() || self.uses_up(&state.ctx, predicted)
        {
            return false;
        }
        match self.settled(self.engine.check_move(&state, player, id, args)) {
            Ok(Err(refusal)) => refusal.kind == RefusalKind::Hidden,
            Ok(Ok(())) | Err(Thrown) => true,
        }
    }

    /// Returns `true` if the player's predicted moves reach a limit. Without `Depth::Flow`, the shown state
    /// does not count them.
    fn uses_up<'a>(
        &self,
        ctx: &Ctx<H::Value>,
        predicted: impl Iterator<Item = &'a Intent<P::Action, H::Value>>,
    ) -> bool
    where
        P::Action: 'a,
        H::Value: 'a,
    {
        if self.predicts_flow() {
            return false;
        }
        let (game, player) = (&self.engine.game, self.player.as_ref());
        let Some(left) = game.moves_left(ctx, player) else { return false };
        let counts = |intent: &&Intent<P::Action, H::Value>| match intent.request {
            Request::Move(Some(id)) => {
                game.find_move(ctx, id, player).is_none_or(|declared| !declared.no_limit)
            }
            _ => false,
        };
        predicted.filter(counts).count() as u64 >= u64::from(left)
    }

    fn load(&self, seen: &Seen<H, P::Sent>) -> Result<Rc<State<H>>, LoadError<P::Error>> {
        match seen {
            Seen::Ahead(ahead) => Ok(Rc::clone(&ahead.state)),
            Seen::Confirmed(confirmed) => {
                let known = confirmed.loaded.borrow().clone();
                if let Some(state) = known {
                    return Ok(state);
                }
                let state = Rc::new(with_beginning(self.page.load(&confirmed.sent)?));
                confirmed.loaded.replace(Some(Rc::clone(&state)));
                Ok(state)
            }
        }
    }

    fn predicted(
        &self,
        base: &Seen<H, P::Sent>,
        intent: &Intent<P::Action, H::Value>,
    ) -> Result<Foreseen<H, P>, Wait> {
        let state = match self.load(base) {
            Ok(state) => state,
            Err(LoadError::Misfit(error)) => return Ok(Prediction::Refused(error)),
            Err(LoadError::Thrown) => return Err(Wait::Throws),
        };
        let player = self.player.as_ref();
        // The rules only read `ctx`, which nobody hides, if it is the master's.
        if let Err(refusal) = self.engine.game.check(&state.ctx, player, intent.request) {
            let is_true = !self.hides || base.is_known_to_be_true();
            return if is_true { Ok(self.refused(*refusal)) } else { Err(Wait::Unseen) };
        }
        if self.depth == Depth::Moves && matches!(intent.request, Request::Event(_)) {
            return Err(Wait::IsEvent);
        }
        let Some(kind) = intent.kind.clone() else { return Err(Wait::Throws) };
        let action = Action { kind, player_id: player.cloned(), credentials: None };
        self.page.begin(&intent.sent);
        let outcome = self.settled(self.engine.predict(&state, &action, self.predicts_flow()));
        let (next, is_part) = match outcome {
            Ok(Ok(Predicted::Done(next))) => (next, false),
            Ok(Ok(Predicted::WithoutEvents(next))) => (next, true),
            Ok(Ok(Predicted::Waits(why))) => return Err(why),
            Ok(Err(refusal)) if self.hides && is_by_the_game(refusal.kind) => return Err(Wait::Unseen),
            Ok(Err(refusal)) => return Ok(self.refused(refusal)),
            // The game's code may have read hidden values.
            Err(Thrown) => return Err(Wait::Throws),
        };
        let effects = self.engine.context.effects();
        let restarted = self.engine.context.restarted();
        let restarts =
            restarted.everybody || restarted.players.iter().any(|restarted| Some(restarted) == player);
        let can_undo = self.can_undo(&next).map_err(|Thrown| Wait::Throws)?;
        if !effects.is_empty() {
            self.page.emits(&intent.sent, &effects);
        }
        let state = Seen::ahead(next, can_undo, base);
        if is_part {
            self.page.waits(&intent.sent, Wait::CallsEvents);
            return Ok(Prediction::InPart(state));
        }
        Ok(Prediction::Done { state, restarts })
    }

    fn predicts_flow(&self) -> bool {
        self.depth == Depth::Flow && self.engine.game.differences.predicts_what_follows()
    }

    fn can_undo(&self, state: &State<H>) -> Result<bool, Thrown> {
        // The first entry is the beginning of the turn. Where something is hidden, only the master knows what the
        // action has shown to others.
        if state.undo.depth() <= 1 || state.ctx.only_active() != self.player || self.hides {
            return Ok(false);
        }
        self.settled(self.engine.check_undo(state, self.player.as_ref())).map(|checked| checked.is_ok())
    }

    /// Returns the result of the game's code, or [`Thrown`] if it threw.
    fn settled<T>(&self, outcome: Outcome<T, H>) -> Result<Result<T, Refusal<H::Value>>, Thrown> {
        let has_failed = self.page.has_failed();
        match outcome {
            // Also after calls that cannot fail for the engine.
            _ if has_failed => Err(Thrown),
            Ok(done) => Ok(Ok(done)),
            Err(Fault::Thrown(_)) => Err(Thrown),
            Err(Fault::Refused(refusal)) => Ok(Err(*refusal)),
        }
    }

    fn refused(&self, refusal: Refusal<H::Value>) -> Foreseen<H, P> {
        Prediction::Refused(self.page.error(refusal))
    }
}

impl<H: Host, P: Page<H>, S: Clone> Client<EngineView<H, P>, S>
where
    H::Value: Clone,
{
    /// Returns `true` if the player can make this move now, by the rules and the move's check. If the check
    /// throws or depends on hidden values, returns `true`: the master decides. Returns `false` while only the
    /// master knows the outcome of an earlier action, because the player would act in a state that nobody has
    /// seen.
    pub fn can_move(&self, request: Request, args: &H::Value) -> bool {
        let can = |shown| self.view().can_move(shown, self.predicted(), request, args);
        self.shows_everything() && self.shown().is_some_and(can)
    }
}

impl<H: Host, P: Page<H>> GameView for EngineView<H, P>
where
    H::Value: Clone,
{
    type State = Seen<H, P::Sent>;
    type Action = Intent<P::Action, H::Value>;
    type Error = P::Error;

    fn predict(&self, base: &Seen<H, P::Sent>, intent: &Self::Action) -> Foreseen<H, P> {
        if self.depth == Depth::Nothing || !matches!(intent.request, Request::Move(_) | Request::Event(_)) {
            return Prediction::Waits;
        }
        let predicted = if base.base().confirmed.is_same_game.get() {
            self.predicted(base, intent)
        } else {
            Err(Wait::OtherVersion)
        };
        predicted.unwrap_or_else(|why| {
            self.page.waits(&intent.sent, why);
            if why == Wait::Unseen { Prediction::Doubted } else { Prediction::Waits }
        })
    }

    fn begin_replay(&self) {
        self.page.replays();
    }

    fn hold_up(&self, shown: &Seen<H, P::Sent>, intent: &Self::Action) {
        if self.depth != Depth::Nothing && !matches!(intent.request, Request::StepBack) {
            let is_same_game = shown.base().confirmed.is_same_game.get();
            self.page.waits(&intent.sent, if is_same_game { Wait::Before } else { Wait::OtherVersion });
        }
    }

    fn is_same(&self, one: &Seen<H, P::Sent>, other: &Seen<H, P::Sent>) -> bool {
        if one.is(other) {
            return true;
        }
        let is_same = one.number() == other.number() && self.page.shows_same(one, other);
        match one {
            _ if !is_same => {}
            Seen::Ahead(ahead) => {
                ahead.base.replace(other.base());
            }
            Seen::Confirmed(confirmed) => {
                confirmed.is_same_game.set(other.base().confirmed.is_same_game.get())
            }
        }
        is_same
    }

    // boardgame.io's log does not contain the authors of events.
    fn leaves_trace(&self, intent: &Self::Action) -> bool {
        matches!(intent.request, Request::Move(_) | Request::StepBack) && !self.engine.game.disable_log
    }

    fn passed_over(&self) -> P::Error {
        self.page.error(Refusal::new(RefusalKind::StaleStateId, "the server ignored the action"))
    }
}

/// Returns the state with one entry in its undo history, so that the engine knows whether the next action can
/// be undone.
fn with_beginning<H: Host>(state: State<H>) -> State<H> {
    let State { g, ctx, plugins, .. } = state.clone();
    State {
        undo: Stack::of(UndoEntry { g, ctx, plugins, player_id: None, move_id: None, args: None }),
        ..state
    }
}

/// Returns `true` if the game's code refused. It may have read hidden values.
fn is_by_the_game(kind: RefusalKind) -> bool {
    matches!(kind, RefusalKind::InvalidMove | RefusalKind::PluginInvalid)
}

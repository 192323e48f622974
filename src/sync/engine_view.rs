//! A game's engine as a client's copy of the game: what its player's actions lead to, as far as the page knows.

use alloc::rc::Rc;

use super::client::Client;
use super::seen::Seen;
use super::view::{GameView, Prediction};
use rondel_codes::Wait;
use rondel_core::{
    Action, ActionKind, Ctx, Engine, Fault, Host, Outcome, PlayerID, Predicted, Refusal, RefusalKind,
    Request, Stack, State, UndoEntry,
};

/// The page in which a client plays: it has what the master sends, and shows what the engine runs ahead to.
pub trait Page<H: Host> {
    /// A state as the page keeps it.
    type Sent;
    /// An action as the master gets it.
    type Action;
    /// Why an action was refused.
    type Error: Clone;

    /// The engine's state of what the master has sent.
    ///
    /// # Errors
    /// Why there is none.
    fn load(&self, sent: &Self::Sent) -> Result<State<H>, LoadError<Self::Error>>;

    /// Whether two states with the same number show the same.
    fn shows_same(&self, one: &Seen<H, Self::Sent>, other: &Seen<H, Self::Sent>) -> bool;

    /// The engine's refusal as the page knows it.
    fn error(&self, refusal: Refusal<H::Value>) -> Self::Error;

    /// An action, or a part of it, shows only when the master has answered. The page may want to say why.
    fn waits(&self, action: &Self::Action, why: Wait);

    /// The game's code runs next, for this action.
    fn begin(&self, _action: &Self::Action) {}

    /// Whether anything was thrown that the engine does not know of; then it is settled by this.
    fn has_failed(&self) -> bool {
        false
    }
}

/// Why the engine cannot go on from what a master has sent.
pub enum LoadError<E> {
    /// It makes no sense.
    Misfit(E),
    /// Reading it has thrown.
    Thrown,
}

/// How far a client predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Not at all.
    Nothing,
    /// Moves alone.
    Moves,
    /// All that follows from them, and events.
    Flow,
}

/// What a player asks for.
pub struct Intent<A, V> {
    /// The action as the master gets it.
    pub sent: A,
    /// What is asked for.
    pub request: Request,
    /// The same with its arguments, for the engine; none if nobody can predict it.
    pub kind: Option<ActionKind<V>>,
}

/// A game's engine with the page that it plays in.
pub struct EngineView<H: Host, P: Page<H>> {
    /// The engine.
    pub engine: Rc<Engine<H>>,
    /// The page.
    pub page: P,
    /// How far it predicts.
    pub depth: Depth,
    /// Whether viewers may be shown less than there is, so that what the game's code refuses here a master may do.
    pub hides: bool,
    /// Whose actions they are.
    pub player: Option<PlayerID>,
}

/// What an action leads to.
type Foreseen<H, P> = Prediction<Seen<H, <P as Page<H>>::Sent>, <P as Page<H>>::Error>;

/// What was thrown has been left to the page.
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

    /// Returns `true` if the player's predicted moves reach a limit. Without the flow, the state that shows does not count them.
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
        // The rules go by `ctx`, and everybody sees all of that, once it is the master's.
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
            // It may be reading what is hidden here.
            Err(Thrown) => return Err(Wait::Throws),
        };
        let restarted = self.engine.context.restarted();
        let restarts =
            restarted.everybody || restarted.players.iter().any(|restarted| Some(restarted) == player);
        let can_undo = self.can_undo(&next).map_err(|Thrown| Wait::Throws)?;
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
        // The first entry is the beginning of the turn.
        if state.undo.depth() <= 1 || state.ctx.only_active() != self.player {
            return Ok(false);
        }
        self.settled(self.engine.check_undo(state, self.player.as_ref())).map(|checked| checked.is_ok())
    }

    /// What has come of the game's code, unless it has thrown.
    fn settled<T>(&self, outcome: Outcome<T, H>) -> Result<Result<T, Refusal<H::Value>>, Thrown> {
        let has_failed = self.page.has_failed();
        match outcome {
            // Also of what cannot fail, as far as the engine knows.
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
    /// Returns `true` if the player can make this move now, as far as the rules and its check say. Returns `true` as well where the
    /// check throws, or depends on hidden state: the master decides. Returns `false` while the outcome of an earlier action is known
    /// to the master alone: the player then acts in a state that nobody has seen.
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

    /// Of events, boardgame.io's log does not say whose they were.
    fn leaves_trace(&self, intent: &Self::Action) -> bool {
        matches!(intent.request, Request::Move(_) | Request::StepBack) && !self.engine.game.disable_log
    }

    fn passed_over(&self) -> P::Error {
        self.page.error(Refusal::new(RefusalKind::StaleStateId, "the server ignored the action"))
    }
}

/// A state with something to go back to: so the engine knows whether the next action will be one that can be undone.
fn with_beginning<H: Host>(state: State<H>) -> State<H> {
    let State { g, ctx, plugins, .. } = state.clone();
    State { undo: Stack::of(UndoEntry { g, ctx, plugins, player_id: None, move_id: None }), ..state }
}

/// Whether the game's code refuses for this reason, which may go by what is hidden.
fn is_by_the_game(kind: RefusalKind) -> bool {
    matches!(kind, RefusalKind::InvalidMove | RefusalKind::PluginInvalid)
}

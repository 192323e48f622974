//! The rights of players: the checks that the engine makes before it runs an action, and that masters, bots and
//! predicting clients ask for.

use alloc::boxed::Box;

use super::action::ActionKind;
use super::ctx::Ctx;
use super::error::{Refusal, RefusalKind, refuse};
use super::event::EventKind;
use super::game::{Game, Move};
use super::ids::{MoveId, PlayerID};
use rondel_codes::EVENTS;

/// What a player asks for, without its arguments. None stands for something that the game does not know.
#[derive(Clone, Copy, Debug)]
pub enum Request {
    /// A move.
    Move(Option<MoveId>),
    /// An event.
    Event(Option<EventKind>),
    /// An action of a plugin, by its index.
    Plugin(Option<usize>),
    /// An undo or a redo.
    StepBack,
}

impl Request {
    /// The request of an action. None: players cannot ask for such an action.
    pub fn of<V>(kind: &ActionKind<V>) -> Option<Self> {
        match kind {
            ActionKind::Move { id, .. } => Some(Request::Move(Some(*id))),
            ActionKind::Event(event) => Some(Request::Event(Some(event.kind()))),
            ActionKind::Plugin { index, .. } => Some(Request::Plugin(Some(*index))),
            ActionKind::Undo | ActionKind::Redo => Some(Request::StepBack),
            ActionKind::Leave => None,
        }
    }
}

/// What a master needs to know about an action that the rules allow.
#[derive(Clone, Copy, Debug)]
pub struct Permit {
    /// The player must have seen the present state.
    pub strict: bool,
    /// The action is valid even in a situation that the player has not seen.
    pub ignores_stale: bool,
}

type Allowed<T, V> = Result<T, Box<Refusal<V>>>;

impl<F, V> Game<F, V> {
    /// Checks a request as far as the rules can without the game's code. The order is that of boardgame.io's master:
    /// whether the player may act comes before whether there is such an action.
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, ctx: &Ctx<V>, player: Option<&PlayerID>, request: Request) -> Allowed<Permit, V> {
        self.check_open(ctx, player, request)?;
        let strict = self.differences.acts_on_the_present_state_alone();
        match request {
            Request::Move(Some(id)) => {
                let declared = self.declared_move(ctx, player, id)?;
                return Ok(Permit {
                    strict: strict || declared.strict,
                    ignores_stale: declared.ignores_stale,
                });
            }
            Request::Event(Some(kind)) => self.check_event(kind)?,
            Request::Plugin(Some(_)) => {}
            Request::StepBack if ctx.only_active().is_some() => {
                return Ok(Permit { strict: true, ignores_stale: false });
            }
            Request::StepBack => {
                let message = "only a player who is active alone can undo and redo";
                return refuse(RefusalKind::ActionInvalid, message, &[]);
            }
            Request::Move(None) | Request::Event(None) | Request::Plugin(None) => {
                let is_move = matches!(request, Request::Move(_));
                let kind = if is_move { RefusalKind::UnavailableMove } else { RefusalKind::ActionInvalid };
                return refuse(kind, "the game has nothing of this name", &[]);
            }
        }
        Ok(Permit { strict, ignores_stale: false })
    }

    /// The number of moves after which a limit of the turn or of the stage ends this player's part in it. None: there is no limit.
    pub fn moves_left(&self, ctx: &Ctx<V>, player: Option<&PlayerID>) -> Option<u32> {
        let mover = player.or(ctx.current_player.as_ref());
        let most = self.phase(ctx.phase.as_ref()).and_then(|phase| phase.turn.max_moves);
        let of_turn = most.filter(|_| mover == ctx.current_player.as_ref());
        let of_turn = of_turn.map(|most| most.saturating_sub(ctx.moves_made()));
        let of_stage = mover.and_then(|mover| {
            let limits = ctx.limits.as_ref()?;
            let made = limits.num_moves.as_ref().and_then(|made| made.find(mover));
            Some(limits.max_moves.as_ref()?.find(mover)?.saturating_sub(made.unwrap_or(0)))
        });
        of_turn.into_iter().chain(of_stage).min()
    }

    /// The declaration of a move that this player may make now. The order is that of boardgame.io's reducer: whether
    /// there is such a move comes first.
    pub(super) fn open_move(
        &self,
        ctx: &Ctx<V>,
        player: Option<&PlayerID>,
        id: MoveId,
    ) -> Allowed<&Move<F>, V> {
        let declared = self.declared_move(ctx, player, id)?;
        self.check_open(ctx, player, Request::Move(Some(id)))?;
        Ok(declared)
    }

    /// Checks that players may call this event themselves.
    fn check_event(&self, kind: EventKind) -> Allowed<(), V> {
        let is_off = self.differences.refuses_disabled_events() && self.disabled_events.contains(&kind);
        // The events after those of players are for moves and hooks alone.
        if is_off || kind as usize >= EVENTS {
            let template = "events.{name} is switched off by the game";
            return refuse(RefusalKind::ActionDisabled, template, &[kind.name()]);
        }
        Ok(())
    }

    /// Checks that the game goes on and that this player may act.
    fn check_open(&self, ctx: &Ctx<V>, player: Option<&PlayerID>, request: Request) -> Allowed<(), V> {
        let (attempt, name) = attempt(request);
        let (kind, why) = match player {
            _ if ctx.gameover.is_some() => (RefusalKind::GameOver, "the game is over: nobody"),
            Some(player) if !ctx.is_player_active(player) => {
                let template = "player {player} is not active and cannot {attempt}{name}";
                return refuse(RefusalKind::InactivePlayer, template, &[player, attempt, name]);
            }
            None if ctx.current_player.is_none() => {
                (RefusalKind::InactivePlayer, "every player is out: nobody")
            }
            _ => return Ok(()),
        };
        refuse(kind, "{why} can {attempt}{name}", &[why, attempt, name])
    }

    fn declared_move(&self, ctx: &Ctx<V>, player: Option<&PlayerID>, id: MoveId) -> Allowed<&Move<F>, V> {
        let mover = player.or(ctx.current_player.as_ref());
        if let Some(declared) = self.find_move(ctx, id, mover) {
            return Ok(declared);
        }
        let stage = mover.and_then(|player| ctx.active_players.as_ref()?.find(player)?);
        let place = match (&stage, &ctx.phase) {
            (Some(stage), _) => [" in stage ", stage],
            (None, Some(phase)) => [" in phase ", phase],
            (None, None) => ["", ""],
        };
        let template = "the move {name} is not available{where}{place}";
        refuse(RefusalKind::UnavailableMove, template, &[self.move_name(id), place[0], place[1]])
    }
}

impl<V> Ctx<V> {
    /// Whether a player may act. Without a player: whether the game goes on.
    pub fn may_act(&self, player: Option<&PlayerID>) -> bool {
        self.gameover.is_none() && player.is_none_or(|player| self.is_player_active(player))
    }

    /// The only player who may act, if there is exactly one.
    pub fn only_active(&self) -> Option<PlayerID> {
        if self.gameover.is_some() {
            return None;
        }
        let Some(active) = &self.active_players else { return self.current_player.clone() };
        let active = active.entries();
        let mut players = active.iter().map(|(player, _)| player);
        players.next().filter(|_| players.next().is_none()).cloned()
    }
}

/// What the player attempts, as words that follow "cannot": a phrase and the name of an event.
fn attempt(request: Request) -> (&'static str, &'static str) {
    match request {
        Request::Move(_) => ("make a move", ""),
        Request::Event(kind) => ("call events.", kind.map_or("?", EventKind::name)),
        Request::Plugin(_) => ("act on a plugin", ""),
        Request::StepBack => ("undo or redo", ""),
    }
}

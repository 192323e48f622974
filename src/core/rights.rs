//! The rights of players: checks that need no code of the game. The engine makes them before it runs an
//! action; masters, bots and predicting clients ask for them too.

use alloc::boxed::Box;

use super::action::ActionKind;
use super::ctx::Ctx;
use super::error::{Refusal, RefusalKind, refuse};
use super::event::EventKind;
use super::game::{Game, Move};
use super::ids::{MoveId, PlayerID};
use rondel_codes::EVENTS;

/// A requested action without its arguments. `None` inside stands for something that the game does not know.
#[derive(Clone, Copy, Debug)]
pub enum Request {
    /// A move.
    Move(Option<MoveId>),
    /// An event.
    Event(Option<EventKind>),
    /// A plugin's action, with the plugin's index.
    Plugin(Option<usize>),
    /// An undo or a redo.
    StepBack,
}

impl Request {
    /// Returns the request of an action, or `None` if players cannot ask for it.
    pub fn of<V>(kind: &ActionKind<V>) -> Option<Self> {
        match kind {
            ActionKind::Move { id, .. } => Some(Request::Move(Some(*id))),
            ActionKind::Event(event) => Some(Request::Event(Some(event.kind()))),
            ActionKind::Plugin { index, .. } => Some(Request::Plugin(Some(*index))),
            ActionKind::Undo | ActionKind::Redo => Some(Request::StepBack),
            ActionKind::Leave | ActionKind::Timeout(_) | ActionKind::Clock(_) => None,
        }
    }
}

/// Facts that a master needs about an action that the rules allow.
#[derive(Clone, Copy, Debug)]
pub struct Permit {
    /// The player must have seen the present state.
    pub strict: bool,
    /// The action is valid even in a situation that the player has not seen.
    pub ignores_stale: bool,
}

type Allowed<T, V> = Result<T, Box<Refusal<V>>>;

impl<F, V> Game<F, V> {
    /// Checks a request without running the game's code. The order is that of boardgame.io's master: it
    /// checks whether the player may act before it checks whether the action exists.
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

    /// Returns the number of moves until a limit of the turn or the stage ends this player's part in it, or
    /// `None` without a limit.
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

    /// Returns the declaration of a move that this player may make now. The order is that of boardgame.io's
    /// reducer: it checks first whether the move exists.
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

    /// Checks that players may call this event.
    fn check_event(&self, kind: EventKind) -> Allowed<(), V> {
        let is_off = self.differences.refuses_disabled_events() && self.disabled_events.contains(&kind);
        // Events with higher numbers are for moves and hooks only.
        if is_off || kind as usize >= EVENTS {
            let template = "the game has disabled events.{name}";
            return refuse(RefusalKind::ActionDisabled, template, &[kind.name()]);
        }
        Ok(())
    }

    /// Checks that the game is not over and that this player may act.
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
    /// Returns `true` if the player may act. Without a player: if the game is not over.
    pub fn may_act(&self, player: Option<&PlayerID>) -> bool {
        self.gameover.is_none() && player.is_none_or(|player| self.is_player_active(player))
    }

    /// Returns the only active player, if there is exactly one.
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

/// Returns the words that follow "cannot" in a message: a phrase and the name of an event.
fn attempt(request: Request) -> (&'static str, &'static str) {
    match request {
        Request::Move(_) => ("make a move", ""),
        Request::Event(kind) => ("call events.", kind.map_or("?", EventKind::name)),
        Request::Plugin(_) => ("act on a plugin", ""),
        Request::StepBack => ("undo or redo", ""),
    }
}

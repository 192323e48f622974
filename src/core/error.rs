//! The reasons why an action fails: exceptions of the game, and refusals.

use alloc::boxed::Box;
use alloc::string::String;

use super::text::fill;
use rondel_codes::{problem, refusal};

/// Reason why an action failed. The state is unchanged.
#[derive(Clone, Debug)]
pub enum Fault<X, V> {
    /// The game's code threw this exception.
    Thrown(X),
    /// The engine refused the action. Boxed to keep results small.
    Refused(Box<Refusal<V>>),
}

impl<X, V> From<Box<Refusal<V>>> for Fault<X, V> {
    fn from(refusal: Box<Refusal<V>>) -> Self {
        Fault::Refused(refusal)
    }
}

/// Refuses an action with a message [`fill`]ed into the template. The error is a [`Fault`], or a plain
/// refusal where no code of the game runs.
pub(super) fn refuse<T, E: From<Box<Refusal<V>>>, V>(
    kind: RefusalKind,
    template: &'static str,
    parts: &[&str],
) -> Result<T, E> {
    Err(refusal(kind, template, parts).into())
}

#[cold]
#[inline(never)]
fn refusal<V>(kind: RefusalKind, template: &'static str, parts: &[&str]) -> Box<Refusal<V>> {
    Box::new(Refusal::new(kind, fill(template, parts)))
}

/// A refusal with its reason.
#[derive(Clone, Debug)]
pub struct Refusal<V> {
    /// Rule that refused the action.
    pub kind: RefusalKind,
    /// Reason with the place, for developers.
    pub message: String,
    /// Value from the game or a plugin for the caller.
    pub payload: Option<V>,
}

impl<V> Refusal<V> {
    /// Creates a refusal without a payload.
    pub fn new(kind: RefusalKind, message: impl Into<String>) -> Self {
        Refusal { kind, message: message.into(), payload: None }
    }
}

/// Kind of a refusal. Callers see boardgame.io's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The move does not exist, or this player cannot make it now.
    UnavailableMove,
    /// The game returned `INVALID_MOVE`.
    InvalidMove,
    /// The game's code needs a hidden value. Callers see an invalid move.
    Hidden,
    /// The player is not active.
    InactivePlayer,
    /// The game is over.
    GameOver,
    /// The game has disabled the action.
    ActionDisabled,
    /// The action is not possible in this situation.
    ActionInvalid,
    /// The number of players is not allowed.
    NumPlayers,
    /// A plugin or the event queue refused the action.
    PluginInvalid,
    /// The action is stale: something has happened that the player had not seen. Only masters use it.
    StaleStateId,
}

impl RefusalKind {
    /// Returns the name that callers see.
    pub fn name(self) -> &'static str {
        match self {
            RefusalKind::UnavailableMove => refusal::UNAVAILABLE_MOVE,
            RefusalKind::InvalidMove | RefusalKind::Hidden => refusal::INVALID_MOVE,
            RefusalKind::InactivePlayer => refusal::INACTIVE_PLAYER,
            RefusalKind::GameOver => refusal::GAMEOVER,
            RefusalKind::ActionDisabled => refusal::ACTION_DISABLED,
            RefusalKind::ActionInvalid => refusal::ACTION_INVALID,
            RefusalKind::NumPlayers => problem::NUM_PLAYERS,
            RefusalKind::PluginInvalid => refusal::PLUGIN_INVALID,
            RefusalKind::StaleStateId => refusal::STALE_STATE_ID,
        }
    }
}

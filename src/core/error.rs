//! Why an action fails: exceptions of the game, and refusals.

use alloc::boxed::Box;
use alloc::string::String;

use super::text::fill;
use rondel_codes::{problem, refusal};

/// Why an action failed. The state from before it is unchanged.
#[derive(Clone, Debug)]
pub enum Fault<X, V> {
    /// The game's code threw this exception.
    Thrown(X),
    /// The action was refused. Boxed, so that results stay small.
    Refused(Box<Refusal<V>>),
}

impl<X, V> From<Box<Refusal<V>>> for Fault<X, V> {
    fn from(refusal: Box<Refusal<V>>) -> Self {
        Fault::Refused(refusal)
    }
}

/// Refuses an action: the error is a [`Fault`], or the refusal itself where no game's code is run.
/// The message is [`fill`]ed in.
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
    /// Which rule refuses the action.
    pub kind: RefusalKind,
    /// The reason for developers. It names the place.
    pub message: String,
    /// What the game or a plugin wants the caller to know.
    pub payload: Option<V>,
}

impl<V> Refusal<V> {
    /// A refusal without a payload.
    pub fn new(kind: RefusalKind, message: impl Into<String>) -> Self {
        Refusal { kind, message: message.into(), payload: None }
    }
}

/// The kinds of refusals. Callers see boardgame.io's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// No such move, or not now, or not for this player's stage.
    UnavailableMove,
    /// The game returned `INVALID_MOVE`.
    InvalidMove,
    /// The game's code needs to know what is hidden here. Callers see an invalid move.
    Hidden,
    /// The player may not act now.
    InactivePlayer,
    /// The game is over.
    GameOver,
    /// The game has switched this off.
    ActionDisabled,
    /// Not possible in this situation.
    ActionInvalid,
    /// No match has so few or so many players.
    NumPlayers,
    /// A plugin, the event queue included, declared the action invalid.
    PluginInvalid,
    /// The player has not seen what has happened since. Only masters refuse for this reason.
    StaleStateId,
}

impl RefusalKind {
    /// The name by which callers know it.
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

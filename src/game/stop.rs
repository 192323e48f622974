//! The reasons why a game's code stops.

use std::borrow::Cow;
use std::boxed::Box;
use std::fmt;

use serde::Serialize;

use super::json::text_of;
use super::unwritten::Unwritten;

/// Result of a game's code.
pub type Result<T, E = Stop> = std::result::Result<T, E>;

/// Result of a move or a hook. On an error, the engine discards all of its changes.
pub type Played = Result<()>;

/// Reason why a move or a hook stops. The engine discards all of its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The rules forbid it. The payload is JSON text for the caller, written by [`invalid`] and
    /// [`Stop::invalid`]. Text that is not JSON reaches the caller as a string.
    Invalid(Option<Cow<'static, str>>),
    /// The code returned a value that JSON or JavaScript cannot represent. This is a bug of the game, so the
    /// match reports an error in place of a refusal.
    Unwritten(Box<Unwritten>),
    /// It depends on hidden values. A page waits for its master. Where everything is visible, the engine
    /// refuses the move.
    Unknown,
}

/// Refuses a move with a reason.
///
/// # Errors
/// Always [`Stop::Invalid`], or [`Stop::Unwritten`] if the reason has no JSON form.
///
/// ```
/// use rondel::prelude::*;
///
/// fn place(is_free: bool) -> Played {
///     if is_free { Ok(()) } else { invalid("taken") }
/// }
/// assert_eq!(place(false), Err(Stop::invalid("taken")));
/// ```
pub fn invalid<T>(why: impl Serialize) -> Result<T> {
    Err(Stop::invalid(why))
}

impl Stop {
    /// Returns [`Stop::Invalid`] with this reason, or [`Stop::Unwritten`] if the reason has no JSON form.
    #[cold]
    pub fn invalid(why: impl Serialize) -> Self {
        match text_of(&why) {
            Ok(text) => Stop::Invalid(Some(Cow::Owned(text))),
            Err(why) => Stop::unwritten(why.inside("payload")),
        }
    }

    #[cold]
    pub(super) fn unwritten(why: Unwritten) -> Self {
        Stop::Unwritten(Box::new(why))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Invalid(None) => to.write_str("invalid"),
            Stop::Invalid(Some(why)) => write!(to, "invalid: {why}"),
            Stop::Unwritten(why) => why.fmt(to),
            Stop::Unknown => to.write_str("it depends on a hidden value"),
        }
    }
}

impl std::error::Error for Stop {}

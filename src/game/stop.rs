//! Why a game's code stops.

use std::borrow::Cow;
use std::boxed::Box;
use std::fmt;

use serde::Serialize;

use super::json::text_of;
use super::unwritten::Unwritten;

/// What the code of a game returns.
pub type Result<T, E = Stop> = std::result::Result<T, E>;

/// What a move or a hook returns: it has been done, or it stops, and nothing of it is kept.
pub type Played = Result<()>;

/// Why a move or a hook stops. Nothing of it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The rules forbid it. What the caller shall know of it is text of JSON's.
    /// [`invalid`] and [`Stop::invalid`] write it; another text stands for itself.
    Invalid(Option<Cow<'static, str>>),
    /// JSON has no text for what the code has made or said, or JavaScript would read it as something else: a mistake in the game, and
    /// an error of its match in place of a refusal.
    Unwritten(Box<Unwritten>),
    /// It depends on what cannot be seen here. A page waits for its master; where all can be seen, the move is refused.
    Unknown,
}

/// Forbids a move, with a reason.
///
/// # Errors
/// Always: [`Stop::Invalid`], or [`Stop::Unwritten`] if the reason has no text of JSON's.
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
    /// The rules forbid it, for this reason; [`Stop::Unwritten`] if that has no text of JSON's.
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
            Stop::Unknown => to.write_str("it depends on what is hidden here"),
        }
    }
}

impl std::error::Error for Stop {}

//! Why a game's code stops.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

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
    /// It depends on what cannot be seen here. A page waits for its master; where all can be seen, the move is refused.
    Unknown,
}

/// Forbids a move, with a reason.
///
/// # Errors
/// Always: [`Stop::Invalid`]. A reason that cannot be written as JSON is left out.
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
    /// The rules forbid it, for this reason. One that cannot be written as JSON is left out.
    #[cold]
    pub fn invalid(why: impl Serialize) -> Self {
        Stop::Invalid(serde_json::to_string(&why).ok().map(Cow::Owned))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Invalid(None) => to.write_str("invalid"),
            Stop::Invalid(Some(why)) => write!(to, "invalid: {why}"),
            Stop::Unknown => to.write_str("it depends on what is hidden here"),
        }
    }
}

impl std::error::Error for Stop {}

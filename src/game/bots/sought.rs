//! The values of a search: a move is the game's own type, so that none is boxed, written or read.

use std::any::Any;
use std::borrow::ToOwned;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};

use crate::game::derived::ArgsIn;
use crate::game::moves::Moves;
use crate::game::values::{Data, Outcome, read_args, shown_to_nobody};

/// What the engine hands on during a search.
#[derive(Clone, Debug)]
pub enum Sought<M> {
    /// JavaScript's `undefined`.
    Nothing,
    /// A move.
    Move(M),
    /// How the match has ended.
    Outcome(Outcome),
    /// Anything else, as text of JSON's.
    Json(Rc<str>),
}

impl<M: Moves> Sought<M> {
    /// A value of a match, as a search has it.
    pub fn of_value<V: Data>(value: &V) -> Self {
        value.text().map_or(Sought::Nothing, Self::of_json)
    }
}

impl<M: Moves> Data for Sought<M> {
    shown_to_nobody!();

    fn of_json(text: String) -> Self {
        Sought::Json(text.into())
    }

    fn text(&self) -> Option<String> {
        match self {
            Sought::Nothing => None,
            Sought::Move(made) => Some(args_of(made)),
            Sought::Outcome(outcome) => Some(outcome.to_json()),
            Sought::Json(text) => Some(text.to_string()),
        }
    }

    fn of_outcome(outcome: Outcome) -> Self {
        Sought::Outcome(outcome)
    }

    /// A search warns of nothing: the player of the match is warned.
    fn warn(_message: &str) -> bool {
        true
    }

    fn read_args<N: Moves>(&self, id: usize) -> Result<N, String> {
        match self {
            // The same type, in a search of this game.
            Sought::Move(made) => match (made as &dyn Any).downcast_ref::<N>() {
                Some(made) => Ok(made.clone()),
                None => Err(format!("{made:?} is a move of another game")),
            },
            _ => read_args(id, self.text().as_deref().unwrap_or("[]")),
        }
    }
}

/// The arguments of a move, a list as text of JSON's.
pub fn args_of<M: Moves>(made: &M) -> String {
    serde_json::to_string(&ArgsIn(made)).unwrap_or_else(|_| "[]".to_owned())
}

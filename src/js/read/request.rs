//! Requests of players as numbers.

use super::super::values::ValueId;
use crate::codes::request;
use crate::core::{EventKind, MoveId, Request};

/// Returns the request of this kind of `codes::request` with this index among the names.
pub fn request_of(kind: u32, place: i32) -> Request {
    let place = usize::try_from(place).ok();
    match kind {
        request::MOVE => Request::Move(place),
        request::EVENT => Request::Event(place.and_then(EventKind::at)),
        request::PLUGIN => Request::Plugin(place),
        _ => Request::StepBack,
    }
}

/// Returns the move that was chosen for a player whose time has run out. A negative index: none.
pub fn chosen_move(place: i32, args: ValueId) -> Option<(MoveId, ValueId)> {
    usize::try_from(place).ok().map(|id| (id, args))
}

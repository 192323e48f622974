//! The places of callbacks in a game's definition.

use super::Method;

impl Method {
    /// Returns the callback's place in a game's definition, such as `turn.onBegin`.
    pub fn place(self) -> &'static str {
        match self {
            Method::Move => "a move",
            Method::GameOnEnd => "onEnd of the game",
            Method::PhaseOnBegin => "phase.onBegin",
            Method::PhaseOnEnd => "phase.onEnd",
            Method::TurnOnBegin => "turn.onBegin",
            Method::TurnOnMove => "turn.onMove",
            Method::TurnOnEnd => "turn.onEnd",
            Method::GameOnPlayerLeave => "onPlayerLeave",
            Method::TurnOnTimeout => "onTimeout",
        }
    }
}

//! The context of moves and hooks.

use std::ops::Deref;

use serde::Serialize;

use super::ctx::Ctx;
use super::events::Events;
use super::json::text_of;
use super::random::Random;
use super::seat::Seat;
use super::services::Services;
use super::stop::{Result, Stop};

/// Context of a move or a hook. Dereferences to [`Ctx`].
pub struct Cx<'a> {
    pub(super) ctx: Ctx<'a>,
    pub(super) player: Option<Seat>,
    pub(super) services: &'a dyn Services,
}

impl<'a> Deref for Cx<'a> {
    type Target = Ctx<'a>;

    fn deref(&self) -> &Ctx<'a> {
        &self.ctx
    }
}

impl Cx<'_> {
    /// Returns the player who makes the move or leaves. In a hook that no player's action caused, returns the
    /// current player.
    pub fn player(&self) -> Seat {
        self.player.unwrap_or_else(|| self.current())
    }

    /// Returns the match's random number generator.
    ///
    /// # Errors
    /// [`Stop::Unknown`] in a prediction, because the master draws the numbers.
    pub fn random(&self) -> Result<Random<'_>> {
        if self.services.draws() { Ok(Random::over(self.services)) } else { Err(Stop::Unknown) }
    }

    /// Returns the events, which take effect after the move or hook.
    pub fn events(&self) -> Events<'_> {
        Events::new(self.services)
    }

    /// Adds metadata to the action's log entry, as boardgame.io's `log.setMetadata`. All players see them.
    /// The action fails if the metadata have no JSON form.
    pub fn log(&self, metadata: &impl Serialize) {
        self.services.log(text_of(metadata).map_err(|why| why.inside("metadata")));
    }
}

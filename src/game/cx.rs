//! What moves and hooks work with.

use std::ops::Deref;

use serde::Serialize;

use super::ctx::Ctx;
use super::desk::Desk;
use super::events::Events;
use super::json::text_of;
use super::random::Random;
use super::seat::Seat;
use super::stop::{Result, Stop};

/// What a move or a hook works with. It can be read as a [`Ctx`].
pub struct Cx<'a> {
    pub(super) ctx: Ctx<'a>,
    pub(super) player: Option<Seat>,
    pub(super) desk: &'a dyn Desk,
}

impl<'a> Deref for Cx<'a> {
    type Target = Ctx<'a>;

    fn deref(&self) -> &Ctx<'a> {
        &self.ctx
    }
}

impl Cx<'_> {
    /// Whose action it is: who makes the move, or leaves. In hooks that no player's action has set off, whose turn it is.
    pub fn player(&self) -> Seat {
        self.player.unwrap_or_else(|| self.current())
    }

    /// Random numbers.
    ///
    /// # Errors
    /// [`Stop::Unknown`] on a page that predicts: the master draws others.
    pub fn random(&self) -> Result<Random<'_>> {
        if self.desk.draws() { Ok(Random::over(self.desk)) } else { Err(Stop::Unknown) }
    }

    /// What changes turns, phases and stages when the move or hook is over.
    pub fn events(&self) -> Events<'_> {
        Events::new(self.desk)
    }

    /// Notes something with the action's entry in the log, as boardgame.io's `log.setMetadata`. Everybody sees it.
    /// What JSON has no text for is an error in place of the action.
    pub fn log(&self, metadata: &impl Serialize) {
        self.desk.log(text_of(metadata).map_err(|why| why.inside("metadata")));
    }
}

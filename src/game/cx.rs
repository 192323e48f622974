//! The context of moves and hooks.

use std::ops::Deref;

use serde::Serialize;

use super::ctx::Ctx;
use super::effects::{EffectOptions, text_of_effect};
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

    /// Emits an effect of the action, which pages animate: a variant of an enum. Its name is that of the variant
    /// with a small first letter, its data those of the variant. Everybody receives it. The action fails if the
    /// data have no JSON form, or one of more than 100,000 bytes.
    ///
    /// ```
    /// # use rondel::prelude::*;
    /// #[derive(serde::Serialize)]
    /// pub enum Effect {
    ///     Explode { cell: u32 },
    /// }
    ///
    /// fn blow_up(cell: u32, cx: &Cx) {
    ///     cx.emit(&Effect::Explode { cell });
    /// }
    /// ```
    pub fn emit(&self, effect: &impl Serialize) {
        self.emit_with(effect, &EffectOptions::default());
    }

    /// Emits an effect for some players, or with times. The action fails if the match lacks one of the players.
    pub fn emit_with(&self, effect: &impl Serialize, options: &EffectOptions) {
        let text = text_of_effect(effect, options, self.ctx.num_seats());
        self.services.emit(text.map_err(|why| why.inside("effect")));
    }
}

//! The context of `setup`.

use std::format;
use std::ops::Deref;

use serde::de::DeserializeOwned;

use super::ctx::Ctx;
use super::per_seat::PerSeat;
use super::random::Random;
use super::seat::Seat;
use super::services::Services;
use super::stop::{Result, invalid};
use super::types::Typed;
use super::values::reason_of;

/// Context of [`Game::setup`](super::Game::setup). Dereferences to [`Ctx`].
pub struct Setup<'a> {
    pub(super) ctx: Ctx<'a>,
    pub(super) services: &'a dyn Services,
    /// Setup data of the match as JSON text.
    pub(super) data: Option<&'a str>,
}

impl<'a> Deref for Setup<'a> {
    type Target = Ctx<'a>;

    fn deref(&self) -> &Ctx<'a> {
        &self.ctx
    }
}

impl Setup<'_> {
    /// Returns the match's random number generator.
    pub fn random(&self) -> Random<'_> {
        Random::over(self.services)
    }

    /// Creates a value for each seat of the match with `make`.
    pub fn per_seat<T>(&self, make: impl FnMut(Seat) -> T) -> PerSeat<T> {
        PerSeat::new(self.num_seats(), make)
    }

    /// Returns the setup data of the match, or the default value if there are none.
    ///
    /// # Errors
    /// An invalid setup, if the data do not deserialize as `T`.
    pub fn data<T: DeserializeOwned + Default + Typed>(&self) -> Result<T> {
        #[cfg(any(rondel_types, not(target_arch = "wasm32")))]
        self.services.asked_for_data(T::type_text);
        match self.data {
            None => Ok(T::default()),
            Some(text) => serde_json::from_str(text)
                .or_else(|error| invalid(format!("setupData: {}", reason_of(&error)))),
        }
    }
}

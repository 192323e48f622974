//! What `setup` works with.

use std::format;
use std::ops::Deref;

use serde::de::DeserializeOwned;

use super::ctx::Ctx;
use super::desk::Desk;
use super::per_seat::PerSeat;
use super::random::Random;
use super::seat::Seat;
use super::stop::{Result, invalid};
use super::types::Typed;
use super::values::reason_of;

/// What `setup` works with. It can be read as a [`Ctx`].
pub struct Setup<'a> {
    pub(super) ctx: Ctx<'a>,
    pub(super) desk: &'a dyn Desk,
    /// As text of JSON's; none if there are none.
    pub(super) data: Option<&'a str>,
}

impl<'a> Deref for Setup<'a> {
    type Target = Ctx<'a>;

    fn deref(&self) -> &Ctx<'a> {
        &self.ctx
    }
}

impl Setup<'_> {
    /// Random numbers.
    pub fn random(&self) -> Random<'_> {
        Random::over(self.desk)
    }

    /// One value for each seat.
    pub fn per_seat<T>(&self, make: impl FnMut(Seat) -> T) -> PerSeat<T> {
        PerSeat::new(self.num_seats(), make)
    }

    /// The setup data of the match; the default if there are none.
    ///
    /// # Errors
    /// An invalid setup, if they are something else.
    pub fn data<T: DeserializeOwned + Default + Typed>(&self) -> Result<T> {
        #[cfg(any(rondel_types, not(target_arch = "wasm32")))]
        self.desk.asked_for_data(T::type_text);
        match self.data {
            None => Ok(T::default()),
            Some(text) => serde_json::from_str(text)
                .or_else(|error| invalid(format!("setupData: {}", reason_of(&error)))),
        }
    }
}

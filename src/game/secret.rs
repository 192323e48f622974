//! Single values that may be hidden.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stop::{Result, Stop};

/// A value that may be hidden. Where it is not seen, asking for it is [`Stop::Unknown`]: `?` ends a page's prediction
/// there. JavaScript sees the value or `null`.
///
/// ```
/// use rondel::prelude::*;
///
/// let secret = Secret::new(7);
/// assert_eq!(secret.get(), Ok(&7));
///
/// let unseen: Secret<u8> = serde_json::from_str("null")?;
/// assert_eq!(unseen.get(), Err(Stop::Unknown));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// A value that is itself written as `null`, such as `None` or `()`, is not distinguished from a hidden one when read: write
/// `Option<Secret<T>>`, whose presence everybody sees, in place of `Secret<Option<T>>`, or an enum of your own in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret<T>(Option<T>);

impl<T> Secret<T> {
    /// A secret that is seen here.
    pub const fn new(value: T) -> Self {
        Secret(Some(value))
    }

    /// A secret that is not seen.
    pub const fn hidden() -> Self {
        Secret(None)
    }

    /// The value.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where it is not seen.
    pub fn get(&self) -> Result<&T> {
        self.0.as_ref().ok_or(Stop::Unknown)
    }

    /// The value.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where it is not seen.
    pub fn get_mut(&mut self) -> Result<&mut T> {
        self.0.as_mut().ok_or(Stop::Unknown)
    }

    /// The value.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where it is not seen.
    pub fn into_value(self) -> Result<T> {
        self.0.ok_or(Stop::Unknown)
    }

    /// Puts another value in its place.
    pub fn set(&mut self, value: T) {
        self.0 = Some(value);
    }
}

impl<T> From<T> for Secret<T> {
    fn from(value: T) -> Self {
        Secret::new(value)
    }
}

impl<T: Serialize> Serialize for Secret<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Secret<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::deserialize(from).map(Secret)
    }
}

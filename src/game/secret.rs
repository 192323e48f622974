//! Single values that may be hidden.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::stop::{Result, Stop};

/// A value that may be hidden. For a hidden value, the getters return [`Stop::Unknown`], and `?` ends a
/// page's prediction there. JavaScript sees the value, or `null` if it is hidden.
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
/// Deserialization cannot distinguish a hidden value from one that serializes as `null`, such as `None` or
/// `()`. In place of `Secret<Option<T>>`, use `Option<Secret<T>>`, whose presence everybody sees, or a
/// `Secret` of your own enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret<T>(Option<T>);

impl<T> Secret<T> {
    /// Creates a visible secret.
    pub const fn new(value: T) -> Self {
        Secret(Some(value))
    }

    /// Creates a hidden secret.
    pub const fn hidden() -> Self {
        Secret(None)
    }

    /// Returns the value.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the value is hidden.
    pub fn get(&self) -> Result<&T> {
        self.0.as_ref().ok_or(Stop::Unknown)
    }

    /// Returns the value mutably.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the value is hidden.
    pub fn get_mut(&mut self) -> Result<&mut T> {
        self.0.as_mut().ok_or(Stop::Unknown)
    }

    /// Converts the secret into its value.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the value is hidden.
    pub fn into_value(self) -> Result<T> {
        self.0.ok_or(Stop::Unknown)
    }

    /// Replaces the value.
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

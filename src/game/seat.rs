//! Seats, the places of players at the table.

use core::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A player's place at the table, counted from 0. JavaScript sees boardgame.io's player ID, such as `'0'`.
///
/// ```
/// use rondel::prelude::*;
///
/// let seat = Seat::new(1);
/// assert_eq!((seat.index(), seat.to_string()), (1, "1".to_owned()));
/// assert_eq!(serde_json::to_string(&seat)?, r#""1""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u16);

/// Name of a seat's serde newtype. `Moves::check_seats` finds the seats in a move's arguments by it.
pub(super) const SEAT: &str = "rondel::Seat";

impl Seat {
    /// Creates the seat with this index, counted from 0.
    pub const fn new(place: u16) -> Self {
        Seat(place)
    }

    /// Returns the index of the seat, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Iterates over the seats of a table of this size.
    pub(crate) fn all(count: usize) -> impl Iterator<Item = Seat> + Clone {
        (0..=u16::MAX).take(count).map(Seat)
    }

    /// Parses a player ID such as `"0"`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [b'0'] | [b'1'..=b'9', ..] => text.parse().ok().map(Seat),
            _ => None,
        }
    }
}

impl From<u16> for Seat {
    fn from(place: u16) -> Self {
        Seat(place)
    }
}

/// The player ID of boardgame.io: `0`, `1` and so on.
impl fmt::Display for Seat {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_newtype_struct(SEAT, &Text(self.0))
    }
}

struct Text(u16);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Written)
    }
}

struct Written;

impl Visitor<'_> for Written {
    type Value = Seat;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a player, such as \"0\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Seat, E> {
        Seat::parse(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

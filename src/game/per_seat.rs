//! One value for each seat.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::seat::Seat;

/// One value for each seat. JavaScript sees a list.
///
/// ```
/// use rondel::prelude::*;
///
/// let mut points = PerSeat::new(2, |_| 0);
/// points[Seat::new(1)] += 3;
/// assert_eq!(points.iter().max_by_key(|(_, points)| **points), Some((Seat::new(1), &3)));
/// ```
///
/// `points[seat]` panics for a seat that is not at the table. A seat in a move's arguments is always at the
/// table: the engine refuses other moves before it plays them. `points[self.leader()] += 1` does not compile,
/// because it borrows `self` twice: bind the leader to a variable first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(Vec<T>);

impl<T> PerSeat<T> {
    /// Creates a value for each of `seats` seats with `make`.
    pub fn new(seats: usize, make: impl FnMut(Seat) -> T) -> Self {
        PerSeat(Seat::all(seats).map(make).collect())
    }

    /// Returns the number of seats.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no seats.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value of this seat, or `None` if the seat is not at the table.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Returns the value of this seat mutably, or `None` if the seat is not at the table.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        self.0.get_mut(seat.index())
    }

    /// Iterates over the seats and their values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        self.0.iter().enumerate().map(|(place, value)| (Seat::new(place as u16), value))
    }

    /// Iterates over the seats and their values in order, with mutable values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        self.0.iter_mut().enumerate().map(|(place, value)| (Seat::new(place as u16), value))
    }

    /// Iterates over the seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<T> {
        Seat::all(self.0.len())
    }

    /// Returns the values in the order of the seats.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Iterates over the values in the order of the seats.
    pub fn values(&self) -> core::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Iterates over the values mutably, in the order of the seats.
    pub fn values_mut(&mut self) -> core::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Returns the values of two seats mutably, for example to move something from one to the other. Returns
    /// `None` if both seats are the same, or if one is not at the table.
    ///
    /// ```
    /// use rondel::prelude::*;
    ///
    /// let mut coins = PerSeat::new(2, |_| 5);
    /// if let Some((giver, taker)) = coins.both(Seat::new(0), Seat::new(1)) {
    ///     *giver -= 2;
    ///     *taker += 2;
    /// }
    /// assert_eq!(coins.values().copied().collect::<Vec<_>>(), [3, 7]);
    /// ```
    pub fn both(&mut self, one: Seat, other: Seat) -> Option<(&mut T, &mut T)> {
        self.0.get_disjoint_mut([one.index(), other.index()]).ok().map(|[one, other]| (one, other))
    }
}

/// A value without seats, for `..Default::default()` in `setup`.
impl<T> Default for PerSeat<T> {
    fn default() -> Self {
        PerSeat(Vec::new())
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[track_caller]
    #[expect(
        clippy::indexing_slicing,
        reason = "panics like a slice: use `get` for seats that may be missing"
    )]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[track_caller]
    #[expect(
        clippy::indexing_slicing,
        reason = "panics like a slice: use `get_mut` for seats that may be missing"
    )]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

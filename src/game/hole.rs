//! The types that can be holes in a view, and the bag from which holes are filled.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::any::{Any, TypeId};

use super::per_seat::PerSeat;
use super::pile::Pile;
use super::random::Random;
use super::secret::Secret;

/// A type whose fields may be `#[hidden]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be hidden",
    note = "`Pile<T>` hides its cards and shows how many they are; `Secret<T>` hides any value"
)]
pub trait Hide {
    /// Makes the value a hole.
    fn hide(&mut self);

    /// Makes the value a hole and puts its content into the bag.
    fn give(&mut self, bag: &mut Bag);

    /// Fills the value from the bag if it is a hole. Returns `false` if the bag has too little.
    fn take(&mut self, bag: &mut Bag) -> bool;
}

/// A bag of values, by type, to fill the holes of a view.
#[derive(Default)]
pub struct Bag(Vec<(TypeId, Box<dyn Things>)>);

impl Bag {
    /// Creates an empty bag.
    pub const fn new() -> Self {
        Bag(Vec::new())
    }

    /// Adds values and returns the bag. They fill holes of exactly this type: `0..30` are of type `i32`, not
    /// `u8`.
    pub fn with<T: 'static>(mut self, things: impl IntoIterator<Item = T>) -> Self {
        self.add(things);
        self
    }

    /// Adds values.
    pub fn add<T: 'static>(&mut self, things: impl IntoIterator<Item = T>) {
        match self.of::<T>() {
            Some(known) => known.extend(things),
            None => self.0.push((TypeId::of::<T>(), Box::new(things.into_iter().collect::<Vec<T>>()))),
        }
    }

    /// Removes these values, one for each that is equal, and returns the bag. All cards without those that a
    /// player sees are the cards that the player does not see.
    ///
    /// ```
    /// use rondel::game::Bag;
    ///
    /// let mut bag = Bag::new().with([1, 2, 2, 3]).without(&[2, 3]);
    /// assert_eq!((bag.take::<i32>(2).map(|left| left.len()), bag.take::<i32>(1)), (Some(2), None));
    /// ```
    pub fn without<'t, T: PartialEq + 'static>(mut self, seen: impl IntoIterator<Item = &'t T>) -> Self {
        if let Some(known) = self.of::<T>() {
            for thing in seen {
                if let Some(place) = known.iter().position(|known| known == thing) {
                    known.remove(place);
                }
            }
        }
        self
    }

    /// Removes `count` values of this type and returns them, or returns `None` if there are fewer.
    pub fn take<T: 'static>(&mut self, count: usize) -> Option<Vec<T>> {
        if count == 0 {
            return Some(Vec::new());
        }
        let things = self.of::<T>()?;
        let kept = things.len().checked_sub(count)?;
        Some(things.split_off(kept))
    }

    /// Shuffles the values of each type.
    pub fn shuffle(&mut self, random: &Random<'_>) {
        for (_, things) in &mut self.0 {
            things.shuffle(random);
        }
    }

    fn of<T: 'static>(&mut self) -> Option<&mut Vec<T>> {
        let (_, things) = self.0.iter_mut().find(|(kind, _)| *kind == TypeId::of::<T>())?;
        things.as_any().downcast_mut()
    }
}

trait Things {
    fn shuffle(&mut self, random: &Random<'_>);
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<T: 'static> Things for Vec<T> {
    fn shuffle(&mut self, random: &Random<'_>) {
        random.shuffle(self);
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl<T: Clone + 'static> Hide for Pile<T> {
    fn hide(&mut self) {
        *self = Pile::hidden(self.len());
    }

    fn give(&mut self, bag: &mut Bag) {
        let count = self.len();
        if let Ok(cards) = core::mem::replace(self, Pile::hidden(count)).into_cards() {
            bag.add(cards);
        }
    }

    fn take(&mut self, bag: &mut Bag) -> bool {
        if self.cards().is_ok() {
            return true;
        }
        let cards = bag.take(self.len());
        let is_filled = cards.is_some();
        if let Some(cards) = cards {
            *self = Pile::from(cards);
        }
        is_filled
    }
}

impl<T: Clone + 'static> Hide for Secret<T> {
    fn hide(&mut self) {
        *self = Secret::hidden();
    }

    fn give(&mut self, bag: &mut Bag) {
        if let Ok(value) = core::mem::replace(self, Secret::hidden()).into_value() {
            bag.add([value]);
        }
    }

    fn take(&mut self, bag: &mut Bag) -> bool {
        if self.get().is_ok() {
            return true;
        }
        let value = bag.take(1).and_then(|mut values| values.pop());
        let is_filled = value.is_some();
        if let Some(value) = value {
            self.set(value);
        }
        is_filled
    }
}

macro_rules! hide_each {
    ($([$($generics:tt)*] $kind:ty, $each:ident),*) => {$(
        impl<T: Hide, $($generics)*> Hide for $kind {
            fn hide(&mut self) {
                self.$each().for_each(Hide::hide);
            }
            fn give(&mut self, bag: &mut Bag) {
                self.$each().for_each(|hole| hole.give(bag));
            }
            fn take(&mut self, bag: &mut Bag) -> bool {
                self.$each().fold(true, |is_whole, hole| hole.take(bag) && is_whole)
            }
        }
    )*};
}
hide_each!([] Vec<T>, iter_mut, [] Option<T>, iter_mut, [const N: usize] [T; N], iter_mut);
hide_each!([] VecDeque<T>, iter_mut, [K] BTreeMap<K, T>, values_mut, [] PerSeat<T>, values_mut);

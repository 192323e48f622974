//! Random numbers. The same seed and order of calls give boardgame.io's numbers.

use std::cell::RefCell;
use std::vec::Vec;

use crate::core;

/// A source of random numbers.
pub trait Draw {
    /// Returns the next number, at least 0 and less than 1.
    fn number(&self) -> f64;
}

impl Draw for RefCell<core::Random> {
    fn number(&self) -> f64 {
        self.borrow_mut().number()
    }
}

/// Random numbers of a match. The same seed gives the same numbers in Rust, in JavaScript and on
/// boardgame.io.
///
/// ```
/// use std::cell::RefCell;
///
/// use rondel::prelude::*;
///
/// let generator = RefCell::new(rondel::core::Random::seeded("rondel"));
/// let random = Random::over(&generator);
/// let mut deck = [1, 2, 3, 4, 5];
/// random.shuffle(&mut deck);
/// assert!(random.die(6) <= 6 && deck.contains(&5));
/// assert_eq!(random.pick::<u8>(&[]), None);
/// ```
#[derive(Clone, Copy)]
pub struct Random<'a>(&'a dyn Draw);

impl<'a> Random<'a> {
    /// Wraps a generator: that of the current action, or a separate one for bots and tests.
    pub fn over(generator: &'a dyn Draw) -> Self {
        Random(generator)
    }

    /// Returns a number that is at least 0 and less than 1: boardgame.io's `Number`.
    pub fn number(&self) -> f64 {
        self.0.number()
    }

    /// Returns a whole number that is at least 0 and less than `end`. Returns 0 if `end` is 0.
    pub fn below(&self, end: usize) -> usize {
        (self.number() * end as f64) as usize
    }

    /// Rolls a die with this number of faces, numbered from 1: boardgame.io's `Die`.
    pub fn die(&self, faces: u32) -> u32 {
        (self.number() * f64::from(faces)) as u32 + 1
    }

    /// Rolls a die `count` times.
    pub fn dice(&self, faces: u32, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.die(faces)).collect()
    }

    /// Rolls `die(4)`.
    pub fn d4(&self) -> u32 {
        self.die(4)
    }

    /// Rolls `die(6)`.
    pub fn d6(&self) -> u32 {
        self.die(6)
    }

    /// Rolls `die(8)`.
    pub fn d8(&self) -> u32 {
        self.die(8)
    }

    /// Rolls `die(10)`.
    pub fn d10(&self) -> u32 {
        self.die(10)
    }

    /// Rolls `die(12)`.
    pub fn d12(&self) -> u32 {
        self.die(12)
    }

    /// Rolls `die(20)`.
    pub fn d20(&self) -> u32 {
        self.die(20)
    }

    /// Returns a random item, or `None` for an empty slice; then it draws no number.
    pub fn pick<'t, T>(&self, things: &'t [T]) -> Option<&'t T> {
        if things.is_empty() { None } else { things.get(self.below(things.len())) }
    }

    /// Shuffles a list into the order that boardgame.io's `Shuffle` gives.
    pub fn shuffle<T>(&self, list: &mut [T]) {
        // boardgame.io draws from a shrinking list: the last item replaces the drawn one. This loop keeps the
        // drawn items after the remaining ones, the first drawn at the end.
        for left in (1..=list.len()).rev() {
            list.swap(self.below(left), left - 1);
        }
        list.reverse();
    }
}

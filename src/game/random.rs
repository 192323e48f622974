//! Random numbers: boardgame.io's, for the same seed and the same order of calls.

use std::cell::RefCell;
use std::vec::Vec;

use crate::core;

/// Where random numbers come from.
pub trait Draw {
    /// The next number, from 0 up to, but not including, 1.
    fn number(&self) -> f64;
}

impl Draw for RefCell<core::Random> {
    fn number(&self) -> f64 {
        self.borrow_mut().number()
    }
}

/// The match's random numbers. The same seed gives the same numbers, also in JavaScript and on boardgame.io.
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
    /// The numbers of a generator: of the action that is being processed, or of one beside the match, for bots and tests.
    pub fn over(generator: &'a dyn Draw) -> Self {
        Random(generator)
    }

    /// A number from 0 up to, but not including, 1: boardgame.io's `Number`.
    pub fn number(&self) -> f64 {
        self.0.number()
    }

    /// A whole number from 0 up to, but not including, `end`. 0, if `end` is 0.
    pub fn below(&self, end: usize) -> usize {
        (self.number() * end as f64) as usize
    }

    /// A throw of a die with so many faces, from 1: boardgame.io's `Die`.
    pub fn die(&self, faces: u32) -> u32 {
        (self.number() * f64::from(faces)) as u32 + 1
    }

    /// So many throws of a die.
    pub fn dice(&self, faces: u32, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.die(faces)).collect()
    }

    /// `die(4)`
    pub fn d4(&self) -> u32 {
        self.die(4)
    }

    /// `die(6)`
    pub fn d6(&self) -> u32 {
        self.die(6)
    }

    /// `die(8)`
    pub fn d8(&self) -> u32 {
        self.die(8)
    }

    /// `die(10)`
    pub fn d10(&self) -> u32 {
        self.die(10)
    }

    /// `die(12)`
    pub fn d12(&self) -> u32 {
        self.die(12)
    }

    /// `die(20)`
    pub fn d20(&self) -> u32 {
        self.die(20)
    }

    /// One of the things; none if there are none, and then no number is drawn.
    pub fn pick<'t, T>(&self, things: &'t [T]) -> Option<&'t T> {
        if things.is_empty() { None } else { things.get(self.below(things.len())) }
    }

    /// Shuffles a list into the order that boardgame.io's `Shuffle` gives it.
    pub fn shuffle<T>(&self, list: &mut [T]) {
        // boardgame.io draws from a list that shrinks: what is last takes the place of what is drawn. Here the drawn ones
        // stand behind those that are left, the first drawn at the end.
        for left in (1..=list.len()).rev() {
            list.swap(self.below(left), left - 1);
        }
        list.reverse();
    }
}

//! Where the numbers of `random` come from.

use alloc::rc::Rc;

use super::random::Random;

/// What a match has to remember of the numbers that it has drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Chance {
    /// A generator: anyone who knows it, knows all that it will draw.
    Seeded(Random),
    /// A [`Source`] outside the match, which says nothing of what it will draw.
    Secure {
        /// How many numbers the match has drawn so far.
        drawn: u64,
    },
}

/// Draws the next number, in `[0, 1)`. None: it cannot, and the giver of the source knows why.
pub type Source = Rc<dyn Fn() -> Option<f64>>;

impl Chance {
    /// The chance of a match that has drawn nothing from a source yet.
    pub(super) const UNTOUCHED: Chance = Chance::Secure { drawn: 0 };

    /// Whether a match that came here from `earlier` has drawn from its source on the way. What a generator has drawn
    /// does not count: it draws the same again.
    pub(super) fn has_drawn_since(&self, earlier: &Chance) -> bool {
        matches!(self, Chance::Secure { .. }) && self != earlier
    }
}

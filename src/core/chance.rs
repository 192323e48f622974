//! The origin of random numbers.

use alloc::rc::Rc;

use super::random::Random;

/// Origin of a match's random numbers, stored with its state.
#[derive(Clone, Debug, PartialEq)]
pub enum Chance {
    /// A generator. All later numbers can be computed from it.
    Seeded(Random),
    /// A [`Source`] outside the match, from which no number can be computed.
    Secure {
        /// Number of random numbers that the match has drawn so far.
        drawn: u64,
    },
}

/// Draws the next number, in `[0, 1)`. Returns `None` if it cannot; the owner of the source knows the reason.
pub type Source = Rc<dyn Fn() -> Option<f64>>;

impl Chance {
    /// Origin of a match that has not drawn from its source yet.
    pub(super) const UNTOUCHED: Chance = Chance::Secure { drawn: 0 };

    /// Returns `true` if the match has drawn from a source since `earlier`. It would draw other numbers again.
    pub(super) fn has_drawn_since(&self, earlier: &Chance) -> bool {
        matches!(self, Chance::Secure { .. }) && self != earlier
    }
}

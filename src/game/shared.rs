//! A game's state as the engine stores it.

use core::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// A game's state as the engine stores it: reference-counted, copied on write.
pub struct Shared<G, S = ()> {
    g: Rc<G>,
    /// Data that all states of a match share, for those who show them. `()` if nobody does.
    shown: S,
}

impl<G, S: Clone + Default> Shared<G, S> {
    /// Creates a state with no other owner.
    pub fn new(g: G) -> Self {
        Shared::known(Rc::new(g), S::default())
    }

    /// Wraps a state that already has owners, with the shared data of its match.
    pub fn known(g: Rc<G>, shown: S) -> Self {
        Shared { g, shown }
    }

    /// Returns the next state of the same match.
    pub fn followed_by(&self, next: G) -> Self {
        Shared::known(Rc::new(next), self.shown.clone())
    }

    /// Returns `true` if both are the same allocation.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.g, &other.g)
    }

    /// Returns the reference-counted state.
    pub fn inner(&self) -> &Rc<G> {
        &self.g
    }

    /// Returns the shared data of the match.
    pub fn shown(&self) -> &S {
        &self.shown
    }
}

impl<G: Clone, S> Shared<G, S> {
    /// Returns the state mutably. Copies it first if it has other owners.
    pub fn edit(&mut self) -> &mut G {
        Rc::make_mut(&mut self.g)
    }

    /// Returns the state by value. Copies it only if it has other owners.
    pub fn into_inner(self) -> G {
        Rc::unwrap_or_clone(self.g)
    }
}

impl<G, S: Clone> Clone for Shared<G, S> {
    fn clone(&self) -> Self {
        Shared { g: Rc::clone(&self.g), shown: self.shown.clone() }
    }
}

impl<G, S> Deref for Shared<G, S> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.g
    }
}

impl<G: fmt::Debug, S> fmt::Debug for Shared<G, S> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.g.fmt(to)
    }
}

//! A game's state as the engine holds it.

use core::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// A game's state as the engine holds it: states share it, and it is copied when it changes.
pub struct Shared<G, S = ()> {
    g: Rc<G>,
    /// Of all states of a match; nothing, where nobody looks.
    shown: S,
}

impl<G, S: Clone + Default> Shared<G, S> {
    /// A state that nobody shares yet.
    pub fn new(g: G) -> Self {
        Shared::known(Rc::new(g), S::default())
    }

    /// A state that others hold already, with what is kept of its match.
    pub fn known(g: Rc<G>, shown: S) -> Self {
        Shared { g, shown }
    }

    /// The state that follows this one.
    pub fn followed_by(&self, next: G) -> Self {
        Shared::known(Rc::new(next), self.shown.clone())
    }

    /// Whether both are the very same.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.g, &other.g)
    }

    /// As others may hold it.
    pub fn inner(&self) -> &Rc<G> {
        &self.g
    }

    /// What those who look at states keep of this one's match.
    pub fn shown(&self) -> &S {
        &self.shown
    }
}

impl<G: Clone, S> Shared<G, S> {
    /// The state, to change. It is copied first if others share it.
    pub fn edit(&mut self) -> &mut G {
        Rc::make_mut(&mut self.g)
    }

    /// The same, without sharing it if nobody else does.
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

//! A game's state as the engine holds it.

use core::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// A game's state as the engine holds it: states share it, and it is copied when it changes.
pub struct Shared<G, S = ()> {
    g: Rc<G>,
    shown: S,
}

/// What those who look at states keep with each.
pub trait Shown<G>: Clone + Default {
    /// What is kept with the state that follows this one.
    fn after(&self, g: &Rc<G>) -> Self;

    /// This one becomes the state that follows it.
    fn change(&mut self, g: &Rc<G>) {
        *self = self.after(g);
    }
}

/// Nobody looks.
impl<G> Shown<G> for () {
    fn after(&self, _: &Rc<G>) {}
}

impl<G, S: Shown<G>> Shared<G, S> {
    /// A state that nobody shares yet.
    pub fn new(g: G) -> Self {
        Shared::known(Rc::new(g), S::default())
    }

    /// A state that others hold already, with what is kept with it.
    pub fn known(g: Rc<G>, shown: S) -> Self {
        Shared { g, shown }
    }

    /// The state that follows this one.
    pub fn followed_by(&self, next: G) -> Self {
        Shared::known(Rc::new(next), self.shown.after(&self.g))
    }

    /// Whether both are the very same.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.g, &other.g)
    }

    /// As others may hold it.
    pub fn inner(&self) -> &Rc<G> {
        &self.g
    }

    /// What those who look at states keep with this one.
    pub fn shown(&self) -> &S {
        &self.shown
    }
}

impl<G: Clone, S: Shown<G>> Shared<G, S> {
    /// The state, to change. It is copied first if others share it.
    pub fn edit(&mut self) -> &mut G {
        self.shown.change(&self.g);
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

//! The game's state as the engine holds it.

use core::fmt;
use std::ops::Deref;
use std::rc::Rc;

use super::values::Data;

/// A game's state as the engine holds it: states share it, and it is copied when it changes.
pub struct Shared<G, V: Data> {
    g: Rc<G>,
    /// What those who look at states keep with this one.
    shown: V::Shown<G>,
}

impl<G, V: Data> Shared<G, V> {
    /// A state that nobody shares yet.
    pub fn new(g: G) -> Self {
        Shared { g: Rc::new(g), shown: V::Shown::default() }
    }

    /// A state that others hold already, with what is kept with it.
    pub fn known(g: Rc<G>, shown: V::Shown<G>) -> Self {
        Shared { g, shown }
    }

    /// The state that follows this one.
    pub fn followed_by(&self, next: G) -> Self {
        Shared { g: Rc::new(next), shown: V::next(&self.g, &self.shown) }
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
    pub fn shown(&self) -> &V::Shown<G> {
        &self.shown
    }

    /// The same, without sharing it if nobody else does.
    pub fn into_inner(self) -> G
    where
        G: Clone,
    {
        Rc::unwrap_or_clone(self.g)
    }
}

impl<G: Clone, V: Data> Shared<G, V> {
    /// The state, to change. It is copied first if others share it.
    pub fn edit(&mut self) -> &mut G {
        self.shown = V::next(&self.g, &self.shown);
        Rc::make_mut(&mut self.g)
    }

    /// Puts another state in place of this one. Others that share it keep it.
    pub fn set(&mut self, g: G) {
        self.shown = V::next(&self.g, &self.shown);
        match Rc::get_mut(&mut self.g) {
            Some(own) => *own = g,
            None => self.g = Rc::new(g),
        }
    }
}

impl<G, V: Data> Clone for Shared<G, V> {
    fn clone(&self) -> Self {
        Shared { g: Rc::clone(&self.g), shown: self.shown.clone() }
    }
}

impl<G, V: Data> Deref for Shared<G, V> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.g
    }
}

impl<G: fmt::Debug, V: Data> fmt::Debug for Shared<G, V> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.g.fmt(to)
    }
}

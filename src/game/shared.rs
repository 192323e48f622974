//! The game's state as the engine holds it.

use std::ops::Deref;
use std::rc::Rc;

/// A game's state as the engine holds it: states share it, and it is copied when it changes.
#[derive(Debug)]
pub struct Shared<G>(Rc<G>);

impl<G> Shared<G> {
    /// A state that nobody shares yet.
    pub fn new(g: G) -> Self {
        Shared(Rc::new(g))
    }

    /// The state that follows this one.
    pub fn followed_by(&self, next: G) -> Self {
        Shared::new(next)
    }

    /// Whether both are the very same.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// The same, without sharing it if nobody else does.
    pub fn into_inner(self) -> G
    where
        G: Clone,
    {
        Rc::unwrap_or_clone(self.0)
    }
}

impl<G: Clone> Shared<G> {
    /// The state, to change. It is copied first if others share it.
    pub fn edit(&mut self) -> &mut G {
        Rc::make_mut(&mut self.0)
    }

    /// Puts another state in place of this one. Others that share it keep it.
    pub fn set(&mut self, g: G) {
        match Rc::get_mut(&mut self.0) {
            Some(own) => *own = g,
            None => self.0 = Rc::new(g),
        }
    }
}

impl<G> Clone for Shared<G> {
    fn clone(&self) -> Self {
        Shared(Rc::clone(&self.0))
    }
}

impl<G> Deref for Shared<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.0
    }
}

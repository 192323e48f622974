//! What pages are shown of the states of games in this module, and the way back: values of JavaScript's stand for states here.

use alloc::rc::{Rc, Weak};
use alloc::vec::Vec;
use core::any::Any;
use core::cell::{OnceCell, RefCell};

use super::super::imports;
use super::super::values::ValueId;
use crate::game::{Shared, Shown};

/// A state, with what one host's pages are shown of it: numbers of values are that host's.
pub type Looked<G> = Shared<G, Rc<Showing<G>>>;

/// What a state was shown as, once it was; before that, the state that it has come from and that was shown.
pub struct Showing<G> {
    value: OnceCell<ValueId>,
    base: RefCell<Option<Base<G>>>,
}

/// A state that was shown, and as what.
pub struct Base<G> {
    /// The state.
    pub g: Rc<G>,
    /// What it was shown as.
    pub value: ValueId,
}

impl<G> Showing<G> {
    /// Of a state that JavaScript has, as this value.
    pub fn of(value: ValueId) -> Self {
        Showing { value: OnceCell::from(value), base: RefCell::new(None) }
    }

    /// What the state is shown as. It is made of the state before if there is one: nothing is borrowed meanwhile, since the
    /// game's code runs. `None`: it could not be made, and the next look tries again.
    pub fn value(&self, make: impl FnOnce(Option<Base<G>>) -> Option<ValueId>) -> Option<ValueId> {
        if let Some(value) = self.value.get() {
            return Some(value.clone());
        }
        let base = self.base.borrow().clone();
        let value = make(base)?;
        self.base.take();
        Some(self.value.get_or_init(|| value).clone())
    }
}

impl<G> Shown<G> for Rc<Showing<G>> {
    fn after(&self, g: &Rc<G>) -> Self {
        let shown = self.value.get().map(|value| Base { g: Rc::clone(g), value: value.clone() });
        let base = shown.or_else(|| self.base.borrow().clone());
        Rc::new(Showing { value: OnceCell::new(), base: RefCell::new(base) })
    }

    /// Nobody has seen the states of a search: there is nothing to change.
    fn change(&mut self, g: &Rc<G>) {
        let is_unseen = Rc::get_mut(self).is_some_and(|own| own.value.get().is_none());
        if !is_unseen {
            *self = self.after(g);
        }
    }
}

impl<G> Default for Showing<G> {
    fn default() -> Self {
        Showing { value: OnceCell::new(), base: RefCell::new(None) }
    }
}

impl<G> Clone for Base<G> {
    fn clone(&self) -> Self {
        Base { g: Rc::clone(&self.g), value: self.value.clone() }
    }
}

/// Has JavaScript's value stand for this state.
pub fn mark<G: 'static>(value: u32, g: &Rc<G>) {
    let weak: Weak<dyn Any> = Rc::downgrade(g) as Weak<dyn Any>;
    let number = KNOWN.with_borrow_mut(|known| known.add(weak));
    imports::mark(value, number);
}

/// The state that JavaScript's value stands for, if it is still there.
pub fn state_of<G: 'static>(value: u32) -> Option<Rc<G>> {
    let number = imports::mark_of(value);
    KNOWN.with_borrow(|known| known.get(number))?.downcast().ok()
}

std::thread_local! {
    static KNOWN: RefCell<Known> = const { RefCell::new(Known { states: Vec::new(), last: 0, most: 0 }) };
}

/// States of all games, for as long as somebody holds them.
struct Known {
    /// With their numbers, in the order of these.
    states: Vec<(u32, Weak<dyn Any>)>,
    last: u32,
    /// With more than so many, those that are gone are looked for.
    most: usize,
}

/// Below this, looking for states that are gone is not worth it.
const FEW: usize = 64;

impl Known {
    fn add(&mut self, g: Weak<dyn Any>) -> u32 {
        if self.states.len() >= self.most.max(FEW) {
            self.states.retain(|(_, g)| g.strong_count() > 0);
            self.most = 2 * self.states.len();
        }
        self.last = self.last.checked_add(1).unwrap_or_else(|| {
            // A module that has shown four thousand million states begins again, and 0 stands for none.
            self.states.clear();
            1
        });
        self.states.push((self.last, g));
        self.last
    }

    fn get(&self, number: u32) -> Option<Rc<dyn Any>> {
        let place = self.states.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        self.states.get(place).and_then(|(_, g)| g.upgrade())
    }
}

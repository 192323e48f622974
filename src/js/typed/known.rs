//! What pages are shown of the states of games in this module, and the way back: values of JavaScript's stand for states here.

use alloc::rc::{Rc, Weak};
use alloc::vec::Vec;
use core::any::Any;
use core::cell::RefCell;

use super::super::imports;
use super::super::values::ValueId;
use crate::game::Shared;

/// A state, with what one host's pages were shown of its match: numbers of values are that host's.
pub type Looked<G> = Shared<G, Rc<Line<G>>>;

/// The states of a match, as far as pages look at them: what was shown last. What other states were shown as is JavaScript's alone to
/// keep: of a long list, that is a copy for each move.
pub struct Line<G>(RefCell<Option<Last<G>>>);

/// A state that was shown, and as what.
pub struct Last<G> {
    /// The state.
    pub g: Rc<G>,
    /// What it was shown as.
    pub value: ValueId,
}

impl<G> Line<G> {
    /// That begins with a state that JavaScript has, as this value.
    pub fn of(g: &Rc<G>, value: ValueId) -> Self {
        Line(RefCell::new(Some(Last { g: Rc::clone(g), value })))
    }

    /// What was shown last.
    pub fn last(&self) -> Option<Last<G>> {
        self.0.borrow().clone()
    }

    /// From now on this is what was shown last.
    pub fn set_last(&self, last: Option<Last<G>>) {
        // Dropped when nothing is borrowed any more: what is dropped may be of a game's code.
        drop(self.0.replace(last));
    }

    /// What a state is shown as; made of what was shown last, if anything was. Nothing is borrowed meanwhile, since the game's code runs.
    /// `None`: it could not be made, and the next look tries again.
    pub fn value(
        &self,
        g: &Rc<G>,
        make: impl FnOnce(Option<&Last<G>>) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let last = self.last();
        if let Some(Last { value, .. }) = last.as_ref().filter(|last| Rc::ptr_eq(&last.g, g)) {
            return Some(value.clone());
        }
        let value = make(last.as_ref())?;
        self.set_last(Some(Last { g: Rc::clone(g), value: value.clone() }));
        Some(value)
    }
}

/// Nothing was shown yet.
impl<G> Default for Line<G> {
    fn default() -> Self {
        Line(RefCell::new(None))
    }
}

impl<G> Clone for Last<G> {
    fn clone(&self) -> Self {
        Last { g: Rc::clone(&self.g), value: self.value.clone() }
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

//! The JavaScript values of a game's states in this module, and the states of such values.

use alloc::rc::{Rc, Weak};
use alloc::vec::Vec;
use core::any::Any;
use core::cell::RefCell;

use super::super::imports;
use super::super::values::ValueId;
use crate::game::Shared;

/// A state with the last shown state of its match. The numbers of values belong to one host.
pub type MatchState<G> = Shared<G, Rc<LastShown<G>>>;

/// The last shown state of a match. JavaScript alone keeps the values of other shown states: for a long list,
/// that would be a copy for each move.
pub struct LastShown<G>(RefCell<Option<ShownState<G>>>);

/// A shown state with its value.
pub struct ShownState<G> {
    /// The state.
    pub g: Rc<G>,
    /// Value of the state.
    pub value: ValueId,
}

impl<G> LastShown<G> {
    /// Creates it for a state that JavaScript has as this value.
    pub fn of(g: &Rc<G>, value: ValueId) -> Self {
        LastShown(RefCell::new(Some(ShownState { g: Rc::clone(g), value })))
    }

    /// Returns the last shown state.
    pub fn last(&self) -> Option<ShownState<G>> {
        self.0.borrow().clone()
    }

    /// Sets the last shown state.
    pub fn set_last(&self, last: Option<ShownState<G>>) {
        // Dropped without a borrow, because this may run the game's code.
        drop(self.0.replace(last));
    }

    /// Returns the value of a state. `make` creates it from the last shown state, if there is one. Nothing is
    /// borrowed during `make`, because it runs the game's code. Returns `None` if `make` fails; the next call
    /// tries again.
    pub fn value(
        &self,
        g: &Rc<G>,
        make: impl FnOnce(Option<&ShownState<G>>) -> Option<ValueId>,
    ) -> Option<ValueId> {
        let last = self.last();
        if let Some(ShownState { value, .. }) = last.as_ref().filter(|last| Rc::ptr_eq(&last.g, g)) {
            return Some(value.clone());
        }
        let value = make(last.as_ref())?;
        self.set_last(Some(ShownState { g: Rc::clone(g), value: value.clone() }));
        Some(value)
    }
}

/// No state was shown yet.
impl<G> Default for LastShown<G> {
    fn default() -> Self {
        LastShown(RefCell::new(None))
    }
}

impl<G> Clone for ShownState<G> {
    fn clone(&self) -> Self {
        ShownState { g: Rc::clone(&self.g), value: self.value.clone() }
    }
}

/// Marks JavaScript's value as this state.
pub fn mark<G: 'static>(value: u32, g: &Rc<G>) {
    let weak: Weak<dyn Any> = Rc::downgrade(g) as Weak<dyn Any>;
    let number = STATES.with_borrow_mut(|states| states.add(weak));
    imports::mark(value, number);
}

/// Returns the state of JavaScript's value, if it still exists.
pub fn state_of<G: 'static>(value: u32) -> Option<Rc<G>> {
    let number = imports::mark_of(value);
    STATES.with_borrow(|states| states.get(number))?.downcast().ok()
}

std::thread_local! {
    static STATES: RefCell<StateTable> = const { RefCell::new(StateTable { states: Vec::new(), last: 0, most: 0 }) };
}

/// Weak references to states of all games.
struct StateTable {
    /// States with their numbers, sorted by number.
    states: Vec<(u32, Weak<dyn Any>)>,
    last: u32,
    /// Number of states at which dropped ones are removed.
    most: usize,
}

/// Number of states below which removing dropped ones is not worth it.
const FEW: usize = 64;

impl StateTable {
    fn add(&mut self, g: Weak<dyn Any>) -> u32 {
        if self.states.len() >= self.most.max(FEW) {
            self.states.retain(|(_, g)| g.strong_count() > 0);
            self.most = 2 * self.states.len();
        }
        self.last = self.last.checked_add(1).unwrap_or_else(|| {
            // After more than four billion shown states, the numbers start again at 1. 0 stands for none.
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

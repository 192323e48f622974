//! States as a client's player sees them: confirmed ones of the master, and predicted ones of the engine.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use rondel_core::{Host, LogEntry, State};

/// A state as its player sees it.
pub enum Seen<H: Host, S> {
    /// A state from the master.
    Confirmed(Rc<Confirmed<H, S>>),
    /// A predicted state: the engine has run unanswered actions.
    Ahead(Rc<Ahead<H, S>>),
}

/// A state from the master. The engine loads it only for a prediction.
pub struct Confirmed<H: Host, S> {
    /// State as the page stores it.
    pub sent: S,
    /// Number of the state.
    pub number: u64,
    /// `true` if the master's game has the same version as this one. Otherwise nothing is predicted. A later
    /// message with the same state may change it.
    pub(super) is_same_game: Cell<bool>,
    pub(super) loaded: RefCell<Option<Rc<State<H>>>>,
}

/// A predicted state.
pub struct Ahead<H: Host, S> {
    /// State of the engine.
    pub state: Rc<State<H>>,
    /// `true` if the player could undo the last action.
    pub can_undo: bool,
    /// Base of the prediction. If another prediction gives a state that looks the same, its base replaces
    /// this one.
    pub base: RefCell<Base<H, S>>,
    /// Object of the page for the state, once it was created.
    pub shown: RefCell<Option<S>>,
}

/// Base of a prediction.
pub struct Base<H: Host, S> {
    /// State from the master.
    pub confirmed: Rc<Confirmed<H, S>>,
    /// Log entries that were added to its log.
    pub log: Vec<Rc<LogEntry<H::Value>>>,
}

impl<H: Host, S> Seen<H, S> {
    /// Creates a state from the master.
    pub fn confirmed(sent: S, number: u64, is_same_game: bool) -> Self {
        Seen::Confirmed(Rc::new(Confirmed {
            sent,
            number,
            is_same_game: Cell::new(is_same_game),
            loaded: RefCell::new(None),
        }))
    }

    pub(super) fn ahead(state: State<H>, can_undo: bool, before: &Self) -> Self {
        let mut base = before.base();
        base.log.extend(state.deltalog.iter().cloned());
        let (state, base) = (Rc::new(state), RefCell::new(base));
        Seen::Ahead(Rc::new(Ahead { state, can_undo, base, shown: RefCell::new(None) }))
    }

    /// Returns the number of the state.
    pub fn number(&self) -> u64 {
        match self {
            Seen::Confirmed(confirmed) => confirmed.number,
            Seen::Ahead(ahead) => ahead.state.state_id,
        }
    }

    /// Returns the base for a prediction on this state.
    pub(super) fn base(&self) -> Base<H, S> {
        match self {
            Seen::Confirmed(confirmed) => Base { confirmed: Rc::clone(confirmed), log: Vec::new() },
            Seen::Ahead(ahead) => ahead.base.borrow().clone(),
        }
    }

    /// Returns `true` if the state has the number of the master's, so that both are the same.
    pub(super) fn is_known_to_be_true(&self) -> bool {
        self.base().confirmed.number == self.number()
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Seen::Confirmed(one), Seen::Confirmed(other)) => Rc::ptr_eq(one, other),
            (Seen::Ahead(one), Seen::Ahead(other)) => Rc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl<H: Host, S> Clone for Seen<H, S> {
    fn clone(&self) -> Self {
        match self {
            Seen::Confirmed(confirmed) => Seen::Confirmed(Rc::clone(confirmed)),
            Seen::Ahead(ahead) => Seen::Ahead(Rc::clone(ahead)),
        }
    }
}

impl<H: Host, S> Clone for Base<H, S> {
    fn clone(&self) -> Self {
        Base { confirmed: Rc::clone(&self.confirmed), log: self.log.clone() }
    }
}

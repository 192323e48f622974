//! States as a client's player sees them: the master's, and those that the engine has run ahead to.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use rondel_core::{Host, LogEntry, State};

/// A state as its player sees it.
pub enum Seen<H: Host, S> {
    /// The master's.
    Confirmed(Rc<Confirmed<H, S>>),
    /// What the engine has made of actions that have no answer yet.
    Ahead(Rc<Ahead<H, S>>),
}

/// A state as the master has sent it. The engine has it only if something is predicted on it.
pub struct Confirmed<H: Host, S> {
    /// What the page keeps of it.
    pub sent: S,
    /// Its number.
    pub number: u64,
    /// Whether the master's game has the version of this one: it is never predicted on otherwise. Another one may have said the
    /// same since.
    pub(super) is_same_game: Cell<bool>,
    pub(super) loaded: RefCell<Option<Rc<State<H>>>>,
}

/// A state that the engine has run ahead to.
pub struct Ahead<H: Host, S> {
    /// The state.
    pub state: Rc<State<H>>,
    /// Whether its player could undo the last action.
    pub can_undo: bool,
    /// What it stands on. Another state that shows the same takes the place of what it stood on.
    pub base: RefCell<Base<H, S>>,
    /// The page's object of it, once it has been made.
    pub shown: RefCell<Option<S>>,
}

/// What a state stands on that the engine has run ahead to.
pub struct Base<H: Host, S> {
    /// The master's state.
    pub confirmed: Rc<Confirmed<H, S>>,
    /// What has been added to its log.
    pub log: Vec<Rc<LogEntry<H::Value>>>,
}

impl<H: Host, S> Seen<H, S> {
    /// A state as the master has sent it.
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

    /// Its number.
    pub fn number(&self) -> u64 {
        match self {
            Seen::Confirmed(confirmed) => confirmed.number,
            Seen::Ahead(ahead) => ahead.state.state_id,
        }
    }

    /// What another state stands on that the engine makes of this one.
    pub(super) fn base(&self) -> Base<H, S> {
        match self {
            Seen::Confirmed(confirmed) => Base { confirmed: Rc::clone(confirmed), log: Vec::new() },
            Seen::Ahead(ahead) => ahead.base.borrow().clone(),
        }
    }

    /// Whether it is known that the master's state shows the same.
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

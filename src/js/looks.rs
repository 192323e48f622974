//! The states of a match that a page looks at.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::bound::BoundHost;
use super::imports;
use super::write::Converter;
use crate::codes::value;
use crate::core::{Engine, PlayerID, State};

/// A state that a player looks at: `Snapshot` documents what each method does. When the match has been freed, there is nothing to see.
pub trait LookedAt {
    fn can_go(&self, back: bool) -> bool;
    fn plugins(&self) -> u32;
    fn deltalog(&self) -> u32;
    fn undo_stack(&self) -> u32;
    fn redo_stack(&self) -> u32;
}

/// The states of a match that a page looks at, as long as it does, and no longer than there is the match: that a page has dropped a state
/// is found out late, and by nothing that knows how large the `G` is.
pub struct Looks<H: BoundHost> {
    /// By ascending numbers of looks.
    states: RefCell<Vec<(u64, Rc<State<H>>)>>,
    last: Cell<u64>,
}

impl<H: BoundHost> Looks<H> {
    /// A look at a state, of a player or of nobody in particular.
    pub fn open(
        self: &Rc<Self>,
        engine: &Rc<Engine<H>>,
        state: Rc<State<H>>,
        player_id: Option<PlayerID>,
    ) -> impl LookedAt + use<H> {
        let number = self.last.get() + 1;
        self.last.set(number);
        self.states.borrow_mut().push((number, state));
        HostedLook { engine: Rc::clone(engine), looks: Rc::clone(self), number, player_id }
    }

    /// The match is freed.
    pub fn end(&self) {
        // Dropped when nothing is borrowed any more: what is dropped may be of a game's code.
        drop(self.states.take());
    }
}

/// Whether a player could undo, or redo; nobody: the player whose turn it is.
pub fn can_go<H: BoundHost>(
    engine: &Engine<H>,
    state: &State<H>,
    player: Option<&PlayerID>,
    back: bool,
) -> bool {
    let player = player.or(state.ctx.current_player.as_ref());
    let checked = if back { Engine::check_undo } else { Engine::check_redo };
    checked(engine, state, player).is_ok()
}

impl<H: BoundHost> Default for Looks<H> {
    fn default() -> Self {
        Looks { states: RefCell::default(), last: Cell::default() }
    }
}

struct HostedLook<H: BoundHost> {
    engine: Rc<Engine<H>>,
    looks: Rc<Looks<H>>,
    number: u64,
    player_id: Option<PlayerID>,
}

impl<H: BoundHost> HostedLook<H> {
    fn state(&self) -> Option<Rc<State<H>>> {
        let states = self.looks.states.borrow();
        let place = place_of(&states, self.number)?;
        states.get(place).map(|(_, state)| Rc::clone(state))
    }

    /// Leaves something of the state to be taken.
    fn leave(&self, write: impl FnOnce(&Converter<'_, H>, &State<H>) -> u32) -> u32 {
        self.state().map_or(value::UNDEFINED, |state| write(&Converter::of(&self.engine), &state))
    }
}

impl<H: BoundHost> LookedAt for HostedLook<H> {
    fn can_go(&self, back: bool) -> bool {
        self.state().is_some_and(|state| can_go(&self.engine, &state, self.player_id.as_ref(), back))
    }

    fn plugins(&self) -> u32 {
        self.leave(|converter, state| {
            let (data, list) = (converter.plugins(&state.plugins), imports::make_list());
            imports::push_value(list, data.id());
            list
        })
    }

    fn deltalog(&self) -> u32 {
        self.leave(|converter, state| converter.log(&state.deltalog))
    }

    fn undo_stack(&self) -> u32 {
        self.leave(|converter, state| converter.undo(state, 0))
    }

    fn redo_stack(&self) -> u32 {
        self.leave(|converter, state| converter.redo(state))
    }
}

impl<H: BoundHost> Drop for HostedLook<H> {
    fn drop(&mut self) {
        let mut states = self.looks.states.borrow_mut();
        let state = place_of(&states, self.number).map(|place| states.remove(place));
        drop(states);
        drop(state);
    }
}

fn place_of<H: BoundHost>(states: &[(u64, Rc<State<H>>)], number: u64) -> Option<usize> {
    states.binary_search_by_key(&number, |(number, _)| *number).ok()
}

//! Snapshots: the states of a match that a page has read.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::bound::BoundHost;
use crate::core::{Engine, PlayerID, State};

/// Snapshots of a match by number, until the page releases them or the match is freed. The page releases
/// late, because its garbage collector does not know the size of `G`.
pub struct Snapshots<H: BoundHost> {
    /// Snapshots in the order of their numbers.
    snapshots: RefCell<Vec<Snapshot<H>>>,
    last: Cell<u32>,
}

/// A snapshot: a state, and the player who reads it. `None`: the current player.
pub struct Snapshot<H: BoundHost> {
    number: u32,
    pub state: Rc<State<H>>,
    pub player: Option<PlayerID>,
}

impl<H: BoundHost> Snapshots<H> {
    /// Adds a snapshot and returns its number.
    pub fn open(&self, state: Rc<State<H>>, player: Option<PlayerID>) -> u32 {
        let number = self.last.get() + 1;
        self.last.set(number);
        self.snapshots.borrow_mut().push(Snapshot { number, state, player });
        number
    }

    /// Returns the snapshot with this number.
    pub fn at(&self, number: u32) -> Option<Snapshot<H>> {
        let snapshots = self.snapshots.borrow();
        let place = snapshots.binary_search_by_key(&number, |snapshot| snapshot.number).ok()?;
        snapshots.get(place).cloned()
    }

    /// Drops the snapshots from the first number to the last.
    pub fn forget(&self, first: u32, last: u32) {
        let mut snapshots = self.snapshots.borrow_mut();
        let from = snapshots.partition_point(|snapshot| snapshot.number < first);
        let to = snapshots.partition_point(|snapshot| snapshot.number <= last);
        let forgotten: Vec<_> = snapshots.drain(from..to).collect();
        // Dropped without a borrow, because this may run the game's code.
        drop(snapshots);
        drop(forgotten);
    }

    /// Drops all snapshots.
    #[cfg(not(feature = "bindgen"))]
    pub fn clear(&self) {
        drop(self.snapshots.take());
    }
}

/// Returns `true` if a player could undo (`back`) or redo. `None`: the current player.
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

impl<H: BoundHost> Default for Snapshots<H> {
    fn default() -> Self {
        Snapshots { snapshots: RefCell::default(), last: Cell::default() }
    }
}

impl<H: BoundHost> Clone for Snapshot<H> {
    fn clone(&self) -> Self {
        Snapshot { number: self.number, state: Rc::clone(&self.state), player: self.player.clone() }
    }
}

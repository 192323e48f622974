//! Maps from players to stages, limits and counts.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Ref, RefCell};

use super::ids::PlayerID;

/// A map from players to small values, which states share.
///
/// [`PlayerMap::edit`] copies a shared map before it changes. Under `compat` some changes happen in place, as
/// in boardgame.io, where an undo does not restore the counters.
#[derive(Debug, PartialEq)]
pub struct PlayerMap<T>(Rc<RefCell<Entries<T>>>);

/// Entries of a [`PlayerMap`] as a list: for few players a linear search is faster than a hash.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries<T>(Vec<(PlayerID, T)>);

impl<T> Entries<T> {
    /// Returns the value of this player.
    pub fn find(&self, player: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| **known == *player).map(|(_, value)| value)
    }

    /// Sets the value of this player. Ignores a player called `__proto__`: the maps of a `ctx` are JavaScript
    /// objects, in which boardgame.io loses such a player too.
    pub fn insert(&mut self, player: &PlayerID, value: T) {
        if **player == *"__proto__" {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| known == player) {
            Some((_, noted)) => *noted = value,
            None => self.0.push((Rc::clone(player), value)),
        }
    }

    /// Removes this player.
    pub fn remove(&mut self, player: &str) {
        self.0.retain(|(known, _)| **known != *player);
    }

    /// Iterates over all players and their values.
    pub fn iter(&self) -> impl Iterator<Item = &(PlayerID, T)> {
        self.0.iter()
    }

    /// Returns the entries as a slice.
    pub fn as_slice(&self) -> &[(PlayerID, T)] {
        &self.0
    }

    /// Returns the entries as a map, or `None` if there are none.
    pub fn into_map(self) -> Option<PlayerMap<T>> {
        (!self.0.is_empty()).then(|| PlayerMap(Rc::new(RefCell::new(self))))
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<T: Clone> PlayerMap<T> {
    /// Returns the value of this player.
    pub fn find(&self, player: &str) -> Option<T> {
        self.0.borrow().find(player).cloned()
    }

    /// Returns `true` if this player has a value.
    pub fn contains(&self, player: &str) -> bool {
        self.0.borrow().find(player).is_some()
    }

    /// Returns `true` if no player has a value.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().0.is_empty()
    }

    /// Returns the entries.
    pub fn entries(&self) -> Ref<'_, Entries<T>> {
        self.0.borrow()
    }

    /// Returns a copy that shares nothing.
    pub(super) fn copy(&self) -> Self {
        PlayerMap(Rc::new(RefCell::new(self.entries().clone())))
    }

    /// Returns `true` if both are the same allocation.
    pub fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Changes the map. With `in_place`, it also changes in all earlier states that share it.
    pub fn edit(&mut self, in_place: bool, change: impl FnOnce(&mut Entries<T>)) {
        if !in_place && Rc::strong_count(&self.0) > 1 {
            let copy = self.0.borrow().clone();
            self.0 = Rc::new(RefCell::new(copy));
        }
        change(&mut self.0.borrow_mut());
    }
}

impl<T> Clone for PlayerMap<T> {
    fn clone(&self) -> Self {
        PlayerMap(Rc::clone(&self.0))
    }
}

impl<T> Default for PlayerMap<T> {
    fn default() -> Self {
        PlayerMap(Rc::default())
    }
}

impl<T> FromIterator<(PlayerID, T)> for PlayerMap<T> {
    fn from_iter<I: IntoIterator<Item = (PlayerID, T)>>(entries: I) -> Self {
        PlayerMap(Rc::new(RefCell::new(Entries(entries.into_iter().collect()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_leaves_the_map_of_the_earlier_state_alone() {
        let before: PlayerMap<u32> = [("0".into(), 1)].into_iter().collect();
        let mut after = before.clone();
        after.edit(false, |counts| counts.insert(&"0".into(), 2));
        assert_eq!((before.find("0"), after.find("0")), (Some(1), Some(2)));
    }

    #[test]
    fn an_edit_in_place_is_seen_by_the_earlier_state_as_in_boardgame_io() {
        let before: PlayerMap<u32> = [("0".into(), 1)].into_iter().collect();
        let mut after = before.clone();
        after.edit(true, |counts| counts.insert(&"0".into(), 2));
        assert_eq!(before.find("0"), Some(2));
    }
}

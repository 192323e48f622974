//! A table of names by number, with a fast search among any number of names.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::core::Name;

/// Names by number. The number of a dropped name is reused.
#[derive(Default)]
pub struct NameTable {
    names: Vec<Option<Name>>,
    /// Numbers of the names, sorted by name.
    sorted: Vec<usize>,
    free: Vec<usize>,
}

/// Number of names up to which comparing pointers is fastest. Most games have fewer.
const NEAR: usize = 64;

impl NameTable {
    /// Returns the name with this number.
    pub fn get(&self, number: usize) -> Option<&Name> {
        self.names.get(number)?.as_ref()
    }

    /// Returns the number of this name.
    pub fn find(&self, name: &Name) -> Option<usize> {
        let is_it = |known: &Option<Name>| known.as_ref().is_some_and(|known| Rc::ptr_eq(known, name));
        self.names.iter().take(NEAR).position(is_it).or_else(|| self.find_text(name))
    }

    /// Returns the number of the name with this text.
    pub fn find_text(&self, text: &str) -> Option<usize> {
        let place = self.place_of(|known| known.cmp(text)).ok()?;
        self.sorted.get(place).copied()
    }

    /// Adds a new name and returns its number.
    pub fn add(&mut self, name: &Name) -> usize {
        let (Ok(place) | Err(place)) = self.place_of(|known| known.cmp(name));
        let number = self.free.pop().unwrap_or(self.names.len());
        match self.names.get_mut(number) {
            Some(slot) => *slot = Some(Rc::clone(name)),
            None => self.names.push(Some(Rc::clone(name))),
        }
        self.sorted.insert(place, number);
        number
    }

    /// Drops the names for which `keep` returns `false`.
    pub fn retain(&mut self, mut keep: impl FnMut(usize, &Name) -> bool) {
        let (names, free) = (&mut self.names, &mut self.free);
        self.sorted.retain(|number| {
            let Some(slot) = names.get_mut(*number) else { return false };
            let stays = slot.as_ref().is_some_and(|name| keep(*number, name));
            if !stays {
                *slot = None;
                free.push(*number);
            }
            stays
        });
    }

    /// Returns the index among the sorted names at which this order is equal, or at which such a name would
    /// be inserted.
    fn place_of(&self, mut order: impl FnMut(&str) -> Ordering) -> Result<usize, usize> {
        self.sorted.binary_search_by(|number| self.get(*number).map_or(Ordering::Less, |name| order(name)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    fn table(count: usize) -> (NameTable, Vec<Name>) {
        let names: Vec<Name> = (0..count).map(|i| Name::from(format!("player {i}"))).collect();
        let mut table = NameTable::default();
        for (number, name) in names.iter().enumerate() {
            assert_eq!(table.add(name), number);
        }
        (table, names)
    }

    #[test]
    fn a_name_among_many_is_found_with_few_comparisons() {
        let (table, names) = table(32_000);
        for name in names.iter().step_by(97).chain([&Name::from("nobody")]) {
            let mut comparisons = 0;
            let found = table.place_of(|known| {
                comparisons += 1;
                known.cmp(name)
            });
            assert_eq!(found.is_ok(), **name != *"nobody");
            assert!(comparisons <= 16, "{comparisons} for {name}");
        }
    }

    #[test]
    fn each_name_has_its_number_and_equal_texts_have_the_same() {
        let (table, names) = table(1000);
        for (number, name) in names.iter().enumerate() {
            assert_eq!((table.find(name), table.find_text(name)), (Some(number), Some(number)));
            assert_eq!(table.find(&Name::from(&**name)), Some(number));
        }
        assert_eq!(table.find_text("nobody"), None);
    }

    #[test]
    fn the_numbers_of_dropped_names_serve_again() {
        let (mut table, names) = table(100);
        table.retain(|number, _| number % 2 == 0);
        assert_eq!((table.find_text("player 7"), table.get(7)), (None, None));
        assert_eq!(table.find_text("player 8"), Some(8));
        let again: Vec<usize> = (0..50).map(|i| table.add(&Name::from(format!("player {i}")))).collect();
        assert!(again.iter().all(|number| number % 2 == 1 && *number < names.len()));
        assert_eq!(table.add(&Name::from("one more")), 100);
        assert_eq!(
            table.find_text("player 0").and_then(|number| table.get(number)),
            Some(&Name::from("player 0"))
        );
    }
}

//! Flat lists: how the JavaScript side hands over what would otherwise be read property by property.

use alloc::vec::Vec;
use core::cell::Cell;

use super::super::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use crate::core::{Name, PlayerID};

/// Reads the list that the JavaScript side hands over, from front to back. It has made that list itself, so that the
/// kinds of its values are known: reading one costs one crossing, and no look at what it is.
pub struct ListReader<'a> {
    position: Cell<u32>,
    /// The place of the argument whose kind was read last.
    pub(super) argument: Cell<u32>,
    pub(super) names: &'a Names,
}

/// A function of the game's: its place in the host's list.
#[cfg(feature = "engine")]
pub type FunctionId = u32;

impl<'a> ListReader<'a> {
    /// The list from its beginning.
    pub fn new(names: &'a Names) -> Self {
        ListReader::from(names, 0)
    }

    /// The list from this place on.
    pub fn from(names: &'a Names, place: u32) -> Self {
        ListReader { position: Cell::new(place), argument: Cell::new(0), names }
    }

    /// The next value, which stays on the JavaScript side.
    pub fn value(&mut self) -> ValueId {
        ValueId::at(self.advance())
    }

    /// The next value as a name; none if it is `undefined`.
    pub fn name(&mut self) -> Option<Name> {
        self.names.name_at(self.advance())
    }

    /// The next value as a text.
    pub fn text(&mut self) -> alloc::string::String {
        imports::text_at(self.advance())
    }

    /// So many of the next values.
    pub fn values(&mut self, count: usize) -> Vec<ValueId> {
        (0..count).map(|_| self.value()).collect()
    }

    /// The next values as a list of players: how many, and then each.
    pub fn players(&mut self) -> Vec<PlayerID> {
        (0..self.number()).filter_map(|_| self.name()).collect()
    }

    #[cfg(feature = "engine")]
    /// The next value as a function; none if it is `undefined`.
    pub fn function(&mut self) -> Option<FunctionId> {
        FunctionId::try_from(imports::function_at(self.advance())).ok()
    }

    /// The next value as a whole number; 0 if it is `undefined`.
    pub fn number(&mut self) -> u32 {
        self.float() as u32
    }

    /// The next value as a number of any kind.
    pub fn float(&mut self) -> f64 {
        imports::number_at(self.advance())
    }

    /// So many of the next values, which are numbers: one crossing for all of them.
    pub fn floats<const N: usize>(&mut self) -> [f64; N] {
        let mut numbers = [0.0; N];
        imports::numbers_at(self.position.replace(self.position.get() + N as u32), &mut numbers);
        numbers
    }

    /// The next value as a number of moves; none if it is 0 or `undefined`.
    #[cfg(feature = "engine")]
    pub fn moves(&mut self) -> Option<u32> {
        match self.number() {
            0 => None,
            moves => Some(moves),
        }
    }

    /// The next value as a flag.
    pub fn flag(&mut self) -> bool {
        self.number() != 0
    }

    /// The place of the next value, which is gone past.
    pub(super) fn advance(&self) -> u32 {
        self.position.replace(self.position.get() + 1)
    }
}

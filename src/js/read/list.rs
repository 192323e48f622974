//! Flat lists, with which JavaScript passes data that would otherwise be read property by property.

use alloc::vec::Vec;
use core::cell::Cell;

use super::super::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use crate::core::{Name, PlayerID};

/// Reader of the list that JavaScript passes, from front to back. JavaScript has made the list itself, so the
/// types of its values are known. Reading a value takes one crossing, and no check of its type.
pub struct ListReader<'a> {
    position: Cell<u32>,
    /// Index of the argument whose kind was read last.
    pub(super) argument: Cell<u32>,
    pub(super) names: &'a Names,
}

/// A function of the game: its index in the host's list.
#[cfg(feature = "engine")]
pub type FunctionId = u32;

impl<'a> ListReader<'a> {
    /// Creates a reader for the whole list.
    pub fn new(names: &'a Names) -> Self {
        ListReader::from(names, 0)
    }

    /// Creates a reader for the list from this index on.
    pub fn from(names: &'a Names, place: u32) -> Self {
        ListReader { position: Cell::new(place), argument: Cell::new(0), names }
    }

    /// Reads a value, which stays on the JavaScript side.
    pub fn value(&mut self) -> ValueId {
        ValueId::at(self.advance())
    }

    /// Reads a name. Returns `None` for `undefined`.
    pub fn name(&mut self) -> Option<Name> {
        self.names.name_at(self.advance())
    }

    /// Reads a text.
    pub fn text(&mut self) -> alloc::string::String {
        imports::text_at(self.advance())
    }

    /// Reads `count` values.
    pub fn values(&mut self, count: usize) -> Vec<ValueId> {
        (0..count).map(|_| self.value()).collect()
    }

    /// Reads a list of players: its length, then its items.
    pub fn players(&mut self) -> Vec<PlayerID> {
        (0..self.number()).filter_map(|_| self.name()).collect()
    }

    #[cfg(feature = "engine")]
    /// Reads a function. Returns `None` for `undefined`.
    pub fn function(&mut self) -> Option<FunctionId> {
        FunctionId::try_from(imports::function_at(self.advance())).ok()
    }

    /// Reads a whole number. Returns 0 for `undefined`.
    pub fn number(&mut self) -> u32 {
        self.float() as u32
    }

    /// Reads a number.
    pub fn float(&mut self) -> f64 {
        imports::number_at(self.advance())
    }

    /// Reads `N` numbers in one crossing.
    pub fn floats<const N: usize>(&mut self) -> [f64; N] {
        let mut numbers = [0.0; N];
        imports::numbers_at(self.position.replace(self.position.get() + N as u32), &mut numbers);
        numbers
    }

    /// Reads a number of moves. Returns `None` for 0 or `undefined`.
    #[cfg(feature = "engine")]
    pub fn moves(&mut self) -> Option<u32> {
        match self.number() {
            0 => None,
            moves => Some(moves),
        }
    }

    /// Reads a flag.
    pub fn flag(&mut self) -> bool {
        self.number() != 0
    }

    /// Advances to the next value and returns the index of the present one.
    pub(super) fn advance(&self) -> u32 {
        self.position.replace(self.position.get() + 1)
    }
}

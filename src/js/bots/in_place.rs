//! The `G` of a search: one value that changes in place.

use core::cell::{Cell, OnceCell};

use super::super::imports::{Thrown, answered};
use super::super::values::ValueId;
use super::imports;
use crate::codes::ending;

/// Values of a search with fixed numbers, whose content changes.
#[derive(Default)]
pub struct InPlace {
    g: OnceCell<ValueId>,
    outcome: OnceCell<ValueId>,
    goes_on_by_g: Cell<bool>,
}

/// Answer of an `endIf`.
pub enum Asked {
    /// Nothing ends.
    GoesOn,
    /// Something ends. The list contains the result of `endIf`.
    Ends,
    /// The game is over, with this outcome.
    Over(ValueId),
}

impl InPlace {
    /// Replaces the search's `G` with a copy of this one.
    pub fn fork(&self, g: &ValueId) -> Result<ValueId, Thrown> {
        let id = answered(imports::fork_g(g.id()))?;
        Ok(self.g.get_or_init(|| ValueId::new(id as u32)).clone())
    }

    /// Converts a code of `codes::ending`.
    pub fn ending(&self, said: i32) -> Asked {
        self.goes_on_by_g.set(said == ending::GOES_ON_BY_G);
        match said {
            ending::ENDS => Asked::Ends,
            ending::OVER => {
                Asked::Over(self.outcome.get_or_init(|| ValueId::new(imports::outcome_id())).clone())
            }
            _ => Asked::GoesOn,
        }
    }

    /// Returns `true` if the last `endIf` found no ending, and would not until `G` changes.
    pub fn goes_on_by_g(&self) -> bool {
        self.goes_on_by_g.get()
    }
}

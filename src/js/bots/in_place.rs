//! `G` as a search has it: one value, which changes as the match goes on.

use core::cell::{Cell, OnceCell};

use super::super::imports::{Thrown, answered};
use super::super::values::ValueId;
use super::imports;
use crate::codes::ending;

/// What a search has of the JavaScript side for good: numbers whose values change.
#[derive(Default)]
pub struct InPlace {
    g: OnceCell<ValueId>,
    outcome: OnceCell<ValueId>,
    goes_on_by_g: Cell<bool>,
}

/// What an `endIf` has answered.
pub enum Asked {
    /// Nothing ends.
    GoesOn,
    /// Something ends; the list has what was returned.
    Ends,
    /// The game is over, with this outcome.
    Over(ValueId),
}

impl InPlace {
    /// A copy of `G`, in place of the last one.
    pub fn fork(&self, g: &ValueId) -> Result<ValueId, Thrown> {
        let id = answered(imports::fork_g(g.id()))?;
        Ok(self.g.get_or_init(|| ValueId::new(id as u32)).clone())
    }

    /// What this means, of those in `codes::ending`.
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

    /// Whether the last `endIf` that was called would return again that nothing ends.
    pub fn goes_on_by_g(&self) -> bool {
        self.goes_on_by_g.get()
    }
}

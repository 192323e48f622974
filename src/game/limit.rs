//! A minimum and a maximum of moves or players.

use std::ops::{Bound, RangeBounds};

use serde::ser::SerializeMap;

/// A minimum and a maximum. `None`: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limit {
    pub min_moves: Option<u32>,
    pub max_moves: Option<u32>,
}

impl Limit {
    pub fn of(range: &impl RangeBounds<u32>) -> Self {
        let least = match range.start_bound() {
            Bound::Included(least) => *least,
            Bound::Excluded(below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max_moves = match range.end_bound() {
            Bound::Included(most) => Some(*most),
            Bound::Excluded(above) => Some(above.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        Limit { min_moves: (least > 0).then_some(least), max_moves }
    }

    /// Returns `true` if no number is within the limits.
    pub fn is_empty(self) -> bool {
        self.max_moves.is_some_and(|most| most == 0 || most < self.min_moves.unwrap_or_default())
    }

    /// Writes `minMoves` and `maxMoves`.
    pub fn write<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        for (key, moves) in [("minMoves", self.min_moves), ("maxMoves", self.max_moves)] {
            if let Some(moves) = moves {
                map.serialize_entry(key, &moves)?;
            }
        }
        Ok(())
    }
}

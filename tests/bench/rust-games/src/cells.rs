//! A board of nine cells without an end: each turn marks one cell.

use rondel::prelude::*;

/// State of the board.
#[state]
pub struct Cells {
    cells: [Option<Seat>; 9],
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Marks a cell, also one that another player has marked.
    Mark {
        /// Index of the cell.
        cell: usize,
    },
}

impl Game for Cells {
    type Move = Move;
    const NAME: &'static str = "cells";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(Cells { cells: [None; 9] })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(1..=1))
    }

    fn play(&mut self, Move::Mark { cell }: Move, cx: &Cx) -> Played {
        let Some(cell) = self.cells.get_mut(cell) else { return invalid("no such cell") };
        *cell = Some(cx.current());
        Ok(())
    }
}

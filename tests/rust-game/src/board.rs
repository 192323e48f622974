//! The game of honest players in `scripts/load strangers`: all players may act at any time.

use rondel::prelude::*;

/// State: the number of marks in each cell, and hidden hands.
#[state]
pub struct Board {
    cells: Vec<u32>,
    #[owner]
    hands: PerSeat<Pile<u8>>,
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Marks a cell once more.
    Mark { cell: usize },
}

impl Game for Board {
    type Move = Move;
    const NAME: &'static str = "board";

    fn setup(cx: &Setup) -> Result<Self> {
        Ok(Board { cells: vec![0; 64], hands: cx.per_seat(|_| (1..=3).collect()) })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.active(Active::all(NoStage)))
    }

    fn play(&mut self, mv: Move, _: &Cx) -> Played {
        let Move::Mark { cell } = mv;
        let at = cell % self.cells.len();
        match self.cells.get_mut(at) {
            Some(marked) => *marked += 1,
            None => return invalid("no such cell"),
        }
        Ok(())
    }
}

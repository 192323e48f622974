use rondel::prelude::*;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Tic-tac-toe: three in a row win.
#[state]
pub struct TicTacToe {
    /// Owners of the cells, row by row.
    pub cells: [Option<Seat>; 9],
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Marks a free cell.
    Mark { cell: usize },
}

impl Game for TicTacToe {
    type Move = Move;
    const NAME: &'static str = "tic-tac-toe";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(TicTacToe { cells: [None; 9] })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.players(2..=2).turn(|turn| turn.limit(1..=1))
    }

    fn play(&mut self, Move::Mark { cell }: Move, cx: &Cx) -> Played {
        match self.cells.get_mut(cell) {
            Some(free) if free.is_none() => *free = Some(cx.player()),
            _ => return invalid("taken"),
        }
        Ok(())
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        let owner = |line: &[usize; 3]| line.map(|cell| self.cells[cell]);
        let line = LINES.iter().map(owner).find(|[a, b, c]| a.is_some() && a == b && b == c);
        match line {
            Some([winner, ..]) => winner.map(Outcome::Winner),
            None => self.cells.iter().all(Option::is_some).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        out.extend((0..9).filter(|cell| self.cells[*cell].is_none()).map(|cell| Move::Mark { cell }));
    }
}

rondel::export!(TicTacToe);

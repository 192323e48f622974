use rondel::prelude::*;

const ROWS: usize = 6;
/// Directions of a line: steps to the right, and up.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Connect four: a disc falls to the lowest free cell of its column. Four in a row win.
#[state]
pub struct ConnectFour {
    /// Discs of each column from the bottom up. Columns are counted from the left.
    pub columns: [Vec<Seat>; 7],
    /// Column of the last disc.
    pub last: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Drops a disc into a column that is not full.
    Drop {
        /// Index of the column, counted from the left.
        column: usize,
    },
}

impl Game for ConnectFour {
    type Move = Move;
    const NAME: &'static str = "connect-four";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(ConnectFour { columns: Default::default(), last: None })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.players(2..=2).turn(|turn| turn.limit(1..=1))
    }

    fn play(&mut self, Move::Drop { column }: Move, cx: &Cx) -> Played {
        match self.columns.get_mut(column) {
            Some(discs) if discs.len() < ROWS => discs.push(cx.player()),
            _ => return invalid("full"),
        }
        self.last = Some(column);
        Ok(())
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        let column = self.last?;
        let winner = *self.columns[column].last()?;
        let at = (column as isize, self.columns[column].len() as isize - 1);
        let line = |&(x, y): &(isize, isize)| 1 + self.reach(at, (x, y)) + self.reach(at, (-x, -y));
        if DIRECTIONS.iter().any(|direction| line(direction) >= 4) {
            return Some(Outcome::Winner(winner));
        }
        self.columns.iter().all(|discs| discs.len() == ROWS).then_some(Outcome::Draw)
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        let columns = self.columns.iter().enumerate().filter(|(_, discs)| discs.len() < ROWS);
        out.extend(columns.map(|(column, _)| Move::Drop { column }));
    }
}

impl ConnectFour {
    fn disc(&self, (column, row): (isize, isize)) -> Option<Seat> {
        self.columns.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }

    /// Returns the number of the player's discs next to this one in a direction.
    fn reach(&self, (column, row): (isize, isize), (x, y): (isize, isize)) -> usize {
        let owner = self.disc((column, row));
        (1..4).take_while(|step| self.disc((column + step * x, row + step * y)) == owner).count()
    }
}

rondel::export!(ConnectFour);

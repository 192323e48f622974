//! Tests of searches over board games with rules written by hand: tic-tac-toe and connect four.

use rondel::bot::{Played, Search, Seat, World, share_among_winners};
use rondel::core::Random;

use super::{any, best, chosen, half_width, settings};

/// A position of tic-tac-toe or connect four.
#[derive(Clone, Debug)]
pub struct Board {
    width: usize,
    height: usize,
    row: usize,
    drops: bool,
    cells: Vec<Option<Seat>>,
    moves: usize,
    winner: Option<Seat>,
}

impl Board {
    pub fn tic_tac_toe() -> Self {
        Board { width: 3, height: 3, row: 3, drops: false, cells: vec![None; 9], moves: 0, winner: None }
    }

    pub fn connect_four() -> Self {
        Board { width: 7, height: 6, row: 4, drops: true, cells: vec![None; 42], moves: 0, winner: None }
    }

    pub fn mover(&self) -> Option<Seat> {
        (self.winner.is_none() && self.moves < self.cells.len()).then_some(self.moves % 2)
    }

    /// Iterates over the empty cells.
    pub fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.cells.len()).filter(|cell| self.cells[*cell].is_none())
    }

    /// Puts a mark into a cell, or on top of a column.
    pub fn play(&mut self, action: usize) -> bool {
        let seat = self.moves % 2;
        let cell = if self.drops {
            (0..self.height).map(|y| y * self.width + action).find(|cell| self.cells[*cell].is_none())
        } else {
            Some(action).filter(|cell| self.cells[*cell].is_none())
        };
        let Some(cell) = cell else { return false };
        self.cells[cell] = Some(seat);
        self.moves += 1;
        if self.wins(cell, seat) {
            self.winner = Some(seat);
        }
        true
    }

    fn wins(&self, cell: usize, seat: Seat) -> bool {
        let (x, y) = ((cell % self.width) as i32, (cell / self.width) as i32);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                let owned = |step: &i32| {
                    let (x, y) = (x + sign * step * dx, y + sign * step * dy);
                    let is_on = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
                    is_on && self.cells[y as usize * self.width + x as usize] == Some(seat)
                };
                (1..self.row as i32).take_while(owned).count()
            };
            run(1) + run(-1) + 1 >= self.row
        })
    }

    /// Returns the rewards of both seats.
    fn rewards(&self) -> [f64; 2] {
        let mut rewards = [0.0; 2];
        share_among_winners(self.winner.as_slice(), &mut rewards);
        rewards
    }
}

/// A board as a search plays it.
pub struct Boards {
    root: Board,
    now: Board,
}

impl Boards {
    pub fn of(root: &Board) -> Self {
        Boards { root: root.clone(), now: root.clone() }
    }
}

impl World for Boards {
    type Action = usize;

    fn seats(&self) -> usize {
        2
    }

    fn begin(&mut self, _: &mut Random) -> bool {
        self.now.clone_from(&self.root);
        true
    }

    fn mover(&self) -> Option<Seat> {
        self.now.mover()
    }

    fn enumerate(&mut self, _: Seat, actions: &mut Vec<usize>) {
        let Board { width, height, drops, ref cells, .. } = self.now;
        if drops {
            actions.extend((0..width).filter(|x| cells[(height - 1) * width + x].is_none()));
        } else {
            actions.extend((0..cells.len()).filter(|cell| cells[*cell].is_none()));
        }
    }

    fn play(&mut self, _: Seat, action: &usize) -> Played {
        if self.now.play(*action) { Played::Done } else { Played::Refused }
    }

    fn judge(&mut self, rewards: &mut [f64]) {
        rewards.copy_from_slice(&self.now.rewards());
    }
}

/// Strategy of a side.
#[derive(Clone, Copy)]
enum Side {
    Random,
    Search(u32),
}

/// Plays one game and returns the reward of the first side.
fn play(begin: &Board, sides: [Side; 2], first: Seat, seed: &str) -> f64 {
    let mut board = begin.clone();
    let mut random = Random::seeded(seed);
    let mut searches = [0, 1].map(|side| Search::new(&settings(&format!("{seed} {side}"))));
    while let Some(seat) = board.mover() {
        let side = (seat + first) % 2;
        let mut world = Boards::of(&board);
        let action = match sides[side] {
            Side::Random => any(&mut world, &mut random),
            Side::Search(iterations) => {
                searches[side].run(&mut world, iterations);
                chosen(&searches[side].candidates())
            }
        };
        assert!(board.play(action));
        searches.iter_mut().for_each(|search| search.follow(seat, &action));
    }
    board.rewards()[first]
}

/// Returns the first side's share of the points of `games` games. The sides begin alternately.
fn share(begin: &Board, sides: [Side; 2], games: usize) -> f64 {
    (0..games).map(|game| play(begin, sides, game % 2, &format!("game {game}"))).sum::<f64>() / games as f64
}

#[test]
fn a_search_loses_no_game_of_tic_tac_toe_from_either_side() {
    for game in 0..40 {
        let sides = [Side::Search(1_000), Side::Random];
        assert!(play(&Board::tic_tac_toe(), sides, game % 2, &format!("game {game}")) > 0.0, "game {game}");
    }
}

/// Run by hand: `cargo test --release --test native -- --ignored strength --nocapture`
#[test]
#[ignore = "takes a minute in release; run by hand"]
fn measure_strength_of_searches() {
    let lost = (0..500).filter(|game| {
        let sides = [Side::Search(1_000), Side::Random];
        play(&Board::tic_tac_toe(), sides, game % 2, &format!("game {game}")) == 0.0
    });
    println!("tic-tac-toe, 1,000 iterations against random play: {} of 500 lost", lost.count());
    for (name, other, games) in
        [("random play", Side::Random, 200), ("100 iterations", Side::Search(100), 200)]
    {
        let share = share(&Board::connect_four(), [Side::Search(1_000), other], games);
        let half = half_width(share, games);
        println!("connect four, 1,000 iterations against {name}: {share:.3} ± {half:.3} of {games}");
        assert!(share - half > 0.5);
    }
}

#[test]
fn a_search_wins_at_connect_four_against_random_play() {
    let games = 12;
    let share = share(&Board::connect_four(), [Side::Search(400), Side::Random], games);
    assert!(share > 0.9, "{share} of {games} games");
}

#[test]
fn a_search_finds_wins_and_prevents_losses() {
    let mut board = Board::tic_tac_toe();
    for cell in [0, 4, 1] {
        assert!(board.play(cell));
    }
    assert_eq!(best(&mut Boards::of(&board), "a", 300), 2, "the threat");
    for cell in [2, 8] {
        assert!(board.play(cell));
    }
    assert_eq!(best(&mut Boards::of(&board), "a", 300), 6, "the win");
}

#[test]
fn a_solved_position_has_its_proven_value() {
    let mut search = Search::new(&settings("a"));
    let mut board = Board::tic_tac_toe();
    assert!(board.play(4) && board.play(0));
    assert!(search.run(&mut Boards::of(&board), 50_000), "{}", search.iterations());
    assert!(search.candidates().iter().all(|candidate| candidate.proven.is_none_or(|reward| reward <= 0.5)));
    let done = search.iterations();
    assert!(search.run(&mut Boards::of(&board), 100));
    assert_eq!(search.iterations(), done, "nothing is left to find out");
}

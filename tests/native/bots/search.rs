//! Tests of the search: seeds, slices, refusals, failures, random numbers, and reuse of the tree.

use rondel::bot::{Played, Search, Seat, Settings, World, merge};
use rondel::core::Random;

use super::boards::{Board, Boards};
use super::{chosen, settings};

#[test]
fn the_same_seed_leads_to_the_same_candidates_in_slices_of_any_size() {
    let found = |seed: &str, slice: u32| {
        let mut search = Search::new(&settings(seed));
        for _ in 0..600 / slice {
            search.run(&mut Boards::of(&Board::connect_four()), slice);
        }
        search.candidates()
    };
    assert_eq!(found("a", 600), found("a", 60));
    assert_eq!(found("a", 600), found("a", 1));
    assert_ne!(found("a", 600), found("b", 600));
    let merged = merge(&[found("a", 600), found("b", 600)]);
    assert_eq!(merged.iter().map(|candidate| candidate.visits).sum::<u32>(), 1_200);
}

#[test]
fn a_search_that_pauses_in_its_playouts_finds_the_same() {
    let found = |pause: u32| {
        let mut world = Boards::of(&Board::connect_four());
        let mut search = Search::new(&settings("a"));
        let mut pauses = 0;
        while search.iterations() < 200 {
            search.run_with_pauses(&mut world, 200 - search.iterations(), pause);
            pauses += u32::from(search.is_paused());
        }
        (search.candidates(), pauses)
    };
    let (whole, none) = found(u32::MAX);
    assert_eq!(none, 0);
    for pause in [1, 7] {
        let (paused, pauses) = found(pause);
        assert_eq!(paused, whole);
        assert!(pauses > 200, "{pauses}");
    }
}

#[test]
fn following_an_action_keeps_the_results_of_its_position() {
    let mut board = Board::connect_four();
    let mut search = Search::new(&settings("a"));
    search.run(&mut Boards::of(&board), 500);
    let (before, action) = (search.size(), chosen(&search.candidates()));
    assert!(board.play(action));
    search.follow(0, &action);
    assert!((2..before).contains(&search.size()));
    let kept: u32 = search.candidates().iter().map(|candidate| candidate.visits).sum();
    assert!(kept > 50);
    search.run(&mut Boards::of(&board), 100);
    assert_eq!(search.candidates().iter().map(|candidate| candidate.visits).sum::<u32>(), kept + 100);
    search.follow(1, &99);
    assert_eq!(search.size(), 1, "an action that it does not know");
}

/// A game of one step for as many seats as there are rewards.
struct Step {
    rewards: Vec<Vec<f64>>,
    failing: Vec<(usize, Played)>,
    /// With it, each action wins for this seat with a chance of one half.
    bet: Option<Seat>,
    number: f64,
    done: Option<usize>,
}

impl Step {
    fn of(rewards: &[&[f64]]) -> Self {
        let rewards = rewards.iter().map(|rewards| rewards.to_vec()).collect();
        Step { rewards, failing: Vec::new(), bet: None, number: 0.0, done: None }
    }
}

impl World for Step {
    type Action = usize;

    fn seats(&self) -> usize {
        self.rewards[0].len()
    }

    fn begin(&mut self, random: &mut Random) -> bool {
        (self.number, self.done) = (random.number(), None);
        true
    }

    fn mover(&self) -> Option<Seat> {
        self.done.is_none().then_some(0)
    }

    fn enumerate(&mut self, _: Seat, actions: &mut Vec<usize>) {
        actions.extend(0..self.rewards.len());
    }

    fn play(&mut self, _: Seat, action: &usize) -> Played {
        if let Some((_, failed)) = self.failing.iter().find(|(failing, _)| failing == action) {
            return *failed;
        }
        self.done = Some(*action);
        if self.bet.is_some() { Played::ByChance } else { Played::Done }
    }

    fn judge(&mut self, rewards: &mut [f64]) {
        match (self.bet, self.done) {
            (Some(seat), _) if self.number < 0.5 => rewards[seat] = 1.0,
            (None, Some(done)) => rewards.copy_from_slice(&self.rewards[done]),
            _ => rewards.fill(0.0),
        }
    }
}

#[test]
fn refused_or_failed_actions_are_not_chosen() {
    let mut step = Step::of(&[&[0.1], &[1.0], &[0.9], &[0.3]]);
    step.failing = vec![(1, Played::Refused), (2, Played::Spoiled)];
    let mut search = Search::new(&settings("a"));
    search.run(&mut step, 50);
    assert_eq!(chosen(&search.candidates()), 3);
    assert_eq!(search.spoiled(), 1);
}

#[test]
fn a_game_in_which_nothing_works_comes_to_an_end() {
    for failed in [Played::Refused, Played::Spoiled] {
        let mut step = Step::of(&[&[0.1], &[1.0]]);
        step.failing = vec![(0, failed), (1, failed)];
        let mut search = Search::new(&settings("a"));
        assert!(search.run(&mut step, 200), "more would find nothing out");
        assert_eq!(search.candidates().len(), 0);
        assert!(search.iterations() < 200);
    }
}

#[test]
fn actions_with_random_numbers_are_never_proven() {
    let mut step = Step::of(&[&[0.0, 0.0], &[0.0, 0.0]]);
    step.bet = Some(0);
    let mut search = Search::new(&settings("a"));
    assert!(!search.run(&mut step, 400));
    for candidate in search.candidates() {
        assert_eq!(candidate.proven, None);
        assert!((candidate.value() - 0.5).abs() < 0.1, "{candidate:?}");
    }
}

#[test]
fn each_seat_of_many_takes_what_is_best_for_itself() {
    let mut step = Step::of(&[&[0.2, 0.0, 0.8], &[0.4, 0.3, 0.3], &[0.1, 0.9, 0.0]]);
    let mut search = Search::new(&settings("a"));
    assert!(search.run(&mut step, 100));
    assert_eq!(chosen(&search.candidates()), 1);
}

/// An endless walk, in which rewards only come from an objective: a place.
struct Walk {
    at: i32,
    goal: i32,
    /// Number of steps of all iterations.
    steps: u32,
}

impl World for Walk {
    type Action = i32;

    fn seats(&self) -> usize {
        1
    }

    fn begin(&mut self, _: &mut Random) -> bool {
        self.at = 0;
        true
    }

    fn mover(&self) -> Option<Seat> {
        Some(0)
    }

    fn enumerate(&mut self, _: Seat, actions: &mut Vec<i32>) {
        actions.extend([-1, 1]);
    }

    fn play(&mut self, _: Seat, step: &i32) -> Played {
        self.at += step;
        self.steps += 1;
        Played::Done
    }

    fn judge(&mut self, rewards: &mut [f64]) {
        rewards.fill(0.0);
    }

    fn objective(&mut self, _: Seat) -> Option<f64> {
        (self.at >= self.goal).then_some(1.0)
    }
}

#[test]
fn a_playout_has_no_more_actions_than_its_depth() {
    for depth in [0, 1, 7] {
        let mut walk = Walk { at: 0, goal: i32::MAX, steps: 0 };
        Search::new(&Settings { playout_depth: depth, ..settings("a") }).run(&mut walk, 1);
        assert_eq!(walk.steps, 1 + depth, "one action leads out of the tree");
    }
}

#[test]
fn an_objective_ends_a_playout_with_its_score() {
    let mut search = Search::new(&Settings { playout_depth: 3, ..settings("a") });
    search.run(&mut Walk { at: 0, goal: 2, steps: 0 }, 200);
    assert_eq!(chosen(&search.candidates()), 1);
    assert!(search.candidates().iter().any(|candidate| candidate.value() > 0.5));
}

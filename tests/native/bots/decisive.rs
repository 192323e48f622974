//! Tests of moves that win at once: a playout that begins with one proves the position, and proven actions
//! are not tried again.

use rondel::bot::{Candidate, Played, Search, Seat, World};
use rondel::core::Random;

use super::{chosen, settings};

/// First action of seat 0. After the trap, any action of seat 1 wins; after the way out nobody wins.
const TRAP: usize = 0;
const WAY_OUT: usize = 1;

struct Trap {
    /// Actions before the search begins.
    root: Vec<usize>,
    done: Vec<usize>,
    luck: Played,
    is_shared: bool,
    is_dealt: bool,
    is_final: bool,
}

impl Trap {
    fn new() -> Self {
        let (root, done) = (Vec::new(), Vec::new());
        Trap { root, done, luck: Played::Done, is_shared: false, is_dealt: false, is_final: true }
    }

    fn is_sprung(&self) -> bool {
        self.done.len() == 2 && self.done.first() == Some(&TRAP)
    }
}

impl World for Trap {
    type Action = usize;

    fn seats(&self) -> usize {
        2
    }

    fn begin(&mut self, _: &mut Random) -> bool {
        self.done = self.root.clone();
        true
    }

    fn mover(&self) -> Option<Seat> {
        (!self.is_sprung()).then_some(self.done.len() % 2)
    }

    fn enumerate(&mut self, _: Seat, actions: &mut Vec<usize>) {
        actions.extend([TRAP, WAY_OUT]);
    }

    fn play(&mut self, _: Seat, action: &usize) -> Played {
        self.done.push(*action);
        if self.is_sprung() { self.luck } else { Played::Done }
    }

    fn judge(&mut self, rewards: &mut [f64]) {
        rewards.copy_from_slice(if self.is_sprung() { &[0.0, 1.0] } else { &[0.5, 0.5] });
    }

    fn is_turn_shared(&self) -> bool {
        self.is_shared && self.done.len() == 1
    }

    fn deals_each_time(&self) -> bool {
        self.is_dealt
    }

    fn is_judgement_final(&self) -> bool {
        self.is_final
    }
}

/// Returns the results for the trap after this number of iterations.
fn known_of_trap(mut world: Trap, iterations: u32) -> Candidate<usize> {
    let mut search = Search::new(&settings("a"));
    search.run(&mut world, iterations);
    search.candidates().into_iter().find(|candidate| candidate.action == TRAP).expect("it has been tried")
}

#[test]
fn one_playout_proves_a_position_in_which_it_wins_at_once_and_that_is_not_tried_again() {
    for iterations in [2, 100] {
        let trap = known_of_trap(Trap::new(), iterations);
        assert_eq!((trap.proven, trap.visits), (Some(0.0), 1), "after {iterations}");
    }
}

#[test]
fn nothing_is_proven_by_a_playout_that_wins_by_chance_or_for_now_or_where_others_may_act_first() {
    let worlds = [
        Trap { luck: Played::ByChance, ..Trap::new() },
        Trap { is_shared: true, ..Trap::new() },
        Trap { is_dealt: true, ..Trap::new() },
        Trap { is_final: false, ..Trap::new() },
    ];
    for world in worlds {
        let trap = known_of_trap(world, 100);
        assert!(trap.proven.is_none() && trap.visits > 1, "{trap:?}");
    }
}

#[test]
fn a_search_in_a_position_proven_by_a_playout_finds_the_winning_action() {
    let mut world = Trap::new();
    let mut search = Search::new(&settings("a"));
    search.run(&mut world, 2);
    search.follow(0, &TRAP);
    assert_eq!(search.candidates().len(), 0);
    world.root = vec![TRAP];
    assert!(search.run(&mut world, 10), "it is solved");
    let won =
        search.candidates().into_iter().find(|candidate| candidate.action == chosen(&search.candidates()));
    assert_eq!(won.and_then(|candidate| candidate.proven), Some(1.0));
}

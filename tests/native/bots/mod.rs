//! Bots: the search over games whose rules are written by hand, and over matches of the engine.

mod boards;
mod cards;
mod decisive;
mod matches;
mod playouts;
mod search;

use rondel::bot::{Candidate, Search, Settings, World, choose};
use rondel::core::Random;

/// The settings of a search with this seed.
fn settings(seed: &str) -> Settings {
    Settings { seed: seed.into(), playout_depth: 200, most_nodes: 100_000 }
}

/// The best action after so many iterations.
fn best<W: World>(world: &mut W, seed: &str, iterations: u32) -> W::Action {
    let mut search = Search::new(&settings(seed));
    search.run(world, iterations);
    chosen(&search.candidates())
}

fn chosen<A: Clone>(candidates: &[Candidate<A>]) -> A {
    choose(candidates, None, &mut Random::seeded("")).expect("something can be done").action.clone()
}

/// Any action.
fn any<W: World>(world: &mut W, random: &mut Random) -> W::Action {
    assert!(world.begin(random));
    let mut actions = Vec::new();
    world.enumerate(world.mover().expect("the match goes on"), &mut actions);
    actions[(random.number() * actions.len() as f64) as usize].clone()
}

/// The half-width of the 95 % interval of a share of so many games.
fn half_width(share: f64, games: usize) -> f64 {
    1.96 * (share * (1.0 - share) / games as f64).sqrt()
}

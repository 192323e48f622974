//! Tests of bots: searches over games with rules written by hand, and over matches of the engine.

mod boards;
mod cards;
mod decisive;
mod matches;
mod playouts;
mod search;

use rondel::bot::{Candidate, Search, Settings, World, choose};
use rondel::core::Random;

/// Returns the settings of a search with this seed.
fn settings(seed: &str) -> Settings {
    Settings { seed: seed.into(), playout_depth: 200, most_nodes: 100_000 }
}

/// Returns the best action after this number of iterations.
fn best<W: World>(world: &mut W, seed: &str, iterations: u32) -> W::Action {
    let mut search = Search::new(&settings(seed));
    search.run(world, iterations);
    chosen(&search.candidates())
}

fn chosen<A: Clone>(candidates: &[Candidate<A>]) -> A {
    choose(candidates, None, &mut Random::seeded("")).expect("something can be done").action.clone()
}

/// Returns a random action.
fn any<W: World>(world: &mut W, random: &mut Random) -> W::Action {
    assert!(world.begin(random));
    let mut actions = Vec::new();
    world.enumerate(world.mover().expect("the match goes on"), &mut actions);
    actions[(random.number() * actions.len() as f64) as usize].clone()
}

/// Returns the half-width of the 95 % confidence interval of a share of this number of games.
fn half_width(share: f64, games: usize) -> f64 {
    1.96 * (share * (1.0 - share) / games as f64).sqrt()
}

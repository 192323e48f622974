//! Reuse of a search's tree after the match has gone on.

use alloc::vec;
use alloc::vec::Vec;

use super::match_world::{Advice, MatchWorld};
use super::search::Search;
use super::world::{Played, Seat, World};
use rondel_core::{Host, Random, State};

/// A sequence of actions.
type Way<A> = Vec<(Seat, A)>;

/// Maximum number of actions between the searched position and the present one. After more, the tree has
/// little to reuse.
const MOST_STEPS: u64 = 4;
/// Maximum number of sequences to try, those with most visits first.
const MOST_WAYS: usize = 256;

/// Moves the root of a search's tree to this state. Returns `false` if no sequence of actions in the tree
/// leads there without random numbers; the search is then unchanged. Also returns `false` if hidden values
/// are dealt for each iteration.
pub fn follow_match<H: Host, D: Advice<H>>(
    world: &mut MatchWorld<'_, H, D>,
    search: &mut Search<D::Action>,
    state: &State<H>,
) -> bool {
    let steps = state.state_id.checked_sub(world.root().state_id).filter(|steps| *steps <= MOST_STEPS);
    let steps = steps.filter(|_| !world.is_dealt_anew());
    let ways = steps.map_or_else(Vec::new, |steps| ways(search, steps as usize));
    let way = ways.into_iter().find(|way| leads_to(world, way, state));
    for (seat, action) in way.iter().flatten() {
        search.follow(*seat, action);
    }
    way.is_some()
}

/// Returns the sequences of this number of actions in the tree.
fn ways<A: Clone + PartialEq>(search: &Search<A>, steps: usize) -> Vec<Way<A>> {
    let mut known = vec![(0, Way::new())];
    for _ in 0..steps {
        let mut longer = Vec::new();
        for (node, way) in &known {
            for (id, candidate) in search.below(*node) {
                let mut way = way.clone();
                way.push((candidate.seat, candidate.action));
                longer.push((candidate.visits, id, way));
            }
        }
        longer.sort_by_key(|(visits, ..)| core::cmp::Reverse(*visits));
        longer.truncate(MOST_WAYS);
        known = longer.into_iter().map(|(_, id, way)| (id, way)).collect();
    }
    known.into_iter().map(|(_, way)| way).collect()
}

fn leads_to<H: Host, D: Advice<H>>(
    world: &mut MatchWorld<'_, H, D>,
    way: &Way<D::Action>,
    state: &State<H>,
) -> bool {
    world.begin(&mut Random::seeded(""))
        && way
            .iter()
            .all(|(seat, action)| world.mover() == Some(*seat) && world.play(*seat, action) == Played::Done)
        && world.is_at(state)
}

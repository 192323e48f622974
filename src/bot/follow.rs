//! From the position that was searched last to the one that the match has come to.

use alloc::vec;
use alloc::vec::Vec;

use super::match_world::{Advice, MatchWorld};
use super::search::Search;
use super::world::{Played, Seat, World};
use rondel_core::{Host, Random, State};

/// What was done, one action after the other.
type Way<A> = Vec<(Seat, A)>;

/// A search that is so far behind has little to keep.
const MOST_STEPS: u64 = 4;
/// So many ways are tried, those that were tried most by the search first.
const MOST_WAYS: usize = 256;

/// Has a search of the world's position go on in this state, with what it knows of it. False if the match has not come there from that
/// position, as far as one can see, by what the search has tried, without chance: the search is as it was then. It is as well where
/// what is hidden is dealt again each time.
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

/// The ways of so many steps that the search knows.
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

//! Reuse of a search's tree after the match has gone on.

use alloc::vec;
use alloc::vec::Vec;

use super::match_world::{Advice, MatchWorld};
use super::search::Search;
use super::world::{Played, Seat, World};
use rondel_core::{Host, Random, State};

/// A sequence of actions.
type Actions<A> = Vec<(Seat, A)>;

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
    let steps = steps.filter(|_| !world.deals_each_time());
    let sequences = steps.map_or_else(Vec::new, |steps| sequences(search, steps as usize));
    let sequence = sequences.into_iter().find(|sequence| leads_to(world, sequence, state));
    for (seat, action) in sequence.iter().flatten() {
        search.follow(*seat, action);
    }
    sequence.is_some()
}

/// Returns the sequences of this number of actions in the tree.
fn sequences<A: Clone + PartialEq>(search: &Search<A>, steps: usize) -> Vec<Actions<A>> {
    let mut known = vec![(0, Actions::new())];
    for _ in 0..steps {
        let mut longer = Vec::new();
        for (node, sequence) in &known {
            for (id, candidate) in search.below(*node) {
                let mut sequence = sequence.clone();
                sequence.push((candidate.seat, candidate.action));
                longer.push((candidate.visits, id, sequence));
            }
        }
        longer.sort_by_key(|(visits, ..)| core::cmp::Reverse(*visits));
        longer.truncate(MOST_WAYS);
        known = longer.into_iter().map(|(_, id, sequence)| (id, sequence)).collect();
    }
    known.into_iter().map(|(_, sequence)| sequence).collect()
}

fn leads_to<H: Host, D: Advice<H>>(
    world: &mut MatchWorld<'_, H, D>,
    sequence: &Actions<D::Action>,
    state: &State<H>,
) -> bool {
    world.begin(&mut Random::seeded(""))
        && sequence
            .iter()
            .all(|(seat, action)| world.mover() == Some(*seat) && world.play(*seat, action) == Played::Done)
        && world.is_at(state)
}

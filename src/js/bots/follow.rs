//! From the position that was searched last to the one that the match has come to.

use alloc::vec;
use alloc::vec::Vec;

use super::super::host::GameHost;
use super::advice::GameAdvice;
use super::imports;
use crate::bot::{MatchWorld, Played, Search, Seat, World};
use crate::core::{Ctx, PlayerMap, Random, State};

/// What was done, one action after the other.
pub type Way = Vec<(Seat, u32)>;

/// A search that is so far behind has little to keep.
const MOST_STEPS: u64 = 4;
/// So many ways are tried, those that were tried most by the search first.
const MOST_WAYS: usize = 256;

/// The way from the position that the search knows to this state; none if the search does not know it.
pub fn way_to(
    world: &mut MatchWorld<'_, GameHost, GameAdvice<'_>>,
    search: &Search<u32>,
    from: u64,
    state: &State<GameHost>,
) -> Option<Way> {
    let steps = state.state_id.checked_sub(from).filter(|steps| *steps <= MOST_STEPS)?;
    ways(search, steps as usize).into_iter().find(|way| leads_to(world, way, state))
}

/// The ways of so many steps that the search knows.
fn ways(search: &Search<u32>, steps: usize) -> Vec<Way> {
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
        longer.sort_by(|(one, ..), (other, ..)| other.cmp(one));
        longer.truncate(MOST_WAYS);
        known = longer.into_iter().map(|(_, id, way)| (id, way)).collect();
    }
    known.into_iter().map(|(_, way)| way).collect()
}

fn leads_to(
    world: &mut MatchWorld<'_, GameHost, GameAdvice<'_>>,
    way: &Way,
    state: &State<GameHost>,
) -> bool {
    let goes = world.begin(&mut Random::seeded(""))
        && way
            .iter()
            .all(|(seat, action)| world.mover() == Some(*seat) && world.play(*seat, action) == Played::Done);
    let Some(now) = world.now().filter(|_| goes) else { return false };
    is_same_ctx(&now.ctx, &state.ctx) && imports::is_same_g(now.g.id(), state.g.id()) == 1
}

/// Whether the same may be done, as far as `ctx` says. Numbers alone are compared of what a game says itself.
fn is_same_ctx<V>(one: &Ctx<V>, other: &Ctx<V>) -> bool {
    let same = |one: Option<&PlayerMap<_>>, other: Option<&PlayerMap<_>>| one == other;
    one.turn == other.turn
        && one.current_player == other.current_player
        && one.play_order == other.play_order
        && one.play_order_pos == other.play_order_pos
        && one.phase == other.phase
        && one.num_moves == other.num_moves
        && one.gameover.is_some() == other.gameover.is_some()
        && one.removed == other.removed
        && same(one.active_players.as_ref(), other.active_players.as_ref())
}

//! The interface between a search and a match.

use alloc::vec::Vec;

use rondel_core::Random;

/// A seat, counted from 0.
pub type Seat = usize;

/// A match that a search plays again and again from the same position.
///
/// If a seat does not see everything, [`World::begin`] deals the hidden values again each time. The search is
/// then SO-ISMCTS by Cowling, Powley and Whitehouse ("Information Set Monte Carlo Tree Search", IEEE
/// Transactions on Computational Intelligence and AI in Games 4(2), 2012). A search knows only what its world
/// returns.
pub trait World {
    /// Type of the actions of a seat. Two actions are equal if they are the same move with the same
    /// arguments.
    type Action: Clone + PartialEq;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns to the searched position. From now on, all random numbers of the match, and all values that
    /// are hidden from the searching seat, come from this generator. Returns `false` if it fails.
    fn begin(&mut self, random: &mut Random) -> bool;

    /// Returns the seat that acts next, or `None` if the match is over. If several seats may act, the
    /// searching seat acts first, then the others in play order, as in boardgame.io's bots.
    fn mover(&self) -> Option<Seat>;

    /// Adds the possible actions of the seat to the list, in the same order each time.
    fn enumerate(&mut self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Makes the action.
    fn play(&mut self, seat: Seat, action: &Self::Action) -> Played;

    /// Makes a random possible action of the seat, each with the same chance, for a playout. Refused actions
    /// do not count. Returns `None` if no action is possible. `actions` is a buffer for reuse.
    fn play_any(
        &mut self,
        seat: Seat,
        random: &mut Random,
        actions: &mut Vec<Self::Action>,
    ) -> Option<Played> {
        play_any_listed(self, seat, random, actions)
    }

    /// Writes the value of the position for each seat, from 0 (lost) to 1 (won); a draw is 0.5. Also called
    /// for a playout that is cut short.
    fn judge(&mut self, rewards: &mut [f64]);

    /// Returns the score of the objectives that the seat has achieved with its last action, boardgame.io's
    /// `objectives`. The search then looks no further. Returns `None` without any.
    fn objective(&mut self, _seat: Seat) -> Option<f64> {
        None
    }

    /// Returns `true` if the values of [`World::judge`] for a finished match are final. Scores that are
    /// normalized by each other are not, and prove nothing.
    fn is_judgement_final(&self) -> bool {
        true
    }

    /// Returns `true` if other seats than [`World::mover`] may act now too, so that nothing can be proven.
    fn is_turn_shared(&self) -> bool {
        false
    }

    /// Returns `true` if [`World::begin`] deals hidden values again, so that nothing can be proven.
    fn deals_each_time(&self) -> bool {
        false
    }
}

/// Result of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// The action was made without random numbers.
    Done,
    /// The action was made with random numbers.
    ByChance,
    /// The action is not allowed. The position is unchanged.
    Refused,
    /// The action failed halfway. The position cannot be used until [`World::begin`].
    Spoiled,
}

/// Implements [`World::play_any`] for a world with lists of actions.
pub(super) fn play_any_listed<W: World + ?Sized>(
    world: &mut W,
    seat: Seat,
    random: &mut Random,
    actions: &mut Vec<W::Action>,
) -> Option<Played> {
    actions.clear();
    world.enumerate(seat, actions);
    loop {
        let action = pick(random, actions)?;
        match world.play(seat, &action) {
            Played::Refused => {}
            played => return Some(played),
        }
    }
}

/// Removes a random element and returns it.
pub(super) fn pick<A>(random: &mut Random, from: &mut Vec<A>) -> Option<A> {
    let index = (random.number() * from.len() as f64) as usize;
    (index < from.len()).then(|| from.swap_remove(index))
}

//! What a match is to a search.

use alloc::vec::Vec;

use crate::core::Random;

/// A seat, counted from 0.
pub type Seat = usize;

/// A match as a search plays it, again and again from the same position.
///
/// A world where a seat does not see everything deals what it cannot see in [`World::begin`], anew each time: the search
/// then is SO-ISMCTS of Cowling, Powley and Whitehouse ("Information Set Monte Carlo Tree Search", IEEE Transactions on
/// Computational Intelligence and AI in Games 4(2), 2012). A search knows of the match what its world says, and no more.
pub trait World {
    /// Something that a seat may do. Two actions are equal if they are the same move with the same arguments.
    type Action: Clone + PartialEq;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Goes back to the position that is searched. Numbers that the match draws from here on, and what is hidden from the
    /// seat that searches, come from this generator alone. False: it cannot.
    fn begin(&mut self, random: &mut Random) -> bool;

    /// The seat that acts next. None: the match is over. Where several seats may act, the seat that searches goes first,
    /// then the others in the play order, as in boardgame.io's bots.
    fn mover(&self) -> Option<Seat>;

    /// Adds what the seat may do now to the list, in the same order each time.
    fn enumerate(&mut self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Does it.
    fn play(&mut self, seat: Seat, action: &Self::Action) -> Played;

    /// Writes what the position is worth to each seat, from 0 (lost) to 1 (won); a draw is 0.5. A playout that is cut short
    /// asks as well.
    fn judge(&mut self, rewards: &mut [f64]);

    /// What the seat has achieved of its objectives, which ends a playout; boardgame.io's `objectives`. None: nothing.
    fn objective(&mut self, _seat: Seat) -> Option<f64> {
        None
    }

    /// Whether other seats than [`World::mover`] may act now as well, so that nothing can be proven of what follows.
    fn is_turn_shared(&self) -> bool {
        false
    }

    /// Whether [`World::begin`] deals anew what is hidden, so that nothing can be proven.
    fn is_dealt_anew(&self) -> bool {
        false
    }
}

/// What came of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// It was done, and no number was drawn.
    Done,
    /// It was done, and chance had a part in it.
    ByChance,
    /// It is not allowed. The position is as it was.
    Refused,
    /// It failed halfway. The position cannot be used before [`World::begin`].
    Spoiled,
}

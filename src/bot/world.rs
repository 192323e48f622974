//! What a match is to a search.

use alloc::vec::Vec;

use rondel_core::Random;

/// A seat, counted from 0.
pub type Seat = usize;

/// A match as a search plays it, again and again from the same position.
///
/// A world where a seat does not see everything deals what it cannot see in [`World::begin`], again each time: the search
/// then is SO-ISMCTS of Cowling, Powley and Whitehouse ("Information Set Monte Carlo Tree Search", IEEE Transactions on
/// Computational Intelligence and AI in Games 4(2), 2012). A search knows of the match only what its world returns.
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

    /// Does something that the seat may do now, each with the same chance, as a playout goes on. What is refused does not
    /// count. None: the seat can do nothing. The list is there to be used again.
    fn play_any(
        &mut self,
        seat: Seat,
        random: &mut Random,
        actions: &mut Vec<Self::Action>,
    ) -> Option<Played> {
        play_any_listed(self, seat, random, actions)
    }

    /// Writes what the position is worth to each seat, from 0 (lost) to 1 (won); a draw is 0.5. A playout that is cut short
    /// asks as well.
    fn judge(&mut self, rewards: &mut [f64]);

    /// What the seat, which has just acted, has achieved of its objectives: a search looks no further. boardgame.io's
    /// `objectives`. None: nothing.
    fn objective(&mut self, _seat: Seat) -> Option<f64> {
        None
    }

    /// Whether what [`World::judge`] writes of a match that is over stays so. Scores that are measured by one another do not:
    /// nothing is proven by them.
    fn is_judged_for_good(&self) -> bool {
        true
    }

    /// Whether other seats than [`World::mover`] may act now as well, so that nothing can be proven of what follows.
    fn is_turn_shared(&self) -> bool {
        false
    }

    /// Whether [`World::begin`] deals again what is hidden, so that nothing can be proven.
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

/// [`World::play_any`] for a world whose actions are listed.
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

/// Takes one out at random.
pub(super) fn pick<A>(random: &mut Random, from: &mut Vec<A>) -> Option<A> {
    let index = (random.number() * from.len() as f64) as usize;
    (index < from.len()).then(|| from.swap_remove(index))
}

//! Views: what players see of a game, as its own type with holes.

use alloc::sync::Arc;

use serde::Serialize;

use super::changes::Changes;
use super::hole::{Bag, Hide};
use super::list::List;
use super::per_seat::PerSeat;
use super::pile::Pile;
use super::random::Random;
use super::seat::Seat;
use super::secret::Secret;
use super::types::Typed;

/// A viewer, and the owner of the part that they look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Viewer. `None`: a spectator.
    pub viewer: Option<Seat>,
    /// Owner of the part, inside a [`PerSeat`].
    pub owner: Option<Seat>,
}

impl Sight {
    /// Creates the sight of a player or a spectator on the whole game.
    pub const fn of(viewer: Option<Seat>) -> Self {
        Sight { viewer, owner: None }
    }

    /// Returns the sight of the same viewer on this player's part.
    pub const fn on(self, owner: Seat) -> Self {
        Sight { owner: Some(owner), ..self }
    }

    /// Returns `true` if the viewer is the owner.
    pub fn is_own(self) -> bool {
        self.viewer.is_some() && self.viewer == self.owner
    }
}

/// A type that defines who sees which of its parts. Derive it for structs and enums.
///
/// The view of a game is a value of the same type with holes: a hidden [`Pile`] is only a count, a hidden
/// [`Secret`] is empty. Attributes of fields decide what is hidden:
///
/// - `#[hidden]`: nobody sees the field.
/// - `#[owner]`: only its player sees it. The owner is the seat of the enclosing [`PerSeat`], or the key of a
///   `BTreeMap` with [`Seat`] as keys.
/// - `#[public]`: everybody sees the whole field, whatever its type hides.
/// - No attribute: everybody sees the field, except for parts that its type hides. The type must implement
///   `View`, so that no secret inside is forgotten. `Pile` and `Secret` do not: their fields need an
///   attribute.
///
/// JavaScript represents whole numbers exactly up to 2^53. Showing a state with a larger number is an error:
/// use a string or several numbers. An infinite float or NaN becomes `null` in JavaScript and cannot be read
/// again.
///
/// ```
/// use rondel::prelude::*;
///
/// #[state]
/// #[derive(Copy)]
/// pub struct Card(u8);
///
/// #[state]
/// pub struct Table {
///     #[hidden]
///     deck: Pile<Card>,
///     #[owner]
///     hands: PerSeat<Pile<Card>>,
///     #[public]
///     discarded: Pile<Card>,
///     round: u32,
/// }
///
/// let hands = PerSeat::new(2, |seat| [Card(seat.index() as u8)].into_iter().collect());
/// let table = Table { deck: [Card(8), Card(9)].into_iter().collect(), hands, discarded: Pile::new(), round: 1 };
/// let seen = rondel::game::seen_by(&table, Some(Seat::new(1)));
/// assert_eq!(serde_json::to_string(&seen)?, r#"{"deck":2,"hands":[1,[1]],"discarded":[],"round":1}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what may be seen of it",
    label = "who sees it?",
    note = "mark the field `#[hidden]` (nobody sees it), `#[owner]` (its player does) or `#[public]` (everybody does)",
    note = "or, for a type of your own, `#[state]` above it; in place of a `HashMap` use a `BTreeMap`, whose order is the same everywhere"
)]
pub trait View: Changes + Typed {
    /// Visits all parts that the viewer may not see.
    fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide));
}

/// A type whose fields may be `#[owner]`: only their owner sees them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be hidden from all but its owner",
    note = "`PerSeat<Pile<T>>`, `PerSeat<Secret<T>>` and, inside a struct in a `PerSeat`, `Pile<T>` and `Secret<T>` can"
)]
pub trait Owned {
    /// Visits the parts of other owners, and the hidden parts of the viewer's own.
    fn holes_of_others(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide));
}

/// Returns the view of a player, or of a spectator for `None`.
pub fn seen_by<G: View + Clone>(g: &G, viewer: Option<Seat>) -> G {
    let mut seen = g.clone();
    seen.holes(Sight::of(viewer), &mut |hole| hole.hide());
    seen
}

/// Returns one possible game for a player: deals all values that they do not see again among their places.
/// Returns `None` if `g` is itself a view; use [`deal_unseen`] for those.
///
/// Hidden values of one type are shuffled together. Use different types for values that must not change
/// places, such as `Secret<Goal>` and `Secret<Fate>` in place of two `Secret<u8>`.
pub fn determinized<G: View + Clone>(g: &G, viewer: Option<Seat>, random: &Random<'_>) -> Option<G> {
    let (mut world, mut bag) = (g.clone(), Bag::new());
    world.holes(Sight::of(viewer), &mut |hole| hole.give(&mut bag));
    deal(world, viewer, bag, random)
}

/// Returns one possible game for a player: fills all holes of their view with the shuffled content of a bag.
/// Returns `None` if the bag has too few values.
///
/// ```
/// # use rondel::prelude::*;
/// # use rondel::game::{Bag, deal_unseen, seen_by};
/// #[state]
/// struct Table {
///     #[hidden]
///     deck: Pile<u8>,
/// }
///
/// fn a_world(view: &Table, random: &Random) -> Option<Table> {
///     deal_unseen(view, None, Bag::new().with([1_u8, 2, 3]), random)
/// }
/// ```
pub fn deal_unseen<G: View + Clone>(
    view: &G,
    viewer: Option<Seat>,
    unseen: Bag,
    random: &Random<'_>,
) -> Option<G> {
    deal(view.clone(), viewer, unseen, random)
}

fn deal<G: View>(mut world: G, viewer: Option<Seat>, mut bag: Bag, random: &Random<'_>) -> Option<G> {
    bag.shuffle(random);
    let mut is_whole = true;
    world.holes(Sight::of(viewer), &mut |hole| is_whole &= hole.take(&mut bag));
    is_whole.then_some(world)
}

macro_rules! seen_whole {
    ($($kind:ty),*) => {$(
        impl View for $kind {
            fn holes(&mut self, _: Sight, _: &mut dyn FnMut(&mut dyn Hide)) {}
        }
    )*};
}
seen_whole!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64, bool, char, (), Seat);
seen_whole!(alloc::string::String);

macro_rules! seen_part_by_part {
    ($([$($generics:tt)*] $kind:ty),*) => {$(
        impl<T: View, $($generics)*> View for $kind
        where
            $kind: Serialize,
        {
            fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
                self.iter_mut().for_each(|value| value.holes(sight, visit));
            }
        }
        impl<T: Owned, $($generics)*> Owned for $kind {
            fn holes_of_others(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
                self.iter_mut().for_each(|value| value.holes_of_others(sight, visit));
            }
        }
    )*};
}
seen_part_by_part!([] alloc::vec::Vec<T>, [] Option<T>, [const N: usize] [T; N]);
seen_part_by_part!([] alloc::collections::VecDeque<T>);

/// A view shares all chunks without hidden parts with the game.
impl<T: View + Clone> View for List<T> {
    fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        for chunk in self.chunks_mut() {
            let (mut seen, mut has_holes) = ((**chunk).clone(), false);
            seen.holes(sight, &mut |hole| {
                has_holes = true;
                visit(hole);
            });
            if has_holes {
                *chunk = Arc::new(seen);
            }
        }
    }
}

impl<T: View> View for alloc::boxed::Box<T> {
    fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        (**self).holes(sight, visit);
    }
}

/// With seats as keys, each value belongs to its seat.
impl<K: Ord + Serialize + 'static, T: View> View for alloc::collections::BTreeMap<K, T> {
    fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        for (key, value) in self {
            let seat = (key as &dyn core::any::Any).downcast_ref::<Seat>();
            value.holes(seat.map_or(sight, |seat| sight.on(*seat)), visit);
        }
    }
}

/// Each value belongs to its seat.
impl<T: View> View for PerSeat<T> {
    fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        for (seat, value) in self.iter_mut() {
            value.holes(sight.on(seat), visit);
        }
    }
}

impl<T: Owned> Owned for PerSeat<T> {
    fn holes_of_others(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        for (seat, value) in self.iter_mut() {
            value.holes_of_others(sight.on(seat), visit);
        }
    }
}

impl<T: Owned> Owned for alloc::collections::BTreeMap<Seat, T> {
    fn holes_of_others(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        for (seat, value) in self.iter_mut() {
            value.holes_of_others(sight.on(*seat), visit);
        }
    }
}

impl<T: View + Clone + 'static> Owned for Pile<T> {
    fn holes_of_others(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        if !sight.is_own() || self.cards().is_err() {
            visit(self);
        } else if let Ok(cards) = self.cards_mut() {
            cards.holes(sight, visit);
        }
    }
}

impl<T: View + Clone + 'static> Owned for Secret<T> {
    fn holes_of_others(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
        if !sight.is_own() || self.get().is_err() {
            visit(self);
        } else if let Ok(value) = self.get_mut() {
            value.holes(sight, visit);
        }
    }
}

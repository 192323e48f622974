//! The moves of a game: an enum with `derive(Moves)`, and what is declared of each of its variants.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::marker::PhantomData;

use serde::de::SeqAccess;
use serde::{Deserialize, Serialize, Serializer};

use super::types::{Signature, Types};

/// The moves of a game. Derived for an enum, each of whose variants is a move, and its fields the arguments:
///
/// ```
/// use rondel::prelude::*;
///
/// #[state]
/// #[derive(Copy)]
/// pub struct Card(u8);
///
/// #[derive(Clone, Debug, PartialEq, Moves)]
/// pub enum Move {
///     #[rondel(undoable = false, no_limit)]
///     Draw,
///     Attack(Card, Seat),
///     #[rondel(redact)]
///     PlayFaceDown { card: Card },
/// }
///
/// assert_eq!(Move::PLAY_FACE_DOWN.name(), "playFaceDown");
/// assert_eq!(serde_json::to_string(&Move::Draw)?, r#"{"type":"draw","args":[]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// JavaScript knows them as `moves.draw()`, `moves.attack(card, seat)`, `moves.playFaceDown(card)`. As a value of serde's
/// a move is `{ type, args }`, as boardgame.io writes it. For each variant there is a constant, such as `Move::DRAW`: the
/// move without arguments, by which phases and stages name it.
///
/// # Options
///
/// Each is written in `#[rondel(…)]` on the variant, alone or as `option = true`.
///
/// - `undoable = false`: it cannot be undone. What depends on the state is set in the flow.
/// - `redact`: the log shows its arguments to nobody but its player.
/// - `no_limit`: it does not count towards the limits of a turn or stage.
/// - `strict`: refused online if anything has happened since the player saw the state.
/// - `ignores_stale`: never refused as stale.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not list the moves of a game",
    note = "make it an enum, with `#[derive(Clone, Debug, PartialEq, Moves)]`"
)]
pub trait Moves: Clone + Debug + PartialEq + Serialize + for<'de> Deserialize<'de> + 'static {
    /// What is declared of each move, by its number.
    const DECLARED: &'static [MoveInfo];

    /// The number of this move in `DECLARED`.
    fn id(&self) -> usize;

    /// Writes the arguments as a list.
    ///
    /// # Errors
    ///
    /// The error of an argument's `Serialize`.
    fn write_args<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;

    /// Reads the move with this number from its arguments, one by one. A trailing one that is missing reads as `None`.
    ///
    /// # Errors
    ///
    /// Where an argument is missing, is another thing than declared, or is one too many: the place, and what was expected.
    fn read_args<'de, A: SeqAccess<'de>>(id: usize, from: A) -> Result<Self, A::Error>;

    /// Whether all players that the arguments name sit at a table of so many seats.
    ///
    /// # Errors
    ///
    /// The place of the first argument that names another.
    fn check_seats(&self, seats: usize) -> Result<(), String>;

    /// The moves, by their numbers, as TypeScript writes them.
    fn describe(types: &mut Types) -> Vec<Signature>;
}

/// What has moves: every [`Game`](super::Game). The flow of a game needs to know no more of it.
pub trait HasMoves: 'static {
    /// The moves that players make.
    type Move: Moves;
}

/// What is declared of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveInfo {
    /// The move as JavaScript calls it.
    pub name: &'static str,
    /// What its arguments are called: the fields' names, or `argument 1` and so on.
    pub arguments: &'static [&'static str],
    /// Whether it can be undone.
    pub undoable: bool,
    /// Whether the log hides its arguments from the other players.
    pub redact: bool,
    /// Whether it does not count towards limits.
    pub no_limit: bool,
    /// Whether it is refused online if anything has happened since its player saw the state.
    pub strict: bool,
    /// Whether it is never refused as stale.
    pub ignores_stale: bool,
}

/// A move without its arguments, such as `Move::DRAW`.
pub struct MoveName<M> {
    id: usize,
    of: PhantomData<fn() -> M>,
}

impl<M> MoveName<M> {
    /// The move with this number.
    pub const fn new(id: usize) -> Self {
        MoveName { id, of: PhantomData }
    }

    /// Its number in `DECLARED`.
    pub const fn id(self) -> usize {
        self.id
    }
}

impl<M: Moves> MoveName<M> {
    /// The move as JavaScript calls it.
    pub fn name(self) -> &'static str {
        M::DECLARED.get(self.id).map_or("", |info| info.name)
    }
}

impl<M> Clone for MoveName<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for MoveName<M> {}

impl<M> PartialEq for MoveName<M> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<M: Moves> Debug for MoveName<M> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name())
    }
}

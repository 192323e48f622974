//! The moves of a game: an enum with `derive(Moves)`, and the declarations of its variants.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::marker::PhantomData;

use serde::de::SeqAccess;
use serde::{Deserialize, Serialize, Serializer};

use super::types::{Signature, Types};

/// The moves of a game. Derive it for an enum: each variant is a move, and its fields are the arguments.
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
/// JavaScript calls them `moves.draw()`, `moves.attack(card, seat)` and `moves.playFaceDown(card)`. Serde
/// writes a move as boardgame.io's `{ type, args }`. For each variant, the derive declares a constant such as
/// `Move::DRAW`: the move without arguments, for the lists of phases and stages.
///
/// # Options
///
/// Write an option in `#[rondel(…)]` on the variant, as `option` or `option = true`.
///
/// - `undoable = false`: the move cannot be undone. For a condition that depends on the state, use
///   [`Flow::undoable`](super::Flow::undoable).
/// - `redact`: the log shows the arguments only to the player who made the move.
/// - `no_limit`: the move does not count towards the limits of a turn or stage.
/// - `strict`: a master refuses the move if anything happened since the player saw the state.
/// - `ignores_stale`: a master never refuses the move as stale.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not list the moves of a game",
    note = "make it an enum, with `#[derive(Clone, Debug, PartialEq, Moves)]`"
)]
pub trait Moves: Clone + Debug + PartialEq + Serialize + for<'de> Deserialize<'de> + 'static {
    /// Declarations of the moves, by number.
    const DECLARED: &'static [MoveInfo];

    /// Returns the number of this move, an index of `DECLARED`.
    fn id(&self) -> usize;

    /// Writes the arguments as a list.
    ///
    /// # Errors
    ///
    /// The error of an argument's `Serialize`.
    fn write_args<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error>;

    /// Reads the arguments of the move with this number, one by one. A missing trailing argument reads as
    /// `None`.
    ///
    /// # Errors
    ///
    /// The place and the expected type of an argument that is missing, has another type, or is one too many.
    fn read_args<'de, A: SeqAccess<'de>>(id: usize, from: A) -> Result<Self, A::Error>;

    /// Checks that all seats in the arguments exist at a table of this size.
    ///
    /// # Errors
    ///
    /// The first player ID that does not.
    fn check_seats(&self, seats: usize) -> Result<(), String>;

    /// Returns the TypeScript signatures of the moves, by number.
    fn describe(types: &mut Types) -> Vec<Signature>;
}

/// A type with moves: every [`Game`](super::Game). It is all that a game's flow needs to know.
pub trait HasMoves: 'static {
    /// Type of the moves that players make.
    type Move: Moves;
}

/// Declaration of a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveInfo {
    /// Name of the move in JavaScript.
    pub name: &'static str,
    /// Names of the arguments: the fields' names, or `argument 1` and so on.
    pub arguments: &'static [&'static str],
    /// `true` if the move can be undone, `false` if it cannot. `None`: it can, unless it has drawn random numbers or
    /// shown a player something new.
    pub undoable: Option<bool>,
    /// The log hides the arguments from other players.
    pub redact: bool,
    /// The move does not count towards limits.
    pub no_limit: bool,
    /// A master refuses the move if anything happened since its player saw the state.
    pub strict: bool,
    /// A master never refuses the move as stale.
    pub ignores_stale: bool,
}

/// A move without its arguments, such as `Move::DRAW`.
pub struct MoveName<M> {
    id: usize,
    of: PhantomData<fn() -> M>,
}

impl<M> MoveName<M> {
    /// Creates the name of the move with this number.
    pub const fn new(id: usize) -> Self {
        MoveName { id, of: PhantomData }
    }

    /// Returns the move's number, an index of `DECLARED`.
    pub const fn id(self) -> usize {
        self.id
    }
}

impl<M: Moves> MoveName<M> {
    /// Returns the name of the move in JavaScript.
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

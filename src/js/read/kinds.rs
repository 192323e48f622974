//! The kinds of the fields of a `ctx`, as flat lists. `src/codes/records.rs` declares the kind of each field.
//! `pkg-template/lib/engine/ctx-codec.ts` has the same kinds for JavaScript, which checks and writes them.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::super::imports;
use super::super::values::ValueId;
use super::list::ListReader;
use crate::codes;
use crate::core::{
    ActivePlayersArg, ActiveSet, Alea, Clock as CoreClock, Differences, Name, Parser, PlayerID, PlayerMap,
    Stack, Stage,
};

/// A `ctx` of a game of the host.
pub type Ctx = crate::core::Ctx<ValueId>;

type Limits = crate::core::Limits<ValueId>;

/// A kind of values, with a reader of flat lists.
pub trait Kind {
    /// Type of the values.
    type Value;

    /// Reads the next value of a list from JavaScript, by the rules of a game.
    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self::Value;
}

codes::ctx! { read Ctx }

codes::limits! { read Limits }

codes::active_set! { read ActiveSet }

codes::generator! { read Alea }

codes::clock! { read CoreClock }

/// A clock.
pub struct Clock;

/// A number.
pub struct Float;

/// `true` or `false`.
pub struct Flag;

/// A number of players, turns or moves.
pub struct Whole;

/// A number of moves that were made.
pub type MoveCount = Whole;

/// A number of moves to make.
pub type MoveLimit = Whole;

/// A position in the play order.
pub struct Position;

/// A player, or none.
pub struct Player;

/// The name of a phase, or none.
pub type PhaseName = Player;

/// A list of players.
pub struct Players;

/// A list of players without the prefix of numbers.
pub type PlayerIDs = Players;

/// A stage of an active player.
pub struct StageName;

/// The outcome of the game, or none.
pub struct Outcome;

/// An argument of `setActivePlayers`, or none.
pub struct NextActivePlayers;

/// A value, or none: a flag, then the value if there is one.
pub struct Maybe<K>(PhantomData<K>);

/// Fields of the record itself that are missing together.
pub type Part<K> = Maybe<K>;

/// A field that may be missing. JavaScript writes an empty value in its place.
pub type Optional<K> = K;

/// A map from players: its length, then the name and the value of each player.
pub struct ByPlayer<K>(PhantomData<K>);

impl Kind for Clock {
    type Value = Rc<CoreClock>;

    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self::Value {
        Rc::new(CoreClock::read(list, differences))
    }
}

impl Kind for Flag {
    type Value = bool;

    fn read(list: &mut ListReader<'_>, _: Differences) -> bool {
        list.flag()
    }
}

impl Kind for Float {
    type Value = f64;

    fn read(list: &mut ListReader<'_>, _: Differences) -> f64 {
        list.float()
    }
}

impl Kind for Whole {
    type Value = u32;

    fn read(list: &mut ListReader<'_>, _: Differences) -> u32 {
        list.number()
    }
}

impl Kind for Position {
    type Value = i32;

    fn read(list: &mut ListReader<'_>, _: Differences) -> i32 {
        list.float() as i32
    }
}

impl Kind for Player {
    type Value = Option<Name>;

    fn read(list: &mut ListReader<'_>, _: Differences) -> Option<Name> {
        list.name()
    }
}

impl Kind for Players {
    type Value = Rc<[PlayerID]>;

    fn read(list: &mut ListReader<'_>, _: Differences) -> Self::Value {
        list.players().into()
    }
}

impl Kind for StageName {
    type Value = Stage;

    fn read(list: &mut ListReader<'_>, differences: Differences) -> Stage {
        Parser::new(list, differences).stage_name()
    }
}

impl Kind for Outcome {
    type Value = Option<ValueId>;

    fn read(list: &mut ListReader<'_>, _: Differences) -> Self::Value {
        list.flag().then(|| list.value())
    }
}

impl Kind for NextActivePlayers {
    type Value = Option<Rc<ActivePlayersArg<ValueId>>>;

    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self::Value {
        let parsed = list.flag().then(|| Parser::new(list, differences).active_players())?;
        parsed.map_err(|why| imports::raise(codes::problem::STATE, "ctx._nextActivePlayers", why)).ok()
    }
}

impl<K: Kind> Kind for Maybe<K> {
    type Value = Option<K::Value>;

    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self::Value {
        list.flag().then(|| K::read(list, differences))
    }
}

impl<K: Kind> Kind for ByPlayer<K> {
    type Value = PlayerMap<K::Value>;

    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self::Value {
        let mut entries = Vec::new();
        for _ in 0..list.number() {
            // Both are read in any case, because the following values begin after them.
            let (player, value) = (list.name(), K::read(list, differences));
            entries.extend(player.map(|player| (player, value)));
        }
        entries.into_iter().collect()
    }
}

/// A list whose last item is on top.
impl<K: Kind<Value = K>> Kind for Stack<K> {
    type Value = Self;

    fn read(list: &mut ListReader<'_>, differences: Differences) -> Self {
        let mut stack = Stack::default();
        for _ in 0..list.number() {
            stack = stack.push(K::read(list, differences));
        }
        stack
    }
}

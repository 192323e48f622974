//! A game whose code fills the stack at a place that a move names: when a state is read, shown or dropped,
//! not in a move. Its states may take much memory.

use rondel::game::{Changes, Hide, Sight, Typed, Types, View};
use rondel::prelude::*;
use rondel::serde::de::{Deserialize, Deserializer};
use rondel::serde::ser::Serializer;
use serde::Serialize;

use crate::faults::{deep, hoard};

/// Number of moves, and the place of the next failure.
#[state]
pub struct Traps {
    count: u32,
    trap: Trap,
    ballast: Ballast,
}

/// Place of the failure: `read`, `show`, `show 1` for the player of seat 1 only, or `drop`. `fill` is like
/// `show`, and takes all memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
struct Trap {
    place: String,
}

impl Trap {
    fn spring(&self, place: &str) {
        if self.place == place {
            std::hint::black_box(deep(1));
        }
    }
}

impl<'de> Deserialize<'de> for Trap {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        let trap = Trap { place: String::deserialize(from)? };
        trap.spring("read");
        Ok(trap)
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        self.spring("drop");
    }
}

impl View for Trap {
    fn holes(&mut self, sight: Sight, _: &mut dyn FnMut(&mut dyn Hide)) {
        self.spring("show");
        if self.place == "fill" {
            std::hint::black_box(hoard());
        }
        if let Some(seat) = sight.viewer {
            self.spring(&format!("show {seat}"));
        }
    }
}

impl Changes for Trap {
    fn same(&self, old: &Self) -> bool {
        self == old
    }
}

impl Typed for Trap {
    fn type_text(types: &mut Types) -> String {
        String::type_text(types)
    }
}

/// A number of MiB of memory, serialized as this number.
#[derive(Clone, Debug, Default, PartialEq)]
struct Ballast(Vec<u8>);

impl Ballast {
    fn of(mib: u32) -> Self {
        Ballast(vec![1; (mib as usize) << 20])
    }
}

impl Serialize for Ballast {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        (self.0.len() >> 20).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Ballast {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        u32::deserialize(from).map(Ballast::of)
    }
}

impl View for Ballast {
    fn holes(&mut self, _: Sight, _: &mut dyn FnMut(&mut dyn Hide)) {}
}

impl Changes for Ballast {
    fn same(&self, old: &Self) -> bool {
        self.0.len() == old.0.len()
    }
}

impl Typed for Ballast {
    fn type_text(types: &mut Types) -> String {
        u32::type_text(types)
    }
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Nothing fails.
    Count,
    /// Lets the code of this place fail from now on.
    Set { place: String },
    /// Takes this amount of memory.
    Load { mib: u32 },
}

impl Game for Traps {
    type Move = Move;
    const NAME: &'static str = "traps";
    const VERSION: Option<u32> = Some(2);

    fn setup(_: &Setup) -> Result<Self> {
        Ok(Traps { count: 0, trap: Trap::default(), ballast: Ballast::default() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.active(Active::all(NoStage)))
    }

    fn play(&mut self, mv: Move, _: &Cx) -> Played {
        match mv {
            Move::Count => self.count += 1,
            Move::Set { place } => self.trap.place = place,
            Move::Load { mib } => self.ballast = Ballast::of(mib),
        }
        Ok(())
    }

    fn migrate(stored: Stored, from: Option<u32>) -> Option<Stored> {
        if from == Some(1) {
            std::hint::black_box(deep(1));
        }
        Some(stored)
    }
}

//! A game whose code fails at the place that a move names. It breaks the lints of this repository, because
//! games are others' code.

#![allow(clippy::panic, reason = "the game panics on purpose")]

use rondel::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// State of a game that fails.
#[state]
pub struct Faults {
    /// Number of moves.
    count: u32,
    /// Place at which the code fails from now on.
    armed: String,
    shown: Shown,
    /// A map whose keys have no JSON form.
    keyed: BTreeMap<Key, u32>,
    large: u64,
    weight: f64,
    chain: Option<Box<Link>>,
    fuse: Fuse,
}

/// A recursive type.
#[state]
struct Link {
    next: Option<Box<Link>>,
}

/// A value that fails when it is dropped.
#[state]
#[derive(Default)]
struct Fuse {
    burns: bool,
}

impl Drop for Fuse {
    fn drop(&mut self) {
        assert!(!self.burns, "the fuse has burnt down");
    }
}

/// A key that is not a string.
#[state]
#[derive(Eq, PartialOrd, Ord)]
struct Key {
    at: u8,
}

/// A value with its own `Serialize`, which may fail.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, View)]
#[view(whole)]
struct Shown {
    fails: bool,
}

impl Serialize for Shown {
    fn serialize<S: rondel::serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        use rondel::serde::ser::SerializeMap;
        assert!(!self.fails, "it cannot be shown");
        let mut map = to.serialize_map(Some(1))?;
        map.serialize_entry("fails", &false)?;
        map.end()
    }
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Nothing fails.
    Count,
    /// The move panics.
    Panic,
    /// The move fills the stack by recursion.
    Overflow,
    /// The move takes all memory.
    Hoard,
    /// Showing the state fails.
    Hide,
    /// Writing the state fails because of a key.
    Key,
    /// Makes a number too large for JavaScript.
    Enlarge,
    /// Makes a number that JSON cannot represent.
    Divide,
    /// Nests more levels than can be read again.
    Deepen,
    /// Dropping the state fails.
    Light,
    /// Returns a number that JSON cannot represent: in a `refusal`, the `log` or an `end` of the game.
    Say { place: String },
    /// Emits one effect to all, and one to the player.
    Emit { count: u32 },
    /// Lets the code of this place fail from now on: `hook`, `outcome` or `moves`. `said` ends the game with
    /// an outcome without JSON form.
    Arm { place: String },
}

/// Effects of the game.
#[derive(rondel::serde::Serialize)]
#[serde(crate = "rondel::serde")]
enum Effect {
    /// The counter has changed.
    Counted { to: u64 },
    /// Something for one player alone.
    Hint,
}

impl Game for Faults {
    type Move = Move;
    const NAME: &'static str = "faults";
    const VERSION: Option<u32> = Some(1);

    fn setup(cx: &Setup) -> Result<Self> {
        let armed: String = cx.data()?;
        assert!(armed != "setup", "setup fails");
        // Setup data may come from a stranger.
        let count = if armed == "hoard" { hoard().len() as u32 } else { 0 };
        Ok(Faults {
            count,
            armed,
            shown: Shown::default(),
            keyed: BTreeMap::new(),
            large: 0,
            weight: 0.0,
            chain: None,
            fuse: Fuse::default(),
        })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.on_end(|game: &mut Faults, _| game.fail_at("hook")))
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        match mv {
            Move::Count => self.count += 1,
            Move::Panic => panic!("the move fails after {}", self.count),
            Move::Overflow => self.count = deep(self.count),
            Move::Hoard => self.count = hoard().len() as u32,
            Move::Hide => self.shown.fails = true,
            Move::Key => drop(self.keyed.insert(Key { at: 1 }, 1)),
            Move::Enlarge => self.large = (1 << 53) + 1,
            Move::Divide => self.weight /= 0.0,
            Move::Deepen => self.chain = (0..200).fold(None, |next, _| Some(Box::new(Link { next }))),
            Move::Light => self.fuse.burns = true,
            Move::Say { place } if place == "refusal" => return invalid(("at least", f64::NAN)),
            Move::Say { place } if place == "log" => cx.log(&[u64::MAX]),
            Move::Say { place } if place == "effect" => cx.emit(&Effect::Counted { to: u64::MAX }),
            Move::Say { place } if place == "seat" => {
                cx.emit_with(&Effect::Hint, &EffectOptions::to([Seat::new(9)]));
            }
            Move::Emit { count } => {
                cx.emit(&Effect::Counted { to: u64::from(count) });
                cx.emit_with(&Effect::Hint, &EffectOptions::to([cx.player()]).duration(200));
            }
            Move::Say { .. } => cx.events().end_game(Outcome::other(f64::INFINITY)),
            Move::Arm { place } => self.armed = place,
        }
        Ok(())
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        assert!(self.armed != "outcome", "outcome fails");
        (self.armed == "said").then(|| Outcome::other([f64::NAN]))
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        assert!(self.armed != "moves", "moves fails");
        out.push(Move::Count);
    }

    fn migrate(stored: Stored, from: Option<u32>) -> Option<Stored> {
        assert!(from != Some(0), "migrate fails");
        Some(stored)
    }
}

impl Faults {
    fn fail_at(&self, place: &str) -> Played {
        assert!(self.armed != place, "{place} fails");
        Ok(())
    }
}

/// Fills the stack by recursion.
pub fn deep(count: u32) -> u32 {
    let frame = std::hint::black_box([count; 64]);
    if frame.is_empty() { 0 } else { 1 + deep(frame.iter().sum()) }
}

/// Takes all memory.
pub fn hoard() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        all.push(std::hint::black_box(vec![1; 1 << 20]));
    }
}

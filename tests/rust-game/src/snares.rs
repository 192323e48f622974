//! A game in which bots cause failures. It breaks the lints of this repository, because games are others'
//! code.

#![allow(clippy::panic, reason = "the game panics on purpose")]

use rondel::prelude::*;

use crate::faults::{deep, hoard};

/// A walk. The player who makes the last step wins.
#[state]
pub struct Snares {
    steps: u32,
    /// Failure, from step `from` on.
    snare: Snare,
    from: u32,
    /// Hidden cards, which bots deal.
    #[hidden]
    deck: Pile<u8>,
}

/// Kind of a failure.
#[state]
#[derive(Eq, Default, Copy)]
enum Snare {
    #[default]
    Nothing,
    /// `Move::Panic` is listed.
    Panic,
    /// `Move::Overflow` is listed.
    Overflow,
    /// `Move::Hoard` is listed.
    Hoard,
    /// `Move::Lean` is listed with a number that JSON cannot represent.
    Argument,
    Moves,
    Outcome,
    Determinize,
}

/// Setup data of a match.
#[state]
#[derive(Default)]
struct Options {
    snare: Snare,
    from: u32,
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Walks one or two steps.
    Walk { steps: u32 },
    /// Panics.
    Panic { steps: u32 },
    /// Walks no step.
    Lean { by: f64 },
    /// Fills the stack by recursion.
    Overflow,
    /// Takes all memory.
    Hoard,
}

impl Game for Snares {
    type Move = Move;
    const NAME: &'static str = "snares";

    fn setup(cx: &Setup) -> Result<Self> {
        let Options { snare, from } = cx.data()?;
        Ok(Snares { steps: 0, snare, from, deck: (1..=5).collect() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(1..=1))
    }

    fn play(&mut self, mv: Move, _: &Cx) -> Played {
        match mv {
            Move::Walk { steps: steps @ 1..=2 } => self.steps += steps,
            Move::Walk { .. } => return invalid("one step or two"),
            Move::Panic { steps } => panic!("a snare after {} and {steps}", self.steps),
            Move::Lean { .. } => {}
            Move::Overflow => self.steps = deep(self.steps),
            Move::Hoard => self.steps = hoard().len() as u32,
        }
        Ok(())
    }

    fn outcome(&self, cx: &Ctx) -> Option<Outcome> {
        assert!(!self.fails(Snare::Outcome), "outcome fails");
        (self.steps >= 7).then(|| Outcome::Winner(cx.current()))
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        assert!(!self.fails(Snare::Moves), "moves fails");
        out.extend([Move::Walk { steps: 1 }, Move::Walk { steps: 2 }]);
        if self.fails(self.snare) {
            match self.snare {
                Snare::Panic => out.extend([Move::Panic { steps: 1 }, Move::Panic { steps: 2 }]),
                Snare::Argument => out.push(Move::Lean { by: f64::NAN }),
                Snare::Overflow => out.push(Move::Overflow),
                Snare::Hoard => out.push(Move::Hoard),
                _ => {}
            }
        }
    }

    fn determinize(&self, _: &Ctx, seat: Seat, random: &Random) -> Option<Self> {
        assert!(!self.fails(Snare::Determinize), "determinize fails");
        deal_unseen(self, Some(seat), Bag::new().with(1..=5_u8), random)
    }
}

impl Snares {
    fn fails(&self, snare: Snare) -> bool {
        self.snare == snare && self.steps >= self.from
    }
}

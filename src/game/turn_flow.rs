//! The turns of a game or of a phase, and their stages.

use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::rc::Rc;
use std::vec::Vec;

use serde::ser::SerializeMap;

use super::adapter::Function;
use super::cx::Cx;
use super::flow::ids;
use super::game::{Ask, Hook};
use super::{Active, Game, InStage, MoveName, Order, Phases, Played, Seat, Stages};

/// The turns of a game or of a phase.
pub struct TurnFlow<G: Game> {
    pub(super) order: Order<G>,
    pub(super) on_begin: Option<Hook<G>>,
    pub(super) on_end: Option<Hook<G>>,
    pub(super) on_move: Option<MoveHook<G>>,
    pub(super) end_if: Option<Function<G>>,
    pub(super) limit: Limit,
    pub(super) active: Option<Active>,
    pub(super) stages: Vec<StageFlow<G>>,
}

/// A hook after a move.
pub(super) type MoveHook<G> = fn(&mut G, &<G as Game>::Move, &Cx<'_>) -> Played;

impl<G: Game> TurnFlow<G> {
    pub(super) fn new() -> Self {
        TurnFlow {
            order: Order::Default,
            on_begin: None,
            on_end: None,
            on_move: None,
            end_if: None,
            limit: Limit::default(),
            active: None,
            stages: Vec::new(),
        }
    }

    /// Who begins, and who follows whom.
    pub fn order(self, order: Order<G>) -> Self {
        TurnFlow { order, ..self }
    }

    /// How many moves a turn has: it cannot be ended before the first number, and ends after the last. `1..=1`, `..=3`, `1..`.
    pub fn limit(self, moves: impl RangeBounds<u32>) -> Self {
        TurnFlow { limit: Limit::of(&moves), ..self }
    }

    /// Runs when a turn begins.
    pub fn on_begin(self, hook: Hook<G>) -> Self {
        TurnFlow { on_begin: Some(hook), ..self }
    }

    /// Runs when a turn ends.
    pub fn on_end(self, hook: Hook<G>) -> Self {
        TurnFlow { on_end: Some(hook), ..self }
    }

    /// Runs after each move, and is handed the move.
    pub fn on_move(self, hook: fn(&mut G, &G::Move, &Cx<'_>) -> Played) -> Self {
        TurnFlow { on_move: Some(hook), ..self }
    }

    /// Whether the turn is over: a `bool`, or `Some` player who is next, or a [`TurnEnd`].
    pub fn end_if<T: Into<TurnEnd> + 'static>(self, ask: Ask<G, T>) -> Self {
        let ask = Function::TurnEnd(Rc::new(move |g, cx| ask(g, cx).into()));
        TurnFlow { end_if: Some(ask), ..self }
    }

    /// Who may act when a turn begins. Without it, the current player alone.
    pub fn active(self, active: Active) -> Self {
        TurnFlow { active: Some(active), ..self }
    }

    /// A stage. What is not declared here is no stage of these turns.
    pub fn stage(mut self, stage: impl Stages, make: impl FnOnce(StageFlow<G>) -> StageFlow<G>) -> Self {
        self.stages.push(make(StageFlow::new(stage.name())));
        self
    }
}

/// A stage of a turn.
pub struct StageFlow<G: Game> {
    pub(super) name: &'static str,
    pub(super) moves: Option<Vec<usize>>,
    pub(super) next: Option<InStage>,
    pub(super) limit: Limit,
    of: PhantomData<fn() -> G>,
}

impl<G: Game> StageFlow<G> {
    fn new(name: &'static str) -> Self {
        StageFlow { name, moves: None, next: None, limit: Limit::default(), of: PhantomData }
    }

    /// The moves of a player who is in this stage, in place of all others.
    pub fn moves(self, moves: impl IntoIterator<Item = MoveName<G::Move>>) -> Self {
        StageFlow { moves: Some(ids(moves)), ..self }
    }

    /// The stage that follows.
    pub fn next(self, stage: impl Into<InStage>) -> Self {
        StageFlow { next: Some(stage.into()), ..self }
    }

    /// How many moves a player makes in this stage: it cannot be ended before the first number, and ends after the last.
    pub fn limit(self, moves: impl RangeBounds<u32>) -> Self {
        StageFlow { limit: Limit::of(&moves), ..self }
    }
}

/// Whether a turn is over, and who is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    /// It is not.
    GoesOn,
    /// It is, and the turn order says who is next.
    Ends,
    /// It is, and this player is next.
    EndsFor(Seat),
    /// It is, and its player is taken out of the match.
    EndsAndRemoves,
}

impl From<bool> for TurnEnd {
    fn from(is_over: bool) -> Self {
        if is_over { TurnEnd::Ends } else { TurnEnd::GoesOn }
    }
}

impl From<Option<Seat>> for TurnEnd {
    fn from(next: Option<Seat>) -> Self {
        next.map_or(TurnEnd::GoesOn, TurnEnd::EndsFor)
    }
}

/// Whether a phase is over, and which one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseEnd {
    /// It is not.
    GoesOn,
    /// It is, and its `next` follows.
    Ends,
    /// It is, and the phase with this name follows.
    EndsFor(&'static str),
}

impl From<bool> for PhaseEnd {
    fn from(is_over: bool) -> Self {
        if is_over { PhaseEnd::Ends } else { PhaseEnd::GoesOn }
    }
}

impl<P: Phases> From<Option<P>> for PhaseEnd {
    fn from(next: Option<P>) -> Self {
        next.map_or(PhaseEnd::GoesOn, |phase| PhaseEnd::EndsFor(phase.name()))
    }
}

/// The least and the most of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limit {
    pub min_moves: Option<u32>,
    pub max_moves: Option<u32>,
}

impl Limit {
    pub fn of(range: &impl RangeBounds<u32>) -> Self {
        let least = match range.start_bound() {
            Bound::Included(least) => *least,
            Bound::Excluded(below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max_moves = match range.end_bound() {
            Bound::Included(most) => Some(*most),
            Bound::Excluded(above) => Some(above.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        Limit { min_moves: (least > 0).then_some(least), max_moves }
    }

    /// Whether no number is within it.
    pub fn is_empty(self) -> bool {
        self.max_moves.is_some_and(|most| most == 0 || most < self.min_moves.unwrap_or_default())
    }

    /// Writes `minMoves` and `maxMoves`.
    pub fn write<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        for (key, moves) in [("minMoves", self.min_moves), ("maxMoves", self.max_moves)] {
            if let Some(moves) = moves {
                map.serialize_entry(key, &moves)?;
            }
        }
        Ok(())
    }
}

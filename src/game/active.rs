//! The active players, their stages, and the sets that follow.

use std::boxed::Box;
use std::ops::RangeBounds;
use std::rc::Rc;
use std::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::ctx::id_of;
use super::limit::Limit;
use super::names::Stages;
use super::seat::Seat;
use super::values::Data;
use crate::core::{ActivePlayersArg, StageArg, StageAssignment, StageChoice};

/// No particular stage, boardgame.io's `Stage.NULL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStage;

/// A stage with optional limits. A plain stage or [`NoStage`] converts into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InStage {
    pub(super) stage: Option<&'static str>,
    limit: Limit,
}

impl InStage {
    /// Creates it from a stage or [`NoStage`].
    pub fn of(stage: impl Into<InStage>) -> Self {
        stage.into()
    }

    /// Sets the number of moves in the stage. The stage cannot end before the minimum, and ends after the
    /// maximum.
    pub fn limit(self, moves: impl RangeBounds<u32>) -> Self {
        InStage { limit: Limit::of(&moves), ..self }
    }

    fn assignment(self) -> StageAssignment {
        let Limit { min_moves, max_moves } = self.limit;
        StageAssignment { stage: self.stage.map(Into::into), min_moves, max_moves }
    }

    /// Converts it into the engine's type.
    pub(super) fn build<V: Data>(self) -> Rc<StageArg<V>> {
        let choice = match self.stage {
            None => StageChoice::Null,
            Some(_) => StageChoice::Stage(self.assignment()),
        };
        Rc::new(StageArg { raw: V::of(&self), choice })
    }
}

impl<S: Stages> From<S> for InStage {
    fn from(stage: S) -> Self {
        InStage { stage: Some(stage.name()), limit: Limit::default() }
    }
}

impl From<NoStage> for InStage {
    fn from(_: NoStage) -> Self {
        InStage { stage: None, limit: Limit::default() }
    }
}

/// The form of boardgame.io: a name, `null`, or `{ stage, minMoves, maxMoves }`.
impl Serialize for InStage {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.limit == Limit::default() {
            return self.stage.serialize(to);
        }
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("stage", &self.stage)?;
        self.limit.write(&mut map)?;
        map.end()
    }
}

/// A set of active players, their stages, and the set that follows when all are done.
///
/// ```
/// use rondel::prelude::*;
///
/// #[derive(Stages)]
/// enum Stage { React }
///
/// // The others make one move each. Then the current player continues.
/// let reaction = Active::others(Stage::React).once().then_back();
/// // All players, without a limit, in no particular stage.
/// let all = Active::all(NoStage);
/// assert_ne!(reaction, all);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Active {
    current: Option<InStage>,
    others: Option<InStage>,
    all: Option<InStage>,
    seats: Vec<(Seat, InStage)>,
    limit: Limit,
    reverts: bool,
    next: Option<Box<Active>>,
}

impl Active {
    /// Activates these players.
    pub fn seats(seats: impl IntoIterator<Item = Seat>, stage: impl Into<InStage>) -> Self {
        Active::default().and_seats(seats, stage)
    }

    /// Activates all players.
    pub fn all(stage: impl Into<InStage>) -> Self {
        Active { all: Some(stage.into()), ..Active::default() }
    }

    /// Activates all players except the current one.
    pub fn others(stage: impl Into<InStage>) -> Self {
        Active { others: Some(stage.into()), ..Active::default() }
    }

    /// Activates the current player.
    pub fn current(stage: impl Into<InStage>) -> Self {
        Active { current: Some(stage.into()), ..Active::default() }
    }

    /// Also activates these players, in this stage.
    pub fn and_seats(mut self, seats: impl IntoIterator<Item = Seat>, stage: impl Into<InStage>) -> Self {
        let stage = stage.into();
        self.seats.extend(seats.into_iter().map(|seat| (seat, stage)));
        self
    }

    /// Also activates all players except the current one, in this stage.
    pub fn and_others(self, stage: impl Into<InStage>) -> Self {
        Active { others: Some(stage.into()), ..self }
    }

    /// Also activates the current player, in this stage.
    pub fn and_current(self, stage: impl Into<InStage>) -> Self {
        Active { current: Some(stage.into()), ..self }
    }

    /// Limits each player to one move.
    pub fn once(self) -> Self {
        self.limit(1..=1)
    }

    /// Sets the number of moves of each player whose stage has no limit of its own. A player's stage cannot
    /// end before the minimum, and ends after the maximum.
    pub fn limit(self, moves: impl RangeBounds<u32>) -> Self {
        Active { limit: Limit::of(&moves), ..self }
    }

    /// Restores the present set of active players when all of these are done.
    pub fn then_back(self) -> Self {
        Active { reverts: true, ..self }
    }

    /// Activates `next` when all of these players are done.
    pub fn then(self, next: Active) -> Self {
        Active { next: Some(Box::new(next)), ..self }
    }

    /// Returns all stages that it names.
    pub(super) fn stages(&self) -> Vec<&'static str> {
        let shared = [self.current, self.others, self.all].into_iter().flatten();
        let own = shared.chain(self.seats.iter().map(|(_, stage)| *stage)).filter_map(|stage| stage.stage);
        own.chain(self.next.iter().flat_map(|next| next.stages())).collect()
    }

    /// Converts it into the engine's type.
    pub(super) fn build<V: Data>(self) -> Rc<ActivePlayersArg<V>> {
        let Limit { min_moves, max_moves } = self.limit;
        Rc::new(ActivePlayersArg {
            raw: V::of(&self),
            current_player: self.current.map(InStage::assignment),
            others: self.others.map(InStage::assignment),
            all: self.all.map(InStage::assignment),
            value: self.seats.into_iter().map(|(seat, stage)| (id_of(seat), stage.assignment())).collect(),
            min_moves,
            max_moves,
            revert: self.reverts,
            next: self.next.map(|next| next.build()),
        })
    }
}

/// The form of boardgame.io.
impl Serialize for Active {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for (key, stage) in [("currentPlayer", &self.current), ("others", &self.others), ("all", &self.all)] {
            if let Some(stage) = stage {
                map.serialize_entry(key, stage)?;
            }
        }
        if !self.seats.is_empty() {
            map.serialize_entry("value", &BySeat(&self.seats))?;
        }
        self.limit.write(&mut map)?;
        if self.reverts {
            map.serialize_entry("revert", &true)?;
        }
        if let Some(next) = &self.next {
            map.serialize_entry("next", next)?;
        }
        map.end()
    }
}

struct BySeat<'a>(&'a [(Seat, InStage)]);

impl Serialize for BySeat<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(seat, stage)| (seat, stage)))
    }
}

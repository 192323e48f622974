//! The turns of a game or of a phase, and their stages.

use std::marker::PhantomData;
use std::ops::RangeBounds;
use std::rc::Rc;
use std::vec::Vec;

use super::active::{Active, InStage};
use super::cx::Cx;
use super::ends::TurnEnd;
use super::function::Function;
use super::hooks::{Ask, Hook, MoveHook};
use super::limit::Limit;
use super::moves::{HasMoves, MoveName};
use super::names::Stages;
use super::order::Order;
use super::stop::Played;
use super::texts::Texts;
use crate::core::{Time, TimeRule};

/// Declaration of the turns of a game or of a phase.
pub struct TurnFlow<G: HasMoves> {
    pub(super) order: Order<G>,
    pub(super) on_begin: Option<Hook<G>>,
    pub(super) on_end: Option<Hook<G>>,
    pub(super) on_move: Option<MoveHook<G, G::Move>>,
    pub(super) end_if: Option<Function<G>>,
    pub(super) limit: Limit,
    pub(super) active: Option<Active>,
    pub(super) stages: Vec<StageFlow<G>>,
    pub(super) time: Option<TimeRule<Function<G>>>,
    pub(super) on_timeout: Option<Hook<G>>,
    pub(super) texts: Texts,
}

impl<G: HasMoves> TurnFlow<G> {
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
            time: None,
            on_timeout: None,
            texts: Texts::default(),
        }
    }

    /// Sets the turn order. Default: [`Order::Default`].
    pub fn order(self, order: Order<G>) -> Self {
        TurnFlow { order, ..self }
    }

    /// Sets the number of moves of a turn, for example `1..=1`, `..=3` or `1..`. The turn cannot end before
    /// the minimum, and ends after the maximum. Default: no limit.
    pub fn limit(self, moves: impl RangeBounds<u32>) -> Self {
        TurnFlow { limit: Limit::of(&moves), ..self }
    }

    /// Sets a hook that runs when a turn begins.
    pub fn on_begin(self, hook: Hook<G>) -> Self {
        TurnFlow { on_begin: Some(hook), ..self }
    }

    /// Sets a hook that runs when a turn ends.
    pub fn on_end(self, hook: Hook<G>) -> Self {
        TurnFlow { on_end: Some(hook), ..self }
    }

    /// Sets a hook that runs after each move and receives the move.
    pub fn on_move(self, hook: fn(&mut G, &G::Move, &Cx<'_>) -> Played) -> Self {
        TurnFlow { on_move: Some(hook), ..self }
    }

    /// Sets the condition that ends the turn. It returns a `bool`, `Some` with the next player, or a
    /// [`TurnEnd`].
    ///
    /// ```
    /// # use rondel::prelude::*;
    /// # #[state]
    /// # pub struct Dice { points: u32, to: Option<Seat> }
    /// # #[derive(Clone, Debug, PartialEq, Moves)]
    /// # pub enum Move { Roll }
    /// # impl Game for Dice {
    /// #     type Move = Move;
    /// #     const NAME: &'static str = "dice";
    /// #     fn setup(_: &Setup) -> Result<Self> { Ok(Dice { points: 0, to: None }) }
    /// #     fn play(&mut self, _: Move, _: &Cx) -> Played { Ok(()) }
    /// #     fn flow(flow: Flow<Self>) -> Flow<Self> {
    /// #     let flow =
    /// flow.turn(|t| t.end_if(|dice, _| dice.points > 20))
    /// #     ;
    /// #     let flow =
    /// flow.turn(|t| t.end_if(|dice, _| dice.to))
    /// #     ; flow
    /// #     }
    /// # }
    /// # Match::<Dice>::new(2).start()?;
    /// # Ok::<(), MatchError>(())
    /// ```
    pub fn end_if<T: Into<TurnEnd> + 'static>(self, ask: Ask<G, T>) -> Self {
        let ask = Function::TurnEnd(Rc::new(move |g, cx| ask(g, cx).into()));
        TurnFlow { end_if: Some(ask), ..self }
    }

    /// Sets the active players at the beginning of a turn. Default: the current player.
    pub fn active(self, active: Active) -> Self {
        TurnFlow { active: Some(active), ..self }
    }

    /// Sets the time of the current player in each turn, and of active players who are in no stage: a
    /// [`Duration`](core::time::Duration) for each turn, or a [`Time`]. Default: no limit.
    pub fn time(self, time: impl Into<Time>) -> Self {
        TurnFlow { time: Some(TimeRule::Always(time.into())), ..self }
    }

    /// Sets a function that returns the time of a player when they are waited for, or `None` for no limit.
    pub fn time_by(self, ask: Ask<G, Option<Time>>) -> Self {
        TurnFlow { time: Some(TimeRule::Ask(Function::Time(ask))), ..self }
    }

    /// Sets a hook that runs when a player's time has run out. [`Cx::player`](super::Cx::player) is that
    /// player. If they are still waited for after it, their turn or stage ends. Default: it ends at once.
    pub fn on_timeout(self, hook: Hook<G>) -> Self {
        TurnFlow { on_timeout: Some(hook), ..self }
    }

    /// Declares a stage. A stage that is not declared here does not exist in these turns.
    pub fn stage<S: Stages>(mut self, stage: S, make: impl FnOnce(StageFlow<G>) -> StageFlow<G>) -> Self {
        self.stages.push(make(StageFlow::new(stage.name())));
        self.texts.add_stages::<S>();
        self
    }
}

/// Declaration of a stage of a turn.
pub struct StageFlow<G: HasMoves> {
    pub(super) name: &'static str,
    pub(super) moves: Option<Vec<usize>>,
    pub(super) next: Option<InStage>,
    pub(super) limit: Limit,
    pub(super) time: Option<TimeRule<Function<G>>>,
    pub(super) on_timeout: Option<Hook<G>>,
    of: PhantomData<fn() -> G>,
}

impl<G: HasMoves> StageFlow<G> {
    fn new(name: &'static str) -> Self {
        let (time, on_timeout, of) = (None, None, PhantomData);
        StageFlow { name, moves: None, next: None, limit: Limit::default(), time, on_timeout, of }
    }

    /// Sets the moves of a player in this stage, in place of all others.
    pub fn moves(self, moves: impl IntoIterator<Item = MoveName<G::Move>>) -> Self {
        StageFlow { moves: Some(ids(moves)), ..self }
    }

    /// Sets the next stage.
    pub fn next(self, stage: impl Into<InStage>) -> Self {
        StageFlow { next: Some(stage.into()), ..self }
    }

    /// Sets the number of moves of a player in this stage. The stage cannot end before the minimum, and ends
    /// after the maximum. Default: no limit.
    pub fn limit(self, moves: impl RangeBounds<u32>) -> Self {
        StageFlow { limit: Limit::of(&moves), ..self }
    }

    /// As [`TurnFlow::on_timeout`], for players in this stage. Default: the turn's.
    pub fn on_timeout(self, hook: Hook<G>) -> Self {
        StageFlow { on_timeout: Some(hook), ..self }
    }

    /// As [`TurnFlow::time`], for players in this stage.
    pub fn time(self, time: impl Into<Time>) -> Self {
        let time = Some(TimeRule::Always(time.into()));
        StageFlow { time, ..self }
    }

    /// As [`TurnFlow::time_by`], for players in this stage.
    pub fn time_by(self, ask: Ask<G, Option<Time>>) -> Self {
        let time = Some(TimeRule::Ask(Function::Time(ask)));
        StageFlow { time, ..self }
    }
}

pub(super) fn ids<M>(moves: impl IntoIterator<Item = MoveName<M>>) -> Vec<usize> {
    moves.into_iter().map(MoveName::id).collect()
}

//! The turns of a game or a phase, and their stages.

use rondel::core::{MoveNames, OnTimeout, StageConfig, Time, TimeRule, Turn, TurnOrder};
use serde_json::Value;

use super::super::table::{Answer, Callback, GameState, Table, callback};
use super::super::values;
use super::moves::{NamedMoves, intern, short_form};

/// Declaration of the turns of a game or a phase.
#[derive(Clone)]
pub struct TurnRules<G: GameState> {
    pub(super) turn: Turn<Callback<G>, Value>,
    stages: Option<Vec<StageRules<G>>>,
}

/// Declaration of a stage.
#[derive(Clone)]
pub struct StageRules<G: GameState> {
    stage: StageConfig<Callback<G>, Value>,
    moves: Option<NamedMoves<G>>,
}

impl<G: GameState> TurnRules<G> {
    pub(super) fn new() -> Self {
        TurnRules { turn: Turn::default(), stages: None }
    }

    /// Sets `order`.
    pub fn order(mut self, order: TurnOrder<Callback<G>>) -> Self {
        self.turn.order = order;
        self
    }

    /// Sets `order: { first, next }`.
    pub fn own_order<A: Answer, B: Answer>(
        self,
        first: impl Fn(&mut Table<'_, G>) -> A + 'static,
        next: impl Fn(&mut Table<'_, G>) -> B + 'static,
    ) -> Self {
        self.order(TurnOrder::Own {
            play_order: None,
            first: Some(callback(first)),
            next: Some(callback(next)),
        })
    }

    /// Sets `order.playOrder`, in addition to `first` and `next`.
    pub fn play_order<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        if let TurnOrder::Own { play_order, .. } = &mut self.turn.order {
            *play_order = Some(callback(code));
        }
        self
    }

    /// Sets `onBegin`.
    pub fn on_begin<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_begin = Some(callback(code));
        self
    }

    /// Sets `onMove`.
    pub fn on_move<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_move = Some(callback(code));
        self
    }

    /// Sets `onEnd`.
    pub fn on_end<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_end = Some(callback(code));
        self
    }

    /// Sets `endIf`.
    pub fn end_if<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.end_if = Some(callback(code));
        self
    }

    /// Sets `minMoves`.
    pub fn min_moves(mut self, moves: u32) -> Self {
        self.turn.min_moves = Some(moves);
        self
    }

    /// Sets `maxMoves`.
    pub fn max_moves(mut self, moves: u32) -> Self {
        self.turn.max_moves = Some(moves);
        self
    }

    /// Sets `activePlayers`.
    pub fn active_players(mut self, arg: Value) -> Self {
        self.turn.active_players = Some(values::active_players(&arg));
        self
    }

    /// Sets `time`.
    pub fn time(mut self, time: Time) -> Self {
        self.turn.time = Some(TimeRule::Always(time));
        self
    }

    /// Sets `onTimeout`.
    pub fn on_timeout<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_timeout = OnTimeout::Hook(callback(code));
        self
    }

    /// Declares a stage.
    pub fn stage(mut self, name: &str, rules: impl FnOnce(StageRules<G>) -> StageRules<G>) -> Self {
        let stage = StageConfig {
            name: name.into(),
            moves: None,
            next: None,
            min_moves: None,
            max_moves: None,
            time: None,
            on_timeout: OnTimeout::Usual,
        };
        let stages = self.stages.get_or_insert_default();
        stages.push(rules(StageRules { stage, moves: None }));
        self
    }

    pub(super) fn build(self, names: &mut MoveNames) -> Turn<Callback<G>, Value> {
        let build = |stages: Vec<StageRules<G>>| {
            let with_moves = |StageRules { stage, moves }: StageRules<G>| {
                let moves = moves.map(|moves| intern(names, moves));
                StageConfig { moves, ..stage }
            };
            stages.into_iter().map(with_moves).collect()
        };
        Turn { stages: self.stages.map(build), ..self.turn }
    }
}

impl<G: GameState> StageRules<G> {
    /// Declares a move of this stage.
    pub fn moves<A: Answer>(
        mut self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
    ) -> Self {
        self.moves.get_or_insert_default().push((name, short_form(code)));
        self
    }

    /// Sets `time`.
    pub fn time(mut self, time: Time) -> Self {
        self.stage.time = Some(TimeRule::Always(time));
        self
    }

    /// Sets `next`.
    pub fn next(mut self, arg: Value) -> Self {
        self.stage.next = Some(values::stage(&arg));
        self
    }

    /// Sets `minMoves`.
    pub fn min_moves(mut self, moves: u32) -> Self {
        self.stage.min_moves = Some(moves);
        self
    }

    /// Sets `maxMoves`.
    pub fn max_moves(mut self, moves: u32) -> Self {
        self.stage.max_moves = Some(moves);
        self
    }
}

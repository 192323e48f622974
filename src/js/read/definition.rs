//! From the flat list that `pkg-template/lib/game/definition.js` makes of a game to a [`Game`].
//!
//! The definition is checked over there, where its mistakes are cheap to find and to describe; here it is
//! only read, in the same order.

use std::rc::Rc;

use super::super::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use super::list::{FunctionId, ListReader};
use crate::codes::{TurnOrderKind, toggle};
use crate::core::{
    Differences, EventKind, Game, Move, MoveNames, Moves, Next, Parser, Phase, StageConfig, Toggle, Turn,
    TurnOrder,
};

/// A game of JavaScript's.
pub type JsGame = Game<FunctionId, ValueId>;

type TurnOf = Turn<FunctionId, ValueId>;
type PhaseOf = Phase<FunctionId, ValueId>;
type StageOf = StageConfig<FunctionId, ValueId>;

/// Reads the game in the list.
pub fn read(names: &Names) -> JsGame {
    Reader { list: ListReader::new(names), differences: Differences::default(), no_op: None }.game()
}

struct Reader<'a> {
    list: ListReader<'a>,
    differences: Differences,
    /// Stands in for the hooks of "no phase", if plugins want to wrap those as well.
    no_op: Option<FunctionId>,
}

impl<'a> Reader<'a> {
    fn game(mut self) -> JsGame {
        let mut game = Game {
            seed: self.list.name().unwrap_or_default(),
            name: self.list.name().unwrap_or_default(),
            differences: Differences::under(self.list.flag()),
            disable_undo: self.list.flag(),
            disable_log: self.list.flag(),
            setup: self.list.function(),
            end_if: self.list.function(),
            on_end: self.list.function(),
            on_player_leave: self.list.function(),
            disabled_events: self.events(),
            plugins: self.list.players().into(),
            move_names: MoveNames::default(),
            moves: Moves::default(),
            phases: Vec::new(),
            start: None,
        };
        self.no_op = self.list.function();
        self.differences = game.differences;
        let turn = Rc::new(self.turn());
        game.moves = self.moves().unwrap_or_default();
        game.phases =
            vec![Phase { on_begin: self.no_op, on_end: self.no_op, ..Phase::new(Rc::clone(&turn)) }];
        for _ in 0..self.list.number() {
            game.phases.push(self.phase(&turn));
        }
        game.start = self.list.name();
        game.move_names = MoveNames::new(self.list.players());
        game
    }

    fn phase(&mut self, turn: &Rc<TurnOf>) -> PhaseOf {
        let mut phase = Phase::new(Rc::clone(turn));
        phase.name = self.list.name();
        if self.list.flag() {
            phase.turn = Rc::new(self.turn());
        }
        phase.moves = self.moves();
        phase.on_begin = self.list.function();
        phase.on_end = self.list.function();
        phase.end_if = self.list.function();
        phase.next = match (self.list.function(), self.list.name()) {
            (Some(function), _) => Next::Ask(function),
            (None, Some(name)) => Next::To(name),
            (None, None) => Next::Nothing,
        };
        phase
    }

    fn turn(&mut self) -> TurnOf {
        let mut turn = Turn {
            on_begin: self.list.function(),
            on_end: self.list.function(),
            on_move: self.list.function(),
            end_if: self.list.function(),
            min_moves: self.list.moves(),
            max_moves: self.list.moves(),
            order: self.order(),
            ..Turn::default()
        };
        if self.list.flag() {
            let parsed = self.parser().active_players();
            turn.active_players = parsed
                .map_err(|problem| imports::raise("game/definition", "turn.activePlayers", problem))
                .ok();
        }
        if self.list.flag() {
            turn.stages = Some((0..self.list.number()).map(|_| self.stage()).collect());
        }
        turn
    }

    fn stage(&mut self) -> StageOf {
        let name = self.list.name().unwrap_or_default();
        let next = self.list.flag().then(|| self.parser().stage());
        let (min_moves, max_moves) = (self.list.moves(), self.list.moves());
        StageConfig { name, next, min_moves, max_moves, moves: self.moves() }
    }

    fn moves(&mut self) -> Option<Moves<FunctionId>> {
        let mut moves = Moves::default();
        if !self.list.flag() {
            return None;
        }
        for _ in 0..self.list.number() {
            let id = self.list.number() as usize;
            let (function, undoable, redact) = (self.list.function(), self.toggle(), self.toggle());
            let (no_limit, client) = (self.list.flag(), !self.list.flag());
            let (strict, ignores_stale) = (self.list.flag(), self.list.flag());
            let validate = self.list.function();
            if let Some(function) = function {
                let declared =
                    Move { function, undoable, redact, validate, client, no_limit, strict, ignores_stale };
                moves.insert(id, declared);
            }
        }
        Some(moves)
    }

    fn parser(&mut self) -> Parser<'_, ListReader<'a>> {
        Parser::new(&mut self.list, self.differences)
    }

    fn order(&mut self) -> TurnOrder<FunctionId> {
        match TurnOrderKind::at(self.list.number() as usize).unwrap_or(TurnOrderKind::Default) {
            TurnOrderKind::Default => TurnOrder::Default,
            TurnOrderKind::Reset => TurnOrder::Reset,
            TurnOrderKind::Continue => TurnOrder::Continue,
            TurnOrderKind::Once => TurnOrder::Once,
            TurnOrderKind::Custom => TurnOrder::Custom(self.list.players().into()),
            TurnOrderKind::CustomFrom => TurnOrder::CustomFrom(self.list.name().unwrap_or_default()),
            TurnOrderKind::Own => {
                let play_order = self.list.function();
                match (self.list.function(), self.list.function()) {
                    (Some(first), Some(next)) => TurnOrder::Own { play_order, first, next },
                    _ => TurnOrder::Default,
                }
            }
        }
    }

    /// Unset, false, true, or a function.
    fn toggle(&mut self) -> Toggle<FunctionId> {
        match self.list.number() {
            toggle::NO => Toggle::Always(false),
            toggle::YES => Toggle::Always(true),
            toggle::ASK => self.list.function().map_or(Toggle::Unset, Toggle::Ask),
            _ => Toggle::Unset,
        }
    }

    fn events(&mut self) -> Vec<EventKind> {
        let events = (0..self.list.number()).map(|_| self.list.number() as usize);
        events.filter_map(EventKind::at).collect()
    }
}

//! From the flat list that `pkg-template/lib/definition.js` makes of a game to a [`Game`].
//!
//! The definition is checked over there, where its mistakes are cheap to find and to describe; here it is
//! only read, in the same order.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::arguments;
use super::border::{Border, Handle};
use super::flat::FlatList;
use crate::core::{
    EventKind, Game, Move, MoveNames, Moves, Next, Phase, StageConfig, Toggle, Turn, TurnOrder,
};

type TurnOf = Turn<Function, Handle>;
type PhaseOf = Phase<Function, Handle>;
type StageOf = StageConfig<Function, Handle>;

/// Reads a game.
pub fn read(definition: JsValue, border: &Rc<Border>) -> Game<Function, Handle> {
    let list = FlatList::new(definition, border);
    Reader { list, border, no_op: None }.game()
}

struct Reader<'a> {
    list: FlatList<'a>,
    border: &'a Rc<Border>,
    /// Stands in for the hooks of "no phase", if plugins want to wrap those as well.
    no_op: Option<Function>,
}

impl Reader<'_> {
    fn game(mut self) -> Game<Function, Handle> {
        let mut game = Game {
            seed: self.list.name().unwrap_or_default(),
            name: self.list.name().unwrap_or_default(),
            compat: self.list.flag(),
            disable_undo: self.list.flag(),
            disable_log: self.list.flag(),
            setup: self.list.function(),
            end_if: self.list.function(),
            on_end: self.list.function(),
            on_player_leave: self.list.function(),
            disabled_events: self.events(),
            plugins: self.list.list(),
            move_names: MoveNames::new(self.list.list().to_vec()),
            moves: Moves::default(),
            phases: Vec::new(),
            start: None,
        };
        self.no_op = self.list.function();
        let turn = Rc::new(self.turn());
        game.moves = self.moves().unwrap_or_default();
        game.phases =
            vec![Phase { on_begin: self.no_op.clone(), on_end: self.no_op.clone(), ..no_phase(&turn) }];
        for _ in 0..self.list.number() {
            game.phases.push(self.phase(&turn));
        }
        game.start = self.list.name();
        game
    }

    fn phase(&mut self, turn: &Rc<TurnOf>) -> PhaseOf {
        let mut phase = no_phase(turn);
        phase.name = self.list.name();
        if self.list.flag() {
            phase.turn = Rc::new(self.turn());
        }
        phase.moves = self.moves();
        phase.on_begin = self.list.function();
        phase.on_end = self.list.function();
        phase.end_if = self.list.function();
        let next = self.list.value();
        phase.next = match (self.border.name_of(&next), next.dyn_into()) {
            (Some(name), _) => Next::To(name),
            (None, Ok(function)) => Next::Ask(function),
            (None, Err(_)) => Next::Nothing,
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
        let active_players = self.list.value();
        if !active_players.is_undefined() {
            turn.active_players = Some(arguments::active_players(active_players, self.border, None));
        }
        if self.list.flag() {
            turn.stages = Some((0..self.list.number()).map(|_| self.stage()).collect());
        }
        turn
    }

    fn stage(&mut self) -> StageOf {
        let name = self.list.name().unwrap_or_default();
        let next = self.list.value();
        let next = (!next.is_undefined()).then(|| arguments::stage(next, self.border));
        let (min_moves, max_moves) = (self.list.moves(), self.list.moves());
        StageConfig { name, next, min_moves, max_moves, moves: self.moves() }
    }

    fn moves(&mut self) -> Option<Moves<Function>> {
        let mut moves = Moves::default();
        if !self.list.flag() {
            return None;
        }
        for _ in 0..self.list.number() {
            let id = self.list.number() as usize;
            let (function, undoable, redact) = (self.list.function(), self.toggle(), self.toggle());
            let (no_limit, client) = (self.list.flag(), !self.list.flag());
            let validate = self.list.function();
            if let Some(function) = function {
                moves.insert(id, Move { function, undoable, redact, validate, client, no_limit });
            }
        }
        Some(moves)
    }

    fn order(&mut self) -> TurnOrder<Function> {
        match self.list.number() {
            1 => TurnOrder::Reset,
            2 => TurnOrder::Continue,
            3 => TurnOrder::Once,
            4 => TurnOrder::Custom(self.list.list()),
            5 => TurnOrder::CustomFrom(self.list.name().unwrap_or_default()),
            6 => {
                let play_order = self.list.function();
                match (self.list.function(), self.list.function()) {
                    (Some(first), Some(next)) => TurnOrder::Own { play_order, first, next },
                    _ => TurnOrder::Default,
                }
            }
            _ => TurnOrder::Default,
        }
    }

    fn toggle(&mut self) -> Toggle<Function> {
        let value = self.list.value();
        match value.as_bool() {
            Some(flag) => Toggle::Always(flag),
            None => value.dyn_into().map_or(Toggle::Unset, Toggle::Ask),
        }
    }

    fn events(&mut self) -> Vec<EventKind> {
        let indices = self.list.value().unchecked_into::<Array>();
        let event = |index: JsValue| EventKind::ALL.get(index.as_f64()? as usize).copied();
        indices.iter().filter_map(event).collect()
    }
}

/// "In no phase", and what a phase is that declares nothing.
fn no_phase(turn: &Rc<TurnOf>) -> PhaseOf {
    Phase {
        name: None,
        moves: None,
        turn: Rc::clone(turn),
        on_begin: None,
        on_end: None,
        end_if: None,
        next: Next::Nothing,
    }
}

//! From the flat list that `pkg-template/lib/definition.js` makes of a game to a [`Game`].
//!
//! The definition is checked over there, where its mistakes are cheap to find and to describe; here it is
//! only read, in the same order.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::arguments;
use super::names::Names;
use crate::core::{
    EventKind, Game, Move, MoveNames, Moves, Name, Next, Phase, StageConfig, Toggle, Turn, TurnOrder,
};

type TurnOf = Turn<Function, JsValue>;
type PhaseOf = Phase<Function, JsValue>;
type StageOf = StageConfig<Function, JsValue>;

/// Reads a game.
pub fn read(definition: Array, seed: &str, names: &Names) -> Game<Function, JsValue> {
    Reader { definition, position: 0, names, move_names: MoveNames::default() }.game(seed)
}

struct Reader<'a> {
    definition: Array,
    position: u32,
    names: &'a Names,
    move_names: MoveNames,
}

impl Reader<'_> {
    fn game(mut self, seed: &str) -> Game<Function, JsValue> {
        let mut game = Game {
            name: self.name().unwrap_or_default(),
            compat: self.flag(),
            disable_undo: self.flag(),
            setup: self.function(),
            end_if: self.function(),
            on_end: self.function(),
            disabled_events: self.events(),
            plugins: self.list(),
            seed: seed.into(),
            move_names: MoveNames::default(),
            moves: Moves::default(),
            phases: Vec::new(),
            start: None,
        };
        let turn = Rc::new(self.turn());
        game.moves = self.moves().unwrap_or_default();
        game.phases = vec![no_phase(&turn)];
        for _ in 0..self.number().unwrap_or(0) {
            game.phases.push(self.phase(&turn));
        }
        game.start = self.name();
        game.move_names = self.move_names;
        game
    }

    fn phase(&mut self, turn: &Rc<TurnOf>) -> PhaseOf {
        let mut phase = no_phase(turn);
        phase.name = self.name();
        if self.flag() {
            phase.turn = Rc::new(self.turn());
        }
        phase.moves = self.moves();
        phase.on_begin = self.function();
        phase.on_end = self.function();
        phase.end_if = self.function();
        let next = self.next();
        phase.next = match (self.names.of_js(&next), next.dyn_into()) {
            (Some(name), _) => Next::To(name),
            (None, Ok(function)) => Next::Ask(function),
            (None, Err(_)) => Next::Nothing,
        };
        phase
    }

    fn turn(&mut self) -> TurnOf {
        let mut turn = Turn {
            on_begin: self.function(),
            on_end: self.function(),
            on_move: self.function(),
            end_if: self.function(),
            min_moves: self.number(),
            max_moves: self.number(),
            order: self.order(),
            ..Turn::default()
        };
        let active_players = self.next();
        if !active_players.is_undefined() {
            let parsed = arguments::active_players(&active_players, self.names);
            turn.active_players = parsed.ok().flatten().map(Rc::new);
        }
        if let Some(stages) = self.number() {
            turn.stages = Some((0..stages).map(|_| self.stage()).collect());
        }
        turn
    }

    fn stage(&mut self) -> StageOf {
        let name = self.name().unwrap_or_default();
        let next = self.next();
        let next = if next.is_undefined() { None } else { arguments::stage_arg(&next, self.names).ok().map(Rc::new) };
        let (min_moves, max_moves) = (self.number(), self.number());
        StageConfig { name, next, min_moves, max_moves, moves: self.moves() }
    }

    fn moves(&mut self) -> Option<Moves<Function>> {
        let mut moves = Moves::default();
        for _ in 0..self.number()? {
            let name = self.name().unwrap_or_default();
            let (function, undoable, redact) = (self.function(), self.toggle(), self.toggle());
            let no_limit = self.flag();
            if let Some(function) = function {
                let id = self.move_names.intern(&name);
                moves.insert(id, Move { function, undoable, redact, no_limit });
            }
        }
        Some(moves)
    }

    fn order(&mut self) -> TurnOrder<Function> {
        match self.number() {
            Some(1) => TurnOrder::Reset,
            Some(2) => TurnOrder::Continue,
            Some(3) => TurnOrder::Once,
            Some(4) => TurnOrder::Custom(self.list().into()),
            Some(5) => TurnOrder::CustomFrom(self.name().unwrap_or_default()),
            Some(6) => {
                let play_order = self.function();
                match (self.function(), self.function()) {
                    (Some(first), Some(next)) => TurnOrder::Own { play_order, first, next },
                    _ => TurnOrder::Default,
                }
            }
            _ => TurnOrder::Default,
        }
    }

    fn toggle(&mut self) -> Toggle<Function> {
        let value = self.next();
        match value.as_bool() {
            Some(flag) => Toggle::Always(flag),
            None => value.dyn_into().map_or(Toggle::Unset, Toggle::Ask),
        }
    }

    fn events(&mut self) -> Vec<EventKind> {
        let indices = self.next().unchecked_into::<Array>();
        let event = |index: JsValue| EventKind::ALL.get(index.as_f64()? as usize).copied();
        indices.iter().filter_map(event).collect()
    }

    fn list(&mut self) -> Vec<Name> {
        let players = self.next().unchecked_into::<Array>();
        players.iter().filter_map(|player| self.names.of_player(&player)).collect()
    }

    fn name(&mut self) -> Option<Name> {
        let value = self.next();
        self.names.of_js(&value)
    }

    fn function(&mut self) -> Option<Function> {
        self.next().dyn_into().ok()
    }

    fn number(&mut self) -> Option<u32> {
        self.next().as_f64().map(|number| number as u32)
    }

    fn flag(&mut self) -> bool {
        self.next().is_truthy()
    }

    fn next(&mut self) -> JsValue {
        self.position += 1;
        self.definition.get(self.position - 1)
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

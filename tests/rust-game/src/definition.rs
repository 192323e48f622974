//! What the engine has to know of the game.

use std::rc::Rc;

use rondel::core::{ActionContext, Check, Differences, Game, Move, MoveNames, Moves, Phase, Toggle, Turn};
use rondel::js::{GameEngine, ValueId, seed};
use wasm_bindgen::prelude::*;

use super::host::{Callback, DuelHost};

/// Makes an engine; `GameEngine.make` in JavaScript.
#[wasm_bindgen(js_name = gameengine_new)]
pub fn new_engine() -> GameEngine {
    let context = Rc::new(ActionContext::new());
    GameEngine::hosting(game(), DuelHost::new(Rc::clone(&context)), context)
}

fn game() -> Game<Callback, ValueId> {
    let mut names = MoveNames::default();
    let mut moves = Moves::default();
    let lay = Move { check: Check::Ask(Callback::CheckLay), ..Move::new(Callback::Lay) };
    // Nobody but a master knows what is drawn, and who has seen a card has seen it.
    let draw =
        Move { undoable: Toggle::Always(false), client: false, no_limit: true, ..Move::new(Callback::Draw) };
    moves.insert(names.intern("lay"), lay);
    moves.insert(names.intern("draw"), draw);
    let turn = Turn { on_end: Some(Callback::Score), min_moves: Some(1), ..Turn::default() };
    Game {
        name: "duel".into(),
        setup: Some(Callback::Deal),
        move_names: names,
        moves,
        phases: vec![Phase::new(Rc::new(turn))],
        start: None,
        end_if: Some(Callback::Outcome),
        on_end: None,
        on_player_leave: None,
        disabled_events: Vec::new(),
        disable_undo: false,
        disable_log: false,
        differences: Differences::default(),
        seed: seed().into(),
        plugins: Rc::default(),
    }
}

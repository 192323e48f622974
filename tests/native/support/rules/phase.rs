//! The phases of a definition.

use std::rc::Rc;

use rondel::core::{MoveNames, Next, Phase, Turn};
use serde_json::Value;

use super::super::table::{Answer, Callback, GameState, Table, callback};
use super::moves::{NamedMoves, intern, short_form};
use super::{Hook, TurnRules};

/// Declaration of a phase.
#[derive(Clone)]
pub struct PhaseRules<G: GameState> {
    pub(super) name: &'static str,
    pub(super) start: bool,
    pub(super) moves: Option<NamedMoves<G>>,
    pub(super) turn: Option<TurnRules<G>>,
    pub(super) on_begin: Hook<G>,
    pub(super) on_end: Hook<G>,
    pub(super) end_if: Hook<G>,
    pub(super) next: Next<Callback<G>>,
}

impl<G: GameState> PhaseRules<G> {
    pub(super) fn new(name: &'static str) -> Self {
        PhaseRules {
            name,
            start: false,
            moves: None,
            turn: None,
            on_begin: None,
            on_end: None,
            end_if: None,
            next: Next::Nothing,
        }
    }

    /// Sets `start: true`.
    pub fn start(mut self) -> Self {
        self.start = true;
        self
    }

    /// Declares a move of this phase.
    pub fn moves<A: Answer>(
        mut self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
    ) -> Self {
        self.moves.get_or_insert_default().push((name, short_form(code)));
        self
    }

    /// Sets `turn`.
    pub fn turn(mut self, rules: impl FnOnce(TurnRules<G>) -> TurnRules<G>) -> Self {
        self.turn = Some(rules(self.turn.unwrap_or_else(TurnRules::new)));
        self
    }

    /// Sets `onBegin`.
    pub fn on_begin<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_begin = Some(callback(code));
        self
    }

    /// Sets `onEnd`.
    pub fn on_end<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_end = Some(callback(code));
        self
    }

    /// Sets `endIf`.
    pub fn end_if<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.end_if = Some(callback(code));
        self
    }

    /// Sets `next` to a name.
    pub fn next(mut self, name: &str) -> Self {
        self.next = Next::To(name.into());
        self
    }

    /// Sets `next` to a function.
    pub fn ask_next<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.next = Next::Ask(callback(code));
        self
    }

    pub(super) fn build(
        self,
        names: &mut MoveNames,
        turn: &Rc<Turn<Callback<G>, Value>>,
    ) -> Phase<Callback<G>, Value> {
        Phase {
            name: (!self.name.is_empty()).then(|| self.name.into()),
            moves: self.moves.map(|moves| intern(names, moves)),
            turn: self.turn.map_or_else(|| Rc::clone(turn), |turn| Rc::new(turn.build(names))),
            on_begin: self.on_begin,
            on_end: self.on_end,
            end_if: self.end_if,
            next: self.next,
        }
    }
}

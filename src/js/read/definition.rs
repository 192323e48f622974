//! Reads a [`Game`] from the flat list that `pkg-template/lib/game/definition.ts` makes of a definition.
//!
//! JavaScript checks the definition, because finding and describing mistakes is cheaper there. This code only
//! reads it, in the same order.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::super::imports;
use super::super::names::Names;
use super::super::values::ValueId;
use super::list::{FunctionId, ListReader};
use crate::codes::{self, TurnOrderKind, on_timeout, time, toggle};
use crate::core::{
    ActivePlayersArg, Check, Differences, EventKind, Game, Move, MoveNames, Moves, Next, OnTimeout, Parser,
    Phase, StageConfig, Time, TimeRule, Toggle, Turn, TurnOrder,
};

/// A JavaScript game.
pub type JsGame = Game<FunctionId, ValueId>;

type TurnOf = Turn<FunctionId, ValueId>;
type PhaseOf = Phase<FunctionId, ValueId>;
type StageOf = StageConfig<FunctionId, ValueId>;

/// Reads the game in the list.
pub fn read(names: &Names) -> JsGame {
    Reader { list: ListReader::new(names), differences: Differences::default(), is_timed: false, no_op: None }
        .game()
}

struct Reader<'a> {
    list: ListReader<'a>,
    differences: Differences,
    /// `true` if a turn or a stage has a time.
    is_timed: bool,
    /// Replaces the hooks of "no phase" if plugins wrap those too.
    no_op: Option<FunctionId>,
}

impl<'a> Reader<'a> {
    fn game(mut self) -> JsGame {
        codes::game! {
            seed = self.list.name();
            name = self.list.name().unwrap_or_default();
            compat = self.list.flag();
            disable_undo = self.list.flag();
            disable_log = self.list.flag();
            hides = self.list.flag();
            setup = self.list.function();
            end_if = self.list.function();
            on_end = self.list.function();
            on_player_leave = self.list.function();
            events = self.events();
            plugins = self.list.players();
            no_op = self.list.function();
            turn = Rc::new(self.within(compat, no_op).turn());
            moves = self.moves().unwrap_or_default();
            phases = self.phases(&turn);
            start = self.list.name();
            move_names = MoveNames::new(self.list.players());
        }
        Game {
            name,
            setup,
            move_names,
            moves,
            phases,
            start,
            end_if,
            on_end,
            on_player_leave,
            disabled_events: events,
            disable_undo,
            disable_log,
            hides,
            differences: self.differences,
            seed: seed.unwrap_or_default(),
            plugins: plugins.into(),
            is_timed: self.is_timed,
        }
    }

    /// Sets the options that the other readers need.
    fn within(&mut self, compat: bool, no_op: Option<FunctionId>) -> &mut Self {
        self.differences = Differences::under(compat);
        self.no_op = no_op;
        self
    }

    /// Reads "in no phase" and the phases.
    fn phases(&mut self, turn: &Rc<TurnOf>) -> Vec<PhaseOf> {
        let no_phase = Phase { on_begin: self.no_op, on_end: self.no_op, ..Phase::new(Rc::clone(turn)) };
        let mut phases = vec![no_phase];
        for _ in 0..self.list.number() {
            phases.push(self.phase(turn));
        }
        phases
    }

    fn phase(&mut self, turn: &Rc<TurnOf>) -> PhaseOf {
        codes::phase! {
            name = self.list.name();
            turn = if self.list.flag() { Rc::new(self.turn()) } else { Rc::clone(turn) };
            moves = self.moves();
            on_begin = self.list.function();
            on_end = self.list.function();
            end_if = self.list.function();
            next = self.next();
        }
        Phase { name, turn, moves, on_begin, on_end, end_if, next }
    }

    fn next(&mut self) -> Next<FunctionId> {
        match (self.list.function(), self.list.name()) {
            (Some(function), _) => Next::Ask(function),
            (None, Some(name)) => Next::To(name),
            (None, None) => Next::Nothing,
        }
    }

    fn turn(&mut self) -> TurnOf {
        codes::turn! {
            on_begin = self.list.function();
            on_end = self.list.function();
            on_move = self.list.function();
            end_if = self.list.function();
            min_moves = self.list.moves();
            max_moves = self.list.moves();
            order = self.order();
            active_players = self.active_players();
            stages = self.list.flag().then(|| (0..self.list.number()).map(|_| self.stage()).collect());
            time = self.time();
            on_timeout = self.on_timeout();
        }
        Turn {
            time,
            on_timeout,
            on_begin,
            on_end,
            on_move,
            end_if,
            order,
            active_players,
            stages,
            min_moves,
            max_moves,
        }
    }

    fn active_players(&mut self) -> Option<Rc<ActivePlayersArg<ValueId>>> {
        let parsed = self.list.flag().then(|| self.parser().active_players())?;
        parsed.map_err(|why| imports::raise(codes::problem::DEFINITION, "turn.activePlayers", why)).ok()
    }

    fn stage(&mut self) -> StageOf {
        codes::stage! {
            name = self.list.name().unwrap_or_default();
            next = self.list.flag().then(|| self.parser().stage());
            min_moves = self.list.moves();
            max_moves = self.list.moves();
            moves = self.moves();
            time = self.time();
            on_timeout = self.on_timeout();
        }
        StageConfig { name, moves, next, min_moves, max_moves, time, on_timeout }
    }

    fn moves(&mut self) -> Option<Moves<FunctionId>> {
        let mut moves = Moves::default();
        if !self.list.flag() {
            return None;
        }
        for _ in 0..self.list.number() {
            codes::declared_move! {
                id = self.list.number();
                function = self.list.function();
                undoable = self.toggle();
                redact = self.toggle();
                no_limit = self.list.flag();
                client = self.list.flag();
                strict = self.list.flag();
                ignore_stale_state_id = self.list.flag();
                validate = self.list.function();
            }
            if let Some(function) = function {
                let declared = Move {
                    function,
                    undoable,
                    redact,
                    check: validate.map_or(Check::Nothing, Check::Ask),
                    client,
                    no_limit,
                    strict,
                    ignores_stale: ignore_stale_state_id,
                };
                moves.insert(id as usize, declared);
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
                    (Some(first), Some(next)) => {
                        TurnOrder::Own { play_order, first: Some(first), next: Some(next) }
                    }
                    _ => TurnOrder::Default,
                }
            }
        }
    }

    /// Reads an option: unset, off, on, or a function.
    fn toggle(&mut self) -> Toggle<FunctionId> {
        match self.list.number() {
            toggle::NO => Toggle::Always(false),
            toggle::YES => Toggle::Always(true),
            toggle::ASK => self.list.function().map_or(Toggle::Unset, Toggle::Ask),
            _ => Toggle::Unset,
        }
    }

    fn time(&mut self) -> Option<TimeRule<FunctionId>> {
        let rule = match self.list.number() {
            time::ALWAYS => TimeRule::Always(time_in(&mut self.list)),
            time::ASK => TimeRule::Ask(self.list.function()?),
            _ => return None,
        };
        self.is_timed = true;
        Some(rule)
    }

    fn on_timeout(&mut self) -> OnTimeout<FunctionId, ValueId> {
        match self.list.number() {
            on_timeout::HOOK => self.list.function().map_or(OnTimeout::Usual, OnTimeout::Hook),
            on_timeout::MOVE => OnTimeout::Move { id: self.list.number() as usize, args: self.list.value() },
            _ => OnTimeout::Usual,
        }
    }

    fn events(&mut self) -> Vec<EventKind> {
        let events = (0..self.list.number()).map(|_| self.list.number() as usize);
        events.filter_map(EventKind::at).collect()
    }
}

/// Reads a time: its limit and its bank, which are `NaN` if there is none, its increment and its delay.
pub fn time_in(list: &mut ListReader<'_>) -> Time {
    let mut next = || list.float();
    let (limit, bank) = (next(), next());
    let given = |time: f64| (!time.is_nan()).then_some(time);
    Time { limit: given(limit), bank: given(bank), increment: next(), delay: next() }
}

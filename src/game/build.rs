//! Converts the declarations of a game's author into the engine's definition.

use std::borrow::ToOwned;
use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::string::String;
use std::vec;
use std::vec::Vec;

use super::active::{Active, InStage};
use super::adapter::Adapter;
use super::ctx::id_of;
use super::flow::{Conditions, Flow, PhaseFlow};
use super::function::Function;
use super::game::Game;
use super::hooks::{Ask, Hook};
use super::limit::Limit;
use super::moves::Moves;
use super::order::Order;
use super::predict::Predict;
use super::texts::Texts;
use super::turn_flow::{StageFlow, TurnFlow};
use super::values::{Carries, Data, Value};
use crate::core::{self, ActionContext, Check, Engine, OnTimeout, StageConfig, TimeRule, Toggle};

/// Definition of a game for the engine, with facts for its hosts.
pub struct Definition<G: Game, V: Carries<G::Move> = Value<<G as Game>::Move>> {
    /// Definition for the engine.
    pub game: core::Game<Function<G>, V>,
    /// Facts for hosts.
    pub facts: Facts,
    /// Texts for descriptions of the game.
    pub texts: Texts,
}

/// Facts about a game that its hosts need and the engine does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Minimum number of players.
    pub min_players: Option<u32>,
    /// Maximum number of players.
    pub max_players: Option<u32>,
    /// Part of an action that pages show before the master has answered.
    pub predict: Predict,
    /// boardgame.io's clients get patches in place of whole states.
    pub delta_state: bool,
    /// Random numbers come from a cryptographic generator.
    pub secure_random: bool,
    /// The phases, in the order of their declaration.
    pub phases: Vec<&'static str>,
    /// The stages of all turns, in the order of their declaration.
    pub stages: Vec<&'static str>,
    /// A turn or a stage has a time.
    pub is_timed: bool,
    /// A turn has an `on_move` hook.
    has_on_move: bool,
}

impl<G: Game, V: Carries<G::Move>> Definition<G, V> {
    /// Builds the definition from the game's flow.
    ///
    /// # Errors
    /// A mistake in the flow, with its path. Natively also the message of a panic in [`Game::flow`].
    pub fn new() -> Result<Self, String> {
        let flow = catch_unwind(AssertUnwindSafe(|| G::flow(Flow::new()))).map_err(|panicked| {
            let said = panicked.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panicked.downcast_ref::<&str>().map(|said| (*said).to_owned()));
            format!("flow: panicked: {}", said.unwrap_or_default())
        })?;
        flow.build()
    }

    /// Creates an engine that plays the game.
    pub fn engine(self) -> Engine<Adapter<G, V>> {
        let context = Rc::new(ActionContext::new());
        let host = Adapter::new(Rc::clone(&context), self.facts.has_on_move);
        Engine { game: self.game, host, context }
    }
}

impl<G: Game> Flow<G> {
    fn build<V: Carries<G::Move>>(self) -> Result<Definition<G, V>, String> {
        let Flow { turn, phases, conditions, switches, mut texts, .. } = self;
        if self.players.is_empty() {
            return Err("players: no match has so few".to_owned());
        }
        let all = <G::Move as Moves>::DECLARED;
        let placed: Vec<usize> = phases.iter().flat_map(PhaseFlow::placed).chain(turn.placed()).collect();
        let free = || (0..all.len()).filter(|id| !placed.contains(id)).collect();
        let moves = self.moves.unwrap_or_else(free);
        let start = check_phases(&phases)?;
        let turns = || phases.iter().filter_map(|phase| phase.turn.as_ref()).chain([&turn]);
        let facts = Facts {
            min_players: self.players.min_moves,
            max_players: self.players.max_moves,
            predict: self.predict,
            delta_state: switches.sends_deltas,
            secure_random: switches.draws_securely,
            phases: phases.iter().map(|phase| phase.name).collect(),
            stages: distinct(turns().flat_map(|turn| turn.stages.iter().map(|stage| stage.name))),
            is_timed: turns().any(TurnFlow::is_timed),
            has_on_move: turns().any(|turn| turn.on_move.is_some()),
        };
        turns().for_each(|turn| texts.append(&turn.texts));
        let is_timed = facts.is_timed;
        let game_turn = Rc::new(turn.build("turn", &conditions)?);
        let mut built = vec![core::Phase::new(Rc::clone(&game_turn))];
        for phase in phases {
            built.push(phase.build(&game_turn, &conditions)?);
        }
        let game = core::Game {
            name: G::NAME.into(),
            setup: Some(Function::Setup),
            move_names: core::MoveNames::new(all.iter().map(|info| info.name.into()).collect()),
            moves: declare(&moves, &conditions),
            phases: built,
            start: start.map(Into::into),
            end_if: Some(Function::Outcome),
            on_end: self.on_end.map(Function::Hook),
            on_player_leave: self.on_player_leave.map(Function::Hook),
            disabled_events: self.disabled_events,
            disable_undo: switches.has_no_undo,
            disable_log: switches.has_no_log,
            hides: true,
            differences: core::Differences::default(),
            seed: "".into(),
            plugins: Rc::default(),
            is_timed,
        };
        Ok(Definition { game, facts, texts })
    }
}

/// Returns the phase in which the game begins. Checks that each phase of the enum is declared exactly once.
fn check_phases<G: Game>(phases: &[PhaseFlow<G>]) -> Result<Option<&'static str>, String> {
    let mut start = None;
    for (i, phase) in phases.iter().enumerate() {
        let path = format!("phases.{}", phase.name);
        if phases.iter().take(i).any(|before| before.name == phase.name) {
            return Err(format!("{path}: declared twice"));
        }
        let is_missing = |name: &&&str| phases.iter().all(|phase| phase.name != **name);
        if let Some(missing) = phase.known.iter().find(is_missing) {
            return Err(format!("phases.{missing}: not declared"));
        }
        if phase.is_first && start.replace(phase.name).is_some() {
            return Err(format!("{path}.start: another phase is the first"));
        }
    }
    Ok(start)
}

impl<G: Game> PhaseFlow<G> {
    /// Returns the moves that the phase or one of its stages lists.
    fn placed(&self) -> impl Iterator<Item = usize> {
        self.moves.iter().flatten().copied().chain(self.turn.iter().flat_map(TurnFlow::placed))
    }

    fn build<V: Data>(
        self,
        game_turn: &Rc<core::Turn<Function<G>, V>>,
        conditions: &Conditions<G>,
    ) -> Result<core::Phase<Function<G>, V>, String> {
        let turn = match (self.turn, self.order) {
            (None, None) => Rc::clone(game_turn),
            (turn, order) => {
                let turn = turn.unwrap_or_else(TurnFlow::new);
                let order = order.unwrap_or(turn.order);
                let path = format!("phases.{}.turn", self.name);
                Rc::new(TurnFlow { order, ..turn }.build(&path, conditions)?)
            }
        };
        Ok(core::Phase {
            name: Some(self.name.into()),
            moves: self.moves.map(|ids| declare(&ids, conditions)),
            turn,
            on_begin: self.on_begin.map(Function::Hook),
            on_end: self.on_end.map(Function::Hook),
            end_if: self.end_if,
            next: self.next,
        })
    }
}

impl<G: Game> TurnFlow<G> {
    /// Returns the moves that a stage lists.
    fn placed(&self) -> impl Iterator<Item = usize> {
        self.stages.iter().flat_map(|stage| stage.moves.iter().flatten().copied())
    }

    fn is_timed(&self) -> bool {
        self.time.is_some() || self.stages.iter().any(|stage| stage.time.is_some())
    }

    fn build<V: Data>(
        self,
        path: &str,
        conditions: &Conditions<G>,
    ) -> Result<core::Turn<Function<G>, V>, String> {
        check_limit(self.limit, path)?;
        check_time(self.time.as_ref(), path)?;
        let known: Vec<&str> = self.stages.iter().map(|stage| stage.name).collect();
        let active = self.active.iter().flat_map(Active::stages);
        let next = self.stages.iter().filter_map(|stage| stage.next.and_then(|next| next.stage));
        if let Some(missing) = active.chain(next).find(|stage| !known.contains(stage)) {
            return Err(format!("{path}.stages.{missing}: not declared"));
        }
        if known.len() > distinct(known.iter().copied()).len() {
            return Err(format!("{path}.stages: one is declared twice"));
        }
        let stages: Result<Vec<_>, String> =
            self.stages.into_iter().map(|stage| stage.build(path, conditions)).collect();
        Ok(core::Turn {
            order: self.order.build(),
            on_begin: self.on_begin.map(Function::Hook),
            on_end: self.on_end.map(Function::Hook),
            on_move: self.on_move.map(Function::OnMove),
            end_if: self.end_if,
            min_moves: self.limit.min_moves,
            max_moves: self.limit.max_moves,
            active_players: self.active.map(Active::build),
            stages: Some(stages?),
            time: self.time,
            on_timeout: on_timeout(self.on_timeout),
        })
    }
}

impl<G: Game> StageFlow<G> {
    fn build<V: Data>(
        self,
        path: &str,
        conditions: &Conditions<G>,
    ) -> Result<StageConfig<Function<G>, V>, String> {
        let path = format!("{path}.stages.{}", self.name);
        check_limit(self.limit, &path)?;
        check_time(self.time.as_ref(), &path)?;
        Ok(StageConfig {
            name: self.name.into(),
            moves: self.moves.map(|ids| declare(&ids, conditions)),
            next: self.next.map(InStage::build),
            min_moves: self.limit.min_moves,
            max_moves: self.limit.max_moves,
            time: self.time,
            on_timeout: on_timeout(self.on_timeout),
        })
    }
}

impl<G: Game> Order<G> {
    fn build(self) -> core::TurnOrder<Function<G>> {
        match self {
            Order::Default => core::TurnOrder::Default,
            Order::Reset => core::TurnOrder::Reset,
            Order::Continue => core::TurnOrder::Continue,
            Order::Once => core::TurnOrder::Once,
            Order::Custom(seats) => core::TurnOrder::Custom(seats.into_iter().map(id_of).collect()),
            Order::CustomFrom(ask) => {
                core::TurnOrder::Own { play_order: Some(Function::PlayOrder(ask)), first: None, next: None }
            }
            Order::Own { play_order, first, next } => core::TurnOrder::Own {
                play_order: play_order.map(Function::PlayOrder),
                first: first.map(Function::First),
                next: next.map(Function::Next),
            },
        }
    }
}

fn check_limit(limit: Limit, path: &str) -> Result<(), String> {
    if limit.is_empty() { Err(format!("{path}.limit: the range is empty")) } else { Ok(()) }
}

fn check_time<G: Game>(time: Option<&TimeRule<Function<G>>>, path: &str) -> Result<(), String> {
    match time {
        Some(TimeRule::Always(time)) => time.check().map_err(|problem| format!("{path}.time: {problem}")),
        _ => Ok(()),
    }
}

fn on_timeout<G: Game, V>(hook: Option<Hook<G>>) -> OnTimeout<Function<G>, V> {
    hook.map_or(OnTimeout::Usual, |hook| OnTimeout::Hook(Function::Hook(hook)))
}

fn declare<G: Game>(ids: &[usize], conditions: &Conditions<G>) -> core::Moves<Function<G>> {
    let mut moves = core::Moves::default();
    for &id in ids {
        let Some(info) = <G::Move as Moves>::DECLARED.get(id) else { continue };
        let condition = |list: &[(usize, Ask<G, bool>)]| {
            list.iter().rev().find(|(of, _)| *of == id).map(|(_, ask)| Toggle::Ask(Function::Condition(*ask)))
        };
        moves.insert(
            id,
            // No `..`: a new option of moves must be set here.
            core::Move {
                function: Function::Play(id),
                undoable: condition(&conditions.undoable)
                    .unwrap_or_else(|| info.undoable.map_or(Toggle::Unset, Toggle::Always)),
                redact: condition(&conditions.redact).unwrap_or(if info.redact {
                    Toggle::Always(true)
                } else {
                    Toggle::Unset
                }),
                check: Check::DryRun,
                client: true,
                no_limit: info.no_limit,
                strict: info.strict,
                ignores_stale: info.ignores_stale,
            },
        );
    }
    moves
}

fn distinct(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut distinct = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

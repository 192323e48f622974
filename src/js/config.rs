//! From a JavaScript game object to a [`Game`]: read once, checked, with the path of every mistake.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::arguments;
use super::definition::{Parsed, Section, describe};
use super::host::JsHost;
use super::names::Names;
use crate::core::{
    ActivePlayersArg, DefinitionError, EventKind, Game, Move, MoveNames, Moves, Name, Next, Phase,
    Stage, StageChoice, StageConfig, Toggle, Turn, TurnOrder,
};

type GameOf = Game<Function, JsValue>;
type TurnOf = Turn<Function, JsValue>;
type PhaseOf = Phase<Function, JsValue>;
type StageOf = StageConfig<Function, JsValue>;

/// Parses a game object.
///
/// # Errors
/// The first mistake found, with the path of its field.
pub fn parse(game: JsValue, seed: &str, host: &JsHost, names: &Names) -> Parsed<GameOf> {
    let mut game = Section::of(game, "game".into())?;
    game.path.clear();
    let compat = match game.get("compat") {
        version if version.is_undefined() => false,
        version if version.as_string().as_deref() == Some("0.50") => true,
        _ => return game.mistake("compat", "the only version to be compatible with is '0.50'"),
    };
    let (move_names, no_op) = (MoveNames::default(), host.no_op());
    Reader { host, names, compat, move_names, no_op }.game(&game, seed)
}

struct Reader<'a> {
    host: &'a JsHost,
    names: &'a Names,
    compat: bool,
    move_names: MoveNames,
    /// Stands in for hooks that are not declared, if plugins want to wrap those as well.
    no_op: Option<Function>,
}

impl Reader<'_> {
    fn game(mut self, game: &Section, seed: &str) -> Parsed<GameOf> {
        let turn = Rc::new(self.turn(game)?);
        let moves = self.moves(game)?.unwrap_or_default();
        let (phases, start) = self.phases(game, &turn)?;
        Ok(Game {
            name: game.name("name")?.unwrap_or_else(|| "default".into()).into(),
            setup: game.function("setup")?,
            moves,
            phases,
            start,
            end_if: game.function("endIf")?,
            on_end: self.hook(game, "onEnd")?,
            disabled_events: disabled_events(game)?,
            disable_undo: game.get("disableUndo").is_truthy(),
            compat: self.compat,
            seed: seed.into(),
            plugins: plugins(game)?,
            move_names: self.move_names,
        })
    }

    fn moves(&mut self, place: &Section) -> Parsed<Option<Moves<Function>>> {
        let Some(moves) = place.section("moves")? else { return Ok(None) };
        let mut declared = Moves::default();
        for (name, value) in moves.entries() {
            if is_reserved(&name) {
                return moves.mistake(&name, "a move cannot have the name of an object's own member");
            }
            declared.insert(self.move_names.intern(&name), parse_move(&moves, &name, value)?);
        }
        Ok(Some(declared))
    }

    fn phases(&mut self, game: &Section, turn: &Rc<TurnOf>) -> Parsed<(Vec<PhaseOf>, Option<Name>)> {
        let mut parsed = vec![Phase {
            name: None,
            moves: None,
            turn: Rc::clone(turn),
            on_begin: self.no_op.clone(),
            on_end: self.no_op.clone(),
            end_if: None,
            next: Next::Nothing,
        }];
        let mut start: Option<Name> = None;
        let Some(phases) = game.section("phases")? else { return Ok((parsed, start)) };
        let entries = phases.entries();
        for (name, value) in &entries {
            if name.is_empty() {
                return game.mistake("phases", "a phase needs a name");
            }
            let phase = Section::of(value.clone(), phases.path_of(name))?;
            let name: Name = name.as_str().into();
            if phase.get("start").as_bool() == Some(true) {
                match &start {
                    Some(other) if !self.compat => {
                        let why = format!("the game begins in phase \"{other}\" already");
                        return phase.mistake("start", why);
                    }
                    _ => start = Some(Rc::clone(&name)),
                }
            }
            parsed.push(self.phase(name, &phase, turn, &entries)?);
        }
        Ok((parsed, start))
    }

    fn phase(
        &mut self,
        name: Name,
        phase: &Section,
        turn: &Rc<TurnOf>,
        phases: &[(String, JsValue)],
    ) -> Parsed<PhaseOf> {
        let has_own_turn = !phase.get("turn").is_undefined();
        let next = match phase.get("next").as_string() {
            Some(to) if phases.iter().any(|(name, _)| *name == to) => Next::To(to.into()),
            Some(to) if to.is_empty() => Next::Nothing,
            Some(to) => return phase.mistake("next", format!("no phase is called \"{to}\"")),
            None => phase.function("next")?.map_or(Next::Nothing, Next::Ask),
        };
        Ok(Phase {
            name: Some(name),
            moves: self.moves(phase)?,
            turn: if has_own_turn { Rc::new(self.turn(phase)?) } else { Rc::clone(turn) },
            on_begin: self.hook(phase, "onBegin")?,
            on_end: self.hook(phase, "onEnd")?,
            end_if: phase.function("endIf")?,
            next,
        })
    }

    fn turn(&mut self, place: &Section) -> Parsed<TurnOf> {
        let Some(turn) = place.section("turn")? else {
            let no_op = || self.no_op.clone();
            return Ok(Turn {
                on_begin: no_op(),
                on_end: no_op(),
                on_move: no_op(),
                ..Turn::default()
            });
        };
        let limit = turn.moves("moveLimit")?;
        let stages = self.stages(&turn)?;
        Ok(Turn {
            order: self.order(&turn)?,
            on_begin: self.hook(&turn, "onBegin")?,
            on_end: self.hook(&turn, "onEnd")?,
            on_move: self.hook(&turn, "onMove")?,
            end_if: turn.function("endIf")?,
            min_moves: limit.or(turn.moves("minMoves")?),
            max_moves: limit.or(turn.moves("maxMoves")?),
            active_players: self.active_players(&turn, stages.as_deref())?,
            stages,
        })
    }

    fn stages(&mut self, turn: &Section) -> Parsed<Option<Vec<StageOf>>> {
        let Some(stages) = turn.section("stages")? else { return Ok(None) };
        let mut parsed = Vec::new();
        for (name, value) in stages.entries() {
            let stage = Section::of(value, stages.path_of(&name))?;
            let next = stage.get("next");
            parsed.push(StageConfig {
                name: name.into(),
                moves: self.moves(&stage)?,
                next: if next.is_falsy() { None } else { arguments::stage_arg(&next, self.names).ok() },
                min_moves: stage.moves("minMoves")?,
                max_moves: stage.moves("moveLimit")?.or(stage.moves("maxMoves")?),
            });
        }
        for stage in &parsed {
            if let Some(StageChoice::Seat(seat)) = stage.next.as_ref().map(|next| &next.choice) {
                let path = || format!("{}.{}.next", stages.path, stage.name);
                self.check_stage(path, &seat.stage, Some(&parsed))?;
            }
        }
        Ok(Some(parsed))
    }

    fn active_players(
        &self,
        turn: &Section,
        stages: Option<&[StageOf]>,
    ) -> Parsed<Option<Rc<ActivePlayersArg<JsValue>>>> {
        const KEY: &str = "activePlayers";
        let value = turn.get(KEY);
        if value.is_undefined() || value.is_null() {
            return Ok(None);
        }
        if !value.is_object() {
            let found = describe(&value);
            return turn.mistake(KEY, format!("expected an object such as ActivePlayers.ALL, got {found}"));
        }
        let Ok(Some(arg)) = arguments::active_players(&value, self.names) else {
            return turn.mistake(KEY, "`next` nests without end");
        };
        let mut nested = Some(&arg);
        while let Some(arg) = nested {
            let shared =
                [("currentPlayer", &arg.current_player), ("others", &arg.others), ("all", &arg.all)];
            for (key, seat) in shared {
                if let Some(seat) = seat {
                    let path = || format!("{}.{KEY}.{key}", turn.path);
                    self.check_stage(path, &seat.stage, stages)?;
                }
            }
            for (player, seat) in &arg.value {
                let path = || format!("{}.{KEY}.value.{player}", turn.path);
                self.check_stage(path, &seat.stage, stages)?;
            }
            nested = arg.next.as_deref();
        }
        Ok(Some(Rc::new(arg)))
    }

    fn check_stage(
        &self,
        path: impl Fn() -> String,
        stage: &Stage,
        stages: Option<&[StageOf]>,
    ) -> Parsed<()> {
        match (stage, stages) {
            (Some(name), Some(stages))
                if !self.compat && !stages.iter().any(|stage| stage.name == *name) =>
            {
                Err(DefinitionError::new(path(), format!("no stage is called \"{name}\"")))
            }
            _ => Ok(()),
        }
    }

    fn order(&self, turn: &Section) -> Parsed<TurnOrder<Function>> {
        let Some(order) = turn.section("order")? else { return Ok(TurnOrder::Default) };
        let preset = self.host.turn_order_preset(&order.value);
        if preset.is_undefined() {
            return own_order(&order);
        }
        let preset = Section::of(preset, order.path)?;
        match preset.get("kind").as_string().as_deref() {
            Some("RESET") => Ok(TurnOrder::Reset),
            Some("CONTINUE") => Ok(TurnOrder::Continue),
            Some("ONCE") => Ok(TurnOrder::Once),
            Some("CUSTOM") => match preset.get("playOrder").dyn_ref::<Array>() {
                Some(players) => {
                    let players = players.iter().filter_map(|player| self.names.of_player(&player));
                    Ok(TurnOrder::Custom(players.collect()))
                }
                None => turn.mistake("order", "TurnOrder.CUSTOM takes a list of players"),
            },
            Some("CUSTOM_FROM") => match preset.get("field").as_string() {
                Some(field) => Ok(TurnOrder::CustomFrom(field.into())),
                None => turn.mistake("order", "TurnOrder.CUSTOM_FROM takes the name of a field of G"),
            },
            _ => Ok(TurnOrder::Default),
        }
    }

    fn hook(&self, place: &Section, key: &str) -> Parsed<Option<Function>> {
        Ok(place.function(key)?.or_else(|| self.no_op.clone()))
    }
}

fn plugins(game: &Section) -> Parsed<Vec<Name>> {
    let value = game.get("plugins");
    if value.is_undefined() {
        return Ok(Vec::new());
    }
    let Some(list) = value.dyn_ref::<Array>() else {
        return game.mistake("plugins", format!("expected a list of plugins, got {}", describe(&value)));
    };
    let mut names = Vec::new();
    for value in list.iter() {
        let plugin = Section::of(value, format!("plugins[{}]", names.len()))?;
        match plugin.name("name")? {
            Some(name) => names.push(name.into()),
            None => return plugin.mistake("name", "a plugin needs a name"),
        }
    }
    Ok(names)
}

fn parse_move(moves: &Section, name: &str, value: JsValue) -> Parsed<Move<Function>> {
    let value = match value.dyn_into::<Function>() {
        Ok(function) => {
            let (undoable, redact) = (Toggle::Unset, Toggle::Unset);
            return Ok(Move { function, undoable, redact, no_limit: false });
        }
        Err(value) => value,
    };
    let expected = "expected a function, or an object with a function `move`";
    if !value.is_object() {
        return moves.mistake(name, format!("{expected}; got {}", describe(&value)));
    }
    let long_form = Section::of(value, moves.path_of(name))?;
    let Some(function) = long_form.function("move")? else {
        return long_form.mistake("move", expected);
    };
    Ok(Move {
        function,
        undoable: toggle(long_form.get("undoable")),
        redact: toggle(long_form.get("redact")),
        no_limit: long_form.get("noLimit").as_bool() == Some(true),
    })
}

fn toggle(value: JsValue) -> Toggle<Function> {
    if value.is_undefined() {
        return Toggle::Unset;
    }
    match value.dyn_into() {
        Ok(function) => Toggle::Ask(function),
        Err(value) => Toggle::Always(value.is_truthy()),
    }
}

fn own_order(order: &Section) -> Parsed<TurnOrder<Function>> {
    let (first, next) = (order.function("first")?, order.function("next")?);
    match (first, next) {
        (Some(first), Some(next)) => {
            Ok(TurnOrder::Own { play_order: order.function("playOrder")?, first, next })
        }
        (None, _) => order.mistake("first", "expected a function"),
        (_, None) => order.mistake("next", "expected a function"),
    }
}

fn disabled_events(game: &Section) -> Parsed<Vec<EventKind>> {
    let mut disabled = Vec::new();
    let Some(events) = game.section("events")? else { return Ok(disabled) };
    for (name, value) in events.entries() {
        match EventKind::ALL.into_iter().find(|kind| kind.name() == name) {
            Some(kind) if value.as_bool() == Some(false) => disabled.push(kind),
            Some(_) => {}
            None => return events.mistake(&name, "there is no such event"),
        }
    }
    Ok(disabled)
}

/// Names that every object answers to; a move called so could never be told from them.
fn is_reserved(name: &str) -> bool {
    matches!(name, "constructor" | "__proto__" | "prototype" | "toString" | "valueOf" | "hasOwnProperty")
}

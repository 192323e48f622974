//! From a JavaScript game object to a [`Game`]: read once, checked, with the path of every mistake.

use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::arguments;
use super::definition::{Field, Parsed};
use super::host::JsHost;
use super::names::Names;
use crate::core::{
    ActivePlayersArg, DefinitionError, EventKind, Game, Move, MoveNames, Moves, Name, Next, Phase,
    Seat, Stage, StageChoice, StageConfig, Toggle, Turn, TurnOrder,
};

type GameOf = Game<Function, JsValue>;
type TurnOf = Turn<Function, JsValue>;

/// Parses a game object.
///
/// # Errors
/// The first mistake found, with the path of its field.
pub fn parse(game: JsValue, seed: &str, host: &JsHost, names: &Names) -> Parsed<GameOf> {
    let game = Field::root(game);
    if !game.value.is_object() || Array::is_array(&game.value) {
        return Err(DefinitionError::new(
            "game",
            format!("expected a game definition, got {}", game.found()),
        ));
    }
    let compat = match game.at("compat").declared() {
        None => false,
        Some(field) if field.value.as_string().as_deref() == Some("0.50") => true,
        Some(field) => return field.mistake("the only version to be compatible with is '0.50'"),
    };
    let mut reader =
        Reader { host, names, compat, move_names: MoveNames::default(), no_op: host.no_op() };
    reader.game(&game, seed)
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
    fn game(&mut self, game: &Field, seed: &str) -> Parsed<GameOf> {
        let name = without_spaces(game.at("name"))?.unwrap_or_else(|| "default".into());
        let plugins = self.plugins(&game.at("plugins"))?;
        let moves = self.moves(game.at("moves"))?.unwrap_or_default();
        let turn = Rc::new(self.turn(game.at("turn"))?);
        let (phases, start) = self.phases(game.at("phases"), &turn)?;
        Ok(Game {
            name,
            setup: game.at("setup").function()?,
            moves,
            phases,
            start,
            end_if: game.at("endIf").function()?,
            on_end: self.hook(game.at("onEnd"))?,
            disabled_events: disabled_events(game.at("events"))?,
            disable_undo: game.at("disableUndo").flag(),
            compat: self.compat,
            seed: seed.into(),
            plugins,
            move_names: std::mem::take(&mut self.move_names),
        })
    }

    fn plugins(&self, plugins: &Field) -> Parsed<Vec<Name>> {
        if plugins.value.is_undefined() {
            return Ok(Vec::new());
        }
        let Some(list) = plugins.value.dyn_ref::<Array>() else {
            return plugins.mistake(format!("expected a list of plugins, got {}", plugins.found()));
        };
        let plugin = |(index, value): (usize, JsValue)| {
            let plugin = Field { value, path: format!("plugins[{index}]") };
            if !plugin.value.is_object() {
                return plugin.mistake(format!("expected a plugin, got {}", plugin.found()));
            }
            match without_spaces(plugin.at("name"))? {
                Some(name) => Ok(name),
                None => plugin.at("name").mistake("a plugin needs a name"),
            }
        };
        list.iter().enumerate().map(plugin).collect()
    }

    fn moves(&mut self, moves: Field) -> Parsed<Option<Moves<Function>>> {
        let Some(moves) = moves.object()? else { return Ok(None) };
        let mut declared = Moves::default();
        for (name, field) in moves.entries() {
            if is_reserved(&name) {
                return field.mistake("a move cannot have the name of an object's own member");
            }
            let id = self.move_names.intern(&name);
            declared.insert(id, parse_move(field)?);
        }
        Ok(Some(declared))
    }

    fn phases(
        &mut self,
        phases: Field,
        turn: &Rc<TurnOf>,
    ) -> Parsed<(Vec<Phase<Function, JsValue>>, Option<Name>)> {
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
        let entries = phases.object()?.map_or_else(Vec::new, |phases| phases.entries());
        let names: Vec<String> = entries.iter().map(|(name, _)| name.clone()).collect();
        for (name, field) in entries {
            if name.is_empty() {
                return Err(DefinitionError::new("phases", "a phase needs a name"));
            }
            let Some(field) = field.object()? else {
                return Err(DefinitionError::new(format!("phases.{name}"), "expected an object"));
            };
            let name: Name = name.into();
            if field.at("start").value.as_bool() == Some(true) {
                match &start {
                    Some(other) if !self.compat => {
                        return field
                            .at("start")
                            .mistake(format!("the game begins in phase \"{other}\" already"));
                    }
                    _ => start = Some(Rc::clone(&name)),
                }
            }
            parsed.push(self.phase(name, &field, turn, &names)?);
        }
        Ok((parsed, start))
    }

    fn phase(
        &mut self,
        name: Name,
        phase: &Field,
        turn: &Rc<TurnOf>,
        names: &[String],
    ) -> Parsed<Phase<Function, JsValue>> {
        let turn = match phase.at("turn").declared() {
            Some(own) => Rc::new(self.turn(own)?),
            None => Rc::clone(turn),
        };
        let next = phase.at("next");
        let next = match next.value.as_string() {
            Some(to) if names.contains(&to) => Next::To(to.into()),
            Some(to) if to.is_empty() => Next::Nothing,
            Some(to) => return next.mistake(format!("no phase is called \"{to}\"")),
            None => next.function()?.map_or(Next::Nothing, Next::Ask),
        };
        Ok(Phase {
            name: Some(name),
            moves: self.moves(phase.at("moves"))?,
            turn,
            on_begin: self.hook(phase.at("onBegin"))?,
            on_end: self.hook(phase.at("onEnd"))?,
            end_if: phase.at("endIf").function()?,
            next,
        })
    }

    fn turn(&mut self, turn: Field) -> Parsed<TurnOf> {
        let Some(turn) = turn.object()? else {
            let no_op = &self.no_op;
            return Ok(Turn {
                on_begin: no_op.clone(),
                on_end: no_op.clone(),
                on_move: no_op.clone(),
                ..Turn::default()
            });
        };
        let limit = turn.at("moveLimit").moves()?;
        let stages = self.stages(turn.at("stages"))?;
        let active_players = self.active_players(&turn.at("activePlayers"), stages.as_deref())?;
        Ok(Turn {
            order: self.order(turn.at("order"))?,
            on_begin: self.hook(turn.at("onBegin"))?,
            on_end: self.hook(turn.at("onEnd"))?,
            on_move: self.hook(turn.at("onMove"))?,
            end_if: turn.at("endIf").function()?,
            min_moves: limit.or(turn.at("minMoves").moves()?),
            max_moves: limit.or(turn.at("maxMoves").moves()?),
            active_players: active_players.map(Rc::new),
            stages,
        })
    }

    fn stages(&mut self, stages: Field) -> Parsed<Option<Vec<StageConfig<Function, JsValue>>>> {
        let Some(stages) = stages.object()? else { return Ok(None) };
        let mut parsed = Vec::new();
        for (name, field) in stages.entries() {
            let Some(stage) = field.object()? else {
                return Err(DefinitionError::new(
                    format!("{}.{name}", stages.path),
                    "expected an object",
                ));
            };
            let limit = stage.at("moveLimit").moves()?;
            let next = stage.at("next");
            let next = match next.value.is_falsy() {
                true => None,
                false => arguments::stage_arg(&next.value, self.names).ok(),
            };
            parsed.push(StageConfig {
                name: name.into(),
                moves: self.moves(stage.at("moves"))?,
                next,
                min_moves: stage.at("minMoves").moves()?,
                max_moves: limit.or(stage.at("maxMoves").moves()?),
            });
        }
        for stage in &parsed {
            if let Some(StageChoice::Seat(seat)) = stage.next.as_ref().map(|next| &next.choice) {
                let path = format!("{}.{}.next", stages.path, stage.name);
                self.check_stage(&path, &seat.stage, Some(&parsed))?;
            }
        }
        Ok(Some(parsed))
    }

    fn active_players(
        &self,
        field: &Field,
        stages: Option<&[StageConfig<Function, JsValue>]>,
    ) -> Parsed<Option<ActivePlayersArg<JsValue>>> {
        if field.value.is_undefined() || field.value.is_null() {
            return Ok(None);
        }
        if !field.value.is_object() {
            return field.mistake(format!(
                "expected an object such as ActivePlayers.ALL, got {}",
                field.found()
            ));
        }
        let Ok(Some(arg)) = arguments::active_players(&field.value, self.names) else {
            return field.mistake("`next` nests without end");
        };
        let mut nested = Some(&arg);
        while let Some(arg) = nested {
            let shared =
                [("currentPlayer", &arg.current_player), ("others", &arg.others), ("all", &arg.all)];
            for (key, seat) in shared {
                let Seat { stage, .. } = seat.clone().unwrap_or_default();
                self.check_stage(&format!("{}.{key}", field.path), &stage, stages)?;
            }
            for (player, seat) in &arg.value {
                self.check_stage(&format!("{}.value.{player}", field.path), &seat.stage, stages)?;
            }
            nested = arg.next.as_deref();
        }
        Ok(Some(arg))
    }

    fn check_stage(
        &self,
        path: &str,
        stage: &Stage,
        stages: Option<&[StageConfig<Function, JsValue>]>,
    ) -> Parsed<()> {
        match (stage, stages) {
            (Some(name), Some(stages))
                if !self.compat && !stages.iter().any(|stage| stage.name == *name) =>
            {
                Err(DefinitionError::new(path, format!("no stage is called \"{name}\"")))
            }
            _ => Ok(()),
        }
    }

    fn order(&self, order: Field) -> Parsed<TurnOrder<Function>> {
        let Some(order) = order.object()? else { return Ok(TurnOrder::Default) };
        let brand = Field { value: self.host.turn_order_preset(&order.value), path: order.path.clone() };
        if brand.value.is_undefined() {
            let (first, next) = (order.at("first"), order.at("next"));
            return match (first.function()?, next.function()?) {
                (Some(first), Some(next)) => {
                    let play_order = order.at("playOrder").function()?;
                    Ok(TurnOrder::Own { play_order, first, next })
                }
                (None, _) => first.mistake("expected a function"),
                (_, None) => next.mistake("expected a function"),
            };
        }
        match brand.at("kind").value.as_string().as_deref() {
            Some("RESET") => Ok(TurnOrder::Reset),
            Some("CONTINUE") => Ok(TurnOrder::Continue),
            Some("ONCE") => Ok(TurnOrder::Once),
            Some("CUSTOM") => match brand.at("playOrder").value.dyn_ref::<Array>() {
                Some(players) => {
                    let players = players.iter().filter_map(|player| self.names.of_player(&player));
                    Ok(TurnOrder::Custom(players.collect()))
                }
                None => order.mistake("TurnOrder.CUSTOM takes a list of players"),
            },
            Some("CUSTOM_FROM") => match brand.at("field").value.as_string() {
                Some(field) => Ok(TurnOrder::CustomFrom(field.into())),
                None => order.mistake("TurnOrder.CUSTOM_FROM takes the name of a field of G"),
            },
            _ => Ok(TurnOrder::Default),
        }
    }

    fn hook(&self, field: Field) -> Parsed<Option<Function>> {
        Ok(field.function()?.or_else(|| self.no_op.clone()))
    }
}

fn parse_move(field: Field) -> Parsed<Move<Function>> {
    if let Some(function) = field.value.dyn_ref::<Function>() {
        return Ok(Move {
            function: function.clone(),
            undoable: Toggle::Unset,
            redact: Toggle::Unset,
            no_limit: false,
        });
    }
    let expected = "expected a function, or an object with a function `move`";
    let found = field.found();
    if !field.value.is_object() {
        return field.mistake(format!("{expected}; got {found}"));
    }
    let function = match field.at("move").function()? {
        Some(function) => function,
        None => return field.at("move").mistake(format!("{expected}; got undefined")),
    };
    Ok(Move {
        function,
        undoable: toggle(&field.at("undoable")),
        redact: toggle(&field.at("redact")),
        no_limit: field.at("noLimit").value.as_bool() == Some(true),
    })
}

fn toggle(field: &Field) -> Toggle<Function> {
    if field.value.is_undefined() {
        return Toggle::Unset;
    }
    match field.value.dyn_ref::<Function>() {
        Some(function) => Toggle::Ask(function.clone()),
        None => Toggle::Always(field.value.is_truthy()),
    }
}

fn disabled_events(events: Field) -> Parsed<Vec<EventKind>> {
    let entries = events.object()?.map_or_else(Vec::new, |events| events.entries());
    let mut disabled = Vec::new();
    for (name, field) in entries {
        match EventKind::ALL.into_iter().find(|kind| kind.name() == name) {
            Some(kind) if field.value.as_bool() == Some(false) => disabled.push(kind),
            Some(_) => {}
            None => return field.mistake("there is no such event"),
        }
    }
    Ok(disabled)
}

fn without_spaces(field: Field) -> Parsed<Option<Name>> {
    match field.text()? {
        Some(name) if name.contains(' ') => field.mistake(format!("\"{name}\" must not contain spaces")),
        Some(name) if name.is_empty() => field.mistake("must not be empty"),
        name => Ok(name.map(Name::from)),
    }
}

/// Names that every object answers to; a move called so could never be told from them.
fn is_reserved(name: &str) -> bool {
    matches!(name, "constructor" | "__proto__" | "prototype" | "toString" | "valueOf" | "hasOwnProperty")
}

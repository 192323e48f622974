//! Arguments of events and answers of `endIf`, read from JSON as `pkg-template/lib/engine/arguments.js` reads them
//! from JavaScript. `null` stands for `null`; what would be `undefined` there is left out.

use std::rc::Rc;

use rondel::core::{
    ActivePlayersArg, Ending, EndingChoice, Event, EventKind, NextOrRemove, SetPhaseArg, Stage, StageArg,
    StageAssignment, StageChoice,
};
use serde_json::{Value, json};

/// The event with this name, called with or without an argument.
pub fn event(name: &str, arg: Option<Value>) -> Event<Value> {
    let kind = kind(name).unwrap_or_else(|| panic!("no event is called {name}"));
    match kind {
        EventKind::EndTurn => Event::EndTurn(arg.map(|arg| Rc::new(ending(arg)))),
        EventKind::Pass => Event::Pass(arg.map(|arg| Rc::new(ending(arg)))),
        EventKind::EndPhase => Event::EndPhase,
        EventKind::SetPhase => {
            let raw = arg.unwrap_or_default();
            let name = raw.as_str().map(Rc::from);
            Event::SetPhase(Rc::new(SetPhaseArg { raw, name }))
        }
        EventKind::EndGame => Event::EndGame(arg),
        EventKind::SetActivePlayers => match arg {
            Some(arg @ (Value::Object(_) | Value::Array(_))) => Event::SetActivePlayers(active_players(&arg)),
            _ => Event::Malformed(kind, "setActivePlayers: expected an object or a list".into()),
        },
        EventKind::EndStage => Event::EndStage,
        EventKind::SetStage => match arg {
            Some(arg) => Event::SetStage(stage(arg)),
            None => Event::Malformed(kind, "setStage: expected a stage".into()),
        },
        EventKind::RemovePlayer => match arg {
            Some(Value::String(player)) => Event::RemovePlayer(player.into()),
            _ => Event::Malformed(kind, "removePlayer: expected a player".into()),
        },
    }
}

/// The kind of event with this name, if there is one.
pub fn kind(name: &str) -> Option<EventKind> {
    EventKind::ALL.iter().copied().find(|kind| kind.name() == name)
}

/// What ends a turn or a phase: `true`, `{ next }`, `{ remove }`.
pub fn ending(raw: Value) -> Ending<Value> {
    let choice = match &raw {
        Value::Object(keys) => {
            EndingChoice::Chosen(keys.iter().filter_map(|(key, value)| next_or_remove(key, value)).collect())
        }
        value if !is_truthy(value) || *value == json!(true) => EndingChoice::Usual,
        _ => EndingChoice::Other,
    };
    Ending { raw, choice }
}

/// A stage to go to.
pub fn stage(raw: Value) -> Rc<StageArg<Value>> {
    let choice = match &raw {
        Value::Null => StageChoice::Null,
        Value::String(_) => StageChoice::Stage(assignment(&raw)),
        Value::Object(keys) if keys.contains_key("stage") => StageChoice::Stage(assignment(&raw)),
        _ => StageChoice::Nothing,
    };
    Rc::new(StageArg { raw, choice })
}

/// Who is to be active.
pub fn active_players(raw: &Value) -> Rc<ActivePlayersArg<Value>> {
    let value = match (raw, raw.get("value")) {
        (Value::Array(players), _) => players.iter().filter_map(Value::as_str).map(seated_nowhere).collect(),
        (_, Some(Value::Object(assignments))) => {
            assignments.iter().map(|(player, place)| (player.as_str().into(), assignment(place))).collect()
        }
        _ => Vec::new(),
    };
    Rc::new(ActivePlayersArg {
        raw: Some(raw.clone()),
        current_player: raw.get("currentPlayer").map(assignment),
        others: raw.get("others").map(assignment),
        all: raw.get("all").map(assignment),
        value,
        min_moves: count(raw, "minMoves"),
        max_moves: count(raw, "moveLimit").or_else(|| count(raw, "maxMoves")),
        revert: raw.get("revert").is_some_and(is_truthy),
        next: raw.get("next").map(active_players),
    })
}

/// Whether JavaScript would take the value for true.
pub fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

fn next_or_remove(key: &str, value: &Value) -> Option<NextOrRemove> {
    match key {
        "next" => Some(NextOrRemove::Next(value.as_str().map(Rc::from))),
        "remove" => Some(NextOrRemove::Remove(is_truthy(value))),
        _ => None,
    }
}

fn assignment(place: &Value) -> StageAssignment {
    let name = |stage: &Value| -> Stage { stage.as_str().map(Rc::from) };
    match place {
        Value::Object(_) => StageAssignment {
            stage: place.get("stage").and_then(name),
            min_moves: count(place, "minMoves"),
            max_moves: count(place, "moveLimit").or_else(|| count(place, "maxMoves")),
        },
        stage => StageAssignment { stage: name(stage), ..StageAssignment::default() },
    }
}

fn seated_nowhere(player: &str) -> (Rc<str>, StageAssignment) {
    (player.into(), StageAssignment::default())
}

fn count(raw: &Value, key: &str) -> Option<u32> {
    raw.get(key)?.as_u64().map(|moves| moves as u32).filter(|moves| *moves > 0)
}

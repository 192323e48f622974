//! The arguments of events, parsed from what games and players pass.

use std::rc::Rc;

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::names::Names;
use crate::core::{
    ActivePlayersArg, Ending, Event, EventKind, Order, Seat, SetPhaseArg, StageArg, StageChoice,
};

#[wasm_bindgen]
extern "C" {
    /// An options object of an event. Its getters are the caller's code and may throw.
    type Options;

    #[wasm_bindgen(method, getter, catch)]
    fn next(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn remove(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn stage(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = minMoves)]
    fn min_moves(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = maxMoves)]
    fn max_moves(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = moveLimit)]
    fn move_limit(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = currentPlayer)]
    fn current_player(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn others(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn all(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn value(this: &Options) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn revert(this: &Options) -> Result<JsValue, JsValue>;
}

/// How deep `next` may nest; a set that contains itself would never end.
const DEEPEST_NEXT: u32 = 64;

/// The event with this argument. What makes no sense becomes [`Event::Malformed`] and refuses the action
/// when its turn comes.
pub fn event(kind: EventKind, arg: &JsValue, names: &Names) -> Result<Event<JsValue>, JsValue> {
    Ok(match kind {
        EventKind::EndTurn => Event::EndTurn(call_ending(arg, names)?),
        EventKind::Pass => Event::Pass(call_ending(arg, names)?),
        EventKind::EndPhase => Event::EndPhase,
        EventKind::SetPhase => {
            let name = if arg.is_falsy() { None } else { Some(name_of(arg, names)) };
            Event::SetPhase(Rc::new(SetPhaseArg { raw: arg.clone(), name }))
        }
        EventKind::EndGame => Event::EndGame((!arg.is_undefined()).then(|| arg.clone())),
        EventKind::SetActivePlayers if arg.is_null() || arg.is_undefined() => {
            let why = "setActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players";
            Event::Malformed(kind, why.into())
        }
        EventKind::SetActivePlayers => match active_players(arg, names)? {
            Some(arg) => Event::SetActivePlayers(Rc::new(arg)),
            None => Event::Malformed(kind, "setActivePlayers: `next` nests without end".into()),
        },
        EventKind::EndStage => Event::EndStage,
        EventKind::SetStage => Event::SetStage(Rc::new(stage_arg(arg, names)?)),
    })
}

/// What an `endIf` answered; none if it is falsy.
pub fn ending(answer: JsValue, names: &Names) -> Result<Option<Ending<JsValue>>, JsValue> {
    if answer.is_falsy() {
        return Ok(None);
    }
    let order = order(&answer, names)?;
    Ok(Some(Ending { raw: answer, order }))
}

/// The argument of `setStage`, or a stage's `next`.
pub fn stage_arg(arg: &JsValue, names: &Names) -> Result<StageArg<JsValue>, JsValue> {
    let choice = if arg.is_null() {
        StageChoice::Null
    } else if let Some(name) = names.of_js(arg) {
        StageChoice::Seat(Seat { stage: Some(name), ..Seat::default() })
    } else if arg.is_object() {
        seat(arg, names)?.map_or(StageChoice::Nothing, StageChoice::Seat)
    } else {
        StageChoice::Nothing
    };
    Ok(StageArg { raw: arg.clone(), choice })
}

/// The argument of `setActivePlayers`, or `turn.activePlayers`; none if it nests without end.
pub fn active_players(
    arg: &JsValue,
    names: &Names,
) -> Result<Option<ActivePlayersArg<JsValue>>, JsValue> {
    nested_active_players(arg, names, DEEPEST_NEXT)
}

fn nested_active_players(
    arg: &JsValue,
    names: &Names,
    depth: u32,
) -> Result<Option<ActivePlayersArg<JsValue>>, JsValue> {
    let mut parsed = ActivePlayersArg {
        raw: arg.clone(),
        current_player: None,
        others: None,
        all: None,
        value: Vec::new(),
        min_moves: None,
        max_moves: None,
        revert: false,
        next: None,
    };
    if Array::is_array(arg) {
        let players = arg.unchecked_ref::<Array>().iter();
        parsed.value = players
            .filter_map(|player| Some((names.of_player(&player)?, Seat::default())))
            .collect();
        return Ok(Some(parsed));
    }
    if !arg.is_object() {
        return Ok(Some(parsed));
    }
    let options = arg.unchecked_ref::<Options>();
    let next = options.next()?;
    if !next.is_falsy() {
        if depth == 0 {
            return Ok(None);
        }
        let Some(next) = nested_active_players(&next, names, depth - 1)? else { return Ok(None) };
        parsed.next = Some(Rc::new(next));
    }
    parsed.current_player = seat_option(options.current_player()?, names)?;
    parsed.others = seat_option(options.others()?, names)?;
    parsed.all = seat_option(options.all()?, names)?;
    let value = options.value()?;
    if value.is_object() {
        for entry in Object::entries(value.unchecked_ref()).iter() {
            let entry = entry.unchecked_into::<Array>();
            if let (Some(player), Some(seat)) =
                (names.of_js(&entry.get(0)), seat_option(entry.get(1), names)?)
            {
                parsed.value.push((player, seat));
            }
        }
    }
    let limit = moves(&options.move_limit()?);
    parsed.min_moves = moves(&options.min_moves()?);
    parsed.max_moves = limit.or(moves(&options.max_moves()?));
    parsed.revert = options.revert()?.is_truthy();
    Ok(Some(parsed))
}

/// A whole number of moves; none if the value names no limit.
pub fn moves(value: &JsValue) -> Option<u32> {
    value.as_f64().filter(|moves| *moves >= 1.0).map(|moves| moves.ceil() as u32)
}

fn call_ending(arg: &JsValue, names: &Names) -> Result<Option<Rc<Ending<JsValue>>>, JsValue> {
    Ok(ending(arg.clone(), names)?.map(Rc::new))
}

fn order(value: &JsValue, names: &Names) -> Result<Order, JsValue> {
    if value.as_bool() == Some(true) {
        return Ok(Order::Usual);
    }
    if !value.is_object() || Array::is_array(value) {
        return Ok(Order::Odd);
    }
    let options = value.unchecked_ref::<Options>();
    let (next, remove) = (options.next()?, options.remove()?);
    if next.is_undefined() && remove.is_undefined() && Object::keys(value.unchecked_ref::<Object>()).length() > 0 {
        return Ok(Order::Odd);
    }
    let next = if next.is_undefined() || next.is_null() { None } else { Some(name_of(&next, names)) };
    let remove = (!remove.is_undefined()).then(|| remove.is_truthy());
    Ok(Order::Chosen { next, remove })
}

fn seat_option(arg: JsValue, names: &Names) -> Result<Option<Seat>, JsValue> {
    if arg.is_undefined() {
        return Ok(None);
    }
    if arg.is_object() {
        return seat(&arg, names);
    }
    // `null` and, in older games, `true`: active, in no particular stage.
    Ok(Some(Seat { stage: names.of_js(&arg), ..Seat::default() }))
}

fn seat(arg: &JsValue, names: &Names) -> Result<Option<Seat>, JsValue> {
    let options = arg.unchecked_ref::<Options>();
    let stage = options.stage()?;
    if stage.is_undefined() {
        return Ok(None);
    }
    let limit = moves(&options.move_limit()?);
    Ok(Some(Seat {
        stage: names.of_js(&stage),
        min_moves: moves(&options.min_moves()?),
        max_moves: limit.or(moves(&options.max_moves()?)),
    }))
}

/// The name that a value stands for, or a text that shows what was passed instead of one.
fn name_of(value: &JsValue, names: &Names) -> Rc<str> {
    names.of_player(value).unwrap_or_else(|| {
        let kind = value.js_typeof().as_string().unwrap_or_default();
        format!("a value of type {kind}").into()
    })
}

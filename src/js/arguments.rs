//! The arguments of events and the answers of `endIf`, from the flat lists that
//! `pkg-template/lib/arguments.js` makes of them.

use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::border::{Border, Handle};
use super::flat::FlatList;
use crate::core::{
    ActivePlayersArg, Ending, Event, EventKind, Order, Seat, SetPhaseArg, StageArg, StageChoice, Wish,
};

/// The event with this argument.
pub fn event(kind: EventKind, arg: JsValue, border: &Rc<Border>) -> Event<Handle> {
    if let Some(message) = arg.as_string()
        && kind != EventKind::EndGame
    {
        return Event::Malformed(kind, message.into());
    }
    let ending = || arg.dyn_ref::<Array>().map(|list| Rc::new(ending(list.clone(), border)));
    match kind {
        EventKind::EndTurn => Event::EndTurn(ending()),
        EventKind::Pass => Event::Pass(ending()),
        EventKind::EndPhase => Event::EndPhase,
        EventKind::SetPhase => {
            let mut list = FlatList::new(arg.unchecked_into(), border);
            Event::SetPhase(Rc::new(SetPhaseArg { raw: list.handle(), name: list.name() }))
        }
        EventKind::EndGame => Event::EndGame((!arg.is_undefined()).then(|| border.keep(&arg))),
        EventKind::SetActivePlayers => Event::SetActivePlayers(active_players(arg, border)),
        EventKind::SetStage if arg.is_undefined() => Event::EndStage,
        EventKind::EndStage => Event::EndStage,
        EventKind::SetStage => Event::SetStage(stage(arg, border)),
    }
}

/// What ends a turn or a phase.
pub fn ending(list: Array, border: &Rc<Border>) -> Ending<Handle> {
    let mut list = FlatList::new(list, border);
    let raw = list.handle();
    let order = match list.number() {
        Some(1) => {
            let mut wishes = Vec::new();
            while !list.is_done() {
                wishes.push(match list.number() {
                    Some(0) => Wish::Next(list.name()),
                    _ => Wish::Remove(list.flag()),
                });
            }
            Order::Chosen(wishes)
        }
        Some(2) => Order::Odd,
        _ => Order::Usual,
    };
    Ending { raw, order }
}

/// A stage to go to.
pub fn stage(list: JsValue, border: &Rc<Border>) -> Rc<StageArg<Handle>> {
    let mut list = FlatList::new(list.unchecked_into(), border);
    let raw = list.handle();
    let choice = match list.number() {
        Some(1) => StageChoice::Null,
        Some(2) => seat(&mut list).map_or(StageChoice::Null, StageChoice::Seat),
        _ => StageChoice::Nothing,
    };
    Rc::new(StageArg { raw, choice })
}

/// Who is to be active.
pub fn active_players(list: JsValue, border: &Rc<Border>) -> Rc<ActivePlayersArg<Handle>> {
    nested_active_players(&mut FlatList::new(list.unchecked_into(), border))
}

fn nested_active_players(list: &mut FlatList<'_>) -> Rc<ActivePlayersArg<Handle>> {
    let mut arg = ActivePlayersArg {
        raw: list.handle(),
        min_moves: list.number(),
        max_moves: list.number(),
        revert: list.flag(),
        current_player: seat(list),
        others: seat(list),
        all: seat(list),
        value: Vec::new(),
        next: None,
    };
    for _ in 0..list.number().unwrap_or(0) {
        if let (Some(player), Some(seat)) = (list.name(), seat(list)) {
            arg.value.push((player, seat));
        }
    }
    if list.flag() {
        arg.next = Some(nested_active_players(list));
    }
    Rc::new(arg)
}

fn seat(list: &mut FlatList<'_>) -> Option<Seat> {
    let stage = list.value();
    let (min_moves, max_moves) = (list.number(), list.number());
    let stage = if stage.is_undefined() { None } else { Some(list.stage(&stage)) };
    stage.map(|stage| Seat { stage, min_moves, max_moves })
}

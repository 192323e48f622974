//! The arguments of events and the answers of `endIf`, from the flat lists that
//! `pkg-template/lib/arguments.js` makes of them.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::border::{Border, Handle};
use super::flat::FlatList;
use crate::core::{
    ActivePlayersArg, Ending, Event, EventKind, Order, Seat, SetPhaseArg, StageArg, StageChoice, Wish,
};

/// The event with this argument.
pub fn event(kind: EventKind, arg: JsValue, border: &Rc<Border>) -> Event<Handle> {
    if arg.is_undefined() {
        return match kind {
            EventKind::EndTurn => Event::EndTurn(None),
            EventKind::Pass => Event::Pass(None),
            EventKind::EndPhase => Event::EndPhase,
            EventKind::EndGame => Event::EndGame(None),
            _ => Event::EndStage,
        };
    }
    if kind != EventKind::EndGame && arg.is_string() {
        return Event::Malformed(kind, arg.as_string().unwrap_or_default().into());
    }
    match kind {
        EventKind::EndTurn => Event::EndTurn(Some(Rc::new(ending(arg, border)))),
        EventKind::Pass => Event::Pass(Some(Rc::new(ending(arg, border)))),
        EventKind::EndPhase => Event::EndPhase,
        EventKind::SetPhase => {
            let mut list = FlatList::new(arg, border);
            Event::SetPhase(Rc::new(SetPhaseArg { raw: list.handle(), name: list.name() }))
        }
        EventKind::EndGame => Event::EndGame(Some(border.keep(&arg))),
        EventKind::SetActivePlayers => Event::SetActivePlayers(active_players(arg, border, None)),
        EventKind::EndStage => Event::EndStage,
        EventKind::SetStage => Event::SetStage(stage(arg, border)),
        EventKind::RemovePlayer => Event::RemovePlayer(FlatList::new(arg, border).name().unwrap_or_default()),
    }
}

/// What ends a turn or a phase.
pub fn ending(list: JsValue, border: &Rc<Border>) -> Ending<Handle> {
    let mut list = FlatList::new(list, border);
    let raw = list.handle();
    let order = match list.number() {
        1 => {
            let wishes = (0..list.number()).map(|_| match list.number() {
                0 => Wish::Next(list.name()),
                _ => Wish::Remove(list.flag()),
            });
            Order::Chosen(wishes.collect())
        }
        2 => Order::Odd,
        _ => Order::Usual,
    };
    Ending { raw, order }
}

/// A stage to go to.
pub fn stage(list: JsValue, border: &Rc<Border>) -> Rc<StageArg<Handle>> {
    let mut list = FlatList::new(list, border);
    let raw = list.handle();
    let choice = match list.number() {
        1 => StageChoice::Null,
        2 => seat(&mut list).map_or(StageChoice::Nothing, StageChoice::Seat),
        _ => StageChoice::Nothing,
    };
    Rc::new(StageArg { raw, choice })
}

/// Who is to be active; `raw` is the value itself, where it is a `next`.
pub fn active_players(
    list: JsValue,
    border: &Rc<Border>,
    raw: Option<Handle>,
) -> Rc<ActivePlayersArg<Handle>> {
    nested_active_players(&mut FlatList::new(list, border), raw)
}

fn nested_active_players(list: &mut FlatList<'_>, raw: Option<Handle>) -> Rc<ActivePlayersArg<Handle>> {
    let mut arg = ActivePlayersArg {
        raw,
        min_moves: list.moves(),
        max_moves: list.moves(),
        revert: list.flag(),
        current_player: seat(list),
        others: seat(list),
        all: seat(list),
        value: Vec::new(),
        next: None,
    };
    for _ in 0..list.number() {
        if let (Some(player), Some(seat)) = (list.name(), seat(list)) {
            arg.value.push((player, seat));
        }
    }
    if list.flag() {
        let raw = list.handle();
        arg.next = Some(nested_active_players(list, Some(raw)));
    }
    Rc::new(arg)
}

fn seat(list: &mut FlatList<'_>) -> Option<Seat> {
    let stage = list.stage()?;
    Some(Seat { stage, min_moves: list.moves(), max_moves: list.moves() })
}

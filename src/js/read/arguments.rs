//! The arguments of events and the answers of `endIf`, from the flat lists that
//! `pkg-template/lib/engine/arguments.js` makes of them.

use std::rc::Rc;

use super::super::values::ValueId;
use super::list::ListReader;
use crate::core::{
    ActivePlayersArg, Ending, EndingChoice, Event, EventKind, NextOrRemove, SetPhaseArg, StageArg,
    StageAssignment, StageChoice,
};

/// How the argument of an event is handed over; see `pass` in `pkg-template/lib/engine/host.js`.
const MISSING: u32 = 0;
const MALFORMED: u32 = 2;

/// The event whose argument is in the list, in this form.
pub fn event(kind: EventKind, form: u32, list: &mut ListReader<'_>) -> Event<ValueId> {
    if form == MISSING {
        return match kind {
            EventKind::EndTurn => Event::EndTurn(None),
            EventKind::Pass => Event::Pass(None),
            EventKind::EndPhase => Event::EndPhase,
            EventKind::EndGame => Event::EndGame(None),
            _ => Event::EndStage,
        };
    }
    if form == MALFORMED {
        return Event::Malformed(kind, list.text().into());
    }
    match kind {
        EventKind::EndTurn => Event::EndTurn(Some(Rc::new(ending(list)))),
        EventKind::Pass => Event::Pass(Some(Rc::new(ending(list)))),
        EventKind::EndPhase => Event::EndPhase,
        EventKind::SetPhase => Event::SetPhase(Rc::new(SetPhaseArg { raw: list.value(), name: list.name() })),
        EventKind::EndGame => Event::EndGame(Some(list.value())),
        EventKind::SetActivePlayers => Event::SetActivePlayers(active_players(list, None)),
        EventKind::EndStage => Event::EndStage,
        EventKind::SetStage => Event::SetStage(stage(list)),
        EventKind::RemovePlayer => Event::RemovePlayer(list.name().unwrap_or_default()),
    }
}

/// What ends a turn or a phase.
pub fn ending(list: &mut ListReader<'_>) -> Ending<ValueId> {
    let raw = list.value();
    let choice = match list.number() {
        1 => {
            let keys = (0..list.number()).map(|_| match list.number() {
                0 => NextOrRemove::Next(list.name()),
                _ => NextOrRemove::Remove(list.flag()),
            });
            EndingChoice::Chosen(keys.collect())
        }
        2 => EndingChoice::Other,
        _ => EndingChoice::Usual,
    };
    Ending { raw, choice }
}

/// A stage to go to.
pub fn stage(list: &mut ListReader<'_>) -> Rc<StageArg<ValueId>> {
    let raw = list.value();
    let choice = match list.number() {
        1 => StageChoice::Null,
        2 => assignment(list).map_or(StageChoice::Nothing, StageChoice::Stage),
        _ => StageChoice::Nothing,
    };
    Rc::new(StageArg { raw, choice })
}

/// Who is to be active; `raw` is the value itself, where it is a `next`.
pub fn active_players(list: &mut ListReader<'_>, raw: Option<ValueId>) -> Rc<ActivePlayersArg<ValueId>> {
    let mut arg = ActivePlayersArg {
        raw,
        min_moves: list.moves(),
        max_moves: list.moves(),
        revert: list.flag(),
        current_player: assignment(list),
        others: assignment(list),
        all: assignment(list),
        value: Vec::new(),
        next: None,
    };
    for _ in 0..list.number() {
        if let (Some(player), Some(assignment)) = (list.name(), assignment(list)) {
            arg.value.push((player, assignment));
        }
    }
    if list.flag() {
        let raw = list.value();
        arg.next = Some(active_players(list, Some(raw)));
    }
    Rc::new(arg)
}

fn assignment(list: &mut ListReader<'_>) -> Option<StageAssignment> {
    let stage = list.stage()?;
    Some(StageAssignment { stage, min_moves: list.moves(), max_moves: list.moves() })
}

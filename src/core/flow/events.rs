//! The event queue: events of moves and hooks, in the order of the calls.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::action_context::{MOST_EVENTS, Method, Queued};
use super::super::error::{RefusalKind, refuse};
use super::super::event::{Event, EventKind};
use super::super::host::{Host, Outcome};
use super::super::state::State;
use super::super::text::{fill, listed};
use super::super::timing::change_clock;
use super::step::{Cause, EndPhase, EndTurn, Step};
use super::{Flow, no_such_phase};

/// Maximum number of turns that may end in one action, for each player. The limit is boardgame.io's.
const MOST_TURN_ENDINGS: u32 = 100;

/// Number of last events whose callers the message about a loop names.
const CYCLE_WINDOW: usize = 32;

impl<H: Host> Flow<'_, H> {
    /// Processes an event called by a player.
    pub fn event_of_player(&mut self, state: &mut State<H>, event: &Event<H::Value>) -> Outcome<(), H> {
        self.called_by_player = true;
        let processed = self.event(state, event);
        self.called_by_player = false;
        processed
    }

    /// Processes the events that moves and hooks have called, including those called meanwhile.
    pub(super) fn process_queue(&mut self, state: &mut State<H>) -> Outcome<(), H> {
        let game = self.game;
        while let Some(queued) = self.context.queued(self.next_event) {
            self.next_event += 1;
            let ended_turns = state.ctx.turn.saturating_sub(self.first_turn);
            let too_many_turns = ended_turns >= state.ctx.num_players * MOST_TURN_ENDINGS;
            if too_many_turns || self.next_event > MOST_EVENTS {
                let template = "the game loops: events called in {places} lead to one another without end";
                return refuse(RefusalKind::PluginInvalid, template, &[&self.places_of_cycle()]);
            }
            let Some(method) = queued.called_from else {
                return refuse(
                    RefusalKind::PluginInvalid,
                    "events.{name} was called outside moves and hooks, as from endIf or turn.order",
                    &[queued.event.kind().name()],
                );
            };
            let over = |outcome| game.differences.any_outcome_ends_the_game() || self.host.is_truthy(outcome);
            if state.ctx.gameover.as_ref().is_some_and(over) {
                if method == Method::GameOnEnd {
                    let name = queued.event.kind().name();
                    let message =
                        fill("events.{name} does nothing in onEnd of the game: it is over", &[name]);
                    self.host.warn(&message);
                }
                break;
            }
            match self.verdict(&queued, method, state) {
                Verdict::Process => self.event(state, &queued.event)?,
                Verdict::Drop => {}
                Verdict::Forbid(why) => {
                    let (name, place) = (queued.event.kind().name(), method.place());
                    return refuse(
                        RefusalKind::PluginInvalid,
                        "events.{name} cannot be called in {place}: {why}",
                        &[name, place, why],
                    );
                }
            }
        }
        Ok(())
    }

    fn event(&mut self, state: &mut State<H>, event: &Event<H::Value>) -> Outcome<(), H> {
        let turn = state.ctx.turn;
        let player = self.player.cloned();
        let step = match event {
            Event::PauseClock | Event::ResumeClock => {
                if self.game.is_timed {
                    let is_paused = matches!(event, Event::PauseClock);
                    change_clock(state, |clock| clock.is_paused = is_paused);
                } else {
                    self.host.warn("the game declares no time: it has no clock");
                }
                return Ok(());
            }
            Event::EndTurn(arg) | Event::Pass(arg) => {
                let cause = arg.clone().map_or(Cause::Called, Cause::Ending);
                let force = matches!(event, Event::Pass(_));
                Step::EndTurn(EndTurn { turn, cause, automatic: false, force })
            }
            Event::EndPhase => Step::EndPhase(EndPhase::with_turn(turn, Cause::Called)),
            Event::SetPhase(arg) => {
                let cause = Cause::SetPhase(arg.clone());
                if self.game.differences.refuses_unknown_phase()
                    && let Some(name) = cause.next()
                    && self.game.phase(Some(name)).is_none()
                {
                    return no_such_phase("events.setPhase", Some(name));
                }
                Step::EndPhase(EndPhase::with_turn(turn, cause))
            }
            Event::EndGame(outcome) => Step::EndGame(outcome.clone()),
            Event::SetActivePlayers(arg) => Step::UpdateActivePlayers(arg.clone()),
            Event::EndStage => Step::EndStage { player, arg: None },
            Event::SetStage(arg) => Step::EndStage { player, arg: Some(arg.clone()) },
            Event::RemovePlayer(player) if !state.ctx.has_player(player) => {
                return refuse(
                    RefusalKind::ActionInvalid,
                    "removePlayer: no player is called \"{player}\"",
                    &[player],
                );
            }
            Event::RemovePlayer(player) => Step::RemovePlayer(player.clone()),
            Event::Malformed(kind, problem) => {
                return refuse(RefusalKind::ActionInvalid, "{event}: {problem}", &[kind.name(), problem]);
            }
        };
        self.process(state, step)
    }

    /// Returns whether this callback may call the event, and whether the event comes too late.
    fn verdict(&self, queued: &Queued<H::Value>, method: Method, state: &State<H>) -> Verdict {
        use EventKind::{
            EndGame, EndPhase, EndStage, EndTurn, Pass, PauseClock, RemovePlayer, ResumeClock,
            SetActivePlayers, SetPhase, SetStage,
        };
        use Method::{PhaseOnBegin, PhaseOnEnd, TurnOnBegin, TurnOnEnd};
        let differences = self.game.differences;
        let turn_has_ended = Verdict::drop_if(queued.turn != state.ctx.turn);
        match (queued.event.kind(), method) {
            (EndGame | RemovePlayer | PauseClock | ResumeClock, _) => Verdict::Process,
            (Pass, _) if !differences.refuses_pass_like_end_turn() => Verdict::Process,
            (EndTurn, PhaseOnBegin) if !differences.refuses_end_turn_before_first_turn() => turn_has_ended,
            (EndTurn | Pass, TurnOnEnd | PhaseOnEnd) => Verdict::Forbid("the turn is ending already"),
            (EndTurn | Pass, PhaseOnBegin) => Verdict::Forbid("no turn has begun in this phase yet"),
            (EndPhase | SetPhase, PhaseOnEnd) => {
                Verdict::Forbid("the phase is ending already; choose the next one with the phase's next")
            }
            (EndPhase | SetPhase, _) => Verdict::drop_if(queued.phase != state.ctx.phase),
            (SetActivePlayers | SetStage | EndStage, TurnOnEnd | PhaseOnEnd) => {
                Verdict::Forbid("active players are forgotten when a turn ends")
            }
            (SetActivePlayers | SetStage | EndStage, PhaseOnBegin) => {
                Verdict::Forbid("call setActivePlayers in turn.onBegin, or declare turn.activePlayers")
            }
            (SetStage | EndStage, TurnOnBegin) => {
                Verdict::Forbid("call setActivePlayers, or declare turn.activePlayers")
            }
            (EndTurn | Pass | SetActivePlayers | SetStage | EndStage, _) => turn_has_ended,
        }
    }

    fn places_of_cycle(&self) -> String {
        let mut places: Vec<String> = Vec::new();
        self.context.for_each_caller(self.next_event.saturating_sub(CYCLE_WINDOW), |method, phase| {
            let place = method.map_or("a callback", Method::place);
            let place = match phase {
                Some(name) => {
                    fill("phases.{name}.{place}", &[name, place.strip_prefix("phase.").unwrap_or(place)])
                }
                None => place.into(),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        });
        listed(&places)
    }
}

enum Verdict {
    Process,
    Drop,
    Forbid(&'static str),
}

impl Verdict {
    fn drop_if(too_late: bool) -> Self {
        if too_late { Verdict::Drop } else { Verdict::Process }
    }
}

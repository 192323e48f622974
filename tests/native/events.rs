//! Tests of events: where each may be called, and when they are dropped.

use std::fmt::Write as _;

use rondel::core::EventKind;
use serde_json::{Value, json};

use crate::support::{Match, Rules, Table, call, check, describe, no_op, print};

const PLACES: [&str; 7] =
    ["move", "onMove", "turn.onBegin", "turn.onEnd", "phase.onBegin", "phase.onEnd", "game.onEnd"];

/// `yes`: it has an effect. `no`: refused, with a message that names event and hook. `-`: no effect. This game
/// has no clock that its events could stop.
#[test]
fn each_event_may_be_called_where_the_table_says() {
    assert_eq!(
        table(|rules| rules),
        "
                  move  onMove  turn.onBegin  turn.onEnd  phase.onBegin  phase.onEnd  game.onEnd
endTurn           yes   yes     yes           no          no             no           -
pass              yes   yes     yes           no          no             no           -
endPhase          yes   yes     yes           yes         yes            no           -
setPhase          yes   yes     yes           yes         yes            no           -
endGame           yes   yes     yes           yes         yes            yes          -
setActivePlayers  yes   yes     yes           no          no             no           -
endStage          yes   yes     no            no          no             no           -
setStage          yes   yes     no            no          no             no           -
removePlayer      yes   yes     yes           yes         yes            yes          -
pauseClock        -     -       -             -           -              -            -
resumeClock       -     -       -             -           -              -            -
"
    );
}

/// boardgame.io accepts `pass` in all hooks, and drops `endTurn` in `phase.onBegin`.
#[test]
fn under_compat_the_table_is_boardgame_io_s() {
    assert_eq!(
        table(Rules::compat),
        "
                  move  onMove  turn.onBegin  turn.onEnd  phase.onBegin  phase.onEnd  game.onEnd
endTurn           yes   yes     yes           no          -              no           -
pass              yes   yes     yes           yes         yes            yes          -
endPhase          yes   yes     yes           yes         yes            no           -
setPhase          yes   yes     yes           yes         yes            no           -
endGame           yes   yes     yes           yes         yes            yes          -
setActivePlayers  yes   yes     yes           no          no             no           -
endStage          yes   yes     no            no          no             no           -
setStage          yes   yes     no            no          no             no           -
removePlayer      yes   yes     yes           yes         yes            yes          -
pauseClock        -     -       -             -           -              -            -
resumeClock       -     -       -             -           -              -            -
"
    );
}

fn table(mode: impl Fn(Rules<()>) -> Rules<()>) -> String {
    let mut table = format!("\n{:18}", "");
    for place in PLACES {
        let _ = write!(table, "{place}  ");
    }
    for event in EventKind::ALL.iter().map(|kind| kind.name()) {
        let _ = write!(table, "\n{event:18}");
        for place in PLACES {
            let _ = write!(table, "{:width$}  ", verdict(event, place, &mode), width = place.len());
        }
    }
    table.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

fn verdict(event: &'static str, place: &'static str, mode: impl Fn(Rules<()>) -> Rules<()>) -> &'static str {
    let trigger = match place {
        "move" | "onMove" => "go",
        "turn.onBegin" | "turn.onEnd" => "endTurn",
        "phase.onBegin" | "phase.onEnd" => "endPhase",
        _ => "endGame",
    };
    let mut with = Match::begin(mode(one_call(event, place)), 3);
    let mut without = Match::begin(mode(one_call("", place)), 3);
    without.play("0", trigger);
    let action = with.action("0", trigger);
    match with.act(action) {
        Ok(()) if print(&with.state) == print(&without.state) => {
            if place == "game.onEnd" && event != "pass" {
                let warning = format!("(events.{event} does nothing in onEnd of the game: it is over)");
                assert!(with.engine.host.said.borrow().contains(&warning));
            }
            "-"
        }
        Ok(()) => "yes",
        Err(failure) => {
            let why = format!("refused plugin_invalid: events.{event} cannot be called in {place}: ");
            assert!(describe(&failure).starts_with(&why), "{}", describe(&failure));
            "no"
        }
    }
}

/// Returns a game with two phases. The event is called once, at one place, after an action of the first
/// player.
fn one_call(event: &'static str, place: &'static str) -> Rules<()> {
    let call_at = move |here: &'static str, turn: u32| {
        move |t: &mut Table<'_, ()>| {
            if here == place && t.ctx.turn == turn && !event.is_empty() {
                match argument(event) {
                    Value::Null => t.call(event),
                    arg => t.call_with(event, arg),
                }
            }
        }
    };
    Rules::new()
        .moves("go", call_at("move", 1))
        .turn(|turn| {
            turn.active_players(json!({ "currentPlayer": "one" }))
                .stage("one", |stage| stage)
                .stage("two", |stage| stage)
                .on_move(call_at("onMove", 1))
                .on_begin(call_at("turn.onBegin", 2))
                .on_end(call_at("turn.onEnd", 1))
        })
        .phase("a", |phase| phase.start().next("b").on_end(call_at("phase.onEnd", 1)))
        .phase("b", |phase| phase.on_begin(call_at("phase.onBegin", 1)))
        .phase("c", |phase| phase)
        .on_end(call_at("game.onEnd", 1))
}

fn argument(event: &str) -> Value {
    match event {
        "setStage" => json!("two"),
        "setActivePlayers" => json!({ "all": "two" }),
        "setPhase" => json!("c"),
        "removePlayer" => json!("1"),
        _ => Value::Null,
    }
}

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn events_are_processed_in_the_order_of_the_calls() {
    let game = rules()
        .moves("both", |t| {
            t.call_with("setActivePlayers", json!({ "all": "s" }));
            t.call_with("setStage", json!("t"));
        })
        .turn(|turn| turn.on_move(|t| t.call("endStage")));
    check(game, 2, "0 both -> turn.onMove | turn 1 of 0, 1:s may act");
}

#[test]
fn events_of_a_turn_that_has_ended_are_dropped() {
    let game = rules().moves("late", |t| {
        t.call("endTurn");
        t.call("endTurn");
        t.call("endStage");
        t.call_with("setStage", json!("s"));
        t.call_with("setActivePlayers", json!({ "all": "s" }));
        t.call("pass");
    });
    check(game, 3, "0 late -> turn 2 of 1");
}

#[test]
fn events_of_a_phase_that_has_ended_are_dropped() {
    let game = rules()
        .moves("late", |t| {
            t.call_with("setPhase", json!("b"));
            t.call_with("setPhase", json!("a"));
            t.call("endPhase");
            t.call("endTurn");
        })
        .phase("a", |phase| phase.start())
        .phase("b", |phase| phase);
    check(game, 2, "0 late -> turn 2 of 1 in b");
}

#[test]
fn the_game_s_end_drops_what_was_called_after_it() {
    let game = rules()
        .moves("over", |t| {
            t.call_with("endGame", json!("done"));
            t.call("endTurn");
            t.call_with("endGame", json!("again"));
        })
        .narrated();
    check(game, 2, r#"0 over -> turn.onMove game.onEnd | game over: "done""#);
}

#[test]
fn a_forbidden_call_refuses_the_whole_action() {
    let game = Rules::<Vec<usize>>::new().moves("go", |t| t.g.push(1)).turn(|turn| {
        turn.max_moves(2).on_end(|t| {
            t.g.push(2);
            if t.ctx.turn == 1 {
                t.call("endTurn");
            }
        })
    });
    check(
        game,
        2,
        "
        0 go  -> turn 1 of 0
        0 go  -> refused plugin_invalid: events.endTurn cannot be called in turn.onEnd: the turn is ending already
        ? G   -> [1]
        ",
    );
}

#[test]
fn callbacks_that_only_answer_may_call_no_events() {
    let game = rules().turn(|turn| {
        turn.end_if(|t| {
            t.call("endTurn");
            false
        })
    });
    check(
        game,
        2,
        "
        0 go       -> refused plugin_invalid: events.endTurn was called outside moves and hooks, as from endIf or turn.order
        0 endTurn  -> turn 2 of 1
        ",
    );
}

#[test]
fn a_malformed_argument_is_refused() {
    check(
        rules(),
        2,
        "
        0 endTurn 7            -> refused action_invalid: endTurn: expected nothing, or an object such as { next: '0' }
        0 call pass later      -> refused action_invalid: pass: expected nothing, or an object such as { next: '0' }
        0 setStage             -> refused action_invalid: setStage: expected a stage
        0 call setActivePlayers  -> refused action_invalid: setActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players
        ",
    );
}

#[test]
fn a_disabled_event_is_refused_to_players_but_not_to_the_game() {
    check(
        rules().disable_event("endTurn"),
        2,
        "
        0 endTurn       -> refused action_disabled: the game has disabled events.endTurn
        0 call endTurn  -> turn 2 of 1
        ",
    );
}

#[test]
fn set_active_players_works_from_on_move() {
    let game =
        rules().turn(|turn| turn.on_move(|t| t.call_with("setActivePlayers", json!({ "others": "reply" }))));
    check(game, 2, "0 go -> turn.onMove | turn 1 of 0, 1:reply may act");
}

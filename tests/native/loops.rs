//! Tests of games that loop: the engine stops with an error that names the hooks, and the match can go on.

use serde_json::json;

use crate::support::{Match, Rules, Table, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

/// Returns `true` from the second turn on, so that the loop does not begin at the start of the match.
fn is_late(t: &Table<'_, ()>) -> bool {
    t.ctx.turn > 1
}

#[test]
fn a_turn_that_ends_itself_without_end_is_refused() {
    let game = rules().turn(|turn| {
        turn.on_begin(|t| {
            if is_late(t) {
                t.call("endTurn");
            }
        })
    });
    check_loop(game, "endTurn", "turn.onBegin");
}

#[test]
fn two_hooks_that_loop_are_both_named() {
    let phase_event = |name: &'static str| {
        move |t: &mut Table<'_, ()>| {
            if is_late(t) {
                t.call_with("setPhase", json!(name));
            }
        }
    };
    let game = rules()
        .phase("a", |phase| phase.start().on_begin(phase_event("b")))
        .phase("b", |phase| phase.turn(|turn| turn.on_begin(phase_event("a"))));
    check_loop(game, r#"setPhase "b""#, "phases.a.onBegin");
}

/// Returns a game with two phases that end at once from the second turn on.
fn phases_that_end_each_other() -> Rules<()> {
    rules()
        .phase("a", |phase| phase.start().next("b").end_if(|t| is_late(t) || t.ctx.num_moves == Some(1)))
        .phase("b", |phase| phase.next("a").end_if(|t| is_late(t)))
}

#[test]
fn phases_that_end_each_other_are_refused_and_named() {
    check(
        phases_that_end_each_other(),
        2,
        "
        start  -> turn 1 of 0 in a
        0 go   -> refused plugin_invalid: the game loops: phases.a.endIf, phases.b.endIf or the turn orders there end one phase after the other without end
        0 endTurn  -> refused plugin_invalid: the game loops: phases.a.endIf, phases.b.endIf or the turn orders there end one phase after the other without end
        ",
    );
}

#[test]
fn under_compat_phases_that_end_each_other_stop_in_no_phase() {
    check(
        phases_that_end_each_other().compat(),
        2,
        "
        start  -> turn 1 of 0 in a
        0 go   -> turn 2 of 1
        1 go   -> turn 2 of 1
        1 endTurn  -> turn 3 of 0
        ",
    );
}

#[test]
fn phases_that_begin_each_other_when_everybody_is_out_are_refused() {
    let to = |name: &'static str| {
        move |t: &mut Table<'_, ()>| {
            if t.ctx.play_order.is_empty() {
                t.call_with("setPhase", json!(name));
            }
        }
    };
    let game = rules()
        .phase("a", |phase| phase.start().next("b").on_begin(to("b")))
        .phase("b", |phase| phase.on_begin(to("a")));
    check(
        game,
        1,
        r#"
        0 pass {"remove":true}  -> refused plugin_invalid: the game loops: events called in phases.a.onBegin, phases.b.onBegin lead to one another without end
        0 go                    -> turn 1 of 0 in a
        "#,
    );
}

/// boardgame.io loops forever here.
#[test]
fn a_turn_that_ends_for_a_phase_that_does_not_exist_is_refused_under_compat() {
    let game = rules().compat().turn(|turn| turn.on_end(|t| t.call_with("setPhase", json!("nowhere"))));
    check_loop(game, "endTurn", "turn.onEnd");
}

fn check_loop(game: Rules<()>, trigger: &str, place: &str) {
    let mut game = Match::begin(game.seed("loop"), 2);
    let why = game.refused("0", trigger);
    assert!(why.starts_with("refused plugin_invalid: the game loops: events called in "), "{why}");
    assert!(why.contains(place), "{why} does not name {place}");
    game.play("0", "go");
    assert!(game.description().starts_with("turn 1 of 0"), "{}", game.description());
}

//! Tests of the beginnings and endings of phases and of the game.

use serde_json::json;

use crate::support::{Match, Rules, call, check, describe, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn a_phase_ends_with_its_turn_and_the_next_begins_with_a_new_one() {
    let game =
        rules().phase("draw", |phase| phase.start().next("play")).phase("play", |phase| phase).narrated();
    check(
        game,
        2,
        "
        0 endPhase      -> turn.onEnd draw.onEnd play.onBegin turn.onBegin | turn 2 of 1 in play
        ? last entries  -> endTurn [0 turn 1 draw automatic]; endPhase [0 turn 1 draw]
        1 endPhase      -> turn.onEnd play.onEnd turn.onBegin | turn 3 of 0
        ",
    );
}

#[test]
fn set_phase_or_end_if_or_next_names_the_next_phase() {
    let game = rules()
        .phase("a", |phase| {
            phase.start().next("b").end_if(|t| match t.ctx.num_moves {
                Some(1) => json!({ "next": "c" }),
                Some(2) => json!(true),
                _ => json!(false),
            })
        })
        .phase("b", |phase| phase.ask_next(|t| if t.ctx.turn > 4 { "c" } else { "a" }))
        .phase("c", |phase| phase);
    check(
        game,
        2,
        r#"
        0 setPhase "b"  -> turn 2 of 1 in b
        ? last entries  -> endTurn [0 turn 1 a automatic]; endPhase {"next":"b"} [0 turn 1 a]
        1 endPhase      -> turn 3 of 0 in a
        0 go            -> turn 4 of 1 in c
        ? last entries  -> 0 go [2 turn 3 a]; endTurn [2 turn 3 a automatic]; endPhase {"next":"c"} [2 turn 3 a automatic]
        1 endPhase      -> turn 5 of 0
        0 setPhase "b"  -> turn 6 of 1 in b
        1 endPhase      -> turn 7 of 0 in c
        "#,
    );
}

#[test]
fn a_phase_that_does_not_exist_is_refused_by_name() {
    let game = rules().phase("a", |phase| phase.start().ask_next(|_| "drwa"));
    check(
        game,
        2,
        r#"
        0 setPhase "b"     -> refused action_invalid: events.setPhase: no phase is called "b"
        0 endPhase         -> refused action_invalid: phases.a.next: no phase is called "drwa"
        0 call setPhase b  -> refused action_invalid: events.setPhase: no phase is called "b"
        0 go               -> turn 1 of 0 in a
        "#,
    );
    let game = rules().phase("a", |phase| {
        phase.start().end_if(|t| match t.ctx.num_moves {
            Some(1) => json!({ "next": "drwa" }),
            _ => json!(false),
        })
    });
    check(game, 2, r#"0 go -> refused action_invalid: phases.a.endIf: no phase is called "drwa""#);
}

#[test]
fn a_phase_has_turns_of_its_own_or_the_game_s() {
    let game = rules()
        .turn(|turn| turn.max_moves(1))
        .phase("long", |phase| phase.start().turn(|turn| turn.max_moves(2)))
        .phase("short", |phase| phase);
    check(
        game,
        2,
        r#"
        0 go              -> turn 1 of 0 in long
        0 go              -> turn 2 of 1 in long
        1 setPhase "short"  -> turn 3 of 0 in short
        0 go              -> turn 4 of 1 in short
        "#,
    );
}

#[test]
fn a_phase_that_is_always_over_is_skipped() {
    let game = rules()
        .phase("a", |phase| phase.start().next("b").end_if(|_| true))
        .phase("b", |phase| phase.next("a"))
        .narrated();
    check(
        game,
        2,
        "
        start       -> a.onEnd b.onBegin turn.onBegin | turn 1 of 0 in b
        0 endPhase  -> turn.onEnd b.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 1 in b
        ",
    );
}

#[test]
fn the_game_s_end_ends_the_phase_and_nothing_else() {
    let game = rules().phase("draw", |phase| phase.start()).narrated();
    check(
        game.clone(),
        2,
        r#"
        0 endGame {"winner":"1"}  -> draw.onEnd game.onEnd | game over: {"winner":"1"}
        ? last entries            -> endPhase [0 turn 1 draw]
        "#,
    );
    check(game, 2, "0 call endGame -> turn.onMove draw.onEnd game.onEnd | game over: true");
}

#[test]
fn end_if_ends_the_game_with_its_result() {
    let game = rules().narrated().end_if(|t| match t.ctx.turn {
        2 => json!({ "draw": true }),
        _ => json!(null),
    });
    check(game, 2, r#"0 endTurn -> turn.onEnd turn.onBegin game.onEnd | game over: {"draw":true}"#);
}

#[test]
fn the_game_s_end_if_comes_before_the_phase_s_and_the_turn_s() {
    let game = rules()
        .end_if(|t| t.ctx.num_moves == Some(1))
        .turn(|turn| turn.max_moves(1))
        .phase("p", |phase| phase.start().end_if(|t| t.ctx.num_moves == Some(1)))
        .narrated();
    check(game, 2, "0 go -> turn.onMove p.onEnd game.onEnd | game over: true");
}

#[test]
fn a_game_may_end_at_once() {
    let game = rules().end_if(|_| "nobody came").narrated();
    check(
        game,
        2,
        r#"
        start  -> game.onEnd | game over: "nobody came"
        0 go   -> refused gameover: the game is over: nobody can make a move
        "#,
    );
}

#[test]
fn a_hook_that_fails_at_the_start_keeps_the_match_from_beginning() {
    let game = rules().turn(|turn| turn.on_begin(|t| t.call("endStage")));
    let failure = Match::try_begin(game, 2, json!(null)).err().map(|failure| describe(&failure));
    assert_eq!(
        failure.as_deref(),
        Some(
            "refused plugin_invalid: events.endStage cannot be called in turn.onBegin: call setActivePlayers, \
             or declare turn.activePlayers"
        )
    );
}

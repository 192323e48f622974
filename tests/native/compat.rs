//! What else `compat: '0.50'` keeps of boardgame.io's ways, beside the table in `differences.rs`.

use serde_json::json;

use crate::support::{Match, Rules, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn an_ending_that_is_neither_true_nor_an_object_lets_the_same_player_go_on() {
    let game =
        rules().turn(|turn| turn.end_if(|t| if t.ctx.num_moves == Some(1) { json!(7) } else { json!(0) }));
    check(game.clone(), 2, "0 go -> turn 2 of 1");
    check(
        game.compat(),
        2,
        "
        0 go         -> turn 2 of 0
        0 endTurn 7  -> turn 3 of 0
        0 endTurn    -> turn 4 of 1
        ",
    );
}

#[test]
fn hooks_that_do_at_the_start_what_they_must_not_are_warned_of_and_the_match_begins() {
    let game = rules().turn(|turn| turn.on_begin(|t| t.call("endStage")));
    check(
        game.compat(),
        2,
        "start -> turn.onBegin (events.endStage cannot be called in turn.onBegin: call setActivePlayers, or \
         declare turn.activePlayers) | turn 1 of 0",
    );
}

#[test]
fn an_undo_leaves_the_counters_of_active_players_as_they_are() {
    let game = rules().turn(|turn| turn.active_players(json!({ "all": null, "maxMoves": 5 })));
    let mut game = Match::begin(game.compat(), 2);
    game.play("0", "go").play("0", "go").play("0", "undo");
    assert_eq!(game.ask("counts"), "1 made; 0: 2 of 5; 1: 0 of 5");
}

#[test]
fn a_phase_that_does_not_exist_leaves_the_match_in_no_phase() {
    let game = rules().phase("a", |phase| phase.start()).narrated();
    check(
        game.compat(),
        2,
        r#"
        0 setPhase "nowhere"  -> turn.onEnd a.onEnd | turn 1 of 0
        0 go                  -> turn.onMove | turn 1 of 0
        "#,
    );
}

#[test]
fn nothing_is_said_of_endings_that_come_too_early() {
    let game = rules().turn(|turn| {
        turn.min_moves(2).active_players(json!({ "currentPlayer": { "stage": "s", "minMoves": 2 } }))
    });
    check(
        game.compat(),
        2,
        "
        0 endTurn        -> turn 1 of 0, 0:s may act
        0 endStage       -> turn 1 of 0, 0:s may act
        0 call endStage  -> turn 1 of 0, 0:s may act
        ",
    );
}

#[test]
fn metadata_of_a_refused_move_goes_with_the_next_one() {
    let game = rules().moves("spoil", |t| {
        t.set_metadata(json!("left over"));
        json!("INVALID_MOVE")
    });
    let left_over = "0 spoil -> refused invalid_move: invalid move: spoil
        0 go
        ? log -> 0 go [0 turn 1";
    check(game.clone(), 2, &format!("{left_over}]"));
    check(game.compat(), 2, &format!("{left_over} metadata \"left over\"]"));
}

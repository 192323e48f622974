//! Tests of the log.

use rondel::core::{Action, LogAction};
use serde_json::json;

use crate::support::{Match, Rules, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn each_action_and_each_ending_leaves_an_entry() {
    let game = rules()
        .phase("a", |phase| phase.start().next("b"))
        .phase("b", |phase| phase.turn(|turn| turn.max_moves(1)));
    check(
        game,
        2,
        r#"
        0 go {"x":1}
        0 setActivePlayers {"all":"s"}
        1 endStage
        0 call endPhase
        1 go
        0 undo -> refused action_invalid: there is nothing to undo
        ? log -> 0 go {"x":1} [0 turn 1 a]; endStage [2 turn 1 a]; 0 call "endPhase" [3 turn 1 a]; endTurn [3 turn 1 a automatic]; endPhase [3 turn 1 a]; 1 go [4 turn 2 b]; endTurn true [4 turn 2 b automatic]
        "#,
    );
}

#[test]
fn an_event_s_argument_is_kept() {
    check(
        rules().phase("a", |phase| phase.start()).phase("b", |phase| phase),
        3,
        r#"
        0 endTurn {"next":"2"}
        2 setPhase "b"
        0 pass {"remove":true}
        ? log -> endTurn {"next":"2"} [0 turn 1 a]; endTurn [1 turn 2 a automatic]; endPhase {"next":"b"} [1 turn 2 a]; endTurn {"remove":true} [2 turn 3 b]
        "#,
    );
}

#[test]
fn credentials_are_kept_with_the_move() {
    let mut game = Match::begin(rules(), 2);
    let action = game.action("0", "go");
    assert!(game.act(Action { credentials: Some(json!("secret")), ..action }).is_ok());
    let LogAction::Move { credentials, .. } = &game.log[0].action else { panic!("no move is logged") };
    assert_eq!(*credentials, Some(json!("secret")));
}

#[test]
fn metadata_goes_with_the_move_that_set_it() {
    let game = rules().moves("note", |t| {
        t.set_metadata(json!("first"));
        t.set_metadata(json!({ "second": true }));
    });
    check(
        game,
        2,
        r#"
        0 note
        0 go
        ? log -> 0 note [0 turn 1 metadata {"second":true}]; 0 go [1 turn 1]
        "#,
    );
}

#[test]
fn a_game_may_keep_no_log() {
    check(
        rules().disable_log().moves("note", |t| t.set_metadata(json!("lost"))),
        2,
        "
        0 note
        0 call endTurn
        1 undo  -> refused action_invalid: there is nothing to undo
        1 go
        1 undo
        ? log   ->
        ",
    );
}

//! Tests of the players' ways between stages.

use serde_json::json;

use crate::support::{Rules, call, check, no_op};

/// Returns a game with three stages: `draw` leads to `play`, `play` to `Stage.NULL`, `rest` has no `next`.
fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call).turn(|turn| {
        turn.stage("draw", |stage| stage.next(json!("play")))
            .stage("play", |stage| stage.next(json!(null)))
            .stage("rest", |stage| stage)
    })
}

#[test]
fn set_stage_moves_the_caller() {
    check(
        rules(),
        3,
        r#"
        0 setStage "draw"             -> turn 1 of 0, 0:draw may act
        ? last entries                ->
        0 setStage "rest"             -> turn 1 of 0, 0:rest may act
        ? last entries                -> endStage "rest" [1 turn 1]
        0 setActivePlayers {"all":"draw"}
        2 call setStage rest          -> turn 1 of 0, 0:draw 1:draw 2:rest may act
        1 setStage null               -> turn 1 of 0, 0:draw 1:play 2:rest may act
        "#,
    );
}

#[test]
fn set_stage_may_bring_limits() {
    check(
        rules(),
        2,
        r#"
        0 setStage {"stage":"rest","minMoves":1,"maxMoves":2}  -> turn 1 of 0, 0:rest may act
        ? counts    -> 0 made; 0: 0 of 1 to 2
        0 endStage  -> refused action_invalid: the stage cannot end before 1 move is made
        0 go
        0 endStage  -> turn 1 of 0
        0 setStage {"stage":"rest","moveLimit":1}
        ? counts    -> 1 made; 0: 0 of 1
        0 go        -> turn 1 of 0
        "#,
    );
}

#[test]
fn end_stage_follows_next_or_removes_the_player() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":"draw"}
        0 endStage       -> turn 1 of 0, 0:play 1:draw may act
        ? last entries   -> endStage "play" [1 turn 1]
        0 endStage       -> turn 1 of 0, 0 1:draw may act
        0 endStage       -> turn 1 of 0, 1:draw may act
        1 call endStage  -> turn 1 of 0, 1:play may act
        1 setStage "rest"
        1 endStage       -> turn 1 of 0
        "#,
    );
}

#[test]
fn end_stage_without_a_stage_is_refused_to_a_player_and_reported_in_a_hook() {
    check(
        rules(),
        2,
        "
        0 endStage       -> refused action_invalid: endStage: player 0 is in no stage
        0 call endStage  -> (endStage: player 0 is in no stage) | turn 1 of 0
        ",
    );
    check(rules().compat(), 2, "0 endStage -> turn 1 of 0");
}

#[test]
fn a_move_may_ask_for_a_reply_and_take_the_turn_back() {
    let game = Rules::<()>::new()
        .moves("attack", |t| {
            t.call_with(
                "setActivePlayers",
                json!({ "value": { "1": "reply" }, "revert": true, "maxMoves": 1 }),
            );
        })
        .turn(|turn| {
            turn.stage("reply", |stage| stage.moves("block", no_op).moves("give up", |t| t.call("endTurn")))
        });
    check(
        game,
        2,
        "
        0 attack  -> turn 1 of 0, 1:reply may act
        0 attack  -> refused inactive_player: player 0 is not active and cannot make a move
        1 attack  -> refused unavailable_move: the move attack is not available in stage reply
        1 block   -> turn 1 of 0
        0 attack  -> turn 1 of 0, 1:reply may act
        ",
    );
}

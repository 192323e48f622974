//! Tests of the table "Where Rondel differs", row by row: Rondel's rule, and boardgame.io's under `compat:
//! '0.50'`.

use rondel::core::TurnOrder;
use serde_json::json;

use crate::support::{Match, Rules, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

/// Plays the same game in both modes.
fn both(game: Rules<()>, num_players: u32, rondel: &str, compat: &str) {
    check(game.clone(), num_players, rondel);
    check(game.compat(), num_players, compat);
}

#[test]
fn row_1_an_explicit_end_turn_wins_over_max_moves() {
    both(
        rules().turn(|turn| turn.max_moves(1)),
        3,
        r#"
        0 call endTurn {"next":"2"}  -> turn 2 of 2
        2 go                         -> turn 3 of 0
        "#,
        r#"
        0 call endTurn {"next":"2"}  -> turn 2 of 1
        1 go                         -> turn 3 of 2
        "#,
    );
}

#[test]
fn row_1_an_explicit_end_turn_wins_over_end_if() {
    both(
        rules().turn(|turn| turn.end_if(|t| t.ctx.num_moves == Some(1))),
        3,
        r#"
        0 call endTurn {"next":"2"}  -> turn 2 of 2
        2 go                         -> turn 3 of 0
        2 go                         -> refused inactive_player: player 2 is not active and cannot make a move
        "#,
        r#"
        0 call endTurn {"next":"2"}  -> turn 2 of 1
        1 go                         -> turn 3 of 2
        "#,
    );
}

#[test]
fn row_2_a_next_player_who_does_not_exist_is_refused() {
    both(
        rules(),
        2,
        r#"
        0 endTurn {"next":"9"}       -> refused action_invalid: endTurn: no player in the play order is called "9"
        0 call endTurn {"next":"9"}  -> refused action_invalid: endTurn: no player in the play order is called "9"
        0 endTurn                    -> turn 2 of 1
        "#,
        r#"
        0 endTurn {"next":"9"}       -> turn 2 of 9
        ? order                      -> 0 1 at -1
        9 endTurn                    -> turn 3 of 0
        "#,
    );
}

#[test]
fn row_3_a_stage_that_is_not_declared_is_refused() {
    both(
        rules().turn(|turn| turn.stage("known", |stage| stage)),
        2,
        r#"
        0 setStage "unknown"  -> refused action_invalid: setStage: the turn declares no stage called "unknown"
        0 setActivePlayers {"all":"unknown"} -> refused action_invalid: setActivePlayers: the turn declares no stage called "unknown"
        0 setStage "known"    -> turn 1 of 0, 0:known may act
        "#,
        r#"
        0 setStage "unknown"  -> turn 1 of 0, 0:unknown may act
        0 setActivePlayers {"all":"unknown"}  -> turn 1 of 0, 0:unknown 1:unknown may act
        "#,
    );
    let without_stages = r#"0 setStage "any" -> turn 1 of 0, 0:any may act"#;
    both(rules(), 2, without_stages, without_stages);
}

#[test]
fn row_4_a_phase_change_in_turn_on_end_begins_no_phantom_turn() {
    let game = rules()
        .phase("a", |phase| phase.start().turn(|turn| turn.on_end(|t| t.call_with("setPhase", json!("b")))))
        .phase("b", |phase| phase)
        .narrated();
    both(
        game,
        3,
        "0 endTurn -> turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 1 in b",
        "0 endTurn -> turn.onEnd turn.onBegin turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 3 of 2 in b",
    );
}

#[test]
fn row_4_the_same_with_end_phase() {
    let game = rules()
        .phase("a", |phase| phase.start().next("b").turn(|turn| turn.on_end(|t| t.call("endPhase"))))
        .phase("b", |phase| phase)
        .narrated();
    both(
        game,
        3,
        "0 endTurn -> turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 1 in b",
        "0 endTurn -> turn.onEnd turn.onBegin turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 3 of 2 in b",
    );
}

#[test]
fn row_5_a_removed_player_stays_out_in_the_next_phase() {
    both(
        rules().phase("a", |phase| phase.start().next("b")).phase("b", |phase| phase),
        3,
        r#"
        0 pass {"remove":true}  -> turn 2 of 1 in a
        1 endPhase              -> turn 3 of 2 in b
        2 endTurn               -> turn 4 of 1 in b
        ? order                 -> 1 2 at 0
        "#,
        r#"
        0 pass {"remove":true}  -> turn 2 of 1 in a
        1 endPhase              -> turn 3 of 1 in b
        ? order                 -> 0 1 2 at 1
        "#,
    );
}

#[test]
fn row_5_when_the_last_player_is_out_the_phase_ends_and_nobody_moves() {
    check(
        rules().phase("a", |phase| phase.start().next("b")).phase("b", |phase| phase).narrated(),
        2,
        r#"
        0 pass {"remove":true}  -> turn.onEnd turn.onBegin | turn 2 of 1 in a
        1 pass {"remove":true}  -> turn.onEnd a.onEnd b.onBegin | turn 2 of nobody in b
        0 go                    -> refused inactive_player: player 0 is not active and cannot make a move
        1 go                    -> refused inactive_player: player 1 is not active and cannot make a move
        - go                    -> refused inactive_player: every player is out: nobody can make a move
        "#,
    );
}

#[test]
fn row_6_a_stage_s_own_limits_are_honoured() {
    let game = rules().turn(|turn| turn.stage("s", |stage| stage.min_moves(1).max_moves(2)));
    both(
        game,
        2,
        r#"
        0 setActivePlayers {"all":"s"}
        ? counts    -> 0 made; 0: 0 of 1 to 2; 1: 0 of 1 to 2
        1 endStage  -> refused action_invalid: the stage cannot end before 1 move is made
        1 go
        1 go        -> turn 1 of 0, 0:s may act
        0 setStage {"stage":"s","maxMoves":3}
        ? counts    -> 0 made; 0: 0 of 1 to 3; 1: 2
        "#,
        r#"
        0 setActivePlayers {"all":"s"}
        ? counts    -> 0 made; 0: 0; 1: 0
        1 go
        1 go        -> turn 1 of 0, 0:s 1:s may act
        1 endStage  -> turn 1 of 0, 0:s may act
        "#,
    );
}

#[test]
fn row_6_reaching_a_limit_follows_the_stage_s_next() {
    let game = rules().turn(|turn| {
        turn.stage("s", |stage| stage.next(json!("t"))).stage("t", |stage| stage.next(json!("s")))
    });
    both(
        game,
        2,
        r#"
        0 setActivePlayers {"others":"s","maxMoves":1}
        1 go        -> turn 1 of 0, 1:t may act
        "#,
        r#"
        0 setActivePlayers {"others":"s","maxMoves":1}
        1 go        -> turn 1 of 0
        "#,
    );
}

#[test]
fn row_7_metadata_set_in_hooks_is_kept() {
    both(
        rules().turn(|turn| turn.on_move(|t| t.set_metadata(json!("noted")))),
        2,
        r#"
        0 go
        ? log -> 0 go [0 turn 1 hook metadata "noted"]
        "#,
        "
        0 go
        ? log -> 0 go [0 turn 1]
        ",
    );
}

#[test]
fn row_7_metadata_of_a_hook_goes_with_the_action_that_ran_it() {
    both(
        rules().turn(|turn| turn.on_end(|t| t.set_metadata(json!("over")))),
        2,
        r#"
        0 call endTurn
        1 endTurn
        ? log -> 0 call "endTurn" [0 turn 1 hook metadata "over"]; endTurn [0 turn 1]; endTurn [1 turn 2 hook metadata "over"]
        "#,
        r#"
        0 call endTurn
        1 endTurn
        ? log -> 0 call "endTurn" [0 turn 1]; endTurn [0 turn 1]; endTurn [1 turn 2]
        "#,
    );
}

#[test]
fn row_8_end_turn_in_phase_on_begin_is_refused() {
    let game = rules()
        .phase("a", |phase| phase.start().next("b"))
        .phase("b", |phase| phase.on_begin(|t| t.call("endTurn")));
    both(
        game,
        2,
        "
        0 endPhase -> refused plugin_invalid: events.endTurn cannot be called in phase.onBegin: no turn has begun in this phase yet
        0 go       -> turn 1 of 0 in a
        ",
        "0 endPhase -> b.onBegin | turn 2 of 1 in b",
    );
}

#[test]
fn row_11_a_turn_ends_once_when_the_order_ends_the_phase() {
    let game = rules()
        .turn(|turn| turn.order(TurnOrder::Once))
        .phase("a", |phase| phase.start().next("b"))
        .phase("b", |phase| phase)
        .narrated();
    both(
        game,
        1,
        "
        0 endTurn  -> turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 0 in b
        ? log      -> endTurn [0 turn 1 a]; endPhase [0 turn 1 a]
        ",
        "
        0 endTurn  -> turn.onEnd turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 0 in b
        ? log      -> endTurn [0 turn 1 a]; endTurn [0 turn 1 a automatic]; endPhase [0 turn 1 a]
        ",
    );
}

#[test]
fn row_11_a_turn_ends_once_when_its_end_ends_the_phase() {
    let game = Rules::<u32>::new()
        .turn(|turn| turn.on_end(|t| t.g += 1))
        .phase("a", |phase| phase.start().next("b").end_if(|t| t.g == 1))
        .phase("b", |phase| phase)
        .narrated();
    check(
        game.clone(),
        2,
        "
        0 endTurn  -> turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 1 in b
        ? G        -> 1
        ",
    );
    check(
        game.compat(),
        2,
        "
        0 endTurn  -> turn.onEnd turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 1 in b
        ? G        -> 2
        ",
    );
}

#[test]
fn row_12_active_players_never_revert_to_an_empty_set() {
    both(
        rules(),
        2,
        r#"
        0 setActivePlayers {"value":{"1":"a"},"next":{"value":{"1":"b"},"revert":true}}
        1 endStage  -> turn 1 of 0, 1:b may act
        1 endStage  -> turn 1 of 0
        0 go        -> turn 1 of 0
        "#,
        r#"
        0 setActivePlayers {"value":{"1":"a"},"next":{"value":{"1":"b"},"revert":true}}
        1 endStage  -> turn 1 of 0, 1:b may act
        1 endStage  -> turn 1 of 0, nobody may act
        0 go        -> refused inactive_player: player 0 is not active and cannot make a move
        "#,
    );
}

#[test]
fn row_12_the_set_before_the_empty_one_comes_back() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers ["0","1"]
        0 setActivePlayers {"value":{"1":"a"},"revert":true,"next":{"value":{"1":"b"},"revert":true}}
        1 endStage
        1 endStage  -> turn 1 of 0, 0 1 may act
        "#,
    );
}

#[test]
fn row_5_under_compat_everybody_is_back() {
    check(
        rules().compat().phase("a", |phase| phase.start().next("b")).phase("b", |phase| phase).narrated(),
        2,
        r#"
        0 pass {"remove":true}  -> turn.onEnd turn.onBegin | turn 2 of 1 in a
        1 pass {"remove":true}  -> turn.onEnd turn.onEnd a.onEnd turn.onBegin b.onBegin turn.onBegin | turn 4 of 0 in b
        "#,
    );
}

#[test]
fn row_13_phases_that_end_one_another_are_refused() {
    let game = rules()
        .phase("a", |phase| phase.start().next("b").end_if(|t| t.ctx.num_moves == Some(1)))
        .phase("b", |phase| phase.next("a").end_if(|t| t.ctx.turn > 1 || t.ctx.num_moves == Some(1)));
    let mut ours = Match::begin(game.clone(), 2);
    assert!(ours.refused("0", "go").contains("phases.a.endIf"), "both would end for ever");
    check(game.compat(), 2, "0 go -> turn 1 of 0");
}

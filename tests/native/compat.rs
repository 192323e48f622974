//! Tests of `compat: '0.50'` beyond the table in `differences.rs`.

use serde_json::json;

use crate::support::{Match, Rules, call, check, describe, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn an_ending_that_is_neither_true_nor_an_object_lets_the_same_player_go_on() {
    let game =
        rules().turn(|turn| turn.end_if(|t| if t.ctx.num_moves == Some(1) { json!(7) } else { json!(0) }));
    check(
        game.clone(),
        2,
        r#"
        0 go           -> turn 2 of 1
        1 endTurn "2"  -> refused action_invalid: endTurn: expected nothing, or an object such as { next: '0' }
        "#,
    );
    check(
        game.compat(),
        2,
        r#"
        0 go           -> (endTurn: expected nothing, or an object such as { next: '0' }) | turn 2 of 0
        0 endTurn "2"  -> (endTurn: expected nothing, or an object such as { next: '0' }) | turn 3 of 0
        0 pass "2"     -> (endTurn: expected nothing, or an object such as { next: '0' }) | turn 4 of 0
        0 endTurn      -> turn 5 of 1
        "#,
    );
}

#[test]
fn forbidden_events_of_hooks_at_the_start_are_warnings_under_compat() {
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
        0 setPhase "nowhere"  -> turn.onEnd a.onEnd (events.setPhase: no phase is called "nowhere") | turn 1 of 0
        0 go                  -> turn.onMove | turn 1 of 0
        "#,
    );
}

#[test]
fn early_endings_give_no_warning_under_compat() {
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

#[test]
fn a_stranger_may_be_active() {
    let game = rules();
    let stranger = r#"0 setActivePlayers {"value":{"9":null}}"#;
    let refused = r#"refused action_invalid: setActivePlayers: no player is called "9""#;
    check(game.clone(), 2, &format!("{stranger} -> {refused}"));
    check(game.compat(), 2, &format!("{stranger} -> turn 1 of 0, 9 may act"));
}

#[test]
fn a_position_beyond_the_play_order_is_the_turn_of_undefined() {
    let game = rules().turn(|turn| turn.own_order(|_| json!(0), |_| json!(7)));
    let refused = "refused action_invalid: turn.order.next: 7 is not a position in a play order of 2";
    check(game.clone(), 2, &format!("0 endTurn -> {refused}"));
    check(game.compat(), 2, "0 endTurn -> turn 2 of undefined");
}

#[test]
fn the_first_position_may_lie_beyond_the_play_order_too() {
    let game = rules().turn(|turn| turn.own_order(|_| json!(7), |_| json!(0)));
    let Err(failure) = Match::try_begin(game.clone(), 2, json!(null)) else { panic!("the match begins") };
    let refused = "refused action_invalid: turn.order.first: 7 is not a position in a play order of 2";
    assert_eq!(describe(&failure), refused);
    check(game.compat(), 2, "start -> turn 1 of undefined");
}

#[test]
fn events_that_are_switched_off_can_be_called_all_the_same() {
    let game = rules().disable_event("endTurn");
    let refused = "refused action_disabled: the game has disabled events.endTurn";
    check(game.clone(), 2, &format!("0 endTurn -> {refused}"));
    check(game.compat(), 2, "0 endTurn -> turn 2 of 1");
}

#[test]
fn events_go_on_after_an_outcome_that_is_not_truthy() {
    let game = rules().moves("finish", |t| {
        t.call_with("endGame", json!(false));
        t.call("endTurn");
    });
    let turn_after = |game| Match::begin(game, 2).play("0", "finish").state.ctx.turn;
    assert_eq!((turn_after(game.clone()), turn_after(game.compat())), (1, 2));
}

#[test]
fn a_match_without_a_turn_order_counts_no_moves() {
    let game = rules()
        .phase("a", |phase| phase.start().next("b").end_if(|_| json!(true)))
        .phase("b", |phase| phase.next("a").end_if(|_| json!(true)));
    let mut game = Match::begin(game.compat(), 2);
    game.play("0", "go");
    assert_eq!(game.description(), "turn 0 of 0");
    assert_eq!(game.ask("counts"), "0 made");
}

#[test]
fn the_set_that_follows_is_rewritten_in_the_game_when_it_takes_effect() {
    let set =
        json!({ "currentPlayer": { "stage": "s", "maxMoves": 1 }, "next": { "all": null, "moveLimit": 2 } });
    let game = rules().turn(|turn| turn.active_players(set));
    check(game.clone(), 2, "0 go -> turn 1 of 0, 0 1 may act");
    check(game.compat(), 2, "0 go -> (rewritten: {\"all\":null,\"moveLimit\":2}) | turn 1 of 0, 0 1 may act");
}

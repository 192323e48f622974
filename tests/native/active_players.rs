//! Tests of active players and their stages.

use serde_json::json;

use crate::support::{Rules, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn a_list_puts_players_in_no_particular_stage() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers ["1","2"]  -> turn 1 of 0, 1 2 may act
        0 go                          -> refused inactive_player: player 0 is not active and cannot make a move
        2 go                          -> turn 1 of 0, 1 2 may act
        ? counts                      -> 0 made; 1: 0; 2: 1
        "#,
    );
}

#[test]
fn players_are_named_by_their_part_in_the_turn_and_the_later_name_wins() {
    check(
        rules(),
        3,
        r#"
        0 endTurn
        1 setActivePlayers {"currentPlayer":"a"}                 -> turn 2 of 1, 1:a may act
        1 setActivePlayers {"others":"b"}                        -> turn 2 of 1, 0:b 2:b may act
        2 setActivePlayers {"all":"c"}                           -> turn 2 of 1, 0:c 1:c 2:c may act
        2 setActivePlayers {"value":{"0":"d","2":null}}          -> turn 2 of 1, 0:d 2 may act
        0 setActivePlayers {"currentPlayer":"a","others":null}   -> turn 2 of 1, 0 1:a 2 may act
        0 setActivePlayers {"all":"c","currentPlayer":"a"}       -> turn 2 of 1, 0:c 1:c 2:c may act
        0 setActivePlayers {"all":"c","value":{"1":"d"}}         -> turn 2 of 1, 0:c 1:d 2:c may act
        "#,
    );
}

#[test]
fn the_presets_all_and_others() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers {"all":null}     -> turn 1 of 0, 0 1 2 may act
        0 setActivePlayers {"others":null}  -> turn 1 of 0, 1 2 may act
        1 go                                -> turn 1 of 0, 1 2 may act
        "#,
    );
}

#[test]
fn the_presets_all_once_and_others_once() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers {"all":null,"minMoves":1,"maxMoves":1}     -> turn 1 of 0, 0 1 2 may act
        ? counts        -> 0 made; 0: 0 of 1 to 1; 1: 0 of 1 to 1; 2: 0 of 1 to 1
        1 go            -> turn 1 of 0, 0 2 may act
        ? last entries  -> 1 go [1 turn 1]; endStage [1 turn 1 automatic]
        1 go            -> refused inactive_player: player 1 is not active and cannot make a move
        0 go            -> turn 1 of 0, 2 may act
        2 go            -> turn 1 of 0
        0 setActivePlayers {"others":null,"minMoves":1,"maxMoves":1}  -> turn 1 of 0, 1 2 may act
        2 go            -> turn 1 of 0, 1 may act
        1 endStage      -> refused action_invalid: the stage cannot end before 1 move is made
        1 go            -> turn 1 of 0
        "#,
    );
}

#[test]
fn a_turn_begins_with_the_active_players_it_declares() {
    check(
        rules().turn(|turn| turn.active_players(json!({ "others": "reply", "maxMoves": 1 }))),
        2,
        "
        start       -> turn 1 of 0, 1:reply may act
        0 endTurn   -> refused inactive_player: player 0 is not active and cannot call events.endTurn
        1 endTurn   -> turn 2 of 1, 0:reply may act
        0 go        -> turn 2 of 1
        1 endTurn   -> turn 3 of 0, 1:reply may act
        ",
    );
}

#[test]
fn a_player_s_own_limits_come_before_those_for_all() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers {"all":{"stage":"s","minMoves":1,"maxMoves":2},"value":{"1":"t"},"minMoves":2,"maxMoves":3}
        ? counts  -> 0 made; 0: 0 of 1 to 2; 1: 0 of 1 to 2; 2: 0 of 1 to 2
        0 setActivePlayers {"value":{"0":"t","1":{"stage":"s","maxMoves":2}},"minMoves":2,"maxMoves":3}
        ? counts  -> 0 made; 0: 0 of 2 to 3; 1: 0 of 2 to 2
        0 setActivePlayers {"all":{"stage":"s","moveLimit":4},"moveLimit":5}
        ? counts  -> 0 made; 0: 0 of 4; 1: 0 of 4; 2: 0 of 4
        0 setActivePlayers {"all":"s","moveLimit":5}
        ? counts  -> 0 made; 0: 0 of 5; 1: 0 of 5; 2: 0 of 5
        "#,
    );
}

#[test]
fn when_the_set_empties_the_current_player_is_alone_again() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"value":{"1":"s"}}  -> turn 1 of 0, 1:s may act
        1 endStage                              -> turn 1 of 0
        ? last entries                          -> endStage [1 turn 1]
        0 go                                    -> turn 1 of 0
        "#,
    );
}

#[test]
fn revert_restores_the_set_before_with_its_counters() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers {"all":{"stage":"s","maxMoves":3}}
        0 go
        1 go
        1 go
        ? counts    -> 1 made; 0: 1 of 3; 1: 2 of 3; 2: 0 of 3
        1 setActivePlayers {"value":{"2":"t"},"maxMoves":1,"revert":true}  -> turn 1 of 0, 2:t may act
        ? counts    -> 1 made; 2: 0 of 1
        2 setActivePlayers {"value":{"0":"u"},"revert":true}  -> turn 1 of 0, 0:u may act
        0 endStage  -> turn 1 of 0, 2:t may act
        2 go        -> turn 1 of 0, 0:s 1:s 2:s may act
        ? counts    -> 1 made; 0: 1 of 3; 1: 2 of 3; 2: 0 of 3
        1 go        -> turn 1 of 0, 0:s 2:s may act
        "#,
    );
}

#[test]
fn revert_restores_the_current_player_alone() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"others":"s","revert":true}  -> turn 1 of 0, 1:s may act
        1 endStage                                       -> turn 1 of 0
        "#,
    );
}

#[test]
fn next_follows_when_the_set_empties_and_wins_over_revert() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":"s","next":{"value":{"1":"t"},"next":{"currentPlayer":"u"}},"revert":true}
        0 endStage  -> turn 1 of 0, 1:s may act
        1 endStage  -> turn 1 of 0, 1:t may act
        1 endStage  -> turn 1 of 0, 0:u may act
        0 endStage  -> turn 1 of 0
        "#,
    );
}

#[test]
fn next_brings_its_own_limits_and_revert_keeps_counters() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":"s","maxMoves":1,"next":{"all":"t","minMoves":1,"maxMoves":2}}
        0 go
        1 go        -> turn 1 of 0, 0:t 1:t may act
        ? counts    -> 1 made; 0: 0 of 1 to 2; 1: 0 of 1 to 2
        "#,
    );
}

#[test]
fn a_player_who_does_not_exist_is_refused() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers ["7"]  -> refused action_invalid: setActivePlayers: no player is called "7"
        0 call setActivePlayers {"all":null,"next":{"value":{"x":"s"}}} -> refused action_invalid: setActivePlayers: no player is called "x"
        0 setActivePlayers 7      -> refused action_invalid: setActivePlayers: expected an object such as { all: Stage.NULL }, or a list of players
        "#,
    );
}

#[test]
fn a_new_turn_forgets_the_sets_to_revert_to() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":"s"}
        0 setActivePlayers {"others":"t","revert":true}
        1 endTurn        -> turn 2 of 1
        1 setStage "u"
        1 endStage       -> turn 2 of 1
        "#,
    );
}

#[test]
fn a_new_phase_drops_the_set_that_follows() {
    check(
        rules().phase("a", |phase| phase.start().next("b")).phase("b", |phase| phase),
        2,
        r#"
        0 setActivePlayers {"all":"s","maxMoves":1,"next":{"all":"t"}}
        0 endPhase       -> turn 2 of 1 in b
        1 setStage "u"
        1 go             -> turn 2 of 1 in b, 1:u may act
        1 endStage       -> turn 2 of 1 in b
        "#,
    );
}

#[test]
fn a_stage_s_own_limits_come_after_those_for_all() {
    let game = rules().turn(|turn| turn.stage("s", |stage| stage.min_moves(1).max_moves(2)));
    check(
        game,
        2,
        r#"
        0 setActivePlayers {"all":"s","maxMoves":3}
        ? counts  -> 0 made; 0: 0 of 1 to 3; 1: 0 of 1 to 3
        0 setActivePlayers {"all":{"stage":"s","minMoves":2},"maxMoves":3}
        ? counts  -> 0 made; 0: 0 of 2 to 3; 1: 0 of 2 to 3
        "#,
    );
}

#[test]
fn the_turn_may_end_when_a_set_of_active_players_begins() {
    let game = rules().turn(|turn| turn.end_if(|t| t.ctx.active_players.is_some()));
    check(game.clone(), 2, r#"0 setActivePlayers {"all":"s"} -> turn 2 of 1"#);
    check(game, 2, r#"0 setStage "s" -> turn 2 of 1"#);
}

#[test]
fn the_turn_does_not_end_between_two_stages() {
    let game = rules().turn(|turn| turn.end_if(|t| t.ctx.turn == 1 && t.ctx.active_players.is_none()));
    check(
        game,
        2,
        r#"
        0 setActivePlayers {"currentPlayer":"s"}
        0 call setStage t  -> turn 1 of 0, 0:t may act
        0 call endStage    -> turn 2 of 1
        "#,
    );
}

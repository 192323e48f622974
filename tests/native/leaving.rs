//! Tests of removed players: `events.removePlayer` in moves and hooks, and players who leave the match.

use rondel::core::TurnOrder;
use serde_json::json;

use crate::support::{Match, Plugin, Rules, Table, Thrown, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn a_removed_player_has_no_more_turns() {
    check(
        rules(),
        3,
        r#"
        0 call removePlayer "1"  -> turn 1 of 0
        ? order                  -> 0 2 at 0
        0 endTurn                -> turn 2 of 2
        1 go                     -> refused inactive_player: player 1 is not active and cannot make a move
        2 call removePlayer "1"  -> turn 2 of 2
        2 endTurn                -> turn 3 of 0
        "#,
    );
}

#[test]
fn the_current_player_keeps_their_place_when_an_earlier_one_is_removed() {
    check(
        rules(),
        3,
        r#"
        0 endTurn
        1 call removePlayer "0"  -> turn 2 of 1
        ? order                  -> 1 2 at 0
        1 endTurn                -> turn 3 of 2
        2 endTurn                -> turn 4 of 1
        "#,
    );
}

#[test]
fn the_next_in_order_goes_on_with_the_turn_of_a_removed_player() {
    check(
        rules().narrated(),
        3,
        r#"
        0 go
        0 call removePlayer "0"  -> turn.onMove | turn 1 of 1
        ? counts                 -> 0 made
        1 endTurn                -> turn.onEnd turn.onBegin | turn 2 of 2
        2 call removePlayer "2"  -> turn.onMove | turn 2 of 1
        ? order                  -> 1 at 0
        "#,
    );
}

#[test]
fn every_place_of_a_removed_player_is_taken_out_of_the_order() {
    let order = ["0", "1", "0", "2"].map(Into::into);
    let game = rules().turn(|turn| turn.order(TurnOrder::Custom(order.into())));
    let story = |removal: &str| format!("0 endTurn\n1 endTurn\n{removal}\n? order -> 1 2 at 1");
    check(game.clone(), 3, &story(r#"0 call removePlayer "0" -> turn 3 of 2"#));
    check(game, 3, &story(r#"0 pass {"remove":true} -> turn 4 of 2"#));
}

#[test]
fn a_player_without_a_seat_may_be_removed_twice() {
    let order = ["0", "ann", "1"].map(Into::into);
    check(
        rules().turn(|turn| turn.order(TurnOrder::Custom(order.into()))),
        2,
        r#"
        0 call removePlayer "ann"  -> turn 1 of 0
        0 call removePlayer "ann"  -> turn 1 of 0
        ? order                    -> 0 1 at 0
        "#,
    );
}

#[test]
fn with_the_last_player_the_phase_ends_and_nobody_moves() {
    check(
        rules().phase("a", |phase| phase.start().next("b")).phase("b", |phase| phase).narrated(),
        2,
        r#"
        0 call removePlayer "0"  -> turn.onMove | turn 1 of 1 in a
        1 call removePlayer "1"  -> turn.onMove turn.onEnd a.onEnd b.onBegin | turn 1 of nobody in b
        ? last entries           -> 1 call "removePlayer" "1" [1 turn 1 a]; endTurn [1 turn 1 a]; endPhase [1 turn 1 a]
        1 go                     -> refused inactive_player: player 1 is not active and cannot make a move
        - go                     -> refused inactive_player: every player is out: nobody can make a move
        "#,
    );
}

#[test]
fn removed_players_stay_out_in_later_phases_under_compat_too() {
    let game = rules().phase("a", |phase| phase.start().next("b")).phase("b", |phase| phase);
    let story = r#"
        0 call removePlayer "1"
        0 endPhase
        ? order -> 0 2 at 1
        "#;
    check(game.clone(), 3, story);
    check(game.compat(), 3, story);
}

#[test]
fn only_games_remove_players_and_only_those_of_the_match() {
    check(
        rules(),
        2,
        r#"
        0 removePlayer "1"       -> refused action_disabled: the game has disabled events.removePlayer
        0 call removePlayer "2"  -> refused action_invalid: removePlayer: no player is called "2"
        0 call removePlayer      -> refused action_invalid: removePlayer: expected a player
        ? order                  -> 0 1 at 0
        "#,
    );
    check(
        rules().compat(),
        2,
        r#"0 removePlayer "1" -> refused action_disabled: the game has disabled events.removePlayer"#,
    );
}

#[test]
fn a_removed_player_is_no_longer_active() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers {"all":"s","minMoves":1,"maxMoves":2}
        0 call removePlayer "1"  -> turn 1 of 0, 0:s 2:s may act
        1 go                     -> refused inactive_player: player 1 is not active and cannot make a move
        ? counts                 -> 1 made; 0: 1 of 1 to 2; 2: 0 of 1 to 2
        "#,
    );
}

#[test]
fn a_set_that_a_removal_empties_is_followed_by_another() {
    let sets = |set: &str, then: &str| {
        let story = format!("0 setActivePlayers {set}\n1 call removePlayer \"1\" -> {then}");
        check(rules(), 3, &story);
    };
    sets(r#"["1"]"#, "turn 1 of 0");
    sets(r#"{"value":{"1":"s"},"next":{"all":"t"}}"#, "turn 1 of 0, 0:t 2:t may act");
    sets(r#"{"value":{"1":"s"},"next":{"value":{"1":"t","2":"t"}}}"#, "turn 1 of 0, 2:t may act");
}

#[test]
fn a_previous_set_holds_no_removed_player() {
    check(
        rules(),
        3,
        r#"
        0 setActivePlayers {"value":{"2":"a"}}
        2 setActivePlayers {"value":{"1":"b"},"revert":true}
        1 setActivePlayers {"value":{"0":"c","1":"c"},"revert":true}
        0 call removePlayer "1"  -> turn 1 of 0, 0:c may act
        0 endStage               -> turn 1 of 0, 2:a may act
        2 endStage               -> turn 1 of 0
        "#,
    );
}

#[test]
fn a_removed_player_is_put_into_no_set_and_no_stage() {
    let game = rules().moves("out", |t: &mut Table<'_, ()>| {
        t.call_with("removePlayer", json!(t.player()));
        t.call_with("setStage", json!("s"));
    });
    check(
        game,
        3,
        r#"
        0 setActivePlayers ["0","1"]
        1 out                                            -> turn 1 of 0, 0 may act
        0 setActivePlayers {"value":{"0":"s","1":"s"}}   -> turn 1 of 0, 0:s may act
        0 setActivePlayers {"all":"t"}                   -> turn 1 of 0, 0:t 2:t may act
        0 setActivePlayers {"others":"t"}                -> turn 1 of 0, 2:t may act
        "#,
    );
}

#[test]
fn end_ifs_are_asked_again_after_a_removal() {
    let is_alone = |t: &mut Table<'_, ()>| t.ctx.play_order.len() == 1;
    let story = |then: &str| format!("0 call removePlayer \"1\" -> {then}");
    check(rules().end_if(is_alone), 2, &story("game over: true"));
    check(rules().turn(|turn| turn.end_if(is_alone)), 2, &story("turn 2 of 0"));
    let phases = rules().phase("a", |phase| phase.start().end_if(is_alone));
    check(phases, 2, &story("turn 2 of 0"));
}

/// All hooks may remove players, except for the game's `onEnd`, after which nothing happens.
#[test]
fn every_hook_removes_players() {
    fn remove(t: &mut Table<'_, ()>) {
        if t.ctx.turn == 1 {
            t.call_with("removePlayer", json!("2"));
        }
    }
    let two = |game: Rules<()>, command: &str| {
        let mut game = Match::begin(game, 4);
        game.play("3", "leave").play("0", command);
        assert_eq!(game.ask("order").split(" at ").next(), Some("0 1"), "{command}");
    };
    two(rules().turn(|turn| turn.on_move(remove)), "go");
    two(rules().turn(|turn| turn.on_begin(remove)), "go");
    two(rules().turn(|turn| turn.on_end(remove)), "endTurn");
    two(rules().phase("a", |phase| phase.on_begin(remove)), r#"setPhase "a""#);
    two(rules().phase("a", |phase| phase.start().on_end(remove)), "endPhase");
    two(rules().on_player_leave(remove), "go");
    check(
        rules().on_end(remove),
        3,
        "
        0 endGame  -> game.onEnd (events.removePlayer does nothing in onEnd of the game: it is over) | game over: true
        ? order    -> 0 1 2 at 0
        ",
    );
}

#[test]
fn a_player_who_leaves_is_removed_after_on_player_leave() {
    let game = rules().on_player_leave(|t| {
        t.say(format!("{} of {}", t.player(), t.ctx.play_order.len()));
        t.set_metadata(json!("noted"));
    });
    check(
        game,
        3,
        r#"
        2 leave  -> onPlayerLeave 2 of 3 | turn 1 of 0
        ? order  -> 0 1 at 0
        0 leave  -> onPlayerLeave 0 of 2 | turn 1 of 1
        1 leave  -> onPlayerLeave 1 of 1 | turn 1 of nobody
        1 leave  -> onPlayerLeave 1 of 0 | turn 1 of nobody
        ? log    -> 2 leave [0 turn 1 hook metadata "noted"]; 0 leave [1 turn 1 hook metadata "noted"]; 1 leave [2 turn 1 hook metadata "noted"]; endTurn [2 turn 1]; 1 leave [3 turn 1 hook metadata "noted"]
        "#,
    );
}

#[test]
fn only_players_of_a_running_match_can_leave_it() {
    check(
        rules(),
        2,
        "
        2 leave   -> refused action_invalid: only a player of the match can leave it
        01 leave  -> refused action_invalid: only a player of the match can leave it
        - leave   -> refused action_invalid: only a player of the match can leave it
        0 endGame
        1 leave   -> refused gameover: the game is over: nobody can leave it
        ",
    );
}

#[test]
fn events_of_on_player_leave_come_before_the_removal() {
    let leaving = |event: &'static str, arg: serde_json::Value, then: &str| {
        let game = rules()
            .phase("a", |phase| phase.start())
            .phase("b", |phase| phase)
            .on_player_leave(move |t| t.call_with(event, arg.clone()))
            .narrated();
        check(game, 3, &format!("0 leave -> onPlayerLeave {then}"));
    };
    leaving("endTurn", json!({ "next": "2" }), "turn.onEnd turn.onBegin | turn 2 of 2 in a");
    leaving("pass", json!({ "remove": true }), "turn.onEnd turn.onBegin | turn 2 of 1 in a");
    leaving("endPhase", json!(null), "turn.onEnd a.onEnd turn.onBegin | turn 2 of 1");
    leaving("setPhase", json!("b"), "turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 2 of 1 in b");
    leaving("setActivePlayers", json!({ "all": "s" }), "| turn 1 of 1 in a, 1:s 2:s may act");
    leaving("setStage", json!("s"), "| turn 1 of 1 in a");
    leaving("removePlayer", json!("1"), "| turn 1 of 2 in a");
    leaving("endGame", json!("left"), "a.onEnd game.onEnd | game over: \"left\"");
}

#[test]
fn leaving_and_what_came_before_it_cannot_be_undone() {
    check(
        rules(),
        3,
        "
        0 go
        0 go
        0 undo
        ? undo   -> 1 back, 1 forward
        2 leave
        ? undo   -> 0 back, 0 forward
        0 undo   -> refused action_invalid: there is nothing to undo
        2 undo   -> refused action_invalid: there is nothing to undo
        0 go
        0 undo   -> turn 1 of 0
        ? order  -> 0 1 at 0
        ",
    );
    check(rules().disable_undo(), 2, "1 leave\n? undo -> 0 back, 0 forward");
}

#[test]
fn leaving_that_fails_changes_nothing() {
    let game =
        rules().on_player_leave(|_| -> Result<serde_json::Value, Thrown> { Err(Thrown("stay".into())) });
    check(game, 2, "1 leave -> threw stay\n? order -> 0 1 at 0");
    let nobody_may_leave = Plugin {
        name: "door",
        data: json!(null),
        flush: |_, data| data,
        is_invalid: |state, _| match state.ctx.play_order.len() {
            2 => json!(false),
            _ => json!("closed"),
        },
        action: |data, _| Ok(data.clone()),
    };
    check(
        rules().plugin(nobody_may_leave),
        2,
        r#"
        1 leave  -> refused plugin_invalid: the plugin door declared the action invalid "closed"
        ? order  -> 0 1 at 0
        "#,
    );
}

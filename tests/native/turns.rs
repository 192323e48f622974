//! Tests of the beginnings and endings of turns.

use serde_json::json;

use crate::support::{Match, Rules, call, check, no_op, throw_die};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op).moves("call", call)
}

#[test]
fn a_match_begins_with_setup_then_the_first_phase_then_the_first_turn() {
    let game = Rules::<()>::new()
        .setup(|t| t.say(format!("setup: turn {} phase {:?}", t.ctx.turn, t.ctx.phase.as_deref())))
        .phase("draw", |phase| phase.start())
        .narrated();
    check(
        game,
        2,
        r#"start -> setup: turn 0 phase Some("draw") draw.onBegin turn.onBegin | turn 1 of 0 in draw"#,
    );
}

#[test]
fn setup_gets_its_data_and_random_numbers() {
    #[derive(Clone, Debug, Default)]
    struct Deck {
        cards: usize,
        first: u64,
    }
    let game = Rules::<Deck>::new().seed("deck").setup(|t| {
        t.g.cards = t.number(0);
        t.g.first = t.d6();
    });
    let first = throw_die(&mut rondel::core::Random::seeded("deck"), 6).into();
    let game = Match::try_begin(game, 2, json!(40)).ok().unwrap();
    assert_eq!((game.state.g.cards, game.state.g.first), (40, first));
}

#[test]
fn a_turn_ends_and_the_next_begins() {
    check(
        rules().narrated(),
        3,
        r#"
        0 endTurn       -> turn.onEnd turn.onBegin | turn 2 of 1
        ? last entries  -> endTurn [0 turn 1]
        1 call endTurn  -> turn.onMove turn.onEnd turn.onBegin | turn 3 of 2
        ? last entries  -> 1 call "endTurn" [1 turn 2]; endTurn [1 turn 2]
        2 endTurn       -> turn.onEnd turn.onBegin | turn 4 of 0
        "#,
    );
}

#[test]
fn the_next_player_may_be_named() {
    check(
        rules(),
        3,
        r#"
        0 endTurn {"next":"2"}       -> turn 2 of 2
        ? last entries               -> endTurn {"next":"2"} [0 turn 1]
        2 call endTurn {"next":"2"}  -> turn 3 of 2
        2 call pass {"next":"1"}     -> turn 4 of 1
        1 endTurn                    -> turn 5 of 2
        "#,
    );
}

#[test]
fn max_moves_end_the_turn() {
    check(
        rules().turn(|turn| turn.max_moves(2)).narrated(),
        2,
        "
        0 go            -> turn.onMove | turn 1 of 0
        ? counts        -> 1 made
        0 go            -> turn.onMove turn.onEnd turn.onBegin | turn 2 of 1
        ? last entries  -> 0 go [1 turn 1]; endTurn true [1 turn 1 automatic]
        ",
    );
}

#[test]
fn min_moves_keep_the_turn_from_ending_except_by_pass() {
    check(
        rules().turn(|turn| turn.min_moves(2)),
        2,
        "
        0 endTurn       -> refused action_invalid: the turn cannot end before 2 moves are made
        0 call endTurn  -> (the turn cannot end before 2 moves are made) | turn 1 of 0
        0 call endTurn  -> turn 2 of 1
        1 pass          -> turn 3 of 0
        0 endPhase      -> turn 4 of 1
        ",
    );
}

#[test]
fn a_hook_that_ends_a_turn_too_early_is_warned_of_also_after_an_event_of_a_player() {
    let game = rules().turn(|turn| {
        turn.min_moves(1).on_begin(|t| {
            if t.ctx.turn == 2 {
                t.call("endTurn");
            }
        })
    });
    check(game, 2, "0 pass -> turn.onBegin (the turn cannot end before 1 move is made) | turn 2 of 1");
}

#[test]
fn end_if_ends_the_turn_and_may_name_the_next_player() {
    let game = rules().turn(|turn| {
        turn.end_if(|t| match t.ctx.num_moves {
            Some(2) if t.ctx.turn == 1 => json!({ "next": "2" }),
            moves => json!(moves == Some(2)),
        })
    });
    check(
        game,
        3,
        r#"
        0 go
        0 go            -> turn 2 of 2
        ? last entries  -> 0 go [1 turn 1]; endTurn {"next":"2"} [1 turn 1 automatic]
        2 go
        2 go            -> turn 3 of 0
        ? last entries  -> 2 go [3 turn 2]; endTurn true [3 turn 2 automatic]
        "#,
    );
}

#[test]
fn end_if_does_not_end_a_turn_before_its_min_moves() {
    check(
        rules().turn(|turn| turn.end_if(|_| true).min_moves(2)),
        2,
        "
        0 go -> turn 1 of 0
        0 go -> turn 2 of 1
        ",
    );
}

#[test]
fn a_player_removed_by_pass_gets_no_more_turns() {
    check(
        rules(),
        3,
        r#"
        0 endTurn
        1 pass {"remove":true}       -> turn 3 of 2
        ? order                      -> 0 2 at 1
        2 endTurn                    -> turn 4 of 0
        0 endTurn {"remove":true}    -> turn 5 of 2
        ? order                      -> 2 at 0
        "#,
    );
}

#[test]
fn the_end_of_a_turn_clears_the_active_players() {
    check(
        rules().turn(|turn| turn.on_end(|t| t.say(format!("{:?}", t.ctx.active_players.is_some())))),
        2,
        r#"
        0 setActivePlayers {"all":null}  -> turn 1 of 0, 0 1 may act
        1 endTurn                        -> turn.onEnd true | turn 2 of 1
        "#,
    );
}

#[test]
fn players_who_remove_themselves_may_name_the_next_player() {
    check(
        rules(),
        4,
        r#"
        0 pass {"remove":true,"next":"3"}  -> turn 2 of 3
        ? order                            -> 1 2 3 at 2
        3 pass {"remove":true}             -> turn 3 of 1
        ? order                            -> 1 2 at 0
        "#,
    );
}

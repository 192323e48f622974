//! Tests of the steps of a move.

use serde_json::json;

use crate::support::{INVALID_MOVE, Match, Rules, Thrown, call, check, no_op};

fn rules() -> Rules<()> {
    Rules::new()
}

#[test]
fn a_stage_with_moves_has_only_those_then_the_phase_then_the_game() {
    let game = rules()
        .moves("anywhere", |t| t.say("the game's"))
        .moves("shadowed", |t| t.say("the game's"))
        .moves("call", call)
        .phase("draw", |phase| {
            phase.start().moves("shadowed", |t| t.say("the phase's")).moves("call", call).turn(|turn| {
                turn.stage("reply", |stage| stage.moves("shadowed", |t| t.say("the stage's")))
                    .stage("watch", |stage| stage)
            })
        });
    check(
        game,
        2,
        r#"
        start             -> turn 1 of 0 in draw
        0 shadowed        -> the phase's | turn 1 of 0 in draw
        0 anywhere        -> refused unavailable_move: the move anywhere is not available in phase draw
        0 setStage "watch"  -> turn 1 of 0 in draw, 0:watch may act
        0 shadowed        -> the phase's | turn 1 of 0 in draw, 0:watch may act
        0 setStage "reply"  -> turn 1 of 0 in draw, 0:reply may act
        0 shadowed        -> the stage's | turn 1 of 0 in draw, 0:reply may act
        0 call endStage   -> refused unavailable_move: the move call is not available in stage reply
        0 endPhase        -> turn 2 of 1
        1 anywhere        -> the game's | turn 2 of 1
        1 shadowed        -> the game's | turn 2 of 1
        "#,
    );
}

#[test]
fn a_refusal_names_the_first_rule_that_is_broken() {
    let game = rules().moves("go", no_op).phase("other", |phase| phase.moves("only", no_op));
    check(
        game,
        2,
        "
        1 only        -> refused unavailable_move: the move only is not available
        1 go          -> refused inactive_player: player 1 is not active and cannot make a move
        0 endGame     -> game over: true
        1 only        -> refused unavailable_move: the move only is not available
        1 go          -> refused gameover: the game is over: nobody can make a move
        1 endTurn     -> refused gameover: the game is over: nobody can call events.endTurn
        ",
    );
}

#[test]
fn a_move_without_a_player_is_the_current_player_s() {
    let game = rules().moves("go", no_op).moves("call", call);
    check(
        game,
        2,
        "
        - go            -> turn 1 of 0
        - endTurn       -> turn 2 of 1
        - call endTurn  -> turn 3 of 0
        ",
    );
}

#[derive(Clone, Debug, Default)]
struct Pot {
    coins: usize,
}

fn pot() -> Rules<Pot> {
    Rules::<Pot>::new().moves("add", |t| {
        t.g.coins += t.number(0);
        t.call("endTurn");
        t.set_metadata(json!("added"));
        t.random();
        match t.number(0) {
            0 => Ok(json!(INVALID_MOVE)),
            13 => Err(Thrown("thirteen".into())),
            14 => Ok(json!({ "invalid": { "most": 12 } })),
            _ => Ok(json!(null)),
        }
    })
}

#[test]
fn an_invalid_move_leaves_no_trace() {
    check(
        pot(),
        2,
        r#"
        0 add 0   -> refused invalid_move: invalid move: add
        0 add 14  -> refused invalid_move: invalid move: add {"most":12}
        ? G       -> Pot { coins: 0 }
        ? log     ->
        0 add 5   -> turn 2 of 1
        ? G       -> Pot { coins: 5 }
        ? log     -> 0 add 5 [0 turn 1 metadata "added"]; endTurn [0 turn 1]
        "#,
    );
}

#[test]
fn a_move_that_throws_leaves_no_trace() {
    check(
        pot(),
        2,
        r#"
        0 add 13  -> threw thirteen
        ? G       -> Pot { coins: 0 }
        0 add 5   -> turn 2 of 1
        "#,
    );
}

#[test]
fn a_hook_that_throws_undoes_the_move() {
    let game = Rules::<Pot>::new().moves("add", |t| t.g.coins += t.number(0)).turn(|turn| {
        turn.on_move(|t| {
            t.g.coins += 100;
            match t.g.coins {
                113 => Err(Thrown("thirteen".into())),
                _ => Ok(json!(null)),
            }
        })
    });
    check(
        game,
        2,
        "
        0 add 13  -> threw thirteen
        ? G       -> Pot { coins: 0 }
        0 add 5   -> turn.onMove | turn 1 of 0
        ? G       -> Pot { coins: 105 }
        ",
    );
}

#[test]
fn the_steps_after_a_move_happen_in_order() {
    let game = rules()
        .moves("go", |t| {
            t.say("move");
            t.call("endTurn");
        })
        .end_if(|t| t.say("game?"))
        .phase("p", |phase| {
            phase.start().end_if(|t| t.say("phase?")).turn(|turn| {
                turn.active_players(json!({ "all": { "stage": "s", "maxMoves": 1 } }))
                    .stage("s", |stage| stage)
                    .end_if(|t| t.say("turn?"))
                    .on_move(|t| {
                        t.say(format!(
                            "{} left",
                            t.ctx.active_players.as_ref().map_or(0, |set| set.entries().iter().count())
                        ))
                    })
            })
        })
        .narrated();
    check(
        game,
        2,
        "0 go -> move turn.onMove 1 left game? phase? turn? \
            turn.onEnd game? phase? game? phase? turn.onBegin game? phase? | turn 2 of 1 in p, 0:s 1:s may act",
    );
}

#[test]
fn moves_and_hooks_get_the_player() {
    let game = rules().moves("go", |t| t.say(format!("by {}", t.player()))).turn(|turn| {
        turn.on_move(|t| t.say(format!("of {}", t.player())))
            .on_end(|t| t.say(format!("for {:?} {:?}", t.player_id, t.acting)))
            .active_players(json!({ "all": null }))
    });
    check(
        game,
        2,
        r#"
        1 go      -> by 1 turn.onMove of 1 | turn 1 of 0, 0 1 may act
        1 endTurn -> turn.onEnd for None Some("1") | turn 2 of 1, 0 1 may act
        "#,
    );
}

#[test]
fn moves_are_counted_for_the_current_player_and_for_active_ones() {
    let game = rules()
        .moves("go", no_op)
        .long_move("free", no_op, |rules| rules.no_limit())
        .turn(|turn| turn.active_players(json!({ "all": { "stage": null, "maxMoves": 3 } })).max_moves(2));
    check(
        game,
        2,
        "
        1 go      -> turn 1 of 0, 0 1 may act
        ? counts  -> 0 made; 0: 0 of 3; 1: 1 of 3
        0 free    -> turn 1 of 0, 0 1 may act
        0 go      -> turn 1 of 0, 0 1 may act
        ? counts  -> 1 made; 0: 1 of 3; 1: 1 of 3
        0 free
        0 free
        0 go      -> turn 2 of 1, 0 1 may act
        ? counts  -> 0 made; 0: 0 of 3; 1: 0 of 3
        ",
    );
}

#[test]
fn redact_is_recorded_in_the_log() {
    let game = Rules::<Pot>::new()
        .long_move("hide", no_op, |rules| rules.redact(true))
        .long_move("show", no_op, |rules| rules.redact(false))
        // `redact` is asked after the move.
        .long_move("ask", |t| t.g.coins += 1, |rules| rules.ask_redact(|t| t.g.coins == 1));
    check(
        game,
        2,
        "
        0 hide
        ? last entries -> 0 hide [0 turn 1 redacted]
        0 show
        ? last entries -> 0 show [1 turn 1]
        0 ask
        ? last entries -> 0 ask [2 turn 1 redacted]
        0 ask
        ? last entries -> 0 ask [3 turn 1 unredacted]
        ",
    );
}

fn bank() -> Rules<Pot> {
    Rules::<Pot>::new().setup(|t| t.g.coins = 5).long_move(
        "take",
        |t| t.g.coins -= t.number(0),
        |rules| {
            rules.validate(|t| {
                // Changes of `G` are dropped.
                t.g.coins -= 1;
                match t.number(0) {
                    0 => json!(false),
                    13 => json!(INVALID_MOVE),
                    coins if coins > 5 => json!({ "invalid": { "most": 5 } }),
                    _ => json!(null),
                }
            })
        },
    )
}

#[test]
fn validate_refuses_a_move_before_it_is_made() {
    check(
        bank(),
        2,
        r#"
        0 take 0   -> refused invalid_move: invalid move: take
        0 take 13  -> refused invalid_move: invalid move: take
        0 take 9   -> refused invalid_move: invalid move: take {"most":5}
        0 take 2   -> turn 1 of 0
        ? G        -> Pot { coins: 3 }
        "#,
    );
}

#[test]
fn a_move_can_be_checked_without_making_it() {
    let game = Match::begin(bank().moves("free", no_op), 2);
    assert_eq!(game.objection("0", "take 2"), None);
    assert_eq!(game.objection("0", "free"), None);
    let objections = ["0 take 9", "1 take 2", "0 steal"].map(|line| {
        let (player, command) = line.split_once(' ').unwrap();
        game.objection(player, command).unwrap()
    });
    assert_eq!(
        objections,
        [
            r#"refused invalid_move: invalid move: take {"most":5}"#,
            "refused inactive_player: player 1 is not active and cannot make a move",
            "refused unavailable_move: the move ? is not available",
        ]
    );
    assert_eq!(game.state.g.coins, 5);
}

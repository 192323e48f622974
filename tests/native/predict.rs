//! Tests of `Engine::predict`.

use rondel::core::{Fault, Predicted, State, Wait};
use serde_json::{Value, json};

use crate::support::{INVALID_MOVE, Match, NativeHost, Rules, Thrown, call, describe, no_op};

type Prediction = Result<Predicted<NativeHost<Vec<&'static str>>>, Fault<Thrown, Value>>;

/// Returns a game with moves of each kind, whose hooks and limits would have an effect after each.
fn rules() -> Rules<Vec<&'static str>> {
    Rules::<Vec<&'static str>>::new()
        .moves("mark", |t| t.g.push("move"))
        .moves("call", call)
        .moves("markAndCall", |t| {
            t.g.push("move");
            call(t);
        })
        .moves("markAndDraw", |t| {
            t.g.push("move");
            t.random();
        })
        .moves("draw", |t| {
            t.random();
        })
        .moves("fail", |t| match t.number(0) {
            0 => Ok(json!(INVALID_MOVE)),
            _ => Err(Thrown("in the move".into())),
        })
        .long_move("secret", no_op, |rules| rules.not_on_clients())
        .turn(|turn| turn.max_moves(1).on_move(|t| t.g.push("onMove")).on_end(|t| t.g.push("onEnd")))
}

#[test]
fn a_move_is_predicted_alone_without_hooks_and_endings() {
    let game = Match::begin(rules(), 2);
    let predicted = whole(game.predict("0", "mark", false));
    assert_eq!(predicted.g, ["move"]);
    assert_eq!((predicted.ctx.turn, predicted.ctx.num_moves, predicted.state_id), (1, Some(0), 1));
    assert!(predicted.deltalog.is_empty());
    assert_eq!(predicted.undo.depth(), game.state.undo.depth());
}

#[test]
fn a_move_that_calls_events_is_predicted_without_them() {
    let game = Match::begin(rules(), 2);
    for command in ["markAndCall endTurn", "markAndCall endGame"] {
        let Ok(Predicted::WithoutEvents(predicted)) = game.predict("0", command, false) else {
            panic!("{command} shows without its events");
        };
        assert_eq!(predicted.g, ["move"], "{command}");
        assert_eq!((predicted.ctx.turn, predicted.ctx.gameover.is_some()), (1, false), "{command}");
    }
    // In boardgame.io's clients the whole move waits.
    let game = Match::begin(rules().compat(), 2);
    assert_eq!(why_it_waits(game.predict("0", "markAndCall endTurn", false)), Wait::Events);
}

#[test]
fn moves_that_depend_on_the_master_wait_for_it() {
    let mut game = Match::begin(rules(), 2);
    let waits = [
        ("secret", Wait::Declared),
        ("draw", Wait::Random),
        ("markAndDraw", Wait::Random),
        ("endTurn", Wait::Events),
        ("undo", Wait::Events),
    ];
    for (command, why) in waits {
        assert_eq!(why_it_waits(game.predict("0", command, false)), why, "{command}");
    }
    game.play("0", "mark");
    assert_eq!(game.state.g, ["move", "onMove", "onEnd"]);
}

#[test]
fn with_flow_all_consequences_are_predicted_too() {
    let game = Match::begin(rules(), 2);
    let predicted = whole(game.predict("0", "mark", true));
    assert_eq!(predicted.g, ["move", "onMove", "onEnd"]);
    assert_eq!((predicted.ctx.turn, predicted.state_id, predicted.deltalog.len()), (2, 1, 2));
    assert_eq!(whole(game.predict("0", "call endTurn", true)).ctx.turn, 2);
    assert_eq!(whole(game.predict("0", "endTurn", true)).ctx.turn, 2);
    for (command, why) in [("secret", Wait::Declared), ("draw", Wait::Random), ("undo", Wait::Events)] {
        assert_eq!(why_it_waits(game.predict("0", command, true)), why, "{command}");
    }
}

#[test]
fn a_move_that_fails_after_a_random_number_waits_because_the_master_draws_another() {
    let rules = Rules::<Vec<&'static str>>::new().moves("gamble", |t| {
        t.random();
        Ok(json!(INVALID_MOVE))
    });
    let game = Match::begin(rules, 2);
    for flow in [false, true] {
        assert_eq!(why_it_waits(game.predict("0", "gamble", flow)), Wait::Random);
    }
}

#[test]
fn a_move_that_fails_here_is_not_shown() {
    let game = Match::begin(rules(), 2);
    let failure = |player, command| describe(&game.predict(player, command, false).err().unwrap());
    assert_eq!(failure("0", "fail 0"), "refused invalid_move: invalid move: fail");
    assert_eq!(failure("0", "fail 1"), "threw in the move");
    let inactive = "refused inactive_player: player 1 is not active and cannot make a move";
    assert_eq!(failure("1", "mark"), inactive);
}

fn whole(predicted: Prediction) -> State<NativeHost<Vec<&'static str>>> {
    match predicted {
        Ok(Predicted::Done(state)) => state,
        _ => panic!("it shows as a whole"),
    }
}

fn why_it_waits(predicted: Prediction) -> Wait {
    match predicted {
        Ok(Predicted::Waits(why)) => why,
        _ => panic!("it waits"),
    }
}

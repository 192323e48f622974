//! Tests of the search mode: `Engine::fork` and `Engine::advance`.

use rondel::core::{Action, ActionKind, Chance, Halt, PlayerID, Random};
use serde_json::json;

use crate::support::{INVALID_MOVE, Match, Rules, Table, call, describe, no_op, print};

#[derive(Clone, Debug, Default, PartialEq)]
struct Pot {
    coins: u64,
    asked: u64,
}

fn add(t: &mut Table<'_, Pot>) -> &'static str {
    t.g.coins += 1;
    if t.g.coins > 5 { INVALID_MOVE } else { "" }
}

/// Returns the number of times that `endIf` was asked.
fn asked(game: &Match<Pot>) -> usize {
    game.engine.host.said.borrow().iter().filter(|said| *said == "endIf").count()
}

fn go(game: &Match<Pot>, player: &str, name: &str) -> Action<serde_json::Value> {
    let kind = ActionKind::Move { id: game.move_id(name), args: json!([]) };
    Action { kind, player_id: Some(PlayerID::from(player)), credentials: None }
}

#[test]
fn a_search_keeps_no_log_and_nothing_to_undo() {
    let mut game = Match::begin(Rules::new().moves("add", add), 2);
    game.play("0", "add");
    let before = print(&game.state);
    let mut searched = game.engine.fork(&game.state).unwrap();
    for _ in 0..3 {
        assert!(game.engine.advance(&mut searched, &go(&game, "0", "add")).is_ok());
    }
    assert_eq!((searched.g.coins, searched.state_id), (4, 4));
    assert_eq!((searched.deltalog.len(), searched.undo.depth(), searched.redo.depth()), (0, 0, 0));
    assert_eq!(print(&game.state), before);
}

#[test]
fn a_refused_action_leaves_the_state_and_one_that_fails_midway_spoils_it() {
    let rules = Rules::new().moves("add", add).moves("call", call).turn(|turn| {
        turn.max_moves(5).on_move(|t| {
            if t.g.coins == 4 { Err(crate::support::Thrown("four".into())) } else { Ok(json!(null)) }
        })
    });
    let game = Match::begin(rules, 2);
    let mut searched = game.engine.fork(&game.state).unwrap();
    assert!(matches!(game.engine.advance(&mut searched, &go(&game, "1", "add")), Err(Halt::Refused(_))));
    for _ in 0..3 {
        assert!(game.engine.advance(&mut searched, &go(&game, "0", "add")).is_ok());
    }
    let halt = game.engine.advance(&mut searched, &go(&game, "0", "add")).unwrap_err();
    assert!(matches!(halt, Halt::Spoiled(_)));
    assert_eq!(describe(&halt.into_fault()), "threw four");
}

#[test]
fn an_end_if_that_reads_g_alone_is_asked_once_for_each_move() {
    let end_if = |t: &mut Table<'_, Pot>| {
        t.say("endIf");
        t.g.coins >= 3
    };
    let rules = || Rules::new().moves("add", add).turn(|turn| turn.max_moves(1)).end_if(end_if);
    let times = |rules: Rules<Pot>| {
        let game = Match::begin(rules, 2);
        let mut searched = game.engine.fork(&game.state).unwrap();
        game.engine.host.said.borrow_mut().clear();
        game.engine.advance(&mut searched, &go(&game, "0", "add")).unwrap_or_else(|_| panic!());
        assert_eq!(searched.ctx.current_player.as_deref(), Some("1"));
        asked(&game)
    };
    assert_eq!((times(rules()), times(rules().endings_read_g_alone())), (4, 1));
}

#[test]
fn an_end_if_is_asked_again_when_a_hook_has_changed_g() {
    let rules = Rules::<Pot>::new()
        .moves("go", no_op)
        .turn(|turn| turn.max_moves(1).on_end(|t| t.g.coins = 3))
        .end_if(|t| t.g.coins >= 3)
        .endings_read_g_alone();
    let game = Match::begin(rules, 2);
    let mut searched = game.engine.fork(&game.state).unwrap();
    assert!(game.engine.advance(&mut searched, &go(&game, "0", "go")).is_ok());
    assert!(searched.ctx.gameover.is_some());
}

#[test]
fn a_search_draws_from_its_own_generator_and_not_from_the_source_of_matches() {
    let rules =
        Rules::<Pot>::new().moves("throw", |t| t.g.asked = t.d6()).source(std::rc::Rc::new(|| Some(0.99)));
    let mut game = Match::begin(rules, 2);
    game.play("0", "throw");
    assert_eq!(game.state.g.asked, 6);
    let thrown = |seed: &str| {
        let mut searched = game.engine.fork(&game.state).unwrap();
        searched.plugins_mut().random = Chance::Seeded(Random::seeded(seed));
        let throws = (0..8).map(|_| {
            assert!(game.engine.advance(&mut searched, &go(&game, "0", "throw")).is_ok());
            searched.g.asked
        });
        throws.collect::<Vec<u64>>()
    };
    assert_eq!(thrown("a"), thrown("a"));
    assert_ne!(thrown("a"), thrown("b"));
    assert!(thrown("a").iter().any(|face| *face != 6));
}

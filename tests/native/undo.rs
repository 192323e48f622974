//! Tests of undo and redo.

use rondel::core::{State, ends_history, shorten_history};

use crate::support::{Match, Rules, call, check, no_op};

#[derive(Clone, Debug, Default)]
struct Pot {
    coins: usize,
    thrown: Vec<u64>,
}

fn rules() -> Rules<Pot> {
    Rules::<Pot>::new()
        .moves("add", |t| t.g.coins += t.number(0))
        .long_move(
            "throw",
            |t| {
                let thrown = t.d6();
                t.g.thrown.push(thrown);
            },
            |rules| rules.undoable(true),
        )
        .moves("call", call)
        .moves("go", no_op)
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    check(
        rules(),
        2,
        "
        0 undo   -> refused action_invalid: there is nothing to undo
        0 redo   -> refused action_invalid: there is nothing to redo
        0 add 1
        0 add 2
        ? undo   -> 2 back, 0 forward
        0 undo   -> turn 1 of 0
        ? G      -> Pot { coins: 1, thrown: [] }
        0 undo
        ? G      -> Pot { coins: 0, thrown: [] }
        ? undo   -> 0 back, 2 forward
        0 undo   -> refused action_invalid: there is nothing to undo
        0 redo
        0 redo
        ? G      -> Pot { coins: 3, thrown: [] }
        ? undo   -> 2 back, 0 forward
        ? log    -> 0 add 1 [0 turn 1]; 0 add 2 [1 turn 1]; 0 undo [2 turn 1]; 0 undo [3 turn 1]; 0 redo [4 turn 1]; 0 redo [5 turn 1]
        ",
    );
}

#[test]
fn an_action_clears_what_could_be_redone() {
    check(
        rules(),
        2,
        "
        0 add 1
        0 undo
        0 add 2
        ? undo   -> 1 back, 0 forward
        0 redo   -> refused action_invalid: there is nothing to redo
        ",
    );
}

#[test]
fn a_turn_s_end_clears_the_history() {
    check(
        rules(),
        2,
        "
        0 add 1
        0 endTurn
        ? undo  -> 0 back, 0 forward
        1 undo  -> refused action_invalid: there is nothing to undo
        1 add 1
        1 undo  -> turn 2 of 1
        1 undo  -> refused action_invalid: there is nothing to undo
        ",
    );
}

#[test]
fn players_undo_only_their_own_actions() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":null}
        0 add 1
        1 undo  -> refused action_invalid: only the player of the last action can undo it
        1 add 1
        0 undo  -> refused action_invalid: only the player of the last action can undo it
        1 undo  -> turn 1 of 0, 0 1 may act
        0 redo  -> refused action_invalid: only the player who made the undo can redo it
        0 undo  -> turn 1 of 0, 0 1 may act
        ? undo  -> 1 back, 2 forward
        "#,
    );
}

#[test]
fn events_are_undone_like_moves() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":"s"}  -> turn 1 of 0, 0:s 1:s may act
        0 undo                          -> turn 1 of 0
        0 redo                          -> turn 1 of 0, 0:s 1:s may act
        "#,
    );
}

#[test]
fn counters_are_restored() {
    check(
        rules(),
        2,
        r#"
        0 setActivePlayers {"all":{"stage":"s","maxMoves":3}}
        0 add 1
        0 add 1
        ? counts  -> 2 made; 0: 2 of 3; 1: 0 of 3
        0 undo
        ? counts  -> 1 made; 0: 1 of 3; 1: 0 of 3
        0 redo
        0 add 1   -> turn 1 of 0, 1:s may act
        0 undo    -> turn 1 of 0, 0:s 1:s may act
        ? counts  -> 2 made; 0: 2 of 3; 1: 0 of 3
        "#,
    );
}

#[test]
fn undo_restores_the_generator_so_that_no_new_numbers_are_drawn() {
    let mut game = Match::begin(rules(), 2);
    game.play("0", "throw").play("0", "throw");
    let thrown = game.state.g.thrown.clone();
    game.play("0", "undo").play("0", "undo").play("0", "throw").play("0", "throw");
    assert_eq!(game.state.g.thrown, thrown);
}

#[test]
fn a_move_may_not_be_undoable() {
    let game = rules()
        .long_move("never", no_op, |rules| rules.undoable(false))
        .long_move("always", no_op, |rules| rules.undoable(true))
        .long_move("poor", |t| t.g.coins += t.number(0), |rules| rules.ask_undoable(|t| t.g.coins < 5));
    check(
        game,
        2,
        "
        0 never
        0 undo    -> refused action_invalid: the move never cannot be undone
        0 always
        0 undo    -> turn 1 of 0
        0 poor 3
        0 undo    -> turn 1 of 0
        0 poor 7
        0 undo    -> refused action_invalid: the move poor cannot be undone
        ",
    );
}

#[test]
fn undo_can_be_disabled() {
    check(
        rules().disable_undo(),
        2,
        "
        0 add 1
        0 undo  -> refused action_disabled: the game has disabled undo
        0 redo  -> refused action_disabled: the game has disabled redo
        ? undo  -> 0 back, 0 forward
        ",
    );
}

#[test]
fn an_undo_without_a_player_may_undo_any_action() {
    check(
        rules(),
        2,
        "
        0 add 1
        - undo  -> turn 1 of 0
        - redo  -> turn 1 of 0
        ",
    );
}

#[test]
fn a_move_that_ended_its_own_stage_can_be_undone() {
    let game = rules().turn(|turn| turn.stage("s", |stage| stage.moves("reply", no_op)));
    check(
        game,
        2,
        r#"
        0 setActivePlayers {"currentPlayer":"s","maxMoves":1}
        0 reply  -> turn 1 of 0
        0 undo   -> turn 1 of 0, 0:s may act
        0 reply  -> turn 1 of 0
        "#,
    );
}

#[test]
fn a_shortened_history_has_what_the_next_action_needs() {
    let rules = rules().long_move("never", no_op, |rules| rules.undoable(false)).long_move(
        "perhaps",
        no_op,
        |rules| rules.ask_undoable(|_| false),
    );
    let mut game = Match::begin(rules, 2);
    let mut after = |command: &str| {
        game.play("0", command);
        shorten_history(&mut game.state, &game.engine.game);
        let State { undo, redo, .. } = &game.state;
        (undo.depth(), redo.depth(), ends_history(&game.state, &game.engine.game))
    };
    let commands = ["add 1", "add 2", "undo", "redo", "perhaps", "add 3", "never", "add 4", "undo"];
    assert_eq!(
        commands.map(&mut after),
        [
            (2, 0, false),
            (2, 0, false),
            (1, 1, true),
            (2, 0, false),
            (2, 0, false),
            (2, 0, false),
            (2, 0, true),
            (2, 0, false),
            (1, 1, true)
        ]
    );
    assert_eq!(game.state.g.coins, 6);
}

#[test]
fn without_undo_a_shortened_history_is_empty() {
    let mut game = Match::begin(rules(), 2);
    game.play("0", "add 1").play("0", "undo");
    std::rc::Rc::get_mut(&mut game.engine).unwrap().game.disable_undo = true;
    shorten_history(&mut game.state, &game.engine.game);
    assert_eq!((game.state.undo.depth(), game.state.redo.depth()), (0, 0));
}

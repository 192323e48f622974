//! Tests of random numbers in games.

use std::cell::Cell;
use std::rc::Rc;

use rondel::core::{Chance, Source};
use serde_json::json;

use crate::support::{Match, Rules, print, throw_die};

fn dice() -> Rules<Vec<u64>> {
    Rules::<Vec<u64>>::new().moves("throw", |t| {
        let thrown = t.d6();
        t.g.push(thrown);
    })
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let play = |seed| {
        let mut game = Match::begin(dice().seed(seed), 2);
        for _ in 0..20 {
            game.play("0", "throw");
        }
        (print(&game.state), game.state.g)
    };
    assert_eq!(play("one"), play("one"));
    assert_ne!(play("one").1, play("two").1);
}

#[test]
fn numbers_are_drawn_in_one_sequence_by_setup_moves_and_hooks() {
    let game = dice().seed("rondel").setup(|t| {
        let thrown = t.d6();
        t.g.push(thrown);
    });
    let game = game.turn(|turn| {
        turn.on_move(|t| {
            let thrown = t.d6();
            t.g.push(thrown);
        })
    });
    let mut game = Match::begin(game, 2);
    game.play("0", "throw").play("0", "throw");
    let mut random = rondel::core::Random::seeded("rondel");
    let drawn: Vec<u64> = (0..5).map(|_| throw_die(&mut random, 6).into()).collect();
    assert_eq!(game.state.g, drawn);
}

#[test]
fn a_refused_move_draws_nothing() {
    let game = dice().seed("rondel").moves("spoil", |t| {
        t.random();
        json!("INVALID_MOVE")
    });
    let mut game = Match::begin(game, 2);
    game.refused("0", "spoil");
    game.play("0", "throw");
    assert_eq!(game.state.g, [u64::from(throw_die(&mut rondel::core::Random::seeded("rondel"), 6))]);
}

/// Returns a source with the numbers 0.1, 0.2, 0.3 …, and the count of drawn numbers.
fn counting() -> (Source, Rc<Cell<u32>>) {
    let count = Rc::new(Cell::new(0));
    let drawn = Rc::clone(&count);
    let draw = move || {
        drawn.set(drawn.get() + 1);
        Some(f64::from(drawn.get()) / 10.0)
    };
    (Rc::new(draw), count)
}

fn numbers() -> Rules<Vec<f64>> {
    Rules::<Vec<f64>>::new().moves("draw", |t| {
        let number = t.random();
        t.g.push(number);
    })
}

#[test]
fn with_a_source_a_match_draws_every_number_from_it_and_keeps_no_generator() {
    let (source, count) = counting();
    let game = numbers().source(source).setup(|t| {
        let number = t.random();
        t.g.push(number);
    });
    let mut game = Match::begin(game, 2);
    game.play("0", "draw").play("0", "draw");
    assert_eq!((game.state.g.as_slice(), count.get()), ([0.1, 0.2, 0.3].as_slice(), 3));
    assert_eq!(game.state.plugins.random, Chance::Secure { drawn: 3 });
}

#[test]
fn a_state_with_a_generator_forgets_it_with_the_next_action_of_a_match_with_a_source() {
    let mut seeded = Match::begin(numbers(), 2);
    seeded.play("0", "draw");
    let (source, _) = counting();
    let mut game = Match::begin(numbers().moves("wait", |_| ()).source(source), 2);
    game.state = seeded.state;
    game.play("0", "wait");
    assert_eq!(game.state.plugins.random, Chance::Secure { drawn: 0 });
    game.play("0", "draw");
    assert_eq!(game.state.g[1..], [0.1]);
}

#[test]
fn an_action_that_drew_from_a_source_cannot_be_undone() {
    let (source, count) = counting();
    let rules = numbers().source(source).moves("wait", |_| ());
    let mut game = Match::begin(rules, 2);
    game.play("0", "wait").play("0", "draw");
    let why =
        "refused action_invalid: the last action has drawn random numbers; `undoable: true` permits an undo";
    assert_eq!(game.refused("0", "undo"), why);
    game.play("0", "wait").play("0", "undo").play("0", "redo").play("0", "undo");
    game.refused("0", "undo");
    assert_eq!((game.state.g.as_slice(), count.get()), ([0.1].as_slice(), 1));
}

#[test]
fn hooks_that_draw_from_a_source_keep_a_move_from_being_undone() {
    let (source, _) = counting();
    let rules = numbers().source(source).moves("wait", |_| ()).turn(|turn| {
        turn.on_move(|t| {
            t.random();
        })
    });
    let mut game = Match::begin(rules, 2);
    game.play("0", "wait");
    game.refused("0", "undo");
}

#[test]
fn a_generator_draws_the_same_after_an_undo() {
    let draw = |t: &mut crate::support::Table<'_, Vec<f64>>| {
        let number = t.random();
        t.g.push(number);
    };
    let rules = Rules::<Vec<f64>>::new().long_move("draw", draw, |rules| rules.undoable(true));
    let mut game = Match::begin(rules, 2);
    game.play("0", "draw");
    let drawn = game.state.g.clone();
    game.play("0", "undo").play("0", "draw");
    assert_eq!(game.state.g, drawn);
}

#[test]
fn validate_sees_the_numbers_that_the_move_will_draw_from_a_source() {
    let (source, count) = counting();
    let draw_twice = |t: &mut crate::support::Table<'_, Vec<f64>>| {
        let numbers = [t.random(), t.random()];
        t.g.extend(numbers);
    };
    let rules = Rules::<Vec<f64>>::new().long_move("draw", draw_twice, |rules| {
        rules.validate(|t| {
            assert_eq!(t.random(), 0.1);
        })
    });
    let mut game = Match::begin(rules.source(source), 2);
    game.play("0", "draw");
    assert_eq!((game.state.g.as_slice(), count.get()), ([0.1, 0.2].as_slice(), 2));
    assert_eq!(game.state.plugins.random, Chance::Secure { drawn: 2 });
}

#[test]
#[should_panic(expected = "random works while an action is processed")]
fn a_source_that_fails_gives_no_number() {
    Match::begin(numbers().source(Rc::new(|| None)), 2).play("0", "draw");
}

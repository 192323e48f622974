//! Random numbers in games.

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

//! Measurement of random playouts: with `Engine::apply`, in search mode, and with rules written by hand.

use std::time::Instant;

use rondel::core::{Action, ActionKind, Random, State};
use serde_json::{Value, json};

use super::boards::Board as ByHand;
use crate::games::{Board, tic_tac_toe};
use crate::support::{Match, NativeHost, Rules};

const PLAYOUTS: usize = 100_000;

type Playing = State<NativeHost<Board>>;

/// Run by hand: `cargo test --release --test native -- --ignored playouts --nocapture`
#[test]
#[ignore = "a measurement; run by hand in release"]
fn measure_playouts_per_second() {
    let pure = || tic_tac_toe().endings_read_g_alone();
    println!("through apply: {:.0} a second", engine_rate(tic_tac_toe(), apply));
    let without_history = tic_tac_toe().disable_undo().disable_log();
    println!("through apply, without log and undo: {:.0}", engine_rate(without_history, apply));
    println!("in the search mode: {:.0}", engine_rate(tic_tac_toe(), advance));
    println!("in the search mode, endIf reads G alone: {:.0}", engine_rate(pure(), advance));
    println!("written by hand: {:.0}", rate(play_by_hand));
}

fn rate(mut play: impl FnMut(&mut Random)) -> f64 {
    let (mut random, begun) = (Random::seeded("playouts"), Instant::now());
    (0..PLAYOUTS).for_each(|_| play(&mut random));
    PLAYOUTS as f64 / begun.elapsed().as_secs_f64()
}

fn engine_rate(rules: Rules<Board>, go_on: fn(&Match<Board>, Playing, &Action<Value>) -> Playing) -> f64 {
    let game = Match::begin(rules, 2);
    let id = game.move_id("place");
    let actions: Vec<Vec<Action<Value>>> = ["0", "1"]
        .map(|player| {
            let action = |cell| Action {
                kind: ActionKind::Move { id, args: json!([cell]) },
                player_id: Some(player.into()),
                credentials: None,
            };
            (0..9).map(action).collect()
        })
        .into();
    rate(|random| {
        let mut state = game.engine.fork(&game.state).unwrap();
        let mut player = 0;
        while state.ctx.gameover.is_none() {
            let free: Vec<usize> = (0..9).filter(|cell| state.g.0[*cell].is_none()).collect();
            let cell = free[(random.number() * free.len() as f64) as usize];
            state = go_on(&game, state, &actions[player][cell]);
            player = 1 - player;
        }
    })
}

fn apply(game: &Match<Board>, state: Playing, action: &Action<Value>) -> Playing {
    game.engine.apply(&state, action).unwrap_or_else(|_| panic!("it is free"))
}

fn advance(game: &Match<Board>, mut state: Playing, action: &Action<Value>) -> Playing {
    game.engine.advance(&mut state, action).unwrap_or_else(|_| panic!("it is free"));
    state
}

fn play_by_hand(random: &mut Random) {
    let mut board = ByHand::tic_tac_toe();
    while board.mover().is_some() {
        let free: Vec<usize> = board.free().collect();
        assert!(board.play(free[(random.number() * free.len() as f64) as usize]));
    }
}

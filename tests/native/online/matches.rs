//! Tests with random matches on a bad network. A [`Room`] checks the invariants all the time.

use std::env;
use std::thread;

use rondel::core::Random;

use super::games::{World, all_at_once, cards, draft, phases, short, turns};
use super::network::Conditions;
use super::room::{Depth, Room};
use crate::support::{Rules, throw_die};

/// Number of matches. For more: `RONDEL_MATCHES=100000 cargo test --release --test native online`.
const MATCHES: u64 = 10_000;

#[test]
fn random_matches_on_a_bad_network_end_right() {
    // `RONDEL_MATCH=4711` plays only this match.
    if let Some(number) = setting("RONDEL_MATCH") {
        return play_match(number);
    }
    let matches = setting("RONDEL_MATCHES").unwrap_or(MATCHES);
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || (first..matches).step_by(threads as usize).for_each(play_match));
        }
    });
}

fn setting(name: &str) -> Option<u64> {
    env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is no number: {value}")))
}

/// Prints the number of a match that fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("this was match {}: RONDEL_MATCH={} cargo test --test native online", self.0, self.0);
        }
    }
}

fn play_match(number: u64) {
    let _named = Named(number);
    let mut dice = Dice(Random::seeded(format!("match {number}")));
    let players = dice.between(1, 4);
    let (rules, mut is_mutual) = dice.game();
    let mut room = Room::open(rules, players, &format!("network {number}"));
    room.sends_patches = dice.happens(70);
    // Two to four clients: the players, then further tabs of theirs, and spectators.
    for seat in 0..dice.between(players.max(2), 4) {
        let player = if seat < players { Some(seat) } else { dice.happens(60).then_some(seat % players) };
        is_mutual |= player.is_some() && seat >= players;
        let depth = if dice.happens(50) { Depth::Flow } else { Depth::Moves };
        room.join(player.map(|player| player.to_string()).as_deref(), depth);
    }
    room.network.conditions = dice.conditions();
    // One of two nodes may be so slow that the other stores something meanwhile.
    if dice.happens(30) {
        room.master.lateness = dice.between(5, 40);
    }
    let has_odd = dice.happens(50);
    for _ in 0..dice.between(10, 40) {
        let seat = dice.below(room.num_seats() as u32) as usize;
        match dice.below(20) {
            0 => room.disconnect(seat),
            1 | 2 => room.connect(seat),
            // Time for timeouts.
            3 => room.run(u64::from(dice.between(1_000, 8_000))),
            // The restored client no longer knows which actions were refused.
            4 => {
                room.fail(seat);
                is_mutual = true;
            }
            _ => {}
        }
        if room.player(seat).is_some() {
            for _ in 0..dice.between(1, 3) {
                let command = dice.command(has_odd);
                // A refused action must have no effect. Nothing else is checked.
                let _ = room.attempt(seat, &command);
            }
        }
        room.run(u64::from(dice.below(200)));
    }
    room.settle();
    // If moves do not depend on others, including the player's other tabs, a player's own moves must not
    // flicker.
    assert!(has_odd || is_mutual || room.flickers().is_empty(), "these flicker: {:?}", room.flickers());
}

struct Dice(Random);

impl Dice {
    fn below(&mut self, limit: u32) -> u32 {
        throw_die(&mut self.0, limit) - 1
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most - least + 1)
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// Returns a game, and whether the result of a move depends on others or may be undone.
    fn game(&mut self) -> (Rules<World>, bool) {
        let rules = match self.below(7) {
            0 => return (cards(), true),
            1 => return (turns(3), true),
            2 => turns(self.between(1, 3)),
            3 => all_at_once(),
            4 => draft(),
            5 => return (phases().disable_undo(), true),
            _ => short(),
        };
        (rules.disable_undo(), false)
    }

    fn conditions(&mut self) -> Conditions {
        Conditions {
            latency: self.between(1, 150),
            jitter: if self.happens(70) { self.below(600) } else { 0 },
            loss: if self.happens(60) { self.below(30) } else { 0 },
            duplicates: if self.happens(60) { self.below(30) } else { 0 },
            reorders: self.happens(50),
        }
    }

    /// Returns a random command of a player.
    fn command(&mut self, has_odd: bool) -> String {
        match self.below(22) {
            0..7 => "mark".into(),
            7 | 8 => format!("guess {}", self.between(1, 3)),
            9 | 10 => format!("play {}", self.below(4)),
            11 => "draw".into(),
            12 => "roll".into(),
            13 => "whisper".into(),
            14 | 15 => if has_odd { "odd" } else { "mark" }.into(),
            16 => "strictly".into(),
            17 => "finish".into(),
            18 => "step".into(),
            19 => "endTurn".into(),
            20 => "endStage".into(),
            _ => if self.happens(60) { "undo" } else { "redo" }.into(),
        }
    }
}

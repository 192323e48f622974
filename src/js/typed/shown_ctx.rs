//! A `ctx` object of JavaScript, read for questions that the engine does not ask.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;

use super::super::values::ValueId;
use super::values::read;
use crate::core::{Clock, Ctx};

/// Returns the `ctx` with this number. Not inlined, so that the module contains it once and not for each
/// game.
#[inline(never)]
pub fn ctx_of(id: u32) -> Result<Ctx<ValueId>, String> {
    read::<ShownCtx>(id, "ctx").map(ShownCtx::into_ctx)
}

/// The fields of a `ctx` that a game's code can read. Limits and counts of active players are not among them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownCtx {
    num_players: u32,
    turn: u32,
    current_player: Option<String>,
    play_order: Vec<String>,
    play_order_pos: i32,
    phase: Option<String>,
    /// Stages by player. `null`: in no particular stage.
    active_players: Option<BTreeMap<String, serde_json::Value>>,
    #[serde(default)]
    num_moves: Option<u32>,
    #[serde(default)]
    gameover: Option<serde_json::Value>,
    #[serde(default)]
    clock: Option<ShownClock>,
}

/// The fields of a clock that a game's code can read.
#[derive(Deserialize)]
struct ShownClock {
    now: f64,
    left: BTreeMap<String, f64>,
    deadlines: BTreeMap<String, f64>,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    waiting: bool,
}

impl ShownCtx {
    /// Converts it into the engine's type.
    fn into_ctx(self) -> Ctx<ValueId> {
        let active = self.active_players.map(|active| {
            active
                .into_iter()
                .map(|(player, stage)| (player.into(), stage.as_str().map(Into::into)))
                .collect()
        });
        Ctx {
            num_players: self.num_players,
            turn: self.turn,
            current_player: self.current_player.map(Into::into),
            play_order: self.play_order.into_iter().map(Into::into).collect(),
            play_order_pos: self.play_order_pos,
            phase: self.phase.map(Into::into),
            active_players: active,
            num_moves: self.num_moves,
            gameover: self.gameover.map(|_| ValueId::yes()),
            limits: None,
            removed: [].into(),
            clock: self.clock.map(|clock| Rc::new(clock.into_clock())),
        }
    }
}

impl ShownClock {
    /// Converts it into the engine's type.
    fn into_clock(self) -> Clock {
        let by_player = |times: BTreeMap<String, f64>| {
            times.into_iter().map(|(player, time)| (player.into(), time)).collect()
        };
        Clock {
            now: self.now,
            left: by_player(self.left),
            deadlines: by_player(self.deadlines),
            is_paused: self.paused,
            is_held: self.waiting,
            ..Clock::default()
        }
    }
}

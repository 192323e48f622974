//! What a search is told, and what it tells, as objects: `serde-wasm-bindgen` reads and writes them. This is not done while a search
//! runs, and nobody waits for the bytes of this module.

use alloc::format;
use alloc::string::String;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::imports as engine_imports;
use super::super::values::ValueId;
use super::advice::Ways;
use super::imports;
use crate::bot::{Candidate, Settings};
use crate::core::{PlayerID, as_text};

/// How to search: `SearchOptions` of `pkg-template/lib/ai/search.ts`, with the functions that the game's `ai` has.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchOptions {
    /// The same seed leads to the same choice after the same number of iterations.
    pub seed: String,
    /// Numbers of JavaScript's: `Infinity` is one.
    playout_depth: f64,
    most_nodes: f64,
    determinize: bool,
    score: bool,
    objectives: bool,
}

impl SearchOptions {
    /// Those of the search itself.
    pub fn settings(&self) -> Settings {
        Settings {
            seed: self.seed.as_str().into(),
            playout_depth: self.playout_depth as u32,
            most_nodes: self.most_nodes as usize,
        }
    }

    /// Those of the game.
    pub fn ways(&self) -> Ways {
        Ways { makes_up: self.determinize, scores: self.score, has_objectives: self.objectives }
    }
}

/// An action, with what has been found out about it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The node that it leads to; 0 if it is of several searches.
    node: usize,
    #[serde(rename = "playerID")]
    player_id: String,
    /// Its number.
    action: u32,
    visits: u32,
    total: f64,
    proven: Option<f64>,
}

impl Finding {
    /// For one of these players.
    pub fn of(node: usize, candidate: &Candidate<u32>, players: &[PlayerID]) -> Self {
        let Candidate { seat, action, visits, total, proven } = *candidate;
        let player_id = players.get(seat).map(|player| String::from(&*as_text(player))).unwrap_or_default();
        Finding { node, player_id, action, visits, total, proven }
    }

    /// Nothing if it is of another player.
    pub fn candidate(&self, players: &[PlayerID]) -> Option<Candidate<u32>> {
        let Finding { ref player_id, action, visits, total, proven, .. } = *self;
        let seat = players.iter().position(|player| *as_text(player) == **player_id)?;
        Some(Candidate { seat, action, visits, total, proven })
    }
}

/// Hands findings over.
pub fn report(findings: &[Finding]) {
    match serde_wasm_bindgen::to_value(findings) {
        Ok(value) => imports::report(&value),
        Err(error) => refuse(&error),
    }
}

/// The object that is kept as this value; a refusal says what it lacks.
pub fn read<T: DeserializeOwned>(value: &ValueId) -> Option<T> {
    let read = serde_wasm_bindgen::from_value(engine_imports::kept(value.id()));
    read.inspect_err(refuse).ok()
}

fn refuse(error: &serde_wasm_bindgen::Error) {
    engine_imports::set_refusal("search", &format!("{error}"), 0);
}

//! Options and results of a search as objects, which `serde-wasm-bindgen` reads and writes. This does not
//! happen while a search runs, and only pages with bots load this module, so its size matters less.

use alloc::format;
use alloc::string::String;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::imports as engine_imports;
use super::super::values::ValueId;
use super::advice::AiFunctions;
use super::imports;
use crate::bot::{Candidate, Settings};
use crate::core::{PlayerID, as_text};

/// Options of a search: `SearchOptions` of `pkg-template/lib/ai/search.ts`, and which functions the game's
/// `ai` has.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchOptions {
    /// Seed. The same seed leads to the same choice after the same number of iterations.
    pub seed: String,
    /// A JavaScript number, possibly `Infinity`.
    playout_depth: f64,
    most_nodes: f64,
    determinize: bool,
    score: bool,
    objectives: bool,
}

impl SearchOptions {
    /// Returns the options of the search.
    pub fn settings(&self) -> Settings {
        Settings {
            seed: self.seed.as_str().into(),
            playout_depth: self.playout_depth as u32,
            most_nodes: self.most_nodes as usize,
        }
    }

    /// Returns the functions that the game's `ai` has.
    pub fn ai(&self) -> AiFunctions {
        AiFunctions {
            has_determinize: self.determinize,
            has_score: self.score,
            has_objectives: self.objectives,
        }
    }
}

/// An action with its results.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Child node of the action. 0 after a merge of several searches.
    node: usize,
    #[serde(rename = "playerID")]
    player_id: String,
    /// Number of the action.
    action: u32,
    visits: u32,
    total: f64,
    proven: Option<f64>,
}

impl Finding {
    /// Creates it for a candidate of one of these players.
    pub fn of(node: usize, candidate: &Candidate<u32>, players: &[PlayerID]) -> Self {
        let Candidate { seat, action, visits, total, proven } = *candidate;
        let player_id = players.get(seat).map(|player| String::from(&*as_text(player))).unwrap_or_default();
        Finding { node, player_id, action, visits, total, proven }
    }

    /// Converts it into a candidate. Returns `None` for a player who is not in the list.
    pub fn candidate(&self, players: &[PlayerID]) -> Option<Candidate<u32>> {
        let Finding { ref player_id, action, visits, total, proven, .. } = *self;
        let seat = players.iter().position(|player| *as_text(player) == **player_id)?;
        Some(Candidate { seat, action, visits, total, proven })
    }
}

/// Passes results to the host.
pub fn report(findings: &[Finding]) {
    match serde_wasm_bindgen::to_value(findings) {
        Ok(value) => imports::report(&value),
        Err(error) => refuse(&error),
    }
}

/// Reads the object of this value. On failure, refuses the call with the problem.
pub fn read<T: DeserializeOwned>(value: &ValueId) -> Option<T> {
    let read = serde_wasm_bindgen::from_value(engine_imports::kept(value.id()));
    read.inspect_err(refuse).ok()
}

fn refuse(error: &serde_wasm_bindgen::Error) {
    engine_imports::set_refusal("search", &format!("{error}"), 0);
}

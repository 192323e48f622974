//! Comparison of a player's views between worlds that they cannot distinguish.

use std::cell::RefCell;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::Value as Json;

use crate::core;
use crate::game::game::Game;
use crate::game::matches::Match;
use crate::game::random::Random;
use crate::game::seat::Seat;
use crate::game::view::{determinized, seen_by};

/// Returns all viewers: the players and a spectator.
pub fn viewers<G: Game>(game: &Match<G>) -> Vec<Option<Seat>> {
    game.ctx().seats().map(Some).chain([None]).collect()
}

/// Returns the view of a game as JSON.
pub fn shown<G: Game>(g: &G, viewer: Option<Seat>) -> Json {
    json(&seen_by(g, viewer))
}

/// Returns a value as JSON. A value without JSON form becomes null; the `serde` check reports it.
pub fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}

/// Returns a world that this viewer cannot distinguish from the match.
pub fn other_world<G: Game>(
    game: &Match<G>,
    viewer: Option<Seat>,
    random: &RefCell<core::Random>,
) -> Option<G> {
    determinized(game.g(), viewer, &Random::over(random))
}

/// Returns the viewer in words.
pub fn name_of(viewer: Option<Seat>) -> String {
    viewer.map_or_else(|| "a spectator".into(), |seat| format!("player {seat}"))
}

/// Returns the path of the first difference between two values, and the values there.
pub fn difference(one: &Json, other: &Json) -> Option<String> {
    if one == other {
        return None;
    }
    Some(deeper(one, other, "G"))
}

fn deeper(one: &Json, other: &Json, path: &str) -> String {
    match (one, other) {
        (Json::Object(one), Json::Object(other)) => {
            let first = one.iter().find(|(key, value)| other.get(*key) != Some(*value));
            if let Some((key, value)) = first {
                return deeper(value, other.get(key).unwrap_or(&Json::Null), &format!("{path}.{key}"));
            }
        }
        (Json::Array(one), Json::Array(other)) if one.len() == other.len() => {
            let first = one.iter().zip(other).enumerate().find(|(_, (one, other))| one != other);
            if let Some((index, (one, other))) = first {
                return deeper(one, other, &format!("{path}[{index}]"));
            }
        }
        _ => {}
    }
    format!("{path}: {} or {}", short(one), short(other))
}

/// Returns JSON text, shortened for a message.
pub fn short(value: &Json) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

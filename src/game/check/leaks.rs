//! What the log shows of a move: its arguments must not name what it has put where a viewer does not see it.

use std::format;
use std::string::String;
use std::vec::Vec;

use serde_json::Value as Json;

use super::worlds::short;

/// A move's arguments, as the log shows them, beside what has become of the game.
pub struct Shown<'a> {
    /// The arguments, a list.
    pub args: &'a Json,
    /// The whole game before the move, and what the viewer saw of it.
    pub before: (&'a Json, &'a Json),
    /// The same after it.
    pub after: (&'a Json, &'a Json),
}

impl Shown<'_> {
    /// An argument that reveals to the viewer what the move has put where they do not see it.
    pub fn leak(&self) -> Option<String> {
        let Shown { args, before, after } = self;
        let (mut had, mut has) = (Vec::new(), Vec::new());
        hidden(before.0, before.1, "G", &mut had);
        hidden(after.0, after.1, "G", &mut has);
        let gained = has.iter().filter(|place| !had.contains(place));
        gained.into_iter().find_map(|(path, value)| {
            let is_told = shows(args, value) && !shows(before.1, value) && !shows(after.1, value);
            is_told.then(|| format!("shows the argument {}, which is hidden in {path}", short(value)))
        })
    }
}

/// All that is in a game and not in its view, each with its place: what lies in a list is at the place of the list.
fn hidden(whole: &Json, view: &Json, path: &str, found: &mut Vec<(String, Json)>) {
    match (whole, view) {
        (whole, view) if whole == view => {}
        (Json::Object(whole), Json::Object(view)) => {
            for (key, value) in whole {
                hidden(value, view.get(key).unwrap_or(&Json::Null), &format!("{path}.{key}"), found);
            }
        }
        (Json::Array(whole), Json::Array(view)) if whole.len() == view.len() => {
            for (index, (whole, view)) in whole.iter().zip(view).enumerate() {
                hidden(whole, view, &format!("{path}[{index}]"), found);
            }
        }
        (Json::Array(whole), _) => found.extend(whole.iter().map(|value| (path.into(), value.clone()))),
        (whole, _) => found.push((path.into(), whole.clone())),
    }
}

/// Whether a value is somewhere in what is seen. A count of hidden cards is no card.
fn shows(view: &Json, value: &Json) -> bool {
    match view {
        Json::Array(items) => items.iter().any(|item| item == value || shows(item, value)),
        Json::Object(members) => members.values().any(|member| member == value || shows(member, value)),
        _ => false,
    }
}

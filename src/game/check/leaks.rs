//! Check that the arguments of a move in the log do not reveal what the move hid from a viewer.

use std::format;
use std::string::String;
use std::vec::Vec;

use serde_json::Value as Json;

use super::worlds::short;

/// A move's arguments in the log, with the states before and after it.
pub struct Shown<'a> {
    /// Arguments of the move, a list.
    pub args: &'a Json,
    /// Whole state before the move, and its view.
    pub before: (&'a Json, &'a Json),
    /// Whole state after the move, and its view.
    pub after: (&'a Json, &'a Json),
}

impl Shown<'_> {
    /// Returns an argument that reveals to the viewer a value that the move hid from them.
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

/// Collects all values that are in the state but not in its view, with their paths. An item of a list has the
/// path of the list.
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

/// Returns `true` if the view contains the value somewhere. The count of a hidden pile is not a card.
fn shows(view: &Json, value: &Json) -> bool {
    match view {
        Json::Array(items) => items.iter().any(|item| item == value || shows(item, value)),
        Json::Object(members) => members.values().any(|member| member == value || shows(member, value)),
        _ => false,
    }
}

//! Effects: what pages animate.

use std::borrow::ToOwned;
use std::format;
use std::string::String;
use std::vec::Vec;

use serde::Serialize;

use super::json::text_of;
use super::seat::Seat;
use super::unwritten::Unwritten;

/// Maximum size of the data of an effect, in bytes of JSON. The log keeps them as long as the match.
const MOST_DATA: usize = 100_000;

/// Receivers and times of an effect. By default everybody receives it, it begins when the effects before it have
/// ended, and it has no duration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectOptions {
    /// Players who receive the effect. `None`: everybody, spectators included.
    pub to: Option<Vec<Seat>>,
    /// Moment at which the effect begins, in milliseconds from the first effect of its action.
    pub at: Option<u32>,
    /// Duration of the effect, in milliseconds.
    pub duration: Option<u32>,
}

impl EffectOptions {
    /// Returns options for these receivers.
    pub fn to(seats: impl IntoIterator<Item = Seat>) -> Self {
        EffectOptions { to: Some(seats.into_iter().collect()), ..EffectOptions::default() }
    }

    /// Returns these options with a duration, in milliseconds.
    #[must_use]
    pub fn duration(self, milliseconds: u32) -> Self {
        EffectOptions { duration: Some(milliseconds), ..self }
    }
}

/// Returns an effect as the log stores it, as JSON text.
pub(super) fn text_of_effect(
    effect: &impl Serialize,
    options: &EffectOptions,
    num_seats: usize,
) -> Result<String, Unwritten> {
    let variant = text_of(effect)?;
    let (name, data) = parts_of(&variant).ok_or_else(|| Unwritten::new("it is no variant of an enum"))?;
    if data.len() > MOST_DATA {
        return Err(Unwritten::new(format!("its data has more than {MOST_DATA} bytes")));
    }
    let mut text = format!("{{\"name\":{}", camel_case(name));
    let mut add = |field: &str, value: &str| text.push_str(&format!(",\"{field}\":{value}"));
    if !data.is_empty() {
        add("data", data);
    }
    if let Some(seats) = &options.to {
        if let Some(unknown) = seats.iter().find(|seat| seat.index() >= num_seats) {
            return Err(Unwritten::new(format!("the match has no player {unknown}")));
        }
        add("to", &text_of(seats)?);
    }
    let times = [("at", options.at), ("duration", options.duration)];
    times.iter().filter_map(|(field, time)| time.map(|time| (field, time))).for_each(|(field, time)| {
        add(field, &format!("{time}"));
    });
    text.push('}');
    Ok(text)
}

/// Returns the name of a variant in quotes, and its data, from its JSON text: `"Over"` or `{"Explode":{…}}`.
fn parts_of(variant: &str) -> Option<(&str, &str)> {
    if variant.starts_with('"') {
        return Some((variant, ""));
    }
    let inside = variant.strip_prefix('{')?.strip_suffix('}')?;
    let end = inside.find("\":")? + 1;
    let (name, data) = inside.split_at_checked(end)?;
    Some((name, data.strip_prefix(':')?)).filter(|(_, data)| !has_more_members(data))
}

/// Returns `true` if another member of the object follows the value.
fn has_more_members(data: &str) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_u32, false, false);
    data.chars().any(|letter| {
        match letter {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            _ if in_text => {}
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return true,
            _ => {}
        }
        false
    })
}

/// Returns the name with a small first letter, as the names of moves.
fn camel_case(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(quote), Some(first)) => {
            let mut text = String::from(quote);
            text.extend(first.to_lowercase());
            text.push_str(letters.as_str());
            text
        }
        _ => name.to_owned(),
    }
}

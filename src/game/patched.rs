//! Applies a patch to a JSON value as JavaScript does, for tests and checks.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

/// Returns the result of applying a patch of [`patch_of`](super::patch_of) to the old value.
///
/// ```
/// use rondel::game::{patch_of, patched};
///
/// let (old, new) = (vec![1, 2, 3], vec![1, 2, 4, 5]);
/// let patch = patch_of(&new, &old)?.unwrap_or_default();
/// let old = serde_json::json!(old);
/// assert_eq!(patched(old, &patch)?, serde_json::json!(new));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// If it is not a patch, or not one for this value.
pub fn patched(old: Value, patch: &str) -> Result<Value, String> {
    let patch = serde_json::from_str(patch).map_err(|error| error.to_string())?;
    changed(old, patch)?.ok_or_else(|| "the patch removes the whole value".to_string())
}

/// Returns the value after the patch, or `None` if the patch removes it.
fn changed(old: Value, patch: Value) -> Result<Option<Value>, String> {
    match patch {
        Value::Object(members) => with_members(old, members).map(Some),
        Value::Array(mut parts) => match parts.as_mut_slice() {
            [] => Ok(None),
            [value] => Ok(Some(value.take())),
            [Value::Array(keys), Value::Object(members)] => {
                with_keys(old, keys, core::mem::take(members)).map(Some)
            }
            [from, removed @ Value::Number(_), Value::Array(items), places @ ..] => {
                let old = match places {
                    [] => old,
                    [Value::Array(places)] => with_places(old, places)?,
                    _ => return Err(format!("no places: {places:?}")),
                };
                spliced(old, [from, removed], core::mem::take(items)).map(Some)
            }
            [Value::Number(_), ..] => with_places(old, &mut parts).map(Some),
            _ => Err(format!("no patch: {}", Value::Array(parts))),
        },
        other => Err(format!("no patch: {other}")),
    }
}

fn with_members(old: Value, members: Map<String, Value>) -> Result<Value, String> {
    let mut object = match old {
        Value::Object(object) => object,
        Value::Array(_) => return with_places(old, &mut places_of(members)?),
        other => return Err(format!("members of {other}")),
    };
    for (key, patch) in members {
        match changed(object.get_mut(&key).map(Value::take).unwrap_or_default(), patch)? {
            Some(value) => object.insert(key, value),
            None => object.remove(&key),
        };
    }
    Ok(Value::Object(object))
}

/// Returns the patched members of a tuple with their indices.
fn places_of(members: Map<String, Value>) -> Result<Vec<Value>, String> {
    let mut places = Vec::new();
    for (key, patch) in members {
        let at: usize = key.parse().map_err(|_| format!("no item at {key}"))?;
        places.extend([at.into(), patch]);
    }
    Ok(places)
}

fn with_places(old: Value, places: &mut [Value]) -> Result<Value, String> {
    let Value::Array(mut list) = old else { return Err(format!("places of {old}")) };
    for pair in places.chunks_mut(2) {
        let [at, patch] = pair else { return Err(format!("no patch of {pair:?}")) };
        let place = index(at).and_then(|at| list.get_mut(at)).ok_or_else(|| format!("no item at {at}"))?;
        *place = changed(place.take(), patch.take())?.ok_or_else(|| format!("the item at {at} is gone"))?;
    }
    Ok(Value::Array(list))
}

fn with_keys(old: Value, keys: &[Value], mut members: Map<String, Value>) -> Result<Value, String> {
    let Value::Object(mut old) = old else { return Err(format!("keys of {old}")) };
    let mut object = Map::new();
    for key in keys {
        let key = key.as_str().ok_or_else(|| format!("{key} is no key"))?;
        let value = old.remove(key);
        let value = match members.remove(key) {
            Some(patch) => changed(value.unwrap_or_default(), patch)?,
            None => value,
        };
        object.insert(key.into(), value.ok_or_else(|| format!("nothing at {key}"))?);
    }
    Ok(Value::Object(object))
}

fn spliced(old: Value, [from, removed]: [&Value; 2], items: Vec<Value>) -> Result<Value, String> {
    let Value::Array(mut list) = old else { return Err(format!("a splice of {old}")) };
    let range =
        index(from).zip(index(removed)).and_then(|(from, removed)| Some(from..from.checked_add(removed)?));
    let range = range.filter(|range| range.end <= list.len());
    let range = range.ok_or_else(|| format!("no items at {from}, {removed} of them"))?;
    list.splice(range, items);
    Ok(Value::Array(list))
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

//! Applies a patch to a value of JSON's: what JavaScript does with one, for tests and checks.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

/// What a patch of [`patch_of`](super::patch_of) makes of the old value.
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
/// If it is no patch, or not one of this value.
pub fn patched(old: Value, patch: &str) -> Result<Value, String> {
    let patch = serde_json::from_str(patch).map_err(|error| error.to_string())?;
    changed(old, patch)?.ok_or_else(|| "the whole is taken away".to_string())
}

/// The value after the patch; `None`: it is gone.
fn changed(old: Value, patch: Value) -> Result<Option<Value>, String> {
    match patch {
        Value::Object(members) => with_members(old, members).map(Some),
        Value::Array(mut parts) => match parts.as_mut_slice() {
            [] => Ok(None),
            [value] => Ok(Some(value.take())),
            [Value::Array(keys), Value::Object(members)] => {
                with_keys(old, keys, core::mem::take(members)).map(Some)
            }
            [from, removed, Value::Array(items)] => {
                spliced(old, [from, removed], core::mem::take(items)).map(Some)
            }
            [from, removed, Value::Array(items), Value::Object(members)] => {
                let old = with_members(old, core::mem::take(members))?;
                spliced(old, [from, removed], core::mem::take(items)).map(Some)
            }
            _ => Err(format!("no patch: {}", Value::Array(parts))),
        },
        other => Err(format!("no patch: {other}")),
    }
}

fn with_members(old: Value, members: Map<String, Value>) -> Result<Value, String> {
    match old {
        Value::Object(mut object) => {
            for (key, patch) in members {
                match changed(object.get_mut(&key).map(Value::take).unwrap_or_default(), patch)? {
                    Some(value) => object.insert(key, value),
                    None => object.remove(&key),
                };
            }
            Ok(Value::Object(object))
        }
        Value::Array(mut list) => {
            for (key, patch) in members {
                let place = key.parse::<usize>().ok().and_then(|at| list.get_mut(at));
                let place = place.ok_or_else(|| format!("no item at {key}"))?;
                *place = changed(place.take(), patch)?.ok_or_else(|| format!("the item at {key} is gone"))?;
            }
            Ok(Value::Array(list))
        }
        other => Err(format!("members of {other}")),
    }
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
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let range =
        number(from).zip(number(removed)).and_then(|(from, removed)| Some(from..from.checked_add(removed)?));
    let range = range.filter(|range| range.end <= list.len());
    let range = range.ok_or_else(|| format!("no items at {from}, {removed} of them"))?;
    list.splice(range, items);
    Ok(Value::Array(list))
}

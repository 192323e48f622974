//! Secure numbers, from the system's cryptographic generator.
//!
//! It is `globalThis.crypto`, or nothing: it never returns anything weaker. The package's own module asks by getrandom, which
//! catches what that throws; the module of a game asks its host.

use super::imports::{self, Thrown};
use crate::codes;

/// A number has so many bits, of those that are drawn.
#[cfg(feature = "bindgen")]
const BITS: u32 = 53;

/// The next number of an action: one that it is known to draw, or another. None: something was thrown.
pub fn drawn() -> Option<f64> {
    let known = imports::known_draw();
    if known.is_nan() {
        let number = number().ok()?;
        imports::note_draw(number);
        return Some(number);
    }
    // `codes::answer::THREW` is below.
    (known >= 0.0).then_some(known)
}

/// A number from 0 up to, but not including, 1: anyone who knows others knows nothing of it.
pub fn number() -> Result<f64, Thrown> {
    bits().ok_or_else(unavailable)
}

#[cfg(feature = "bindgen")]
fn bits() -> Option<f64> {
    let bits = getrandom::u64().ok()?;
    Some((bits >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64)
}

#[cfg(not(feature = "bindgen"))]
fn bits() -> Option<f64> {
    let number = imports::secure_number();
    (!number.is_nan()).then_some(number)
}

fn unavailable() -> Thrown {
    imports::raise(
        codes::problem::RANDOM,
        "random",
        "numbers are drawn from globalThis.crypto.getRandomValues, which is not here",
    );
    Thrown
}

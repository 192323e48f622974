//! What nobody can compute, from the system's cryptographic generator.
//!
//! getrandom asks `globalThis.crypto`, and catches what that throws. It never answers with anything weaker.

use super::imports::{self, Thrown};
use crate::codes;

/// A number has so many bits, of those that are drawn.
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

/// A number from 0 up to, but not including, 1: whoever knows others knows nothing of it.
pub fn number() -> Result<f64, Thrown> {
    let bits = getrandom::u64().map_err(|_| unavailable())?;
    Ok((bits >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64)
}

fn unavailable() -> Thrown {
    imports::raise(
        codes::problem::RANDOM,
        "random",
        "numbers are drawn from globalThis.crypto.getRandomValues, which is not here",
    );
    Thrown
}

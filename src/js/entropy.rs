//! Random numbers from the system's cryptographic generator.
//!
//! The generator is `globalThis.crypto`. Without it there are no numbers, not weaker ones. The package's own
//! module asks through getrandom, which catches exceptions; the module of a game asks its host.

use super::imports::{self, Thrown};
use crate::codes;

/// Number of random bits in a number.
#[cfg(feature = "bindgen")]
const BITS: u32 = 53;

/// Returns the next number of an action: a known one if the action is repeated, else a new one. Returns
/// `None` after an exception.
pub fn drawn() -> Option<f64> {
    let known = imports::known_draw();
    if known.is_nan() {
        let number = number().ok()?;
        imports::note_draw(number);
        return Some(number);
    }
    // `codes::answer::THREW` is negative.
    (known >= 0.0).then_some(known)
}

/// Returns a number that is at least 0 and less than 1, and that cannot be computed from others.
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

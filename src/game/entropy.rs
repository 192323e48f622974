//! Numbers that nobody can compute, for native matches of games that draw securely.

/// A number from 0 up to, but not including, 1, from the system's cryptographic generator. None: there is no generator.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn number() -> Option<f64> {
    let bits = getrandom::u64().ok()?;
    Some((bits >> (u64::BITS - f64::MANTISSA_DIGITS)) as f64 / (1_u64 << f64::MANTISSA_DIGITS) as f64)
}

/// In a page the generator is its own: JavaScript hands its numbers to the matches that it holds.
#[cfg(target_arch = "wasm32")]
pub(super) fn number() -> Option<f64> {
    None
}

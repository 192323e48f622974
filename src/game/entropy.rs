//! Cryptographic random numbers for native matches of games with `secure_random`.

/// Returns a number that is at least 0 and less than 1 from the system's generator, or `None` if there is no
/// generator.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn number() -> Option<f64> {
    let bits = getrandom::u64().ok()?;
    Some((bits >> (u64::BITS - f64::MANTISSA_DIGITS)) as f64 / (1_u64 << f64::MANTISSA_DIGITS) as f64)
}

/// On a page, JavaScript provides the numbers.
#[cfg(target_arch = "wasm32")]
pub(super) fn number() -> Option<f64> {
    None
}

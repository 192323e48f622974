//! The generator behind `random`: Alea, seeded and stepped exactly as in boardgame.io 0.50.2.

use alloc::rc::Rc;

/// State of `random`: the seed, and after the first number the generator's state.
#[derive(Clone, Debug, PartialEq)]
pub struct Random {
    /// Seed of the generator, as text.
    pub seed: Rc<str>,
    /// Generator after the numbers drawn so far.
    pub prng: Option<Alea>,
}

impl Random {
    /// Creates a generator that has not drawn a number yet.
    pub fn seeded(seed: impl Into<Rc<str>>) -> Self {
        Random { seed: seed.into(), prng: None }
    }

    /// Returns the next number, in `[0, 1)`.
    pub fn number(&mut self) -> f64 {
        self.prng.get_or_insert_with(|| Alea::new(&self.seed)).step()
    }
}

/// Johannes Baagøe's Alea, in the variant of David Bau's seedrandom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alea {
    /// Carry.
    pub c: f64,
    /// First of three lagged values.
    pub s0: f64,
    /// Second lagged value.
    pub s1: f64,
    /// Third lagged value.
    pub s2: f64,
}

const MULTIPLIER: f64 = 2_091_639.0;
const TWO_POW_32: f64 = 4_294_967_296.0;
const TWO_POW_MINUS_32: f64 = 2.328_306_436_538_696_3e-10;

impl Alea {
    /// Creates a generator from a seed.
    pub fn new(seed: &str) -> Self {
        let mut mash = Mash::new();
        let lags = [mash.mix(" "), mash.mix(" "), mash.mix(" ")];
        let [s0, s1, s2] = lags.map(|lag| {
            let lag = lag - mash.mix(seed);
            if lag < 0.0 { lag + 1.0 } else { lag }
        });
        Alea { c: 1.0, s0, s1, s2 }
    }

    /// Returns `true` if a seeded generator can reach this state. Other states may produce numbers outside of
    /// `[0, 1)`.
    pub(super) fn is_reachable(&self) -> bool {
        let is_carry = (0.0..=MULTIPLIER).contains(&self.c) && self.c == whole(self.c);
        is_carry && [self.s0, self.s1, self.s2].iter().all(|lag| (0.0..1.0).contains(lag))
    }

    fn step(&mut self) -> f64 {
        let t = MULTIPLIER * self.s0 + self.c * TWO_POW_MINUS_32;
        self.s0 = self.s1;
        self.s1 = self.s2;
        self.c = whole(t);
        self.s2 = t - self.c;
        self.s2
    }
}

/// Hash function that Alea applies to its seed.
struct Mash {
    n: f64,
}

impl Mash {
    fn new() -> Self {
        Mash { n: f64::from(0xefc8_249d_u32) }
    }

    fn mix(&mut self, text: &str) -> f64 {
        for unit in text.encode_utf16() {
            self.n += f64::from(unit);
            let mut h = 0.025_196_032_824_169_38 * self.n;
            self.n = to_u32(h);
            h -= self.n;
            h *= self.n;
            self.n = to_u32(h);
            h -= self.n;
            self.n += h * TWO_POW_32;
        }
        to_u32(self.n) * TWO_POW_MINUS_32
    }
}

/// Returns the number without its fraction. Correct for the numbers of a reachable state.
fn whole(x: f64) -> f64 {
    f64::from(x as u32)
}

/// Returns JavaScript's `x >>> 0`. Correct for the non-negative numbers of this file.
fn to_u32(x: f64) -> f64 {
    f64::from(x as u64 as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Printed by boardgame.io 0.50.2's own generator, `alea(seed)`.
    #[test]
    fn the_numbers_are_those_of_boardgame_io() {
        let mut random = Random::seeded("rondel");
        let drawn = [random.number(), random.number(), random.number()];
        assert_eq!(drawn, EXPECTED);
    }

    #[test]
    fn a_stored_generator_goes_on_where_it_stopped() {
        let mut first = Random::seeded("7");
        first.number();
        let mut second = first.clone();
        assert_eq!(first.number(), second.number());
    }

    const EXPECTED: [f64; 3] = [0.3691262302454561, 0.6764377735089511, 0.6168501260690391];
}

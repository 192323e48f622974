//! A network on which messages come late, twice, in another order, or not at all: the same again for the same
//! seed.

use std::collections::BTreeMap;

use rondel::core::Random;

use crate::support::throw_die;

/// Carries letters along lines. Time is a number of milliseconds that the owner moves on.
pub struct Network<T> {
    /// What it does to letters.
    pub weather: Weather,
    /// So many of the next letters are lost, whatever the weather.
    pub loses: usize,
    now: u64,
    chance: Random,
    /// By the time of arrival.
    in_flight: BTreeMap<(u64, usize), (Line, T)>,
    sent: usize,
}

/// A way from one end to another.
pub type Line = usize;

/// What a network does to letters.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    /// How long a letter takes at least.
    pub latency: u32,
    /// How much longer it may take.
    pub jitter: u32,
    /// How many of a hundred are lost.
    pub loss: u32,
    /// How many of a hundred come twice.
    pub duplicates: u32,
    /// Whether letters may overtake each other.
    pub reorders: bool,
}

impl Weather {
    /// Every letter takes as long, and comes.
    pub const FINE: Weather = Weather { latency: 50, jitter: 0, loss: 0, duplicates: 0, reorders: false };
}

impl<T: Clone> Network<T> {
    /// A network in fine weather.
    pub fn new(seed: &str) -> Self {
        Network {
            weather: Weather::FINE,
            loses: 0,
            now: 0,
            chance: Random::seeded(seed),
            in_flight: BTreeMap::new(),
            sent: 0,
        }
    }

    /// The present time.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Sends a letter.
    pub fn send(&mut self, line: Line, letter: T) {
        let times = if self.happens(self.weather.duplicates) { 2 } else { 1 };
        for _ in 0..times {
            if self.loses > 0 {
                self.loses -= 1;
            } else if !self.happens(self.weather.loss) {
                let mut arrival =
                    self.now + u64::from(self.weather.latency + self.below(self.weather.jitter));
                if !self.weather.reorders {
                    let on_the_line = self.in_flight.iter().filter(|(_, (other, _))| *other == line);
                    arrival = on_the_line.map(|((time, _), _)| *time).fold(arrival, u64::max);
                }
                self.sent += 1;
                self.in_flight.insert((arrival, self.sent), (line, letter.clone()));
            }
        }
    }

    /// Loses what is on its way on a line.
    pub fn cut(&mut self, line: Line) {
        self.in_flight.retain(|_, (other, _)| *other != line);
    }

    /// When the next letter arrives.
    pub fn next_arrival(&self) -> Option<u64> {
        self.in_flight.first_key_value().map(|((time, _), _)| *time)
    }

    /// Moves time on, and takes out a letter that has arrived by then.
    pub fn advance(&mut self, time: u64) -> Option<(Line, T)> {
        self.now = self.now.max(time);
        if self.next_arrival()? > self.now {
            return None;
        }
        self.in_flight.pop_first().map(|(_, arrived)| arrived)
    }

    fn happens(&mut self, percent: u32) -> bool {
        percent > 0 && self.below(100) < percent
    }

    fn below(&mut self, limit: u32) -> u32 {
        if limit == 0 { 0 } else { throw_die(&mut self.chance, limit) - 1 }
    }
}

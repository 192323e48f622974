//! A network on which messages arrive late, twice, in another order, or not at all. The same seed gives the
//! same behaviour.

use std::collections::BTreeMap;

use rondel::core::Random;

use crate::support::throw_die;

/// A simulated network. Time is a number of milliseconds, which the owner advances.
pub struct Network<T> {
    /// Present behaviour of the network.
    pub conditions: Conditions,
    /// Number of the next messages that are lost in any case.
    pub loses: usize,
    now: u64,
    chance: Random,
    /// Messages by time of arrival.
    in_flight: BTreeMap<(u64, usize), (Line, T)>,
    sent: usize,
}

/// Number of a one-way connection.
pub type Line = usize;

/// Behaviour of a network.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Minimum latency in milliseconds.
    pub latency: u32,
    /// Maximum additional latency in milliseconds.
    pub jitter: u32,
    /// Percentage of lost messages.
    pub loss: u32,
    /// Percentage of messages that arrive twice.
    pub duplicates: u32,
    /// `true` if messages may overtake each other.
    pub reorders: bool,
}

impl Conditions {
    /// All messages arrive after the same time.
    pub const GOOD: Conditions =
        Conditions { latency: 50, jitter: 0, loss: 0, duplicates: 0, reorders: false };
}

impl<T: Clone> Network<T> {
    /// Creates a network with [`Conditions::GOOD`].
    pub fn new(seed: &str) -> Self {
        Network {
            conditions: Conditions::GOOD,
            loses: 0,
            now: 0,
            chance: Random::seeded(seed),
            in_flight: BTreeMap::new(),
            sent: 0,
        }
    }

    /// Returns the present time.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Sends a message.
    pub fn send(&mut self, line: Line, message: T) {
        let times = if self.happens(self.conditions.duplicates) { 2 } else { 1 };
        for _ in 0..times {
            if self.loses > 0 {
                self.loses -= 1;
            } else if !self.happens(self.conditions.loss) {
                let mut arrival =
                    self.now + u64::from(self.conditions.latency + self.below(self.conditions.jitter));
                if !self.conditions.reorders {
                    let on_the_line = self.in_flight.iter().filter(|(_, (other, _))| *other == line);
                    arrival = on_the_line.map(|((time, _), _)| *time).fold(arrival, u64::max);
                }
                self.sent += 1;
                self.in_flight.insert((arrival, self.sent), (line, message.clone()));
            }
        }
    }

    /// Loses all messages that are on their way on a connection.
    pub fn cut(&mut self, line: Line) {
        self.in_flight.retain(|_, (other, _)| *other != line);
    }

    /// Returns the arrival time of the next message.
    pub fn next_arrival(&self) -> Option<u64> {
        self.in_flight.first_key_value().map(|((time, _), _)| *time)
    }

    /// Advances the time and returns a message that has arrived by then.
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

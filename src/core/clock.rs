//! The clock of a match: the time that each player has left, and the deadlines of those who are waited for.
//!
//! A clock is a value in `ctx`, computed from the times that the host passes with the actions. Only the host
//! has a real clock.
//!
//! A *stay* is the time during which the match waits for one player: in their turn, or in a stage that has a
//! time of its own. A stay ends with the turn or the stage. It is interrupted if its player is not active for
//! a part of the turn.

use alloc::rc::Rc;
use core::time::Duration;

use super::ids::PlayerID;
use super::player_map::PlayerMap;
pub use rondel_codes::ClockOrder;
use rondel_codes::{LAG_GAIN, LEAST_STAY, MOST_LAG};

/// The clock of a match. Times are in milliseconds; moments are in the time of the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Moment of the last action.
    pub now: f64,
    /// Time that each player had left at `now`. Players who have none for later turns are missing unless
    /// they are waited for.
    pub left: PlayerMap<f64>,
    /// Moments at which the time of the players who are waited for runs out. Empty while the clock is paused.
    pub deadlines: PlayerMap<f64>,
    /// `true` if the rules have stopped the clock.
    pub is_paused: bool,
    /// `true` if the host has stopped the clock.
    pub is_held: bool,
    /// Part of `left` that a player keeps for later turns.
    pub banks: PlayerMap<f64>,
    /// Unused time of this turn, without the bank, of players whose stay is interrupted.
    pub rests: PlayerMap<f64>,
    /// Lag for which a player may still get time back, if it is not [`MOST_LAG`].
    pub lags: PlayerMap<f64>,
}

/// Time of a turn or a stage, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Time {
    /// Time for each stay.
    pub limit: Option<f64>,
    /// Time for the whole match, used when `limit` is spent.
    pub bank: Option<f64>,
    /// Time that the bank gets at the end of each stay (Fischer).
    pub increment: f64,
    /// Time that passes before any other is used (Bronstein).
    pub delay: f64,
}

impl Time {
    /// Longest time, in milliseconds: 10,000 days.
    const LONGEST: f64 = 864_000_000_000.0;

    /// Returns this time with a bank for the whole match, used when the limit is spent.
    pub fn bank(self, bank: Duration) -> Self {
        Time { bank: Some(milliseconds(bank)), ..self }
    }

    /// Returns this time with an increment, which the bank gets at the end of each turn.
    pub fn increment(self, increment: Duration) -> Self {
        Time { increment: milliseconds(increment), ..self }
    }

    /// Returns this time with a delay, which passes before any other time is used.
    pub fn delay(self, delay: Duration) -> Self {
        Time { delay: milliseconds(delay), ..self }
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// A description of the problem.
    pub fn check(&self) -> Result<(), &'static str> {
        let is_valid = |time: &f64| (0.0..=Time::LONGEST).contains(time);
        let times = [self.limit, self.bank, Some(self.increment), Some(self.delay)];
        if !times.iter().flatten().all(is_valid) {
            return Err("expected a time between 0 and 10,000 days");
        }
        if times.iter().flatten().all(|time| *time == 0.0) {
            return Err("expected a limit or a bank");
        }
        Ok(())
    }
}

impl From<Duration> for Time {
    /// Creates a time with this limit for each turn.
    fn from(limit: Duration) -> Self {
        Time { limit: Some(milliseconds(limit)), ..Time::default() }
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_millis() as f64
}

/// Declaration of a time.
#[derive(Clone, Debug)]
pub enum TimeRule<F> {
    /// Always this time.
    Always(Time),
    /// A function that is asked at the beginning of each stay. It may return no time.
    Ask(F),
}

/// Moment of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Moment at which the host does the action.
    pub now: f64,
    /// Moment at which its player acted, by the player's own account. The time between them counts as lag, up
    /// to the player's allowance.
    pub acted: f64,
}

/// Returns the moment of the action that begins. `None`: the clock does not run, as in predictions.
pub type TimeSource = Rc<dyn Fn() -> Option<Moment>>;

/// Kind of a stay, by the declaration of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stay {
    /// Time of the turn.
    Turn,
    /// Time of a stage.
    Stage,
}

impl Clock {
    /// Returns the lag for which this player may still get time back.
    pub fn lag_allowance(&self, player: &str) -> f64 {
        self.lags.find(player).unwrap_or(MOST_LAG)
    }

    pub(super) fn use_lag(&mut self, player: &PlayerID, lag: f64) {
        self.set_lag_allowance(player, self.lag_allowance(player) - lag);
    }

    fn set_lag_allowance(&mut self, player: &PlayerID, allowance: f64) {
        if allowance >= MOST_LAG {
            self.lags.edit(false, |entries| entries.remove(player));
        } else {
            set(&mut self.lags, player, allowance);
        }
    }

    /// Returns the time that this player had at `now`. Only for players who are waited for.
    pub(super) fn left_at(&self, player: &str, now: f64) -> f64 {
        match self.deadlines.find(player) {
            Some(deadline) => deadline - now,
            None => self.left.find(player).unwrap_or_default(),
        }
    }

    /// Returns `true` if the stay of a player who is waited for has a time: a function may have returned none
    /// for it. While the clock is stopped there are no deadlines, and `left` has the player.
    pub(super) fn times(&self, player: &str) -> bool {
        self.deadlines.find(player).is_some() || (self.is_stopped() && self.left.find(player).is_some())
    }

    /// Returns `true` if the clock is stopped.
    pub fn is_stopped(&self) -> bool {
        self.is_paused || self.is_held
    }

    /// Returns the clock as if the last action had happened `now`.
    pub(super) fn restarted(&self, now: f64) -> Self {
        let mut clock = self.clone();
        for (player, deadline) in self.deadlines.entries().iter() {
            let left = self.left.find(player).unwrap_or(deadline - self.now).max(LEAST_STAY);
            set(&mut clock.left, player, left);
            set(&mut clock.deadlines, player, now + left);
        }
        clock.now = now;
        clock
    }

    /// Interrupts a stay. Its unused time is kept for the same turn.
    pub(super) fn interrupt(&mut self, player: &PlayerID, left: f64) {
        let left = left.max(0.0);
        let bank = self.keep_bank(player, left);
        set(&mut self.rests, player, left - bank);
    }

    /// Ends a stay: the unused part of the bank stays.
    pub(super) fn end_stay(&mut self, player: &PlayerID, left: f64) {
        self.keep_bank(player, left.max(0.0));
        self.set_lag_allowance(player, self.lag_allowance(player) + LAG_GAIN);
    }

    /// Limits the bank to the time that is left, and returns it.
    fn keep_bank(&mut self, player: &PlayerID, left: f64) -> f64 {
        let bank = self.banks.find(player).unwrap_or_default().min(left);
        if self.banks.find(player).is_some() {
            set(&mut self.banks, player, bank);
        }
        bank
    }

    /// Adds a stay's increment to the bank. A time without a bank gets one in this way.
    pub(super) fn add_increment(&mut self, player: &PlayerID, increment: f64) {
        if increment > 0.0 {
            let bank = self.banks.find(player).unwrap_or_default();
            set(&mut self.banks, player, bank + increment);
        }
    }

    /// Begins a stay with this time, or goes on with one that was interrupted. Returns the time that the
    /// player has in all.
    pub(super) fn begin_stay(&mut self, player: &PlayerID, stay: Stay, time: Time) -> f64 {
        if let (None, Some(bank)) = (self.banks.find(player), time.bank) {
            set(&mut self.banks, player, bank);
        }
        let rest = self.rests.find(player).filter(|_| stay == Stay::Turn);
        if rest.is_some() {
            self.rests.edit(false, |entries| entries.remove(player));
        }
        let limit = rest.unwrap_or_else(|| time.delay + time.limit.unwrap_or_default());
        let bank = self.banks.find(player).unwrap_or_default();
        (limit + bank).max(LEAST_STAY)
    }
}

/// Sets the time of a player.
pub(super) fn set(times: &mut PlayerMap<f64>, player: &PlayerID, time: f64) {
    times.edit(false, |entries| entries.insert(player, time));
}

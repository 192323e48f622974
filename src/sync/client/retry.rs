//! The timeouts and retries of a client.

/// Timeout before the client sends all pending actions again, in milliseconds: the maximum, and the minimum
/// after quick answers.
pub(super) const PATIENCE: f64 = 3_000.0;
const LEAST_PATIENCE: f64 = 1_000.0;

/// Factor of the usual round-trip time after which an answer counts as late.
const SLOWER_THAN_USUAL: f64 = 4.0;

/// Mean pause between requests to a master that does not answer, in milliseconds. The pause does not grow, so
/// that a client does not wait long after a short outage of the server's database.
const PATIENCE_IN_VAIN: f64 = 4_000.0;

/// Silence of the master after which a client without pending actions asks for missed messages, in
/// milliseconds.
pub(super) const SILENCE: f64 = 30_000.0;

/// State of the retries, and the estimated round-trip time.
pub(super) struct Retry {
    pub(super) state: RetryState,
    /// Time of the last awaited message from the master, or of the last request.
    heard: f64,
    /// `true` if a request for the whole state has timed out.
    is_in_vain: bool,
    /// Estimated round-trip time in milliseconds: the recent maximum.
    round_trip: Option<f64>,
}

/// Last step that a client has taken to get an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryState {
    /// None: it waits.
    Waiting,
    /// It has sent all pending actions again.
    Resent,
    /// It has requested the whole state.
    SyncRequested,
}

impl Retry {
    pub(super) fn new() -> Self {
        Retry { state: RetryState::Waiting, heard: 0.0, is_in_vain: false, round_trip: None }
    }

    /// Enters a state and restarts the timeout.
    pub(super) fn enter(&mut self, state: RetryState, now: f64) {
        (self.state, self.heard, self.is_in_vain) = (state, now, false);
    }

    /// Notes that the master refused to send the state now. The client asks again as after a timeout.
    pub(super) fn turned_away(&mut self, now: f64) {
        (self.state, self.heard, self.is_in_vain) = (RetryState::SyncRequested, now, true);
    }

    /// Enters the next state after a timeout.
    pub(super) fn give_up_waiting(&mut self, is_anything_pending: bool) {
        self.is_in_vain = self.state == RetryState::SyncRequested;
        self.state = match self.state {
            RetryState::Waiting if is_anything_pending => RetryState::Resent,
            _ => RetryState::SyncRequested,
        };
    }

    /// Returns `true` if a request for the whole state has timed out.
    pub(super) fn is_in_vain(&self) -> bool {
        self.is_in_vain
    }

    /// Notes that the client waits for nothing.
    pub(super) fn forget(&mut self) {
        (self.state, self.is_in_vain) = (RetryState::Waiting, false);
    }

    /// Restarts the timeout.
    pub(super) fn restart(&mut self, now: f64) {
        self.heard = now;
    }

    /// Returns the time of the next timeout. A client that waits for no answer asks after a long silence.
    pub(super) fn deadline(&self, waits_for_answer: bool) -> f64 {
        let is_content = !waits_for_answer && self.state == RetryState::Waiting;
        self.heard + if is_content { SILENCE } else { self.patience() }
    }

    /// Updates the estimated round-trip time with a new measurement.
    pub(super) fn note_round_trip(&mut self, took: f64) {
        let usual = self.round_trip.unwrap_or(took);
        self.round_trip = Some(took.max(usual - (usual - took) / 8.0));
    }

    /// Returns the timeout for an answer, in milliseconds.
    fn patience(&self) -> f64 {
        let usual = self.round_trip.unwrap_or(PATIENCE) * SLOWER_THAN_USUAL;
        match self.state {
            RetryState::Waiting => usual.clamp(LEAST_PATIENCE, PATIENCE),
            RetryState::Resent => (2.0 * usual.max(LEAST_PATIENCE)).min(PATIENCE),
            RetryState::SyncRequested if self.is_in_vain => self.patience_in_vain(),
            RetryState::SyncRequested => PATIENCE,
        }
    }

    /// Returns the pause with a jitter of a quarter, so that the clients of a restarted master do not all ask
    /// at once. The jitter comes from the time of the last request, because each client's clock starts at
    /// another moment.
    fn patience_in_vain(&self) -> f64 {
        let spread = ((self.heard * 1_000.0) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
        PATIENCE_IN_VAIN * (0.75 + spread as f64 / 512.0)
    }
}

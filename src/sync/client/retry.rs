//! When a client asks again: how long it waits for its master.

/// How long to wait for an answer before everything is sent again, in milliseconds: at most, and where answers have
/// come quickly so far.
pub(super) const PATIENCE: f64 = 3_000.0;
const LEAST_PATIENCE: f64 = 1_000.0;

/// An answer that takes this many times as long as others did is no longer waited for.
const SLOWER_THAN_USUAL: f64 = 4.0;

/// How long to wait between two requests of a master that answers none of them, in milliseconds, about. Longer and longer
/// pauses would keep a client waiting after a short outage of the server's database.
const PATIENCE_IN_VAIN: f64 = 4_000.0;

/// How long a master may be silent before the client asks whether it has missed anything, in milliseconds.
pub(super) const SILENCE: f64 = 30_000.0;

/// How long a client waits for its master, and what it has done about it.
pub(super) struct Retry {
    pub(super) state: RetryState,
    /// When the master last sent something that was waited for, or was last asked to.
    heard: f64,
    /// Whether a request for the whole state has been waited for in vain.
    is_in_vain: bool,
    /// How long the master takes to answer, in milliseconds: the longest of late.
    round_trip: Option<f64>,
}

/// What a client has done to get an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryState {
    /// Nothing yet: it waits.
    Waiting,
    /// It has sent everything again.
    Resent,
    /// It has asked for the whole state.
    SyncRequested,
}

impl Retry {
    pub(super) fn new() -> Self {
        Retry { state: RetryState::Waiting, heard: 0.0, is_in_vain: false, round_trip: None }
    }

    /// From now on the client is in this state.
    pub(super) fn enter(&mut self, state: RetryState, now: f64) {
        (self.state, self.heard, self.is_in_vain) = (state, now, false);
    }

    /// The master responds that it does not send the state, which may pass: it is asked again as if it had not responded.
    pub(super) fn turned_away(&mut self, now: f64) {
        (self.state, self.heard, self.is_in_vain) = (RetryState::SyncRequested, now, true);
    }

    /// No answer has come in time: from now on the client is in the next state.
    pub(super) fn give_up_waiting(&mut self, is_anything_pending: bool) {
        self.is_in_vain = self.state == RetryState::SyncRequested;
        self.state = match self.state {
            RetryState::Waiting if is_anything_pending => RetryState::Resent,
            _ => RetryState::SyncRequested,
        };
    }

    /// Whether the master has left a request without an answer.
    pub(super) fn is_in_vain(&self) -> bool {
        self.is_in_vain
    }

    /// The client waits for nothing.
    pub(super) fn forget(&mut self) {
        (self.state, self.is_in_vain) = (RetryState::Waiting, false);
    }

    /// The wait begins again.
    pub(super) fn restart(&mut self, now: f64) {
        self.heard = now;
    }

    /// When to ask again. A client that waits for no answer asks after a long silence.
    pub(super) fn deadline(&self, waits_for_answer: bool) -> f64 {
        let is_content = !waits_for_answer && self.state == RetryState::Waiting;
        self.heard + if is_content { SILENCE } else { self.patience() }
    }

    /// An answer took this long.
    pub(super) fn note_round_trip(&mut self, took: f64) {
        let usual = self.round_trip.unwrap_or(took);
        self.round_trip = Some(took.max(usual - (usual - took) / 8.0));
    }

    /// How long to wait for an answer, in milliseconds.
    fn patience(&self) -> f64 {
        let usual = self.round_trip.unwrap_or(PATIENCE) * SLOWER_THAN_USUAL;
        match self.state {
            RetryState::Waiting => usual.clamp(LEAST_PATIENCE, PATIENCE),
            RetryState::Resent => (2.0 * usual.max(LEAST_PATIENCE)).min(PATIENCE),
            RetryState::SyncRequested if self.is_in_vain => self.patience_in_vain(),
            RetryState::SyncRequested => PATIENCE,
        }
    }

    /// A quarter more or less: the clients of a master that is back do not all ask it at one moment. Each client's clock began at a
    /// moment of its own, and so the time of its last request is as good as chance.
    fn patience_in_vain(&self) -> f64 {
        let spread = ((self.heard * 1_000.0) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56;
        PATIENCE_IN_VAIN * (0.75 + spread as f64 / 512.0)
    }
}

//! The client of a remote master: its confirmed state, its pending actions, and the predicted state.

mod pending;
mod retry;
#[cfg(test)]
mod tests;

use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::mem::take;

use super::message::{Ack, Answer, MOST_PENDING, Provenance};
use super::remembered::{Remembered, Unanswered};
use super::view::{GameView, Prediction};
use pending::{Pending, Visibility};
use retry::{PATIENCE, Retry, RetryState};

/// A client of one match: the state that the master has confirmed, and the player's pending actions on top of
/// it.
///
/// The client has no I/O and no clock. Times are milliseconds since any fixed moment. Each method may queue
/// [`Effect`]s, which [`Client::poll`] returns one by one.
pub struct Client<V: GameView, S = Rc<str>> {
    view: V,
    session: S,
    confirmed: Option<(V::State, u64)>,
    shown: Option<V::State>,
    pending: Vec<Pending<V::Action, S>>,
    /// Number of the last sent action.
    last: u64,
    retry: Retry,
    /// Number of the acknowledged action after which the client last repaired a gap.
    mended: Option<u64>,
    /// Time since which the master has sent states older than the confirmed one.
    offered_older: Option<f64>,
    is_connected: bool,
    /// `true` if the master is boardgame.io's. It sends no acks, and runs an action only in the state in
    /// which it was made. The client then sends one action at a time.
    is_silent: bool,
    /// Effects that the owner has not polled yet.
    effects: VecDeque<Effect<V::Error>>,
}

/// A task for the owner of a [`Client`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<E> {
    /// Send the action with this number to the master.
    Send(u64),
    /// Resolve the handle of the action with this number, with its error if it failed.
    Resolve(u64, Option<E>),
    /// Notify the subscribers that the shown state has changed.
    Publish,
    /// Ask the master for the whole state.
    RequestSync,
}

/// A state from the master, with its acks of this client's actions.
pub struct Confirmation<S, E> {
    /// State as this client may see it.
    pub state: S,
    /// `_stateID` of the state.
    pub number: u64,
    /// Answers to this client's actions.
    pub answer: Answer<E>,
    /// Kind of the message.
    pub kind: Message,
}

/// Kind of a message with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Answer to a `sync`, with everything. Its state may be older than the confirmed one: a master that has
    /// lost its memory is still the master.
    Sync,
    /// Whole state, with the log entries of the last action.
    Update,
    /// Difference from the confirmed state.
    Patch,
}

/// Relation of a message to the confirmed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The message contains the next state.
    Follows,
    /// The message is older than the confirmed state.
    Old,
    /// An earlier message is missing.
    Gap,
}

/// Result of [`Client::submit`].
pub enum Submitted<E> {
    /// The action is pending, with this number.
    Pending(u64),
    /// The client's prediction refused it.
    Refused(E),
    /// Too many actions are pending, or there is no state yet.
    Impossible(&'static str),
}

/// An action, its provenance, and the number of the state that the player saw.
type ToSend<'a, A, S> = (&'a A, Option<Provenance<S>>, u64);

impl<V: GameView, S: Clone> Client<V, S> {
    /// Creates a client without a state. `session` distinguishes it from the player's other clients.
    pub fn new(view: V, session: S) -> Self {
        Client {
            view,
            session,
            confirmed: None,
            shown: None,
            pending: Vec::new(),
            last: 0,
            retry: Retry::new(),
            mended: None,
            offered_older: None,
            is_connected: false,
            is_silent: false,
            effects: VecDeque::new(),
        }
    }

    /// Creates a client that continues one whose memory was lost. It predicts and sends all unanswered
    /// actions again; the master runs each action once.
    pub fn resumed(view: V, session: S, remembered: Remembered<V::State, V::Action, S>, now: f64) -> Self {
        let Remembered { confirmed, last, unanswered, is_connected, is_silent } = remembered;
        let pending =
            unanswered.into_iter().map(|Unanswered { provenance, seen, sent_in, action }| Pending {
                provenance,
                seen,
                sent_in,
                sent_at: None,
                action,
                visibility: Visibility::Hidden,
                is_lost: false,
            });
        let pending = pending.collect();
        let mut client =
            Client { confirmed, last, pending, is_connected, is_silent, ..Client::new(view, session) };
        client.retry.enter(RetryState::Waiting, now);
        client.replay();
        if is_connected {
            client.send_again(now);
        }
        client
    }

    /// Returns the next effect. Call it after each method that takes the client by `&mut`, until it returns
    /// `None`.
    pub fn poll(&mut self) -> Option<Effect<V::Error>> {
        self.effects.pop_front()
    }

    /// Returns the state to show: the confirmed state with the pending actions applied.
    pub fn shown(&self) -> Option<&V::State> {
        self.shown.as_ref()
    }

    /// Returns the confirmed state with its number.
    pub fn confirmed(&self) -> Option<&(V::State, u64)> {
        self.confirmed.as_ref()
    }

    /// Returns the number of pending actions.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Returns `true` if the pending action with this number is visible in the shown state.
    pub fn is_predicted(&self, seq: u64) -> bool {
        self.find(seq).is_some_and(|pending| pending.visibility.is_seen())
    }

    /// Returns what to send for a pending action: the action, its provenance, and the number of the state
    /// that the player saw. A silent master gets no provenance, and the number of the confirmed state.
    pub fn to_send(&self, seq: u64) -> Option<ToSend<'_, V::Action, S>> {
        let first = self.pending.first()?.provenance.seq;
        let pending = self.find(seq)?;
        if self.is_silent {
            return Some((&pending.action, None, pending.sent_in?));
        }
        Some((&pending.action, Some(Provenance { first, ..pending.provenance.clone() }), pending.seen))
    }

    /// Submits an action of the player.
    pub fn submit(&mut self, action: V::Action, now: f64) -> Submitted<V::Error> {
        let (Some((_, seen)), Some(shown)) = (&self.confirmed, &self.shown) else {
            return Submitted::Impossible("the master has not sent the match yet");
        };
        if self.pending.len() >= MOST_PENDING {
            return Submitted::Impossible("too many actions wait for the master's answer");
        }
        let mut visibility = Visibility::Hidden;
        if self.shows_everything() {
            let prediction = self.view.predict(shown, &action);
            visibility = Visibility::of(&prediction);
            match prediction {
                Prediction::Refused(error) => return Submitted::Refused(error),
                Prediction::Waits | Prediction::Doubted => {}
                Prediction::InPart(state) | Prediction::Done { state, .. } => {
                    self.shown = Some(state);
                    self.effects.push_back(Effect::Publish);
                }
            }
        } else {
            self.view.hold_up(shown, &action);
        }
        if self.pending.is_empty() {
            self.retry.enter(RetryState::Waiting, now);
        }
        let seen = *seen;
        let before = self
            .pending
            .iter()
            .rfind(|pending| !pending.is_lost && pending.visibility != Visibility::Doubted);
        self.last += 1;
        let provenance = Provenance {
            session: self.session.clone(),
            seq: self.last,
            first: self.last,
            depends_on: before.map(|pending| pending.provenance.seq),
            ahead: self.pending.iter().any(|pending| pending.visibility == Visibility::ShownRestarted),
        };
        let is_first = self.pending.is_empty();
        let (sent_in, sent_at) = ((is_first && self.is_silent).then_some(seen), Some(now));
        self.pending.push(Pending { provenance, seen, sent_in, sent_at, action, visibility, is_lost: false });
        if is_first || !self.is_silent {
            self.effects.push_back(Effect::Send(self.last));
        }
        Submitted::Pending(self.last)
    }

    /// Returns the client's copy of the game mutably. Change the player only after [`Client::forget`].
    pub fn view_mut(&mut self) -> &mut V {
        &mut self.view
    }

    /// Returns the client's copy of the game.
    pub fn view(&self) -> &V {
        &self.view
    }

    /// Returns the relation to the confirmed state of a message that leads from state `base` to state
    /// `number`.
    pub fn fits(&self, base: u64, number: u64) -> Fit {
        match self.confirmed {
            Some((_, confirmed)) if base == confirmed => Fit::Follows,
            Some((_, confirmed)) if number <= confirmed => Fit::Old,
            _ => Fit::Gap,
        }
    }

    /// Requests the whole state because a message is missing.
    pub fn miss(&mut self, now: f64) {
        // One request is enough until an answer arrives, except if the master has not answered so far.
        if self.retry.state != RetryState::SyncRequested || self.retry.is_in_vain() {
            self.retry.enter(RetryState::SyncRequested, now);
            self.effects.push_back(Effect::RequestSync);
        }
    }

    /// Notes that the master refused to send the state now, for example while its storage fails. The client
    /// asks again after a few seconds, even if it has a state and no pending actions.
    pub fn turned_away(&mut self, now: f64) {
        self.retry.turned_away(now);
    }

    /// Handles a state from the master. Returns `false` if the client ignored it as too old.
    pub fn receive(&mut self, confirmation: Confirmation<V::State, V::Error>, now: f64) -> bool {
        let Confirmation { state, number, answer, kind } = confirmation;
        let is_whole = kind == Message::Sync;
        let before = self.confirmed.as_ref().map(|(_, number)| *number);
        if self.confirmed.as_ref().is_some_and(|(_, confirmed)| number < *confirmed) {
            // A single one may be a late message. If older states keep coming as answers to requests, the
            // master means them.
            let is_meant = self.offered_older.is_some_and(|since| now - since >= PATIENCE);
            if !is_whole || !is_meant {
                if is_whole && self.offered_older.is_none() {
                    self.retry.enter(RetryState::SyncRequested, now);
                    self.offered_older = Some(now);
                }
                return false;
            }
        }
        let has_asked = is_whole && self.retry.state == RetryState::SyncRequested;
        self.offered_older = None;
        self.confirmed = Some((state, number));
        let waited = self.pending.len();
        let acknowledges = matches!(answer, Answer::Ack(_));
        match answer {
            Answer::Ack(ack) => self.resolve(ack, now),
            Answer::Log(authors) => {
                let done = authors.done(before.is_some_and(|before| before < number));
                self.resolve_by_log(done, has_asked, now);
            }
        }
        // Neither a new state nor an answer to a pending action: the master misses an action before the one
        // that it acknowledges.
        let lacks_one = acknowledges && before == Some(number) && self.pending.len() == waited;
        // Actions of others are no answer. Otherwise a busy player could delay forever that a lost action is
        // sent again.
        if is_whole || waited == 0 || self.pending.len() < waited {
            self.retry.enter(RetryState::Waiting, now);
        }
        self.replay();
        if lacks_one {
            self.mend_gap(now);
        }
        // The state is complete, but log entries are missing.
        if kind == Message::Update && before.is_some_and(|before| number > before + 1) {
            self.miss(now);
        }
        true
    }

    fn mend_gap(&mut self, now: f64) {
        let first = self.pending.first().map(|pending| pending.provenance.seq);
        if first.is_some() && self.mended != first {
            self.mended = first;
            self.send_again(now);
        }
    }

    /// Notes that the connection was established or lost. Sends all unanswered actions again on a new
    /// connection.
    pub fn connect(&mut self, is_connected: bool, now: f64) {
        let has_come = is_connected && !self.is_connected;
        self.is_connected = is_connected;
        if has_come {
            self.retry.enter(RetryState::Waiting, now);
            self.send_again(now);
        }
    }

    /// Rejects all pending actions with this error and drops the state, before another match.
    pub fn forget(&mut self, error: V::Error)
    where
        V::Error: Clone,
    {
        for pending in take(&mut self.pending) {
            self.effects.push_back(Effect::Resolve(pending.provenance.seq, Some(error.clone())));
        }
        (self.confirmed, self.shown) = (None, None);
        self.retry.forget();
        self.offered_older = None;
        self.effects.push_back(Effect::Publish);
    }

    /// Rejects an action that cannot be sent, and all that depend on it, with this error. Without a number,
    /// as for a silent master, it rejects the first pending action.
    pub fn reject(&mut self, seq: u64, error: V::Error, now: f64)
    where
        V::Error: Clone,
    {
        let first = self.pending.first().map(|pending| pending.provenance.seq);
        let mut lost: Vec<u64> = if seq == 0 { first.into_iter().collect() } else { [seq].into() };
        self.pending.retain(|Pending { provenance: Provenance { seq, depends_on, .. }, .. }| {
            let is_lost = lost.contains(seq) || depends_on.is_some_and(|on| lost.contains(&on));
            if is_lost {
                lost.push(*seq);
                self.effects.push_back(Effect::Resolve(*seq, Some(error.clone())));
            }
            !is_lost
        });
        self.replay();
        // The master may have waited for this action before it handles the following ones.
        if self.is_connected {
            self.send_again(now);
        }
    }

    /// Returns the time at which to call [`Client::wake`], or `None` without a connection.
    pub fn deadline(&self) -> Option<f64> {
        let waits_for_answer = self.confirmed.is_none() || !self.pending.is_empty();
        self.is_connected.then(|| self.retry.deadline(waits_for_answer))
    }

    /// Handles a timeout. Without an answer, the client first sends all pending actions again, then requests
    /// the whole state, with a back-off.
    pub fn wake(&mut self, now: f64) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        self.retry.give_up_waiting(!self.pending.is_empty());
        if self.retry.state == RetryState::SyncRequested {
            self.effects.push_back(Effect::RequestSync);
        }
        self.send_again(now);
    }

    fn send_again(&mut self, now: f64) {
        self.retry.restart(now);
        let number = self.confirmed.as_ref().map(|(_, number)| *number);
        let at_once = if self.is_silent { 1 } else { self.pending.len() };
        for pending in self.pending.iter_mut().take(at_once) {
            pending.sent_in = pending.sent_in.or(number);
            pending.sent_at = None;
            self.effects.push_back(Effect::Send(pending.provenance.seq));
        }
    }

    /// Resolves all actions that the master has answered.
    fn resolve(&mut self, ack: Ack<V::Error>, now: f64) {
        self.is_silent = false;
        let Ack { last, mut refused } = ack;
        let mut lost: Vec<u64> = refused.iter().map(|(seq, _)| *seq).collect();
        while self.pending.first().is_some_and(|pending| pending.provenance.seq <= last) {
            let Pending { provenance: Provenance { seq, .. }, sent_at, .. } = self.pending.remove(0);
            if let Some(sent_at) = sent_at {
                self.retry.note_round_trip(now - sent_at);
            }
            let error = refused.iter().position(|(number, _)| *number == seq);
            self.effects.push_back(Effect::Resolve(seq, error.map(|index| refused.swap_remove(index).1)));
        }
        for pending in &mut self.pending {
            if pending.provenance.depends_on.is_some_and(|on| lost.contains(&on)) {
                pending.is_lost = true;
                lost.push(pending.provenance.seq);
            }
        }
    }

    /// Resolves the pending action of a silent master from its log. If the log does not show the action even
    /// after a request for the whole state, the master has dropped it. The client then makes it again if
    /// others have acted meanwhile. Otherwise it rejects the action and all that depend on it.
    fn resolve_by_log(&mut self, done: u64, has_asked: bool, now: f64) {
        self.is_silent = true;
        let Some((_, number)) = self.confirmed else { return };
        let Some(first) = self.pending.first_mut() else { return };
        if done > 0 {
            self.effects.push_back(Effect::Resolve(first.provenance.seq, None));
            self.pending.remove(0);
        } else if !has_asked {
            return;
        } else if first.sent_in.is_some_and(|sent_in| sent_in < number)
            && self.view.leaves_trace(&first.action)
        {
            first.sent_in = None;
        } else {
            for pending in take(&mut self.pending) {
                self.effects
                    .push_back(Effect::Resolve(pending.provenance.seq, Some(self.view.passed_over())));
            }
        }
        self.send_again(now);
    }

    /// Runs the pending actions on the confirmed state. Replaces the shown state only if it differs.
    fn replay(&mut self) {
        let Some((confirmed, _)) = &self.confirmed else { return };
        self.view.begin_replay();
        let mut state = confirmed.clone();
        let mut in_doubt = false;
        let mut doubted = Vec::new();
        for pending in &mut self.pending {
            pending.visibility = Visibility::Hidden;
            if pending.is_lost {
                continue;
            }
            in_doubt |= pending.provenance.depends_on.is_some_and(|on| doubted.contains(&on));
            if in_doubt {
                continue;
            }
            // An action that fails now is hidden together with all that follow. Only the master's answer
            // rejects it.
            let prediction = self.view.predict(&state, &pending.action);
            pending.visibility = Visibility::of(&prediction);
            in_doubt = pending.visibility.leaves_doubt();
            if pending.visibility == Visibility::Doubted {
                doubted.push(pending.provenance.seq);
            }
            if let Prediction::InPart(next) | Prediction::Done { state: next, .. } = prediction {
                state = next;
            }
        }
        let is_same = self.shown.as_ref().is_some_and(|shown| self.view.is_same(shown, &state));
        if !is_same {
            self.shown = Some(state);
            self.effects.push_back(Effect::Publish);
        }
    }

    /// Returns `true` if the shown state contains the complete outcome of all pending actions: none is left
    /// to the master.
    pub fn shows_everything(&self) -> bool {
        self.pending.iter().all(|pending| pending.is_lost || !pending.visibility.leaves_doubt())
    }

    /// Iterates over the pending actions that the shown state contains.
    pub fn predicted(&self) -> impl Iterator<Item = &V::Action> {
        self.pending.iter().filter(|pending| pending.visibility.is_seen()).map(|pending| &pending.action)
    }

    fn find(&self, seq: u64) -> Option<&Pending<V::Action, S>> {
        self.pending.iter().find(|pending| pending.provenance.seq == seq)
    }
}

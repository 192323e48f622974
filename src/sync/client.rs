//! A client of a remote master: what it shows before the master has answered.

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

/// A client's view of a match: what the master has confirmed, and the player's own actions on top of it.
///
/// No I/O and no clock: time comes as milliseconds from any fixed moment. Each method may leave [`Effect`]s, which [`Client::poll`]
/// returns one by one.
pub struct Client<V: GameView, S = Rc<str>> {
    view: V,
    session: S,
    confirmed: Option<(V::State, u64)>,
    shown: Option<V::State>,
    pending: Vec<Pending<V::Action, S>>,
    /// The last action that was sent.
    last: u64,
    retry: Retry,
    /// The answer after which a gap was last mended.
    mended: Option<u64>,
    /// Since when states older than the confirmed one are offered.
    offered_older: Option<f64>,
    is_connected: bool,
    /// Whether the master is boardgame.io's, which sends no acks and runs an action only in the state that it
    /// was made in: it gets one at a time.
    is_silent: bool,
    /// The effects that the owner has not polled yet.
    effects: VecDeque<Effect<V::Error>>,
}

/// What the owner of a [`Client`] has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<E> {
    /// Send this action to the master.
    Send(u64),
    /// Resolve the handle of this action: how it ended.
    Resolve(u64, Option<E>),
    /// Tell the subscribers that what is shown has changed.
    Publish,
    /// Ask the master for the whole state.
    RequestSync,
}

/// A state as the master sends it, and its acks of this client's actions.
pub struct Confirmation<S, E> {
    /// The state, as this client may see it.
    pub state: S,
    /// Its number.
    pub number: u64,
    /// Which of this client's actions have been dealt with.
    pub answer: Answer<E>,
    /// How it has come.
    pub kind: Message,
}

/// How a state comes from the master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// With all there is to know, as the answer to a request. Such a state may be older than what is confirmed: a master
    /// that has lost its memory is still the master.
    Sync,
    /// As a whole, with what the action before it has added to the log.
    Update,
    /// As what has changed since the confirmed one.
    Patch,
}

/// How a message relates to the confirmed state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is the next one.
    Follows,
    /// It is older than the confirmed state.
    Old,
    /// A message before it is missing.
    Gap,
}

/// What became of an action that was just made.
pub enum Submitted<E> {
    /// It is on its way, under this number.
    Pending(u64),
    /// It was refused here.
    Refused(E),
    /// Too many wait already, or there is no state yet to make it in.
    Impossible(&'static str),
}

/// An action, how it was made, and the state that the player saw.
type ToSend<'a, A, S> = (&'a A, Option<Provenance<S>>, u64);

impl<V: GameView, S: Clone> Client<V, S> {
    /// A client that does not have the match yet. `session` distinguishes it from the player's others.
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

    /// A client that goes on in the place of one whose memory has gone. What has no answer is predicted again, and sent
    /// again: the master does each action once.
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

    /// Returns the next thing that the owner has to do. To be called after each method that takes the client by `&mut`, until it
    /// returns `None`.
    pub fn poll(&mut self) -> Option<Effect<V::Error>> {
        self.effects.pop_front()
    }

    /// What to show: the confirmed state with the pending actions applied.
    pub fn shown(&self) -> Option<&V::State> {
        self.shown.as_ref()
    }

    /// The state as the master sent it last, with its number.
    pub fn confirmed(&self) -> Option<&(V::State, u64)> {
        self.confirmed.as_ref()
    }

    /// How many actions wait for the master's answer.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Whether an action without an answer shows already.
    pub fn is_predicted(&self, seq: u64) -> bool {
        self.find(seq).is_some_and(|pending| pending.visibility.is_seen())
    }

    /// What to send for a pending action: itself, how it was made, and the state that the player saw. A master
    /// that sends no acks does not care how it was made, and has the action follow what is confirmed.
    pub fn to_send(&self, seq: u64) -> Option<ToSend<'_, V::Action, S>> {
        let first = self.pending.first()?.provenance.seq;
        let pending = self.find(seq)?;
        if self.is_silent {
            return Some((&pending.action, None, pending.sent_in?));
        }
        Some((&pending.action, Some(Provenance { first, ..pending.provenance.clone() }), pending.seen))
    }

    /// The player makes an action.
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

    /// What it asks of its copy of the game. The player may change once everything is forgotten.
    pub fn view_mut(&mut self) -> &mut V {
        &mut self.view
    }

    /// Its copy of the game.
    pub fn view(&self) -> &V {
        &self.view
    }

    /// Whether a message fits that makes the state with this number from the one numbered `base`.
    pub fn fits(&self, base: u64, number: u64) -> Fit {
        match self.confirmed {
            Some((_, confirmed)) if base == confirmed => Fit::Follows,
            Some((_, confirmed)) if number <= confirmed => Fit::Old,
            _ => Fit::Gap,
        }
    }

    /// A message is missing: the whole state is asked for.
    pub fn miss(&mut self, now: f64) {
        // Once is enough until there is an answer, but not of a master that has been silent until now.
        if self.retry.state != RetryState::SyncRequested || self.retry.is_in_vain() {
            self.retry.enter(RetryState::SyncRequested, now);
            self.effects.push_back(Effect::RequestSync);
        }
    }

    /// The master responds that it does not send the state now, as while its storage fails: it is asked again in a few seconds,
    /// also by a client that has a state and waits for nothing.
    pub fn turned_away(&mut self, now: f64) {
        self.retry.turned_away(now);
    }

    /// The master sends a state. False if it was ignored as too old.
    pub fn receive(&mut self, confirmation: Confirmation<V::State, V::Error>, now: f64) -> bool {
        let Confirmation { state, number, answer, kind } = confirmation;
        let is_whole = kind == Message::Sync;
        let before = self.confirmed.as_ref().map(|(_, number)| *number);
        if self.confirmed.as_ref().is_some_and(|(_, confirmed)| number < *confirmed) {
            // It may just have been long on its way. If it is the answer to another request, it is meant.
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
        // A message that brings neither a new state nor an answer: the master lacks an action before the one it answers.
        let lacks_one = acknowledges && before == Some(number) && self.pending.len() == waited;
        // What others do is no answer, or somebody busy would put off for ever that a lost action is sent again.
        if is_whole || waited == 0 || self.pending.len() < waited {
            self.retry.enter(RetryState::Waiting, now);
        }
        self.replay();
        if lacks_one {
            self.mend_gap(now);
        }
        // The state is whole, but entries of the log are missing.
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

    /// The connection has come, or has gone. What has no answer is sent again.
    pub fn connect(&mut self, is_connected: bool, now: f64) {
        let has_come = is_connected && !self.is_connected;
        self.is_connected = is_connected;
        if has_come {
            self.retry.enter(RetryState::Waiting, now);
            self.send_again(now);
        }
    }

    /// Everything that waits is given up with this error, and the match is forgotten: another one follows.
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

    /// An action cannot be sent: it is given up with this error, and so is what was made on top of it. Without a number,
    /// as to a master that sends no acks, it is the first that waits.
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
        // The master has waited for it with those that follow.
        if self.is_connected {
            self.send_again(now);
        }
    }

    /// When [`Client::wake`] has something to do; none while there is no connection.
    pub fn deadline(&self) -> Option<f64> {
        let waits_for_answer = self.confirmed.is_none() || !self.pending.is_empty();
        self.is_connected.then(|| self.retry.deadline(waits_for_answer))
    }

    /// Time has passed. Without an answer everything is sent again, and after that the whole state asked for, in longer and longer
    /// pauses.
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

    /// Resolves every action that the master has answered.
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

    /// Sees from the log of a master that sends no acks whether the action on its way was done. If it was not
    /// even though the whole state was asked for, it never will be: it is made again if others have moved on
    /// meanwhile, and given up otherwise, with what was made on top of it.
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

    /// Runs what waits on the new base. What is shown is replaced only by something else.
    fn replay(&mut self) {
        let Some((confirmed, _)) = &self.confirmed else { return };
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
            // One that fails now is hidden with all that follows; only the master's answer rejects it.
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

    /// Returns `true` if the shown state is what all of the player's own actions lead to, as far as they were predicted: the outcome
    /// of none of them is left to the master.
    pub fn shows_everything(&self) -> bool {
        self.pending.iter().all(|pending| pending.is_lost || !pending.visibility.leaves_doubt())
    }

    /// The pending actions that the shown state contains.
    pub fn predicted(&self) -> impl Iterator<Item = &V::Action> {
        self.pending.iter().filter(|pending| pending.visibility.is_seen()).map(|pending| &pending.action)
    }

    fn find(&self, seq: u64) -> Option<&Pending<V::Action, S>> {
        self.pending.iter().find(|pending| pending.provenance.seq == seq)
    }
}

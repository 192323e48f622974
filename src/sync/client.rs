//! A client of a remote master: what it shows before the master has answered.

use std::collections::VecDeque;
use std::rc::Rc;

use super::message::{Ack, Answer, Made};

/// So many actions may wait for the master's answer.
pub const MOST_PENDING: usize = 32;

/// How long to wait for an answer before everything is sent again, in milliseconds: at most, and where
/// answers have come soon so far.
const PATIENCE: f64 = 3_000.0;
const LEAST_PATIENCE: f64 = 1_000.0;

/// An answer that takes so many times as long as others did is no longer waited for.
const SLOWER_THAN_USUAL: f64 = 4.0;

/// How long a master may be silent before the client asks whether it has missed anything, in milliseconds.
const SILENCE: f64 = 30_000.0;

/// The client's copy of the game, which runs ahead of the master.
pub trait Replica {
    /// A state as this client may see it; cheap to clone.
    type State: Clone;
    /// What the player asked for.
    type Action;
    /// Why an action was refused.
    type Error;

    /// Runs an action as far as this client can tell what it will come to.
    fn predict(&self, state: &Self::State, action: &Self::Action) -> Prediction<Self::State, Self::Error>;

    /// Whether two states show the same.
    fn is_same(&self, one: &Self::State, other: &Self::State) -> bool;

    /// Whether the log of a master that answers nothing would tell that this action was done.
    fn leaves_trace(&self, action: &Self::Action) -> bool;

    /// What to say of an action that a master has passed over in silence.
    fn passed_over(&self) -> Self::Error;
}

/// What a client can tell of an action.
pub enum Prediction<S, E> {
    /// It leads to this state.
    Done {
        /// The state after it.
        state: S,
        /// Whether the player's turn, phase or stage begins anew with it.
        entered: bool,
    },
    /// Only the master can tell.
    Waits,
    /// It is refused.
    Refused(E),
}

/// A client's view of a match: what the master has confirmed, and the player's own actions on top of it.
///
/// No I/O and no clock: time comes as milliseconds from any fixed moment, and what is to be done comes back
/// as a list of [`Effect`]s.
pub struct Client<R: Replica> {
    replica: R,
    session: Rc<str>,
    confirmed: Option<(R::State, u64)>,
    shown: Option<R::State>,
    pending: VecDeque<Pending<R::Action>>,
    /// The last action that was sent.
    last: u64,
    /// When the master last said something that was waited for, or was last asked to.
    heard: f64,
    /// How long the master takes to answer, in milliseconds: the longest of late.
    round_trip: Option<f64>,
    mood: Mood,
    /// The answer after which a gap was last mended.
    mended: Option<u64>,
    /// Since when states older than the confirmed one are offered.
    offered_older: Option<f64>,
    is_connected: bool,
    /// Whether the master is boardgame.io's, which answers nothing and runs an action only in the state that it
    /// was made in: it gets one at a time.
    is_silent: bool,
}

struct Pending<A> {
    made: Made,
    /// The state that the player saw, as far as the master knows it.
    seen: u64,
    /// The state that a silent master is told that it follows: it does it there or not at all.
    sent_in: Option<u64>,
    /// When it was sent; none if it was sent again, so that nobody knows what an answer is an answer to.
    sent_at: Option<f64>,
    action: A,
    shape: Shape,
    /// Whether what it was made on top of was refused: the master will say the same of it.
    is_lost: bool,
}

/// How far a client goes that waits for its master.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// It waits.
    Patient,
    /// It has sent everything again.
    Insistent,
    /// It has asked for the whole state.
    Asking,
}

/// How a pending action shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Not at all: only the master can tell, or something before it is in doubt or refused.
    Hidden,
    /// Predicted.
    Shown,
    /// Predicted, and a turn, phase or stage of the player's begins with it.
    Entering,
}

/// What the owner of a [`Client`] has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<E> {
    /// Send this action to the master.
    Send(u64),
    /// Tell whoever made this action how it ended.
    Settle(u64, Option<E>),
    /// Tell the subscribers that what is shown has changed.
    Publish,
    /// Ask the master for the whole state.
    RequestSync,
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

/// Whether a message fits to what is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It follows.
    Follows,
    /// It is older than what is confirmed.
    Old,
    /// One before it is missing.
    Gap,
}

impl<R: Replica> Client<R> {
    /// A client that knows nothing of the match yet.
    pub fn new(replica: R, session: Rc<str>) -> Self {
        Client {
            replica,
            session,
            confirmed: None,
            shown: None,
            pending: VecDeque::new(),
            last: 0,
            heard: 0.0,
            round_trip: None,
            mood: Mood::Patient,
            mended: None,
            offered_older: None,
            is_connected: false,
            is_silent: false,
        }
    }

    /// What to show: the confirmed state with the pending actions applied.
    pub fn shown(&self) -> Option<&R::State> {
        self.shown.as_ref()
    }

    /// The state as the master sent it last, with its number.
    pub fn confirmed(&self) -> Option<&(R::State, u64)> {
        self.confirmed.as_ref()
    }

    /// How many actions wait for the master's answer.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Whether an action without an answer shows already.
    pub fn is_predicted(&self, seq: u64) -> bool {
        self.find(seq).is_some_and(|pending| pending.shape != Shape::Hidden)
    }

    /// What to send for a pending action: itself, how it was made, and the state that the player saw. A master
    /// that answers nothing does not care how it was made, and has the action follow what is confirmed.
    pub fn to_send(&self, seq: u64) -> Option<(&R::Action, Option<Made>, u64)> {
        let first = self.pending.front()?.made.seq;
        let pending = self.find(seq)?;
        if self.is_silent {
            return Some((&pending.action, None, pending.sent_in?));
        }
        Some((&pending.action, Some(Made { first, ..pending.made.clone() }), pending.seen))
    }

    /// The player makes an action.
    pub fn submit(
        &mut self,
        action: R::Action,
        now: f64,
        effects: &mut Vec<Effect<R::Error>>,
    ) -> Submitted<R::Error> {
        let (Some((_, seen)), Some(shown)) = (&self.confirmed, &self.shown) else {
            return Submitted::Impossible("the master has not sent the match yet");
        };
        if self.pending.len() >= MOST_PENDING {
            return Submitted::Impossible("too many actions wait for the master's answer");
        }
        let mut shape = Shape::Hidden;
        if self.shows_everything() {
            match self.replica.predict(shown, &action) {
                Prediction::Refused(error) => return Submitted::Refused(error),
                Prediction::Waits => {}
                Prediction::Done { state, entered } => {
                    shape = if entered { Shape::Entering } else { Shape::Shown };
                    self.shown = Some(state);
                    effects.push(Effect::Publish);
                }
            }
        }
        if self.pending.is_empty() {
            (self.heard, self.mood) = (now, Mood::Patient);
        }
        let seen = *seen;
        let before = self.pending.iter().rfind(|pending| !pending.is_lost);
        self.last += 1;
        let made = Made {
            session: Rc::clone(&self.session),
            seq: self.last,
            first: self.last,
            depends_on: before.map(|pending| pending.made.seq),
            ahead: self.pending.iter().any(|pending| pending.shape == Shape::Entering),
        };
        let is_first = self.pending.is_empty();
        let (sent_in, sent_at) = ((is_first && self.is_silent).then_some(seen), Some(now));
        self.pending.push_back(Pending { made, seen, sent_in, sent_at, action, shape, is_lost: false });
        if is_first || !self.is_silent {
            effects.push(Effect::Send(self.last));
        }
        Submitted::Pending(self.last)
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
    pub fn miss(&mut self, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        // Once is enough until there is an answer.
        if self.mood != Mood::Asking {
            (self.heard, self.mood) = (now, Mood::Asking);
            effects.push(Effect::RequestSync);
        }
    }

    /// The master sends the state with this number, and what of this client's actions is in it. With `whole`
    /// it is the answer to a request and may be older than what is confirmed: a master that has lost its
    /// memory is still the master.
    ///
    /// False if it was passed over as too old.
    pub fn receive(
        &mut self,
        state: R::State,
        number: u64,
        answer: Answer<R::Error>,
        whole: bool,
        now: f64,
        effects: &mut Vec<Effect<R::Error>>,
    ) -> bool {
        if self.confirmed.as_ref().is_some_and(|(_, confirmed)| number < *confirmed) {
            // It may just have been long on its way. If it is the answer to another request, it is meant.
            let is_meant = self.offered_older.is_some_and(|since| now - since >= PATIENCE);
            if !whole || !is_meant {
                if whole && self.offered_older.is_none() {
                    (self.heard, self.mood, self.offered_older) = (now, Mood::Asking, Some(now));
                }
                return false;
            }
        }
        let has_asked = whole && self.mood == Mood::Asking;
        self.offered_older = None;
        self.confirmed = Some((state, number));
        let waited = self.pending.len();
        match answer {
            Answer::Ack(ack) => self.settle(ack, now, effects),
            Answer::Log(done) => self.settle_by_log(done, has_asked, now, effects),
        }
        // What others do is no answer, or somebody busy would put off for ever that a lost action is sent again.
        if whole || waited == 0 || self.pending.len() < waited {
            (self.heard, self.mood) = (now, Mood::Patient);
        }
        self.replay(effects);
        true
    }

    /// The master lacks an action before one that it got.
    pub fn mend_gap(&mut self, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        let first = self.pending.front().map(|pending| pending.made.seq);
        if first.is_some() && self.mended != first {
            self.mended = first;
            self.send_again(now, effects);
        }
    }

    /// The connection has come, or has gone. What has no answer is sent again.
    pub fn connect(&mut self, is_connected: bool, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        let has_come = is_connected && !self.is_connected;
        self.is_connected = is_connected;
        if has_come {
            self.mood = Mood::Patient;
            self.send_again(now, effects);
        }
    }

    /// Everything that waits is given up with this error, and the match is forgotten: another one follows.
    pub fn forget(&mut self, error: R::Error, effects: &mut Vec<Effect<R::Error>>)
    where
        R::Error: Clone,
    {
        for pending in self.pending.drain(..) {
            effects.push(Effect::Settle(pending.made.seq, Some(error.clone())));
        }
        (self.confirmed, self.shown) = (None, None);
        (self.mood, self.offered_older) = (Mood::Patient, None);
        effects.push(Effect::Publish);
    }

    /// When [`Client::wake`] has something to do; none while there is no connection.
    pub fn deadline(&self) -> Option<f64> {
        let is_content = self.confirmed.is_some() && self.pending.is_empty() && self.mood == Mood::Patient;
        self.is_connected.then_some(self.heard + if is_content { SILENCE } else { self.patience() })
    }

    /// Time has passed. Without an answer everything is sent again, and after that the whole state asked for.
    pub fn wake(&mut self, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        self.mood = match self.mood {
            Mood::Patient if !self.pending.is_empty() => Mood::Insistent,
            _ => Mood::Asking,
        };
        if self.mood == Mood::Asking {
            effects.push(Effect::RequestSync);
        }
        self.send_again(now, effects);
    }

    fn send_again(&mut self, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        self.heard = now;
        let number = self.confirmed.as_ref().map(|(_, number)| *number);
        let at_once = if self.is_silent { 1 } else { self.pending.len() };
        for pending in self.pending.iter_mut().take(at_once) {
            pending.sent_in = pending.sent_in.or(number);
            pending.sent_at = None;
            effects.push(Effect::Send(pending.made.seq));
        }
    }

    /// Tells of every action that the master has answered.
    fn settle(&mut self, ack: Ack<R::Error>, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        self.is_silent = false;
        let Ack { last, mut refused } = ack;
        let mut lost: Vec<u64> = refused.iter().map(|(seq, _)| *seq).collect();
        while self.pending.front().is_some_and(|pending| pending.made.seq <= last) {
            let Some(Pending { made: Made { seq, .. }, sent_at, .. }) = self.pending.pop_front() else {
                break;
            };
            if let Some(sent_at) = sent_at {
                self.note_round_trip(now - sent_at);
            }
            let error = refused.iter().position(|(number, _)| *number == seq);
            effects.push(Effect::Settle(seq, error.map(|index| refused.swap_remove(index).1)));
        }
        for pending in &mut self.pending {
            if pending.made.depends_on.is_some_and(|on| lost.contains(&on)) {
                pending.is_lost = true;
                lost.push(pending.made.seq);
            }
        }
    }

    /// Sees from the log of a master that answers nothing whether the action on its way was done. If it was not
    /// even though the whole state was asked for, it never will be: it is made anew if others have moved on
    /// meanwhile, and given up otherwise, with what was made on top of it.
    fn settle_by_log(&mut self, done: u64, has_asked: bool, now: f64, effects: &mut Vec<Effect<R::Error>>) {
        self.is_silent = true;
        let Some((_, number)) = self.confirmed else { return };
        let Some(first) = self.pending.front_mut() else { return };
        if done > 0 {
            effects.push(Effect::Settle(first.made.seq, None));
            self.pending.pop_front();
        } else if !has_asked {
            return;
        } else if first.sent_in.is_some_and(|sent_in| sent_in < number)
            && self.replica.leaves_trace(&first.action)
        {
            first.sent_in = None;
        } else {
            for pending in self.pending.drain(..) {
                effects.push(Effect::Settle(pending.made.seq, Some(self.replica.passed_over())));
            }
        }
        self.send_again(now, effects);
    }

    /// Runs what waits on the new base. What is shown is replaced only by something else.
    fn replay(&mut self, effects: &mut Vec<Effect<R::Error>>) {
        let Some((confirmed, _)) = &self.confirmed else { return };
        let mut state = confirmed.clone();
        let mut in_doubt = false;
        for pending in &mut self.pending {
            pending.shape = Shape::Hidden;
            if in_doubt || pending.is_lost {
                continue;
            }
            // One that fails now is hidden with all that follows; only the master's word rejects it.
            match self.replica.predict(&state, &pending.action) {
                Prediction::Done { state: next, entered } => {
                    pending.shape = if entered { Shape::Entering } else { Shape::Shown };
                    state = next;
                }
                Prediction::Waits | Prediction::Refused(_) => in_doubt = true,
            }
        }
        let is_same = self.shown.as_ref().is_some_and(|shown| self.replica.is_same(shown, &state));
        if !is_same {
            self.shown = Some(state);
            effects.push(Effect::Publish);
        }
    }

    /// How long to wait for an answer, in milliseconds; longer each time that none comes.
    fn patience(&self) -> f64 {
        let usual = self.round_trip.unwrap_or(PATIENCE) * SLOWER_THAN_USUAL;
        let waited = match self.mood {
            Mood::Patient => usual.max(LEAST_PATIENCE),
            Mood::Insistent => 2.0 * usual.max(LEAST_PATIENCE),
            Mood::Asking => PATIENCE,
        };
        waited.min(PATIENCE)
    }

    fn note_round_trip(&mut self, took: f64) {
        let usual = self.round_trip.unwrap_or(took);
        self.round_trip = Some(took.max(usual - (usual - took) / 8.0));
    }

    fn shows_everything(&self) -> bool {
        self.pending.iter().all(|pending| pending.is_lost || pending.shape != Shape::Hidden)
    }

    fn find(&self, seq: u64) -> Option<&Pending<R::Action>> {
        self.pending.iter().find(|pending| pending.made.seq == seq)
    }
}

#[cfg(test)]
mod tests;

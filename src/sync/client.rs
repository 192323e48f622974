//! A client of a remote master: what it shows before the master has answered.

use std::collections::VecDeque;
use std::rc::Rc;

use super::message::{Ack, Made};

/// So many actions may wait for the master's answer.
pub const MOST_PENDING: usize = 32;

/// How long to wait for an answer before everything is sent again, in milliseconds.
const PATIENCE: f64 = 3_000.0;

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
    /// When the master last said something, or was last asked to.
    heard: f64,
    mood: Mood,
    /// The answer after which a gap was last mended.
    mended: Option<u64>,
    /// Whether a state older than the confirmed one was offered.
    was_offered_older: bool,
    is_connected: bool,
}

struct Pending<A> {
    made: Made,
    /// The state that the player saw, as far as the master knows it.
    seen: u64,
    action: A,
    shape: Shape,
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
    /// Not at all: only the master can tell, or something before it is in doubt.
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
            mood: Mood::Patient,
            mended: None,
            was_offered_older: false,
            is_connected: false,
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

    /// What to send for a pending action: itself, how it was made, and the state that the player saw.
    pub fn to_send(&self, seq: u64) -> Option<(&R::Action, Made, u64)> {
        let first = self.pending.front()?.made.seq;
        let pending = self.find(seq)?;
        Some((&pending.action, Made { first, ..pending.made.clone() }, pending.seen))
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
        self.last += 1;
        let made = Made {
            session: Rc::clone(&self.session),
            seq: self.last,
            first: self.last,
            depends_on: self.pending.back().map(|pending| pending.made.seq),
            ahead: self.pending.iter().any(|pending| pending.shape == Shape::Entering),
        };
        self.pending.push_back(Pending { made, seen, action, shape });
        effects.push(Effect::Send(self.last));
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
    pub fn receive(
        &mut self,
        state: R::State,
        number: u64,
        ack: Option<Ack<R::Error>>,
        whole: bool,
        now: f64,
        effects: &mut Vec<Effect<R::Error>>,
    ) {
        if self.confirmed.as_ref().is_some_and(|(_, confirmed)| number < *confirmed) {
            // It may just have been long on its way. If it comes again, it is meant.
            if !whole || !self.was_offered_older {
                self.was_offered_older |= whole;
                return;
            }
        }
        (self.heard, self.mood, self.was_offered_older) = (now, Mood::Patient, false);
        self.confirmed = Some((state, number));
        self.settle(ack, effects);
        self.replay(effects);
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
        effects.push(Effect::Publish);
    }

    /// When [`Client::wake`] has something to do; none while there is no connection.
    pub fn deadline(&self) -> Option<f64> {
        let is_content = self.confirmed.is_some() && self.pending.is_empty() && self.mood == Mood::Patient;
        self.is_connected.then_some(self.heard + if is_content { SILENCE } else { PATIENCE })
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
        effects.extend(self.pending.iter().map(|pending| Effect::Send(pending.made.seq)));
    }

    /// Tells of every action that the master has answered.
    fn settle(&mut self, ack: Option<Ack<R::Error>>, effects: &mut Vec<Effect<R::Error>>) {
        let Some(Ack { last, mut refused }) = ack else { return };
        while let Some(seq) = self.pending.front().map(|pending| pending.made.seq).filter(|seq| *seq <= last)
        {
            self.pending.pop_front();
            let error = refused.iter().position(|(number, _)| *number == seq);
            effects.push(Effect::Settle(seq, error.map(|index| refused.swap_remove(index).1)));
        }
    }

    /// Runs what waits on the new base. What is shown is replaced only by something else.
    fn replay(&mut self, effects: &mut Vec<Effect<R::Error>>) {
        let Some((confirmed, _)) = &self.confirmed else { return };
        let mut state = confirmed.clone();
        let mut in_doubt = false;
        for pending in &mut self.pending {
            pending.shape = Shape::Hidden;
            if in_doubt {
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

    fn shows_everything(&self) -> bool {
        self.pending.iter().all(|pending| pending.shape != Shape::Hidden)
    }

    fn find(&self, seq: u64) -> Option<&Pending<R::Action>> {
        self.pending.iter().find(|pending| pending.made.seq == seq)
    }
}

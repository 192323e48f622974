//! Tests of the client, with a list of numbers as the game.

mod connections;
mod predictions;
mod silent_masters;

use alloc::vec;
use alloc::vec::Vec;

use super::super::message::Authors;
use super::retry::SILENCE;
use super::*;
use Deed::{Add, AddAndAsk, Ask, Begin, Unless, UnlessSeen};
use Effect::{Publish, RequestSync, Resolve, Send};

/// The game: a list to which actions append.
struct List;

enum Deed {
    Add(u8),
    /// Appends, and begins a stage of the player's.
    Begin(u8),
    /// Appends. Only the master knows its other effects.
    AddAndAsk(u8),
    /// Only the master knows its effect.
    Ask,
    /// Appends the second number. Refused if the first is in the list.
    Unless(u8, u8),
    /// The same, but the list may contain hidden numbers.
    UnlessSeen(u8, u8),
}

impl GameView for List {
    type State = Vec<u8>;
    type Action = Deed;
    type Error = &'static str;

    fn predict(&self, list: &Vec<u8>, deed: &Deed) -> Prediction<Vec<u8>, &'static str> {
        let with = |number: &u8| list.iter().chain([number]).copied().collect();
        match deed {
            Add(number) => Prediction::Done { state: with(number), restarts: false },
            Begin(number) => Prediction::Done { state: with(number), restarts: true },
            AddAndAsk(number) => Prediction::InPart(with(number)),
            Ask => Prediction::Waits,
            Unless(bad, _) if list.contains(bad) => Prediction::Refused("taken"),
            UnlessSeen(bad, _) if list.contains(bad) => Prediction::Doubted,
            Unless(_, number) | UnlessSeen(_, number) => {
                Prediction::Done { state: with(number), restarts: false }
            }
        }
    }

    fn is_same(&self, one: &Vec<u8>, other: &Vec<u8>) -> bool {
        one == other
    }

    fn leaves_trace(&self, deed: &Deed) -> bool {
        matches!(deed, Add(_))
    }

    fn passed_over(&self) -> &'static str {
        "passed over"
    }
}

/// A client with its clock.
struct Table {
    client: Client<List>,
    now: f64,
}

impl Table {
    /// Creates a client that has just connected.
    fn connected() -> Self {
        let mut table = Table { client: Client::new(List, "tab".into()), now: 0.0 };
        table.connect(true);
        table
    }

    /// Creates a client with a state: an empty list, number 0.
    fn begun() -> Self {
        let mut table = Table::connected();
        table.hear_whole(&[], 0, None);
        table.done();
        table
    }

    fn connect(&mut self, is_connected: bool) {
        self.client.connect(is_connected, self.now);
    }

    fn play(&mut self, deed: Deed) -> Submitted<&'static str> {
        self.client.submit(deed, self.now)
    }

    /// Replaces the client of a silent master after its memory was lost. Its only pending action was sent in
    /// this state.
    fn resume(&mut self, action: Deed, sent_in: u64) {
        let session = "tab".into();
        let provenance = Provenance { session, seq: 1, first: 1, depends_on: None, ahead: false };
        let remembered = Remembered {
            confirmed: self.client.confirmed().cloned(),
            last: 1,
            unanswered: vec![Unanswered { provenance, seen: 0, sent_in: Some(sent_in), action }],
            is_connected: true,
            is_silent: true,
        };
        self.client = Client::resumed(List, "tab".into(), remembered, self.now);
    }

    fn hear(&mut self, list: &[u8], number: u64, ack: Option<Ack<&'static str>>) {
        self.receive(list, number, acknowledged(ack), false);
    }

    /// Delivers a state of boardgame.io's master whose log contains this number of the client's actions.
    fn overhear(&mut self, list: &[u8], number: u64, done: u64, whole: bool) {
        // Without any author, an action would count as the client's.
        self.receive(list, number, Answer::Log(Authors { own: done, others: 1 }), whole);
    }

    fn hear_whole(&mut self, list: &[u8], number: u64, ack: Option<Ack<&'static str>>) {
        self.receive(list, number, acknowledged(ack), true);
    }

    fn receive(&mut self, list: &[u8], number: u64, answer: Answer<&'static str>, is_whole: bool) {
        let kind = if is_whole { Message::Sync } else { Message::Patch };
        let confirmation = Confirmation { state: list.to_vec(), number, answer, kind };
        self.client.receive(confirmation, self.now);
    }

    /// Waits until the client's deadline, but at most a minute.
    fn wait(&mut self) {
        self.now = self.client.deadline().unwrap_or(f64::MAX).min(self.now + 60_000.0);
        self.client.wake(self.now);
    }

    /// Returns the effects since the last call.
    fn done(&mut self) -> Vec<Effect<&'static str>> {
        core::iter::from_fn(|| self.client.poll()).collect()
    }

    fn shown(&self) -> &[u8] {
        self.client.shown().map_or(&[], Vec::as_slice)
    }

    /// Returns the numbers of the visible actions.
    fn predicted(&self) -> Vec<u64> {
        (1..=9).filter(|seq| self.client.is_predicted(*seq)).collect()
    }

    fn sent_with(&self, seq: u64) -> Option<(u64, Option<u64>, bool, u64)> {
        let (_, provenance, seen) = self.client.to_send(seq)?;
        let Provenance { first, depends_on, ahead, .. } = provenance?;
        Some((first, depends_on, ahead, seen))
    }
}

fn acknowledged(ack: Option<Ack<&'static str>>) -> Answer<&'static str> {
    Answer::Ack(ack.unwrap_or(Ack { last: 0, refused: vec![] }))
}

/// An ack of all actions up to this one.
fn all(last: u64) -> Option<Ack<&'static str>> {
    Some(Ack { last, refused: vec![] })
}

fn all_but(last: u64, refused: &[u64]) -> Option<Ack<&'static str>> {
    Some(Ack { last, refused: refused.iter().map(|seq| (*seq, "no")).collect() })
}

//! The client's half of online play, on a game that is a list of numbers.

use super::*;
use Deed::{Add, Ask, Begin, Unless};
use Effect::{Publish, RequestSync, Send, Settle};

/// The game: a list that actions add to.
struct List;

enum Deed {
    Add(u8),
    /// Begins a stage of the player's as well.
    Begin(u8),
    /// Only the master can tell.
    Ask,
    /// Refused if the first is in the list.
    Unless(u8, u8),
}

impl Replica for List {
    type State = Vec<u8>;
    type Action = Deed;
    type Error = &'static str;

    fn predict(&self, list: &Vec<u8>, deed: &Deed) -> Prediction<Vec<u8>, &'static str> {
        let with = |number: &u8| list.iter().chain([number]).copied().collect();
        match deed {
            Add(number) => Prediction::Done { state: with(number), entered: false },
            Begin(number) => Prediction::Done { state: with(number), entered: true },
            Ask => Prediction::Waits,
            Unless(bad, _) if list.contains(bad) => Prediction::Refused("taken"),
            Unless(_, number) => Prediction::Done { state: with(number), entered: false },
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

/// A client with what it wants done.
struct Table {
    client: Client<List>,
    effects: Vec<Effect<&'static str>>,
    now: f64,
}

impl Table {
    /// A client that has just connected.
    fn connected() -> Self {
        let mut table = Table { client: Client::new(List, "tab".into()), effects: vec![], now: 0.0 };
        table.connect(true);
        table
    }

    /// A client that has the match: an empty list, number 0.
    fn begun() -> Self {
        let mut table = Table::connected();
        table.hear_whole(&[], 0, None);
        table.done();
        table
    }

    fn connect(&mut self, is_connected: bool) {
        self.client.connect(is_connected, self.now, &mut self.effects);
    }

    fn play(&mut self, deed: Deed) -> Submitted<&'static str> {
        self.client.submit(deed, self.now, &mut self.effects)
    }

    fn hear(&mut self, list: &[u8], number: u64, ack: Option<Ack<&'static str>>) {
        let answer = Answer::Ack(ack.unwrap_or(Ack { last: 0, refused: vec![] }));
        self.client.receive(list.to_vec(), number, answer, false, self.now, &mut self.effects);
    }

    /// boardgame.io's master sends a state, with so many of this client's actions in the log.
    fn overhear(&mut self, list: &[u8], number: u64, done: u64, whole: bool) {
        self.client.receive(list.to_vec(), number, Answer::Log(done), whole, self.now, &mut self.effects);
    }

    fn hear_whole(&mut self, list: &[u8], number: u64, ack: Option<Ack<&'static str>>) {
        let answer = Answer::Ack(ack.unwrap_or(Ack { last: 0, refused: vec![] }));
        self.client.receive(list.to_vec(), number, answer, true, self.now, &mut self.effects);
    }

    /// Waits until the client wants to do something by itself, but not longer than a minute.
    fn wait(&mut self) {
        self.now = self.client.deadline().unwrap_or(f64::MAX).min(self.now + 60_000.0);
        self.client.wake(self.now, &mut self.effects);
    }

    /// What was to be done since the last time.
    fn done(&mut self) -> Vec<Effect<&'static str>> {
        std::mem::take(&mut self.effects)
    }

    fn shown(&self) -> &[u8] {
        self.client.shown().map_or(&[], Vec::as_slice)
    }

    /// The actions that show.
    fn predicted(&self) -> Vec<u64> {
        (1..=9).filter(|seq| self.client.is_predicted(*seq)).collect()
    }

    fn made(&self, seq: u64) -> Option<(u64, Option<u64>, bool, u64)> {
        let (_, made, seen) = self.client.to_send(seq)?;
        let made = made?;
        Some((made.first, made.depends_on, made.ahead, seen))
    }
}

/// All actions up to this one have been done.
fn all(last: u64) -> Option<Ack<&'static str>> {
    Some(Ack { last, refused: vec![] })
}

fn all_but(last: u64, refused: &[u64]) -> Option<Ack<&'static str>> {
    Some(Ack { last, refused: refused.iter().map(|seq| (*seq, "no")).collect() })
}

#[test]
fn a_master_that_answers_nothing_gets_one_action_at_a_time() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Add(1));
    table.play(Add(2));
    assert_eq!(table.done(), [Publish, Publish, Send(1), Publish]);
    assert!(table.client.to_send(1).is_some_and(|(_, made, seen)| made.is_none() && seen == 0));
    // Its log tells that the first was done; the second follows on that.
    table.overhear(&[1], 1, 1, false);
    assert_eq!(table.done(), [Settle(1, None), Send(2)]);
    assert_eq!((table.shown(), table.client.to_send(2).map(|(_, _, seen)| seen)), (&[1, 2][..], Some(1)));
    table.overhear(&[1, 2], 2, 1, false);
    assert_eq!(table.done(), [Settle(2, None)]);
}

#[test]
fn what_a_silent_master_has_passed_over_for_another_is_made_anew() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Add(1));
    // Somebody else was first: the action was stale by then, and nobody says so.
    table.overhear(&[9], 1, 0, false);
    table.done();
    table.wait();
    // The same again, in case it was lost: it is done in state 0 or not at all.
    assert_eq!((table.done(), table.client.to_send(1).map(|(_, _, seen)| seen)), (vec![Send(1)], Some(0)));
    table.wait();
    assert_eq!(table.done(), [RequestSync, Send(1)]);
    table.overhear(&[9], 1, 0, true);
    assert_eq!((table.done(), table.client.to_send(1).map(|(_, _, seen)| seen)), (vec![Send(1)], Some(1)));
}

#[test]
fn what_a_silent_master_has_refused_is_given_up_with_what_was_made_on_top() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Add(1));
    table.play(Add(2));
    table.wait();
    table.wait();
    table.done();
    // Nothing has happened since, and still it was not done.
    table.overhear(&[], 0, 0, true);
    let over = Some("passed over");
    assert_eq!(table.done(), [Settle(1, over), Settle(2, over), Publish]);
    assert_eq!((table.shown(), table.client.pending()), (&[][..], 0));
}

#[test]
fn what_leaves_no_trace_in_the_log_of_a_silent_master_is_never_made_twice() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Begin(1));
    table.overhear(&[9], 1, 0, false);
    table.wait();
    table.wait();
    table.done();
    table.overhear(&[9], 1, 0, true);
    assert_eq!(table.done(), [Settle(1, Some("passed over")), Publish]);
}

#[test]
fn who_has_had_answers_soon_waits_less_and_then_longer_each_time() {
    let mut table = Table::begun();
    let waits = |table: &mut Table| {
        let before = table.now;
        table.wait();
        table.now - before
    };
    table.play(Add(1));
    assert_eq!(waits(&mut table), PATIENCE, "nobody knows yet");
    table.hear(&[1], 1, all(1));
    for seq in 2..4 {
        table.play(Add(1));
        table.now += 300.0;
        table.hear(&[1], seq, all(seq));
    }
    table.play(Add(1));
    let waited = [waits(&mut table), waits(&mut table), waits(&mut table)];
    assert_eq!(waited, [1_200.0, 2_400.0, PATIENCE]);
}

#[test]
fn nothing_can_be_done_before_the_master_has_sent_the_match() {
    let mut table = Table::connected();
    assert!(matches!(table.play(Add(1)), Submitted::Impossible(_)));
    assert!(table.done().is_empty() && table.client.shown().is_none());
    table.hear_whole(&[7], 3, None);
    assert_eq!((table.shown(), table.client.confirmed()), (&[7][..], Some(&(vec![7], 3))));
    assert_eq!(table.done(), [Publish]);
}

#[test]
fn an_action_shows_at_once_and_is_sent() {
    let mut table = Table::begun();
    assert!(matches!(table.play(Add(1)), Submitted::Pending(1)));
    assert_eq!(table.done(), [Publish, Send(1)]);
    assert!(matches!(table.play(Add(2)), Submitted::Pending(2)));
    assert_eq!((table.shown(), table.client.pending()), (&[1, 2][..], 2));
    assert_eq!(table.client.confirmed(), Some(&(vec![], 0)));
}

#[test]
fn what_is_sent_says_on_top_of_what_it_was_made() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Begin(2));
    table.play(Add(3));
    assert_eq!(table.made(1), Some((1, None, false, 0)));
    assert_eq!(table.made(2), Some((1, Some(1), false, 0)));
    assert_eq!(table.made(3), Some((1, Some(2), true, 0)));
    table.hear(&[1, 2], 2, all(2));
    table.play(Add(4));
    // What the player saw does not change when it is sent again, but what has no answer yet does.
    assert_eq!(table.made(3), Some((3, Some(2), true, 0)));
    assert_eq!(table.made(4), Some((3, Some(3), false, 2)));
    assert_eq!(table.made(2), None);
}

#[test]
fn prediction_stops_at_the_first_that_waits() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Ask);
    table.done();
    table.play(Add(3));
    assert_eq!((table.shown(), table.predicted()), (&[1][..], vec![1]));
    assert_eq!(table.done(), [Send(3)]);
    table.hear(&[1, 2], 2, all(2));
    assert_eq!((table.shown(), table.predicted()), (&[1, 2, 3][..], vec![3]));
}

#[test]
fn what_fails_here_is_refused_at_once_and_not_sent() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    assert!(matches!(table.play(Unless(1, 2)), Submitted::Refused("taken")));
    assert_eq!((table.done(), table.client.pending()), (vec![], 1));
    // It has taken no number.
    assert!(matches!(table.play(Add(2)), Submitted::Pending(2)));
}

#[test]
fn what_fails_here_is_sent_when_something_before_it_does_not_show() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Ask);
    table.done();
    assert!(matches!(table.play(Unless(1, 3)), Submitted::Pending(3)));
    assert_eq!(table.done(), [Send(3)]);
}

#[test]
fn truth_that_equals_the_prediction_publishes_nothing() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.done();
    table.hear(&[1], 1, all(1));
    assert_eq!(table.done(), [Settle(1, None)]);
    table.hear(&[1, 2], 2, all(2));
    assert_eq!(table.done(), [Settle(2, None)]);
    assert_eq!((table.shown(), table.client.pending()), (&[1, 2][..], 0));
}

#[test]
fn a_message_publishes_once_however_much_it_changes() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.play(Add(3));
    table.done();
    table.hear(&[9, 1], 3, all_but(2, &[2]));
    assert_eq!(table.done(), [Settle(1, None), Settle(2, Some("no")), Publish]);
    assert_eq!(table.shown(), [9, 1]);
}

#[test]
fn what_others_do_slips_in_under_what_shows() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.done();
    table.hear(&[9], 1, None);
    assert_eq!((table.done(), table.shown()), (vec![Publish], &[9, 1, 2][..]));
    table.hear(&[9, 1], 2, all(1));
    assert_eq!((table.done(), table.shown()), (vec![Settle(1, None)], &[9, 1, 2][..]));
}

#[test]
fn an_action_is_settled_once() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    for _ in 0..3 {
        table.hear(&[], 0, all_but(1, &[1]));
    }
    assert_eq!(table.done(), [Settle(1, Some("no")), Publish]);
    table.hear_whole(&[], 0, all_but(1, &[1]));
    assert!(table.done().is_empty());
}

#[test]
fn what_fails_in_a_replay_is_hidden_and_only_the_master_rejects_it() {
    let mut table = Table::begun();
    table.play(Unless(9, 1));
    table.play(Add(2));
    table.done();
    table.hear(&[9], 1, None);
    assert_eq!((table.done(), table.shown()), (vec![Publish], &[9][..]));
    assert_eq!((table.client.pending(), table.predicted()), (2, vec![]));
    // The 9 goes, and the action shows again.
    table.hear(&[], 2, None);
    assert_eq!((table.shown(), table.predicted()), (&[1, 2][..], vec![1, 2]));
    table.hear(&[9], 3, None);
    table.done();
    table.hear(&[9], 3, all_but(1, &[1]));
    assert_eq!((table.done(), table.shown()), (vec![Settle(1, Some("no"))], &[9][..]));
}

#[test]
fn what_was_made_on_top_of_a_refused_action_is_hidden_with_it() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.play(Add(3));
    table.done();
    table.hear(&[], 0, all_but(1, &[1]));
    // The master has yet to say so, but it will.
    assert_eq!((table.done(), table.shown()), (vec![Settle(1, Some("no")), Publish], &[][..]));
    assert_eq!((table.client.pending(), table.predicted()), (2, vec![]));
    // What comes now was made without it, and must not fall with it.
    table.play(Add(4));
    assert_eq!((table.shown(), table.made(4)), (&[4][..], Some((2, None, false, 0))));
    table.play(Add(5));
    assert_eq!(table.made(5), Some((2, Some(4), false, 0)));
    table.done();
    table.hear(&[], 0, all_but(3, &[2, 3]));
    assert_eq!(table.done(), [Settle(2, Some("no")), Settle(3, Some("no"))]);
    table.hear(&[4, 5], 2, all(5));
    assert_eq!((table.shown(), table.client.pending()), (&[4, 5][..], 0));
}

#[test]
fn so_many_may_wait_and_no_more() {
    let mut table = Table::begun();
    for _ in 0..MOST_PENDING {
        assert!(matches!(table.play(Add(1)), Submitted::Pending(_)));
    }
    table.done();
    assert!(matches!(table.play(Add(1)), Submitted::Impossible(_)));
    assert_eq!((table.done(), table.client.pending()), (vec![], MOST_PENDING));
    table.hear(&[1], 1, all(1));
    assert!(matches!(table.play(Add(1)), Submitted::Pending(33)));
}

#[test]
fn after_a_reconnect_everything_without_an_answer_is_sent_again() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.connect(false);
    table.play(Add(2));
    table.play(Add(3));
    table.done();
    assert_eq!(table.client.deadline(), None);
    table.connect(true);
    assert_eq!(table.done(), [Send(1), Send(2), Send(3)]);
    table.connect(true);
    assert!(table.done().is_empty());
    table.hear_whole(&[1, 2, 3], 3, all(3));
    assert_eq!(table.done(), [Settle(1, None), Settle(2, None), Settle(3, None)]);
}

#[test]
fn without_an_answer_it_sends_again_and_then_asks() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    table.wait();
    assert_eq!(table.done(), [Send(1)]);
    table.wait();
    assert_eq!(table.done(), [RequestSync, Send(1)]);
    table.wait();
    assert_eq!(table.done(), [RequestSync, Send(1)]);
    table.hear_whole(&[1], 1, all(1));
    table.done();
    assert!(table.client.deadline().is_some_and(|deadline| deadline >= table.now + SILENCE));
}

#[test]
fn nothing_is_done_before_its_time() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    table.client.wake(PATIENCE - 1.0, &mut table.effects);
    assert!(table.done().is_empty());
}

#[test]
fn what_others_do_is_no_answer() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    // Somebody acts every second, and the action was lost on its way.
    for number in 1..=3 {
        table.now += 1_000.0;
        table.hear(&[9], number, None);
        table.client.wake(table.now, &mut table.effects);
    }
    assert_eq!(table.done(), [Publish, Send(1)]);
}

#[test]
fn a_master_that_is_silent_for_long_is_asked() {
    let mut table = Table::begun();
    table.wait();
    assert_eq!((table.done(), table.now), (vec![RequestSync], SILENCE));
    table.wait();
    assert_eq!((table.done(), table.now), (vec![RequestSync], SILENCE + PATIENCE));
    let mut table = Table::connected();
    table.wait();
    assert_eq!((table.done(), table.now), (vec![RequestSync], PATIENCE));
}

#[test]
fn a_message_follows_or_is_old_or_leaves_a_gap() {
    let mut table = Table::connected();
    assert_eq!(table.client.fits(0, 1), Fit::Gap);
    table.hear_whole(&[1, 2], 2, None);
    let fits = |base, number| table.client.fits(base, number);
    assert_eq!((fits(2, 3), fits(2, 2)), (Fit::Follows, Fit::Follows));
    assert_eq!((fits(1, 2), fits(0, 0)), (Fit::Old, Fit::Old));
    assert_eq!((fits(3, 4), fits(3, 3)), (Fit::Gap, Fit::Gap));
}

#[test]
fn a_gap_is_asked_for_once_until_there_is_an_answer() {
    let mut table = Table::begun();
    table.client.miss(table.now, &mut table.effects);
    table.client.miss(table.now, &mut table.effects);
    assert_eq!(table.done(), [RequestSync]);
    table.wait();
    assert_eq!((table.done(), table.now), (vec![RequestSync], PATIENCE));
    table.hear_whole(&[1, 2], 2, None);
    table.client.miss(table.now, &mut table.effects);
    assert_eq!(table.done(), [Publish, RequestSync]);
}

#[test]
fn a_master_that_lacks_an_action_gets_all_again_once() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.done();
    table.client.mend_gap(table.now, &mut table.effects);
    table.client.mend_gap(table.now, &mut table.effects);
    assert_eq!(table.done(), [Send(1), Send(2)]);
    table.hear(&[1], 1, all(1));
    table.done();
    table.client.mend_gap(table.now, &mut table.effects);
    assert_eq!(table.done(), [Send(2)]);
}

#[test]
fn an_older_state_is_not_taken() {
    let mut table = Table::begun();
    table.hear(&[1, 2], 2, None);
    table.done();
    table.hear(&[1], 1, None);
    table.hear(&[1], 1, None);
    table.hear_whole(&[1], 1, None);
    assert_eq!((table.done(), table.shown()), (vec![], &[1, 2][..]));
}

#[test]
fn an_older_state_is_the_masters_word_when_it_is_asked_again() {
    let mut table = Table::begun();
    table.hear(&[1, 2], 2, None);
    table.play(Add(3));
    table.done();
    table.hear_whole(&[], 0, None);
    // The same message, delivered twice.
    table.hear_whole(&[], 0, None);
    assert_eq!((table.done(), table.shown()), (vec![], &[1, 2, 3][..]));
    table.wait();
    assert_eq!(table.done(), [RequestSync, Send(1)]);
    table.hear_whole(&[], 0, None);
    assert_eq!((table.done(), table.shown()), (vec![Publish], &[3][..]));
    // Once more it is not.
    table.hear_whole(&[1], 1, None);
    table.hear_whole(&[], 0, None);
    assert_eq!(table.shown(), [1, 3]);
}

#[test]
fn a_match_that_is_left_is_forgotten() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.client.miss(table.now, &mut table.effects);
    table.done();
    table.client.forget("left", &mut table.effects);
    assert_eq!(table.done(), [Settle(1, Some("left")), Settle(2, Some("left")), Publish]);
    assert!(table.client.shown().is_none() && table.client.confirmed().is_none());
    assert!(matches!(table.play(Add(1)), Submitted::Impossible(_)));
    // The next match is missed as any other, and numbers are not given twice.
    table.client.miss(table.now, &mut table.effects);
    table.hear_whole(&[], 0, None);
    assert_eq!(table.done(), [RequestSync, Publish]);
    assert!(matches!(table.play(Add(1)), Submitted::Pending(3)));
    assert_eq!(table.made(3), Some((3, None, false, 0)));
}

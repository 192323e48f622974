//! Tests of retries and `sync` requests after late or lost messages.

use alloc::vec;

use super::*;

#[test]
fn a_client_that_had_quick_answers_waits_less_and_then_longer_each_time() {
    let mut table = Table::begun();
    let waits = |table: &mut Table| {
        let before = table.now;
        table.wait();
        table.now - before
    };
    table.play(Add(1));
    assert_eq!(waits(&mut table), PATIENCE, "before the first answer");
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
    assert_eq!(table.done(), [Resolve(1, None), Resolve(2, None), Resolve(3, None)]);
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
fn requests_to_a_silent_master_are_repeated_with_jitter() {
    let mut table = Table::begun();
    // Each client's pauses differ, because its clock started at another moment.
    let mut waits = |since: f64| {
        table.now = since;
        table.connect(false);
        table.connect(true);
        table.wait();
        table.done();
        let mut waited = vec![];
        for _ in 0..7 {
            let before = table.now;
            table.wait();
            assert_eq!(table.done(), [RequestSync]);
            waited.push((table.now - before) / PATIENCE);
        }
        waited
    };
    let (some, others) = (waits(100_000.0), waits(500_001.0));
    for waited in [&some, &others] {
        assert_eq!(waited.first(), Some(&1.0));
        for pause in waited.iter().skip(1) {
            assert!((1.0..=5.0 / 3.0).contains(pause), "{pause} times the first pause");
        }
    }
    assert_ne!(some, others);
    table.hear_whole(&[], 0, None);
    table.play(Add(1));
    table.done();
    table.wait();
    assert_eq!(table.done(), [Send(1)]);
    let before = table.now;
    table.wait();
    assert_eq!((table.done(), table.now - before), (vec![RequestSync, Send(1)], PATIENCE));
}

#[test]
fn a_master_that_is_heard_again_is_asked_at_once_for_what_is_missing() {
    let mut table = Table::connected();
    for _ in 0..4 {
        table.wait();
    }
    table.done();
    table.client.miss(table.now);
    table.client.miss(table.now);
    assert_eq!(table.done(), [RequestSync]);
}

#[test]
fn nothing_is_sent_again_before_the_timeout() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    table.client.wake(PATIENCE - 1.0);
    assert!(table.done().is_empty());
}

#[test]
fn actions_of_others_are_no_answer() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    // Another player acts every second. The client's action was lost.
    for number in 1..=3 {
        table.now += 1_000.0;
        table.hear(&[9], number, None);
        table.client.wake(table.now);
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
    table.client.miss(table.now);
    table.client.miss(table.now);
    assert_eq!(table.done(), [RequestSync]);
    table.wait();
    assert_eq!((table.done(), table.now), (vec![RequestSync], PATIENCE));
    table.hear_whole(&[1, 2], 2, None);
    table.client.miss(table.now);
    assert_eq!(table.done(), [Publish, RequestSync]);
}

#[test]
fn a_master_that_lacks_an_action_gets_all_again_once() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.done();
    // The master sends a known state again, and acknowledges nothing.
    table.hear(&[], 0, None);
    table.hear(&[], 0, None);
    assert_eq!(table.done(), [Send(1), Send(2)]);
    table.hear(&[1], 1, all(1));
    table.done();
    table.hear(&[1], 1, None);
    assert_eq!(table.done(), [Send(2)]);
}

#[test]
fn an_action_that_cannot_be_sent_is_rejected_with_its_dependents() {
    let mut table = Table::begun();
    for number in 1..=3 {
        table.play(Add(number));
    }
    table.done();
    table.client.reject(2, "too big", table.now);
    let rejected = |seq| Resolve(seq, Some("too big"));
    assert_eq!(table.done(), [rejected(2), rejected(3), Publish, Send(1)]);
    assert_eq!((table.shown(), table.client.pending()), (&[1][..], 1));
    table.client.reject(0, "too big", table.now);
    assert_eq!((table.done(), table.shown()), (vec![rejected(1), Publish], &[][..]));
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
fn an_older_state_is_accepted_after_another_request() {
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
    // The next older state is ignored at first, as the last one was.
    table.hear_whole(&[1], 1, None);
    table.hear_whole(&[], 0, None);
    assert_eq!(table.shown(), [1, 3]);
}

#[test]
fn a_match_that_is_left_is_forgotten() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.client.miss(table.now);
    table.done();
    table.client.forget("left");
    assert_eq!(table.done(), [Resolve(1, Some("left")), Resolve(2, Some("left")), Publish]);
    assert!(table.client.shown().is_none() && table.client.confirmed().is_none());
    assert!(matches!(table.play(Add(1)), Submitted::Impossible(_)));
    // A gap in the next match is repaired too. Numbers of actions are not reused.
    table.client.miss(table.now);
    table.hear_whole(&[], 0, None);
    assert_eq!(table.done(), [RequestSync, Publish]);
    assert!(matches!(table.play(Add(1)), Submitted::Pending(3)));
    assert_eq!(table.sent_with(3), Some((3, None, false, 0)));
}

//! Tests with boardgame.io's master, which sends no acks.

use alloc::vec;

use super::*;

#[test]
fn a_master_that_answers_nothing_gets_one_action_at_a_time() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Add(1));
    table.play(Add(2));
    assert_eq!(table.done(), [Publish, Publish, Send(1), Publish]);
    assert!(table.client.to_send(1).is_some_and(|(_, made, seen)| made.is_none() && seen == 0));
    // The log shows the first action. The second one follows.
    table.overhear(&[1], 1, 1, false);
    assert_eq!(table.done(), [Resolve(1, None), Send(2)]);
    assert_eq!((table.shown(), table.client.to_send(2).map(|(_, _, seen)| seen)), (&[1, 2][..], Some(1)));
    table.overhear(&[1, 2], 2, 1, false);
    assert_eq!(table.done(), [Resolve(2, None)]);
}

#[test]
fn an_action_that_a_silent_master_dropped_for_another_is_made_again() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Add(1));
    // Another player was first. The action was stale, which no message reports.
    table.overhear(&[9], 1, 0, false);
    table.done();
    table.wait();
    // It is sent again in case it was lost: the master runs it in state 0 or not at all.
    assert_eq!((table.done(), table.client.to_send(1).map(|(_, _, seen)| seen)), (vec![Send(1)], Some(0)));
    table.wait();
    assert_eq!(table.done(), [RequestSync, Send(1)]);
    table.overhear(&[9], 1, 0, true);
    assert_eq!((table.done(), table.client.to_send(1).map(|(_, _, seen)| seen)), (vec![Send(1)], Some(1)));
}

#[test]
fn an_action_that_a_silent_master_refused_is_rejected_with_its_dependents() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Add(1));
    table.play(Add(2));
    table.wait();
    table.wait();
    table.done();
    // Nothing has happened meanwhile, and the action was not run.
    table.overhear(&[], 0, 0, true);
    let over = Some("passed over");
    assert_eq!(table.done(), [Resolve(1, over), Resolve(2, over), Publish]);
    assert_eq!((table.shown(), table.client.pending()), (&[][..], 0));
}

#[test]
fn an_action_without_trace_in_a_silent_master_s_log_is_never_repeated() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Begin(1));
    table.overhear(&[9], 1, 0, false);
    table.wait();
    table.wait();
    table.done();
    table.overhear(&[9], 1, 0, true);
    assert_eq!(table.done(), [Resolve(1, Some("passed over")), Publish]);
}

#[test]
fn a_restored_client_repeats_no_action() {
    let mut table = Table::connected();
    table.overhear(&[], 0, 0, true);
    table.play(Begin(1));
    table.done();
    // The action may have been run in state 0, of which no message tells. The new state may be its result.
    table.overhear(&[1], 1, 0, false);
    table.done();
    table.resume(Begin(1), 0);
    assert_eq!(table.done(), [Publish, Send(1)]);
    assert_eq!(table.client.to_send(1).map(|(_, _, seen)| seen), Some(0));
    assert!(matches!(table.play(Add(2)), Submitted::Pending(2)), "numbers go on");
}

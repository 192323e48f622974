//! Tests of predictions before and after the master's answer.

use alloc::vec;

use super::*;

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
fn sent_actions_contain_their_provenance() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Begin(2));
    table.play(Add(3));
    assert_eq!(table.sent_with(1), Some((1, None, false, 0)));
    assert_eq!(table.sent_with(2), Some((1, Some(1), false, 0)));
    assert_eq!(table.sent_with(3), Some((1, Some(2), true, 0)));
    table.hear(&[1, 2], 2, all(2));
    table.play(Add(4));
    // Sent again, an action keeps the number of the state that the player saw. The first unanswered action
    // is updated.
    assert_eq!(table.sent_with(3), Some((3, Some(2), true, 0)));
    assert_eq!(table.sent_with(4), Some((3, Some(3), false, 2)));
    assert_eq!(table.sent_with(2), None);
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
fn a_partly_predicted_action_leaves_later_ones_in_doubt() {
    let mut table = Table::begun();
    table.play(AddAndAsk(1));
    assert_eq!(table.done(), [Publish, Send(1)]);
    table.play(Add(2));
    assert_eq!(table.done(), [Send(2)]);
    assert_eq!((table.shown(), table.predicted()), (&[1][..], vec![1]));
    // The second action depends on the first, but is not ahead.
    let sent = table.client.to_send(2).and_then(|(_, provenance, seen)| Some((provenance?, seen)));
    let sent = sent.map(|(provenance, seen)| (provenance.depends_on, provenance.ahead, seen));
    assert_eq!(sent, Some((Some(1), false, 0)));
    // Another player has acted. Both actions run again, and the second is still in doubt.
    table.hear(&[9], 1, all(0));
    assert_eq!((table.shown(), table.predicted()), (&[9, 1][..], vec![1]));
    table.hear(&[9, 1, 5], 2, all(1));
    assert_eq!((table.shown(), table.predicted()), (&[9, 1, 5, 2][..], vec![2]));
}

#[test]
fn a_refused_prediction_is_not_sent() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    assert!(matches!(table.play(Unless(1, 2)), Submitted::Refused("taken")));
    assert_eq!((table.done(), table.client.pending()), (vec![], 1));
    // The refused action has used no number.
    assert!(matches!(table.play(Add(2)), Submitted::Pending(2)));
}

#[test]
fn a_failing_action_is_sent_if_an_earlier_one_is_hidden() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Ask);
    table.done();
    assert!(matches!(table.play(Unless(1, 3)), Submitted::Pending(3)));
    assert_eq!(table.done(), [Send(3)]);
}

#[test]
fn a_confirmation_that_equals_the_prediction_publishes_nothing() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.done();
    table.hear(&[1], 1, all(1));
    assert_eq!(table.done(), [Resolve(1, None)]);
    table.hear(&[1, 2], 2, all(2));
    assert_eq!(table.done(), [Resolve(2, None)]);
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
    assert_eq!(table.done(), [Resolve(1, None), Resolve(2, Some("no")), Publish]);
    assert_eq!(table.shown(), [9, 1]);
}

#[test]
fn actions_of_others_are_inserted_below_pending_ones() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.done();
    table.hear(&[9], 1, None);
    assert_eq!((table.done(), table.shown()), (vec![Publish], &[9, 1, 2][..]));
    table.hear(&[9, 1], 2, all(1));
    assert_eq!((table.done(), table.shown()), (vec![Resolve(1, None)], &[9, 1, 2][..]));
}

#[test]
fn an_action_is_resolved_once() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.done();
    for _ in 0..3 {
        table.hear(&[], 0, all_but(1, &[1]));
    }
    assert_eq!(table.done(), [Resolve(1, Some("no")), Publish]);
    table.hear_whole(&[], 0, all_but(1, &[1]));
    assert!(table.done().is_empty());
}

#[test]
fn an_action_that_fails_in_a_replay_is_hidden_until_the_master_rejects_it() {
    let mut table = Table::begun();
    table.play(Unless(9, 1));
    table.play(Add(2));
    table.done();
    table.hear(&[9], 1, None);
    assert_eq!((table.done(), table.shown()), (vec![Publish], &[9][..]));
    assert_eq!((table.client.pending(), table.predicted()), (2, vec![]));
    // The 9 disappears, and the action is visible again.
    table.hear(&[], 2, None);
    assert_eq!((table.shown(), table.predicted()), (&[1, 2][..], vec![1, 2]));
    table.hear(&[9], 3, None);
    table.done();
    table.hear(&[9], 3, all_but(1, &[1]));
    assert_eq!((table.done(), table.shown()), (vec![Resolve(1, Some("no"))], &[9][..]));
}

#[test]
fn actions_that_depend_on_a_refused_one_are_hidden_with_it() {
    let mut table = Table::begun();
    table.play(Add(1));
    table.play(Add(2));
    table.play(Add(3));
    table.done();
    table.hear(&[], 0, all_but(1, &[1]));
    // The master will refuse the second and third action too, but has not yet.
    assert_eq!((table.done(), table.shown()), (vec![Resolve(1, Some("no")), Publish], &[][..]));
    assert_eq!((table.client.pending(), table.predicted()), (2, vec![]));
    // A new action is made without the refused one, and must not be refused with it.
    table.play(Add(4));
    assert_eq!((table.shown(), table.sent_with(4)), (&[4][..], Some((2, None, false, 0))));
    table.play(Add(5));
    assert_eq!(table.sent_with(5), Some((2, Some(4), false, 0)));
    table.done();
    table.hear(&[], 0, all_but(3, &[2, 3]));
    assert_eq!(table.done(), [Resolve(2, Some("no")), Resolve(3, Some("no"))]);
    table.hear(&[4, 5], 2, all(5));
    assert_eq!((table.shown(), table.client.pending()), (&[4, 5][..], 0));
}

#[test]
fn a_doubted_action_is_sent_and_does_not_block_others() {
    let mut table = Table::begun();
    table.hear(&[9], 1, None);
    table.done();
    assert!(matches!(table.play(UnlessSeen(9, 1)), Submitted::Pending(1)));
    assert_eq!((table.done(), table.shown(), table.predicted()), (vec![Send(1)], &[9][..], vec![]));
    // A new action is made without the doubted one, and must not be refused with it.
    table.play(Add(2));
    assert_eq!((table.shown(), table.predicted()), (&[9, 2][..], vec![2]));
    assert_eq!(table.sent_with(2), Some((1, None, false, 1)));
    table.done();
    // The master sees the hidden numbers, and runs the action.
    table.hear(&[9, 1], 2, all(1));
    assert_eq!((table.done(), table.shown()), (vec![Resolve(1, None), Publish], &[9, 1, 2][..]));
}

#[test]
fn actions_that_depend_on_a_doubted_one_are_hidden_with_it() {
    let mut table = Table::begun();
    table.play(UnlessSeen(9, 1));
    table.play(Add(2));
    table.play(Add(3));
    table.hear(&[9], 1, None);
    assert_eq!((table.shown(), table.predicted()), (&[9][..], vec![]));
    table.hear(&[9], 1, all_but(1, &[1]));
    table.done();
    table.hear(&[9], 1, all_but(3, &[2, 3]));
    assert_eq!(table.client.pending(), 0);
}

#[test]
fn no_more_than_32_actions_may_wait() {
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

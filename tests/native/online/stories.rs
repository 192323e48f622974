//! Tests of online situations. Seat 0 is Ann (player 0) and seat 1 is Bob (player 1), unless the test says
//! otherwise.

use super::games::{World, all_at_once, cards, draft, turns};
use super::room::{Depth, Room};
use crate::support::Rules;

const ANN: usize = 0;
const BOB: usize = 1;

/// Creates a room in which Ann and Bob have the match, and predict only moves.
fn ann_and_bob(rules: Rules<World>) -> Room {
    both(rules, Depth::Moves)
}

fn both(rules: Rules<World>, depth: Depth) -> Room {
    let mut room = Room::open(rules, 2, "story");
    room.join(Some("0"), depth);
    room.join(Some("1"), depth);
    room.settle();
    room
}

#[test]
fn a_move_refused_by_the_master_alone_is_taken_back_and_valid_moves_go_on() {
    let mut room = ann_and_bob(cards().disable_undo());
    let guess = room.play(ANN, "guess 3");
    assert_eq!((room.shown(ANN), room.outcome(ANN, guess)), ("0 guess 3".into(), "predicted".into()));
    room.settle();
    assert_eq!(room.outcome(ANN, guess), "rejected: action/invalid_move");
    assert_eq!((room.shown(ANN), room.shown(BOB)), (String::new(), String::new()));
    let mark = room.play(ANN, "mark");
    let again = room.play(ANN, "guess 2");
    room.settle();
    assert_eq!((room.outcome(ANN, mark), room.outcome(ANN, again)), ("confirmed".into(), "confirmed".into()));
    assert_eq!(room.shown(BOB), "0 mark, 0 guess 2");
}

#[test]
fn moves_that_depend_on_a_refused_one_are_refused_with_it() {
    let mut room = ann_and_bob(cards().disable_undo());
    room.play(ANN, "mark");
    let guess = room.play(ANN, "guess 3");
    let on_top = room.play(ANN, "mark");
    room.settle();
    assert_eq!(room.outcome(ANN, guess), "rejected: action/invalid_move");
    assert_eq!(room.outcome(ANN, on_top), "rejected: orphan");
    assert_eq!((room.shown(ANN), room.shown(BOB)), ("0 mark".into(), "0 mark".into()));
    let later = room.play(ANN, "mark");
    room.settle();
    assert_eq!(room.outcome(ANN, later), "confirmed");
}

#[test]
fn a_player_who_keeps_acting_is_not_refused_forever() {
    let mut room = ann_and_bob(cards().disable_undo());
    room.play(ANN, "guess 3");
    let made: Vec<u64> = (0..10)
        .map(|_| {
            room.run(30);
            room.play(ANN, "mark")
        })
        .collect();
    room.settle();
    // Three actions were on their way when she received the refusal.
    let outcomes = made.iter().map(|seq| room.outcome(ANN, *seq));
    assert_eq!(outcomes.filter(|outcome| outcome == "rejected: orphan").count(), 3);
    assert_eq!(room.shown(BOB), ["0 mark"; 7].join(", "));
}

#[test]
fn a_second_quick_move_past_max_moves_does_not_stay() {
    let mut room = ann_and_bob(turns(1).disable_undo());
    let first = room.play(ANN, "mark");
    let second = room.play(ANN, "mark");
    assert_eq!(room.shown(ANN), "0 mark, 0 mark");
    room.settle();
    assert_eq!(room.outcome(ANN, first), "confirmed");
    assert_eq!(room.outcome(ANN, second), "rejected: action/inactive_player");
    assert_eq!((room.shown(ANN), room.shown(BOB)), ("0 mark".into(), "0 mark".into()));
    room.play(BOB, "mark");
    room.settle();
    assert_eq!(room.shown(ANN), "0 mark, 1 mark");
}

#[test]
fn a_second_quick_move_past_max_moves_is_refused_at_once_where_the_flow_is_predicted() {
    let mut room = both(turns(1).disable_undo(), Depth::Flow);
    room.play(ANN, "mark");
    assert_eq!(room.attempt(ANN, "mark"), Err("action/inactive_player".into()));
    room.settle();
    assert_eq!(room.shown(BOB), "0 mark");
}

#[test]
fn a_turn_that_comes_back_at_once_is_another_turn() {
    // In a match of one, all turns are Ann's. She did not see that the first one had ended.
    let alone = |depth| {
        let mut room = Room::open(turns(1).disable_undo(), 1, "story");
        room.join(Some("0"), depth);
        room.settle();
        room.play(ANN, "mark");
        let second = room.play(ANN, "mark");
        room.settle();
        (room.outcome(ANN, second), room.shown(ANN))
    };
    assert_eq!(alone(Depth::Moves), ("rejected: stale".into(), "0 mark".into()));
    // Here she predicted the new turn, so it is her move.
    assert_eq!(alone(Depth::Flow), ("confirmed".into(), "0 mark, 0 mark".into()));
}

#[test]
fn two_active_players_move_at_once() {
    let mut room = ann_and_bob(all_at_once().disable_undo());
    let ann = room.play(ANN, "mark");
    let bob = room.play(BOB, "mark");
    room.settle();
    assert_eq!((room.outcome(ANN, ann), room.outcome(BOB, bob)), ("confirmed".into(), "confirmed".into()));
    assert_eq!((room.shown(ANN), room.shown(BOB)), ("0 mark, 1 mark".into(), "0 mark, 1 mark".into()));
}

#[test]
fn two_active_players_finish_their_stages_at_once() {
    for depth in [Depth::Moves, Depth::Flow] {
        let mut room = both(draft().disable_undo(), depth);
        for _ in 0..2 {
            room.play(ANN, "mark");
            room.play(BOB, "mark");
        }
        room.settle();
        room.play(ANN, "mark");
        room.play(BOB, "mark");
        room.settle();
        assert_eq!(room.shown(ANN), "0 mark, 1 mark, 0 mark, 1 mark, 0 mark, 1 mark");
    }
}

#[test]
fn two_moves_in_flight_do_not_flicker_when_another_player_moves() {
    for depth in [Depth::Moves, Depth::Flow] {
        let mut room = both(all_at_once().disable_undo(), depth);
        room.play(ANN, "mark");
        room.run(20);
        room.play(BOB, "guess 1");
        room.run(20);
        room.play(ANN, "guess 2");
        room.settle();
        let own = |shown: &String| shown.split(", ").filter(|made| made.starts_with('0')).count();
        let published: Vec<usize> = room.published(ANN).iter().map(own).collect();
        assert!(published.is_sorted(), "Ann's own moves come and go: {:?}", room.published(ANN));
        assert_eq!(room.shown(ANN), "0 mark, 1 guess 1, 0 guess 2");
    }
}

#[test]
fn a_move_that_the_master_alone_can_make_is_shown_when_it_has() {
    let mut room = ann_and_bob(cards().disable_undo());
    for command in ["draw", "roll", "whisper"] {
        let before = room.shown(ANN);
        let seq = room.play(ANN, command);
        assert_eq!((room.outcome(ANN, seq), room.shown(ANN)), ("sent".into(), before));
        room.settle();
        assert_eq!(room.outcome(ANN, seq), "confirmed");
    }
    assert_eq!(room.shown(BOB), "0 draw, 0 roll, 0 whisper");
}

#[test]
fn actions_after_an_unpredicted_move_are_sent_and_shown_with_it() {
    let mut room = ann_and_bob(cards().disable_undo());
    room.play(ANN, "draw");
    let mark = room.play(ANN, "mark");
    let impossible = room.play(ANN, "play 9");
    assert_eq!((room.outcome(ANN, mark), room.shown(ANN)), ("sent".into(), String::new()));
    room.settle();
    assert_eq!(room.outcome(ANN, mark), "confirmed");
    assert_eq!(room.outcome(ANN, impossible), "rejected: action/invalid_move");
    assert_eq!(room.shown(ANN), "0 draw, 0 mark");
}

#[test]
fn a_move_that_another_players_move_made_impossible_is_hidden_and_then_rejected() {
    let mut room = ann_and_bob(all_at_once().disable_undo());
    room.play(ANN, "mark");
    room.settle();
    room.play(BOB, "odd");
    room.run(20);
    let odd = room.play(ANN, "odd");
    assert_eq!(room.shown(ANN), "0 mark, 0 odd");
    room.run(85);
    assert_eq!((room.shown(ANN), room.outcome(ANN, odd)), ("0 mark, 1 odd".into(), "sent".into()));
    room.settle();
    assert_eq!(room.outcome(ANN, odd), "rejected: action/invalid_move");
}

#[test]
fn a_strict_move_must_have_seen_what_others_did() {
    let mut room = ann_and_bob(all_at_once().disable_undo());
    room.play(BOB, "mark");
    room.run(20);
    let strict = room.play(ANN, "strictly");
    room.settle();
    assert_eq!(room.outcome(ANN, strict), "rejected: stale");
    let first = room.play(ANN, "strictly");
    let second = room.play(ANN, "strictly");
    room.settle();
    assert_eq!(
        (room.outcome(ANN, first), room.outcome(ANN, second)),
        ("confirmed".into(), "confirmed".into())
    );
}

#[test]
fn a_lost_action_is_sent_again() {
    let mut room = ann_and_bob(cards().disable_undo());
    room.network.loses = 1;
    let mark = room.play(ANN, "mark");
    room.run(1_000);
    assert_eq!((room.outcome(ANN, mark), room.shown(BOB)), ("predicted".into(), String::new()));
    room.settle();
    assert_eq!((room.outcome(ANN, mark), room.shown(BOB)), ("confirmed".into(), "0 mark".into()));
}

#[test]
fn an_action_after_a_lost_one_asks_for_it() {
    let mut room = ann_and_bob(cards().disable_undo());
    room.network.loses = 1;
    room.play(ANN, "mark");
    room.play(ANN, "guess 1");
    // Two round trips, without any timeout.
    room.run(250);
    assert_eq!((room.shown(ANN), room.shown(BOB)), ("0 mark, 0 guess 1".into(), "0 mark, 0 guess 1".into()));
    room.settle();
}

#[test]
fn a_lost_answer_is_given_again() {
    let mut room = ann_and_bob(cards().disable_undo());
    let mark = room.play(ANN, "mark");
    room.run(40);
    // The next two messages are the states for Ann and for Bob.
    room.network.loses = 2;
    room.settle();
    assert_eq!((room.outcome(ANN, mark), room.shown(BOB)), ("confirmed".into(), "0 mark".into()));
}

#[test]
fn a_duplicate_action_is_run_once_and_gets_the_same_ack() {
    for rules in [turns(1), cards()] {
        let mut room = ann_and_bob(rules.disable_undo());
        room.network.conditions.duplicates = 100;
        let guess = room.play(ANN, "guess 3");
        room.run(500);
        let mark = room.play(ANN, "mark");
        room.run(500);
        assert_eq!(room.outcome(ANN, guess), "rejected: action/invalid_move");
        assert_eq!(room.outcome(ANN, mark), "confirmed");
        room.settle();
        assert_eq!(room.shown(BOB), "0 mark");
    }
}

#[test]
fn three_moves_made_while_the_connection_was_gone_are_done_when_it_is_back() {
    let mut room = ann_and_bob(cards().disable_undo());
    room.disconnect(ANN);
    let made = ["mark", "guess 3", "draw"].map(|command| room.play(ANN, command));
    room.run(60_000);
    room.connect(ANN);
    room.settle();
    let outcomes = made.map(|seq| room.outcome(ANN, seq));
    assert_eq!(outcomes, ["confirmed", "rejected: action/invalid_move", "rejected: orphan"]);
    assert_eq!(room.shown(BOB), "0 mark");
}

#[test]
fn three_moves_that_were_done_before_the_connection_went_are_not_done_again() {
    let mut room = ann_and_bob(turns(3).disable_undo());
    let made = ["mark", "mark", "play 0"].map(|command| room.play(ANN, command));
    room.run(60);
    room.disconnect(ANN);
    assert_eq!(made.map(|seq| room.outcome(ANN, seq)), ["predicted"; 3]);
    room.run(60_000);
    room.connect(ANN);
    room.settle();
    assert_eq!(made.map(|seq| room.outcome(ANN, seq)), ["confirmed"; 3]);
    assert_eq!(room.shown(BOB), "0 mark, 0 mark, 0 play 0");
}

#[test]
fn two_spectators_and_two_tabs_of_one_player_see_the_same() {
    let mut room = ann_and_bob(all_at_once().disable_undo());
    let other_tab = room.join(Some("0"), Depth::Flow);
    let spectators = [room.join(None, Depth::Moves), room.join(None, Depth::Flow)];
    room.settle();
    let first = room.play(ANN, "mark");
    let second = room.play(other_tab, "play 0");
    // Both actions have the number 1, in different sessions.
    assert_eq!((first, second), (1, 1));
    room.play(BOB, "draw");
    room.settle();
    assert_eq!(room.outcome(ANN, first), "confirmed");
    assert_eq!(room.outcome(other_tab, second), "confirmed");
    for seat in [ANN, BOB, other_tab, spectators[0], spectators[1]] {
        assert_eq!(room.shown(seat), "0 mark, 0 play 0, 1 draw");
    }
}

#[test]
fn an_undo_in_flight_shows_when_it_is_confirmed_and_what_follows_with_it() {
    for depth in [Depth::Moves, Depth::Flow] {
        let mut room = both(cards(), depth);
        room.play(ANN, "mark");
        let undo = room.play(ANN, "undo");
        let follows = room.play(ANN, "guess 1");
        assert_eq!((room.outcome(ANN, undo), room.shown(ANN)), ("sent".into(), "0 mark".into()));
        room.settle();
        assert_eq!(room.outcome(ANN, undo), "confirmed");
        assert_eq!(room.outcome(ANN, follows), "confirmed");
        assert_eq!((room.shown(ANN), room.shown(BOB)), ("0 guess 1".into(), "0 guess 1".into()));
    }
}

#[test]
fn nothing_is_undone_while_several_players_are_active() {
    let mut room = ann_and_bob(all_at_once());
    room.play(ANN, "mark");
    // An undo is never predicted: the master decides.
    let undo = room.play(ANN, "undo");
    room.settle();
    room.play(ANN, "draw");
    let again = room.play(ANN, "undo");
    room.settle();
    for undo in [undo, again] {
        assert_eq!(room.outcome(ANN, undo), "rejected: action/action_invalid");
    }
    assert_eq!(room.shown(BOB), "0 mark, 0 draw");
}

#[test]
fn a_master_that_has_lost_its_memory_is_still_the_master() {
    let mut room = ann_and_bob(all_at_once().disable_undo());
    let stored = room.master.stored();
    room.play(ANN, "mark");
    room.play(BOB, "mark");
    room.settle();
    room.master.fall_back(stored);
    room.goes_back = true;
    for seat in [ANN, BOB] {
        room.disconnect(seat);
        room.connect(seat);
    }
    room.run(10_000);
    assert_eq!((room.shown(ANN), room.shown(BOB)), (String::new(), String::new()));
    let later = room.play(ANN, "guess 1");
    room.run(10_000);
    assert_eq!((room.outcome(ANN, later), room.shown(BOB)), ("confirmed".into(), "0 guess 1".into()));
}

#[test]
fn a_node_that_finds_that_another_has_stored_something_proposes_again() {
    let mut room = ann_and_bob(all_at_once().disable_undo());
    room.master.lateness = 100;
    let first = room.play(ANN, "mark");
    room.run(60);
    let second = room.play(BOB, "mark");
    room.run(60);
    assert_eq!(room.master.abandoned, 1);
    room.settle();
    assert_eq!(
        (room.outcome(ANN, first), room.outcome(BOB, second)),
        ("confirmed".into(), "confirmed".into())
    );
    assert_eq!((room.shown(ANN), room.shown(BOB)), ("1 mark, 0 mark".into(), "1 mark, 0 mark".into()));
}

//! Tests of turns: orders, limits, hooks and endings.

use rondel::prelude::*;

use super::said::{Move, Phase, begin, game, say};

/// Ends each turn, and returns the players of the first `count` turns.
fn turns<G: Game<Move = Move>>(players: u32, count: usize) -> Vec<usize> {
    let mut game = begin::<G>(players);
    let mut turns = Vec::new();
    while turns.len() < count {
        let current = game.ctx().current();
        turns.push(current.index());
        game.play(current, Move::EndTurn(None)).unwrap();
    }
    turns
}

game!(Usual, |flow| flow);
game!(Custom, |flow| flow.turn(|t| t.order(Order::Custom(vec![Seat::new(2), Seat::new(0)]))));
game!(CustomFrom, |flow| flow
    .turn(|t| t.order(Order::CustomFrom(|_, cx| cx.seats().filter(|seat| seat.index() != 1).collect()))));
game!(Backwards, |flow| flow.turn(|t| t.order(Order::Own {
    play_order: None,
    first: Some(|_, cx| cx.num_seats() - 1),
    next: Some(|_, cx| Some((cx.place() + cx.num_seats() - 1) % cx.num_seats())),
})));
game!(Once, |flow| flow
    .phase(Phase::Day, |p| p.start().order(Order::Once).next(Phase::Night))
    .phase(Phase::Night, |p| p.order(Order::Reset)));

#[test]
fn turns_follow_their_order() {
    assert_eq!(turns::<Usual>(3, 4), [0, 1, 2, 0]);
    assert_eq!(turns::<Custom>(3, 3), [2, 0, 2]);
    assert_eq!(turns::<CustomFrom>(3, 3), [0, 2, 0]);
    assert_eq!(turns::<Backwards>(3, 4), [2, 1, 0, 2]);
    assert_eq!(turns::<Once>(2, 5), [0, 1, 0, 1, 0]);
}

game!(Limited, |flow| flow.turn(|t| t.limit(2..=3)));

#[test]
fn a_turn_has_as_many_moves_as_it_says() {
    let mut game = begin::<Limited>(2);
    game.play(0, say("a")).unwrap();
    let error = game.event(0, Event::EndTurn { next: None }).unwrap_err();
    assert_eq!(error.to_string(), "the turn cannot end before 2 moves are made");
    game.play(0, say("b")).unwrap();
    assert_eq!(game.ctx().moves_made(), 2);
    game.play(0, say("c")).unwrap();
    assert_eq!((game.ctx().current(), game.ctx().moves_made()), (Seat::new(1), 0));
    game.event(1, Event::Pass { remove: false }).unwrap();
    assert_eq!(game.ctx().current(), Seat::new(0));
}

game!(Hooked, |flow| flow
    .turn(|t| t
        .on_begin(|g, cx| {
            g.said.say(format!("begin {}", cx.current()));
            Ok(())
        })
        .on_move(|g, mv, cx| {
            g.said.say(format!("{mv:?} by {}", cx.player()));
            Ok(())
        })
        .on_end(|g, cx| {
            g.said.say(format!("end {}", cx.current()));
            Ok(())
        })
        .end_if(|g, cx| g.all().ends_with("\"bye\") by 0").then(|| cx.seats().last()).flatten()))
    .on_end(|g, _| {
        g.said.say("over");
        Ok(())
    }));

#[test]
fn hooks_run_around_turns_and_moves() {
    let mut game = begin::<Hooked>(3);
    game.play(0, say("hi")).unwrap();
    game.play(0, say("bye")).unwrap();
    game.play(2, Move::Win).unwrap();
    assert_eq!(
        game.g().all(),
        "begin 0, 0: hi, Say(\"hi\") by 0, 0: bye, Say(\"bye\") by 0, end 0, begin 2, Win by 2, over"
    );
    assert_eq!((game.outcome(), game.active()), (Some(&Outcome::Winner(Seat::new(2))), vec![]));
    assert!(game.ctx().is_over());
}

game!(Called, |flow| flow);

#[test]
fn end_turn_names_the_next_player_and_pass_may_remove_one() {
    let mut game = begin::<Called>(4);
    game.play(0, Move::EndTurn(Some(Seat::new(2)))).unwrap();
    assert_eq!(game.ctx().current(), Seat::new(2));
    game.play(2, Move::Pass { and_leave: true }).unwrap();
    assert_eq!(game.ctx().play_order().map(Seat::index).collect::<Vec<_>>(), [0, 1, 3]);
    game.play(3, Move::Remove(Seat::new(1))).unwrap();
    game.play(3, Move::EndTurn(None)).unwrap();
    game.play(0, Move::EndTurn(None)).unwrap();
    assert_eq!(game.ctx().current(), Seat::new(3));
    assert!(game.play(3, Move::EndTurn(Some(Seat::new(1)))).is_err());
}

game!(Closed, |flow| flow.disable_events([EventKind::EndTurn]));

#[test]
fn events_can_be_kept_from_players() {
    let mut game = begin::<Closed>(2);
    assert!(game.event(0, Event::EndTurn { next: None }).is_err());
    game.event(0, Event::EndGame(Some(Outcome::Draw))).unwrap();
    assert_eq!(game.outcome(), Some(&Outcome::Draw));
}

game!(Refusing, |flow| flow.turn(|t| t.on_begin(|g, cx| match cx.turn() {
    2 => invalid("tired"),
    _ => g.said.play(say("go"), cx),
})));

#[test]
fn a_hook_that_returns_invalid_refuses_the_whole_action() {
    let mut game = begin::<Refusing>(2);
    let before = game.g().clone();
    let error = game.play(0, Move::EndTurn(None)).unwrap_err();
    assert_eq!(error.to_string(), "turn.onBegin called the action invalid: \"tired\"");
    assert_eq!((game.g(), game.ctx().turn()), (&before, 1));
}

game!(Leaving, |flow| flow.on_player_leave(|g, cx| {
    g.said.say(format!("{} leaves", cx.player()));
    Ok(())
}));

#[test]
fn a_player_who_leaves_is_removed() {
    let mut game = begin::<Leaving>(3);
    game.leave(1).unwrap();
    assert_eq!(game.g().all(), "1 leaves");
    game.play(0, Move::EndTurn(None)).unwrap();
    assert_eq!(game.ctx().current(), Seat::new(2));
}

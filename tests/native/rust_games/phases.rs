//! Tests of phases, stages and active players.

use rondel::prelude::*;

use super::said::{Move, Phase, Stage, begin, game, say};

game!(Days, |flow| flow
    .phase(Phase::Day, |p| p
        .start()
        .moves([Move::SAY, Move::END_PHASE, Move::GO_TO])
        .on_begin(|g, _| {
            g.said.say("day");
            Ok(())
        })
        .on_end(|g, _| {
            g.said.say("dusk");
            Ok(())
        })
        .end_if(|g, _| g.all().ends_with("sleep"))
        .next_by(|g, _| (!g.all().contains("never")).then_some(Phase::Night)))
    .phase(Phase::Night, |p| p
        .moves([Move::SAY])
        .end_if(|g, _| g.all().ends_with("wake").then_some(Phase::Day))));

#[test]
fn phases_begin_end_and_follow_one_another() {
    let mut game = begin::<Days>(2);
    game.play(0, say("sleep")).unwrap();
    assert_eq!((game.g().all().as_str(), game.ctx().is_in(Phase::Night)), ("day, 0: sleep, dusk", true));
    assert!(game.play(1, Move::EndPhase).is_err());
    game.play(1, say("wake")).unwrap();
    assert!(matches!(game.ctx().phase(), Some(Phase::Day)));
    game.play(0, say("never")).unwrap();
    game.play(0, Move::EndPhase).unwrap();
    assert!(game.ctx().phase::<Phase>().is_none());
    // Moves that phases list are not allowed elsewhere.
    assert!(game.play(game.ctx().current(), say("hi")).is_err());
    let current = game.ctx().current();
    game.play(current, Move::Win).unwrap();
}

#[test]
fn a_move_or_a_player_may_choose_the_phase() {
    let mut game = begin::<Days>(2);
    assert_eq!(
        game.play(0, Move::GoTo("noon".into())).unwrap_err().payload(),
        Some("no such phase".to_owned())
    );
    game.play(0, Move::GoTo("night".into())).unwrap();
    assert!(game.ctx().is_in(Phase::Night));
    let current = game.ctx().current();
    game.event(current, Event::phase(Phase::Day)).unwrap();
    assert!(game.ctx().is_in(Phase::Day));
}

game!(Asked, |flow| flow.turn(|t| t
    .stage(Stage::Talk, |s| s.moves([Move::SAY, Move::STEP, Move::END_STAGE]).next(Stage::Think))
    .stage(Stage::Think, |s| s.moves([Move::LOOK]).limit(..=1))));

fn stage<G: Game>(game: &Match<G>, seat: u16) -> Option<&'static str> {
    game.ctx().stage::<Stage>(Seat::new(seat)).map(|stage| stage.name())
}

#[test]
fn a_question_gives_the_turn_back() {
    let mut game = begin::<Asked>(3);
    game.play(0, Move::Ask(Seat::new(2))).unwrap();
    assert_eq!((game.active(), stage(&game, 2)), (vec![Seat::new(2)], Some("talk")));
    game.play(2, Move::Step).unwrap();
    assert_eq!(stage(&game, 2), Some("think"));
    game.play(2, Move::Look).unwrap();
    assert_eq!((game.active(), game.g().all().as_str()), (vec![Seat::new(0)], "3"));
}

game!(Together, |flow| flow.turn(|t| t
    .active(
        Active::others(InStage::of(Stage::Talk).limit(2..=2))
            .and_current(NoStage)
            .limit(..=1)
            .then(Active::all(NoStage).once())
    )
    .stage(Stage::Talk, |s| s)));

#[test]
fn sets_of_active_players_have_limits_and_follow_one_another() {
    let mut game = begin::<Together>(3);
    assert_eq!(game.active().len(), 3);
    assert_eq!((stage(&game, 0), stage(&game, 1)), (None, Some("talk")));
    for seat in [0, 1, 1, 2, 2] {
        game.play(seat, say("a")).unwrap();
    }
    // The set that follows.
    assert_eq!((game.active().len(), stage(&game, 1)), (3, None));
    game.play(1, say("b")).unwrap();
    assert_eq!(game.active(), [Seat::new(0), Seat::new(2)]);
}

game!(Staged, |flow| flow.turn(|t| t
    .active(Active::all(Stage::Talk))
    .stage(Stage::Talk, |s| s.next(InStage::of(Stage::Think).limit(..=2)))
    .stage(Stage::Think, |s| s.next(NoStage))));

#[test]
fn stages_end_by_events_and_limits() {
    let mut game = begin::<Staged>(2);
    game.event(1, Event::EndStage).unwrap();
    assert_eq!((stage(&game, 0), stage(&game, 1)), (Some("talk"), Some("think")));
    game.play(1, say("a")).unwrap();
    game.play(1, say("b")).unwrap();
    assert_eq!((stage(&game, 1), game.active().len()), (None, 2));
    game.event(0, Event::stage(Stage::Think)).unwrap();
    game.event(1, Event::stage(Stage::Talk)).unwrap();
    assert_eq!((stage(&game, 0), stage(&game, 1)), (Some("think"), Some("talk")));
    game.event(0, Event::SetActivePlayers(Active::current(Stage::Talk))).unwrap();
    assert_eq!(game.active(), [Seat::new(0)]);
}

#[test]
fn active_players_are_written_as_boardgame_io_writes_them() {
    let active = Active::seats([Seat::new(1)], Stage::Talk)
        .and_others(InStage::of(Stage::Think).limit(1..=2))
        .and_current(NoStage)
        .once()
        .then_back()
        .then(Active::all(NoStage));
    assert_eq!(
        serde_json::to_string(&active).unwrap(),
        r#"{"currentPlayer":null,"others":{"stage":"think","minMoves":1,"maxMoves":2},"value":{"1":"talk"},"minMoves":1,"maxMoves":1,"revert":true,"next":{"all":null}}"#
    );
}

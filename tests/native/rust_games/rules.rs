//! Tests of further declarations: undo, log, random numbers, predictions; and of mistakes in a flow.

use rondel::core::{Chance, LogAction, RefusalKind};
use rondel::game::Data;
use rondel::prelude::*;

use super::said::{Move, Phase, Stage, begin, game, say};

game!(Conditional, |flow| flow
    .undoable(Move::SAY, |g, _| !g.all().contains("for good"))
    .redact(Move::SAY, |g, _| g.all().ends_with("psst")));

#[test]
fn undo_and_redaction_may_depend_on_the_state() {
    let mut game = begin::<Conditional>(2);
    game.play(0, say("hi")).unwrap();
    assert_eq!(game.state().deltalog[0].redact, Some(false));
    game.undo(0).unwrap();
    assert_eq!(game.g().all(), "");
    game.redo(0).unwrap();
    assert_eq!(game.g().all(), "0: hi");
    game.play(0, say("psst")).unwrap();
    assert_eq!(game.state().deltalog[0].redact, Some(true));
    game.play(0, say("for good")).unwrap();
    assert_eq!(game.undo(0).unwrap_err().to_string(), "the move say cannot be undone");
}

game!(Bare, |flow| flow.disable_undo().disable_log());

#[test]
fn undo_and_log_can_be_switched_off() {
    let mut game = begin::<Bare>(2);
    game.play(0, say("hi")).unwrap();
    assert!(game.undo(0).is_err() && game.state().deltalog.is_empty());
}

game!(Plain, |flow| flow);

#[test]
fn a_move_may_note_something_in_the_log() {
    let mut game = begin::<Plain>(2);
    game.play(0, Move::Note("why".into())).unwrap();
    let entry = &game.state().deltalog[0];
    assert_eq!(entry.metadata.as_ref().and_then(|metadata| metadata.text()), Some("\"why\"".to_owned()));
    let LogAction::Move { args, .. } = &entry.action else { panic!("it is a move") };
    assert_eq!(args.text(), Some("[\"why\"]".to_owned()));
}

#[test]
fn a_refusal_contains_the_payload_of_the_game() {
    let mut game = begin::<Plain>(2);
    let error = game.play(0, Move::Refuse).unwrap_err();
    assert_eq!(error.payload(), Some(["no".to_owned(), "never".to_owned()]));
    assert!(matches!(error, MatchError::Refused { kind: RefusalKind::InvalidMove, .. }));
}

#[test]
fn text_that_is_not_json_becomes_a_string() {
    assert_eq!(Outcome::Other("{".into()).to_json(), "\"{\"");
    assert_eq!(Outcome::Other("[1]".into()).to_json(), "[1]");
    assert_eq!(Outcome::other(("a", 1)).to_json(), "[\"a\",1]");
}

#[test]
fn a_move_that_needs_hidden_values_waits_on_a_page_and_runs_at_the_master() {
    let mut game = begin::<Plain>(2);
    assert_eq!(game.predict(0, Move::Look), Ok(Predicted::Waits));
    assert_eq!(game.predict(0, Move::Roll), Ok(Predicted::Waits));
    assert!(matches!(game.predict(0, say("a")), Ok(Predicted::Done(g)) if g.all() == "0: a"));
    assert!(game.predict(0, Move::Refuse).is_err());
    game.play(0, Move::Look).unwrap();
    game.play(0, Move::Roll).unwrap();
}

game!(Foreseen, |flow| flow.predict(Predict::Flow).turn(|t| t.limit(..=1).on_end(|g, cx| {
    g.said.play(say("end"), cx)?;
    if g.all().contains("look") { g.said.play(Move::Look, cx) } else { Ok(()) }
})));
game!(Unforeseen, |flow| flow.predict(Predict::Nothing));

#[test]
fn a_page_predicts_as_much_as_the_flow_declares() {
    let game = begin::<Foreseen>(2);
    assert!(matches!(game.predict(0, say("a")), Ok(Predicted::Done(g)) if g.all() == "0: a, 0: end"));
    assert_eq!(game.predict(0, say("look")), Ok(Predicted::Waits));
    assert_eq!(begin::<Unforeseen>(2).predict(0, say("a")), Ok(Predicted::Waits));
}

/// The numbers that the JavaScript package draws with this seed and order of calls.
#[state]
struct Numbers {
    dice: [u32; 3],
    shuffled: [u8; 8],
    number: f64,
    more: Vec<u32>,
}

impl Game for Numbers {
    type Move = Move;
    const NAME: &'static str = "numbers";

    fn setup(cx: &Setup) -> Result<Self> {
        let random = cx.random();
        let dice = [random.d6(), random.die(20), random.d4()];
        let mut shuffled = [1, 2, 3, 4, 5, 6, 7, 8];
        random.shuffle(&mut shuffled);
        Ok(Numbers { dice, shuffled, number: random.number(), more: random.dice(6, 3) })
    }

    fn play(&mut self, _: Move, _: &Cx) -> Played {
        Ok(())
    }
}

#[test]
fn the_numbers_are_those_of_the_same_seed_in_javascript() {
    let game = Match::<Numbers>::new(2).seed("rondel").start().unwrap();
    let expected = Numbers {
        dice: [3, 14, 3],
        shuffled: [7, 5, 8, 2, 3, 6, 1, 4],
        number: 0.8591444976627827,
        more: vec![6, 4, 1],
    };
    assert_eq!(game.g(), &expected);
}

game!(Secure, |flow| flow.secure_random());

#[test]
fn secure_numbers_come_from_no_seed_and_are_not_drawn_again() {
    let rolled = || {
        let mut game = Match::<Secure>::new(2).seed("a").start().unwrap();
        for _ in 0..20 {
            game.play(0, Move::Roll).unwrap();
        }
        game
    };
    let mut game = rolled();
    assert_ne!(game.g(), rolled().g());
    assert_eq!(game.state().plugins.random, Chance::Secure { drawn: 80 });
    assert!(game.undo(0).is_err());
}

game!(Undeclared, |flow| flow.phase(Phase::Day, |p| p));
game!(Twice, |flow| flow.phase(Phase::Day, |p| p).phase(Phase::Night, |p| p).phase(Phase::Day, |p| p));
game!(TwoStarts, |flow| flow.phase(Phase::Day, |p| p.start()).phase(Phase::Night, |p| p.start()));
game!(NoSuchStage, |flow| flow.turn(|t| t.active(Active::all(Stage::Talk))));
game!(NoNextStage, |flow| flow
    .phase(Phase::Day, |p| p.turn(|t| t.stage(Stage::Talk, |s| s.next(Stage::Think))))
    .phase(Phase::Night, |p| p));
game!(Never, |flow| flow.turn(|t| t.limit(..=0)));
game!(Nobody, |flow| flow.players(..1));
game!(Panicking, |_| panic!("no flow today"));

#[test]
fn a_mistake_in_a_flow_is_an_error_with_its_place() {
    fn error<G: Game>() -> String {
        match Match::<G>::new(2).start() {
            Err(MatchError::Flow(problem)) => problem,
            other => panic!("no error of the flow: {:?}", other.map(drop)),
        }
    }
    assert_eq!(error::<Undeclared>(), "phases.night: not declared");
    assert_eq!(error::<Twice>(), "phases.day: declared twice");
    assert_eq!(error::<TwoStarts>(), "phases.night.start: another phase is the first");
    assert_eq!(error::<NoSuchStage>(), "turn.stages.talk: not declared");
    assert_eq!(error::<NoNextStage>(), "phases.day.turn.stages.think: not declared");
    assert_eq!(error::<Never>(), "turn.limit: the range is empty");
    assert_eq!(error::<Nobody>(), "players: no match has so few");
    assert_eq!(error::<Panicking>(), "flow: panicked: no flow today");
}

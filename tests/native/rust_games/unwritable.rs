//! Tests of values without JSON form: of states in debug builds, and always of refusals, outcomes, log
//! metadata and setup data.

use rondel::game::Event;
use rondel::prelude::*;

#[state]
#[derive(Default)]
pub struct Scales {
    pans: Vec<Pan>,
    end: Option<f64>,
    links: Option<Box<Link>>,
}

#[state]
#[derive(Default)]
pub struct Pan {
    share: f64,
    count: u64,
}

#[state]
pub struct Link {
    next: Option<Box<Link>>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    Share { of: f64, among: f64 },
    Count(u64),
    Link(usize),
    End(f64),
}

impl Game for Scales {
    type Move = Move;
    const NAME: &'static str = "scales";

    fn setup(cx: &Setup) -> Result<Self> {
        let heavy: bool = cx.data()?;
        let share = if heavy { f64::INFINITY } else { 0.0 };
        Ok(Scales { pans: vec![Pan::default(), Pan { share, count: 0 }], ..Scales::default() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.on_end(Self::weigh))
    }

    fn play(&mut self, mv: Move, _: &Cx) -> Played {
        match mv {
            Move::Share { of, among } => self.pans[1].share = of / among,
            Move::Count(count) => self.pans[0].count = count << 40,
            Move::Link(links) => {
                self.links = (0..links).fold(None, |next, _| Some(Box::new(Link { next })));
            }
            Move::End(end) => self.end = Some(end),
        }
        Ok(())
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        out.extend([0.0, 1.0, 2.0].map(|among| Move::Share { of: 0.0, among }));
    }
}

impl Scales {
    fn weigh(&mut self, _: &Cx) -> Played {
        if let Some(end) = &mut self.end {
            *end = 0.0 / *end;
        }
        Ok(())
    }
}

#[test]
fn a_state_without_json_form_refuses_its_move_or_hook_with_the_place() {
    let mut game = Match::<Scales>::new(2).start().unwrap();
    let nan = "JSON cannot represent";
    let too_deep = "more than 120 lists and objects are nested";
    for (mv, why) in [
        (Move::Share { of: 0.0, among: 0.0 }, format!("G.pans[1].share: {nan} NaN")),
        (Move::Share { of: 1.0, among: 0.0 }, format!("G.pans[1].share: {nan} inf")),
        (Move::Count(1 << 20), "G.pans[0].count: 1152921504606846976 is larger than 2^53".into()),
        (Move::Link(200), too_deep.into()),
    ] {
        let said = game.play(0, mv).unwrap_err().to_string();
        assert!(said.contains(&why), "{said}");
    }
    assert_eq!(game.g(), Match::<Scales>::new(2).start().unwrap().g());
    game.play(0, Move::Link(100)).unwrap();
    game.play(0, Move::End(0.0)).unwrap();
    let said = game.event(0, Event::EndTurn { next: None }).unwrap_err().to_string();
    assert!(said.contains(&format!("G.end: {nan} NaN")), "{said}");
    assert_eq!(game.ctx().turn(), 1);
    let Err(MatchError::Setup(stop)) = Match::<Scales>::new(2).data(true).start().map(drop) else {
        panic!("a match begins that cannot be written");
    };
    assert!(stop.to_string().contains("G.pans[1].share: JSON cannot represent inf"), "{stop}");
}

#[test]
fn random_matches_find_it() {
    let error = rondel::check::<Scales>(1).unwrap_err();
    assert!(error.problem.contains("G.pans[1].share: JSON cannot represent NaN"), "{error}");
}

/// State of a game whose values may have no JSON form.
#[state]
#[derive(Default)]
pub struct Scores {
    mean: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Say {
    Refuse(f64),
    Note { points: u64 },
    End(f64),
    Mean(f64),
}

#[derive(serde::Serialize)]
struct Mean {
    mean: f64,
}

impl Game for Scores {
    type Move = Say;
    const NAME: &'static str = "scores";

    fn setup(cx: &Setup) -> Result<Self> {
        let share: Option<f64> = cx.data()?;
        match share {
            Some(share) => invalid(Mean { mean: share / 0.0 }),
            None => Ok(Scores::default()),
        }
    }

    fn play(&mut self, say: Say, cx: &Cx) -> Played {
        match say {
            Say::Refuse(of) => return invalid(Mean { mean: of / 0.0 }),
            Say::Note { points } => cx.log(&[points << 40]),
            Say::End(of) => cx.events().end_game(Outcome::other(Mean { mean: of / 0.0 })),
            Say::Mean(of) => self.mean = Some(of),
        }
        Ok(())
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        self.mean.map(|of| Outcome::other(("mean", of / 0.0)))
    }
}

#[test]
fn a_value_without_json_form_is_an_error_with_its_place() {
    let mut game = Match::<Scores>::new(2).start().unwrap();
    let infinite = "JSON cannot represent inf";
    for (say, why) in [
        (Say::Refuse(1.0), format!("payload.mean: {infinite}")),
        (Say::Note { points: 1 << 20 }, "metadata[0]: 1152921504606846976 is larger than 2^53".into()),
        (Say::End(1.0), format!("ctx.gameover.mean: {infinite}")),
        (Say::Mean(1.0), format!("ctx.gameover[1]: {infinite}")),
        (Say::Mean(f64::INFINITY), format!("moves.mean[0]: {infinite}")),
    ] {
        let said = game.play(0, say).unwrap_err().to_string();
        assert!(said.contains(&why), "{said}");
        assert_eq!((game.g(), game.outcome(), game.state().state_id), (&Scores::default(), None, 0));
    }
    game.play(0, Say::Note { points: 1 }).unwrap();
    let said = game.event(0, Event::EndGame(Some(Outcome::other(f64::NAN)))).unwrap_err().to_string();
    assert!(said.contains("ctx.gameover: JSON cannot represent NaN"), "{said}");
    assert_eq!(game.state().state_id, 1);
}

#[test]
fn setup_data_that_json_cannot_say_and_such_a_refusal_of_them_begin_no_match() {
    for (data, why) in
        [(f64::NAN, "setupData: JSON cannot represent NaN"), (1.0, "payload.mean: JSON cannot represent inf")]
    {
        let Err(MatchError::Setup(stop)) = Match::<Scores>::new(2).data(data).start().map(drop) else {
            panic!("a match begins");
        };
        assert!(stop.to_string().contains(why), "{stop}");
    }
}

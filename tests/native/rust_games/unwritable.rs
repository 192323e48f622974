//! States that cannot be written as JSON: in a build for developers, whatever makes one is at fault.

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
            Move::Count(count) => self.pans[0].count = count,
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
fn a_move_or_hook_that_leaves_what_json_cannot_say_is_refused_with_the_place() {
    let mut game = Match::<Scales>::new(2).start().unwrap();
    let nan = "is no number that JSON has a text for";
    let too_deep = "more than 120 lists and objects stand in one another";
    for (mv, why) in [
        (Move::Share { of: 0.0, among: 0.0 }, format!("G.pans[1].share: NaN {nan}")),
        (Move::Share { of: 1.0, among: 0.0 }, format!("G.pans[1].share: inf {nan}")),
        (Move::Count(1 << 60), "G.pans[0].count: 1152921504606846976 is beyond 2^53".into()),
        (Move::Link(200), too_deep.into()),
    ] {
        let said = game.play(0, mv).unwrap_err().to_string();
        assert!(said.contains(&why), "{said}");
    }
    assert_eq!(game.g(), Match::<Scales>::new(2).start().unwrap().g());
    game.play(0, Move::Link(100)).unwrap();
    game.play(0, Move::End(0.0)).unwrap();
    let said = game.event(0, Event::EndTurn { next: None }).unwrap_err().to_string();
    assert!(said.contains(&format!("G.end: NaN {nan}")), "{said}");
    assert_eq!(game.ctx().turn(), 1);
    let Err(MatchError::Setup(stop)) = Match::<Scales>::new(2).data(true).start().map(drop) else {
        panic!("a match begins that cannot be written");
    };
    assert!(stop.to_string().contains("G.pans[1].share: inf"), "{stop}");
}

#[test]
fn random_matches_find_it() {
    let error = rondel::check::<Scales>(1).unwrap_err();
    assert!(error.problem.contains("G.pans[1].share: NaN"), "{error}");
}

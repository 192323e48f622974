//! Tests of outcomes and refusals of a game's own types.

use rondel::game::describe;
use rondel::prelude::*;
use serde_json::{Value, json};

const RIGHT: u8 = 0;
const ENDS_OTHERWISE: u8 = 1;
const REFUSES_OTHERWISE: u8 = 2;
const DECLARES_NOTHING: u8 = 3;

/// A mountain.
#[state]
struct Climb<const KIND: u8> {
    height: u32,
}

#[derive(Clone, Debug, PartialEq, Moves)]
enum Move {
    Up { metres: u32 },
    Rest,
}

/// How a climb has ended.
#[state]
struct Reached {
    /// In metres.
    height: u32,
}

#[state]
enum Refused {
    TooFar { at_most: u32 },
}

impl<const KIND: u8> Game for Climb<KIND> {
    type Move = Move;
    const NAME: &'static str = "climb";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(Climb { height: 0 })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        let flow = flow.turn(|turn| turn.limit(1..=1));
        if KIND == DECLARES_NOTHING { flow } else { flow.outcome::<Reached>().refusal::<Refused>() }
    }

    fn play(&mut self, mv: Move, _: &Cx) -> Played {
        match mv {
            Move::Up { metres } if metres + self.height <= 6 => self.height += metres,
            Move::Up { .. } if KIND == REFUSES_OTHERWISE => return invalid([6]),
            Move::Up { .. } => return invalid(Refused::TooFar { at_most: 6 }),
            Move::Rest if self.height == 0 => return invalid("you have just begun"),
            Move::Rest => {}
        }
        Ok(())
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        let height = self.height;
        let reached = || {
            if KIND == ENDS_OTHERWISE { Outcome::other(height) } else { Outcome::other(Reached { height }) }
        };
        (height > 5).then(reached)
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        out.extend((1..=6 - self.height).map(|metres| Move::Up { metres }));
        out.extend((self.height > 0).then_some(Move::Rest));
    }
}

fn described<G: Game>() -> Value {
    serde_json::from_str(&describe::<G>().unwrap()).unwrap()
}

#[test]
fn describe_contains_the_declarations_of_the_flow() {
    let right = described::<Climb<RIGHT>>();
    assert_eq!(right["outcome"], "{ winner: string } | { winners: string[] } | { draw: true } | Reached");
    assert_eq!(right["payload"], "string | Refused");
    let types = json!([
        { "name": "Climb", "type": "{ \"height\": number }", "comment": "/** A mountain. */" },
        {
            "name": "Reached",
            "type": "{\n  /** In metres. */\n  \"height\": number;\n}",
            "comment": "/** How a climb has ended. */",
        },
        { "name": "Refused", "type": "{ \"tooFar\": { \"atMost\": number } }" },
    ]);
    assert_eq!(right["types"], types);
    let nothing = described::<Climb<DECLARES_NOTHING>>();
    assert_eq!(nothing["outcome"], "{ winner: string } | { winners: string[] } | { draw: true }");
    assert_eq!(nothing["payload"], Value::Null);
}

#[test]
fn a_check_finds_payloads_of_undeclared_types() {
    let found = |error: rondel::game::CheckError| (error.place, error.problem);
    rondel::check::<Climb<RIGHT>>(20).unwrap();
    assert_eq!(
        found(rondel::check::<Climb<ENDS_OTHERWISE>>(20).unwrap_err()),
        ("outcome", "6 is not of the type that flow.outcome declares".to_owned())
    );
    assert_eq!(
        found(rondel::check::<Climb<REFUSES_OTHERWISE>>(20).unwrap_err()),
        ("refusal", "[6] is not of the type that flow.refusal declares".to_owned())
    );
    let undeclared = "the match ends with {\"height\":6}, whose type flow.outcome::<T>() has to declare";
    assert_eq!(
        found(rondel::check::<Climb<DECLARES_NOTHING>>(20).unwrap_err()),
        ("outcome", undeclared.to_owned())
    );
}

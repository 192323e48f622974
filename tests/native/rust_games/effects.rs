//! Effects of games in Rust, and undo of moves that have shown something new.

use rondel::game::Data;
use rondel::prelude::*;
use rondel::serde::Serialize;

/// Effects of the game.
#[derive(Serialize)]
#[serde(crate = "rondel::serde")]
enum Effect {
    Dealt { card: u8, from: String },
    Moved(u32),
    TurnOver,
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    Step,
    Draw,
    #[rondel(undoable)]
    Peek,
    Show {
        place: usize,
    },
    Sort,
    Roll,
    Emit {
        seat: Seat,
    },
    EmitTo {
        seat: u16,
    },
    EmitStruct,
    EmitInfinite,
    Tell,
}

/// State of the game.
#[state]
pub struct Table {
    steps: u32,
    #[hidden]
    deck: Pile<u8>,
    #[owner]
    hands: PerSeat<Pile<u8>>,
    #[public]
    shown: Pile<u8>,
}

impl Game for Table {
    type Move = Move;
    const NAME: &'static str = "effects";

    fn setup(cx: &Setup) -> Result<Self> {
        let hands = PerSeat::new(cx.num_seats(), |seat| [20, 10 + seat.index() as u8].into_iter().collect());
        Ok(Table { steps: 0, deck: (30..40).collect(), hands, shown: Pile::new() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| {
            turn.on_end(|_: &mut Table, cx| {
                cx.emit(&Effect::TurnOver);
                Ok(())
            })
        })
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        match mv {
            Move::Step => {
                self.steps += 1;
                cx.emit(&Effect::Moved(self.steps));
            }
            Move::Draw | Move::Peek => {
                let card = self.deck.draw()?;
                self.hands[cx.player()].push(card);
            }
            Move::Show { place } => {
                let card = self.hands[cx.player()].cards_mut()?.remove(place);
                self.shown.push(card);
            }
            Move::Sort => self.hands[cx.player()].cards_mut()?.sort_unstable(),
            Move::Roll => self.steps += cx.random()?.d6(),
            Move::Emit { seat } => {
                let options = EffectOptions { at: Some(50), ..EffectOptions::to([seat]).duration(300) };
                cx.emit_with(&Effect::Dealt { card: 3, from: "a, \"b\": {c}".into() }, &options);
            }
            Move::EmitTo { seat } => cx.emit_with(&Effect::TurnOver, &EffectOptions::to([Seat::new(seat)])),
            Move::EmitStruct => cx.emit(&(1, 2)),
            Move::EmitInfinite => cx.emit(&f64::INFINITY),
            Move::Tell => {
                let card = self.deck.draw()?;
                self.deck.push(card);
                cx.emit(&Effect::Moved(card.into()));
            }
        }
        Ok(())
    }
}

fn begin() -> Match<Table> {
    Match::new(2).seed("effects").start().unwrap()
}

fn emitted(game: &Match<Table>) -> Vec<String> {
    let first = game.state().deltalog.first();
    first.iter().flat_map(|entry| &entry.effects).filter_map(|effect| effect.text()).collect()
}

#[test]
fn effects_are_in_the_log_entry_of_their_action() {
    let mut game = begin();
    game.play(0, Move::Step).unwrap();
    assert_eq!(emitted(&game), [r#"{"name":"moved","data":1}"#]);
    game.play(0, Move::Emit { seat: Seat::new(1) }).unwrap();
    let dealt =
        r#"{"name":"dealt","data":{"card":3,"from":"a, \"b\": {c}"},"to":["1"],"at":50,"duration":300}"#;
    assert_eq!(emitted(&game), [dealt]);
    game.event(0, Event::EndTurn { next: None }).unwrap();
    assert_eq!(emitted(&game), [r#"{"name":"turnOver"}"#]);
}

#[test]
fn an_effect_that_cannot_be_sent_fails_its_move() {
    let mut game = begin();
    for (bad, why) in [
        (Move::EmitTo { seat: 2 }, "effect: the match has no player 2"),
        (Move::EmitStruct, "effect: it is no variant of an enum"),
        (Move::EmitInfinite, "effect: JSON cannot represent inf"),
    ] {
        let error = game.play(0, bad).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert_eq!(game.state().state_id, 0);
    }
}

#[test]
fn a_move_that_has_shown_something_new_cannot_be_undone() {
    for (mv, can) in [
        (Move::Step, true),
        (Move::Sort, true),
        (Move::Draw, false),
        (Move::Peek, true),
        (Move::Show { place: 0 }, false),
        (Move::Roll, false),
        (Move::Tell, false),
        (Move::Emit { seat: Seat::new(1) }, true),
    ] {
        let mut game = begin();
        game.play(0, mv.clone()).unwrap();
        let undone = game.undo(0).map_err(|why| why.to_string());
        assert_eq!(undone.is_ok(), can, "{mv:?}: {undone:?}");
    }
}

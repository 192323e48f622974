//! Tests of `rondel::check`: it finds one mistake in each wrong game, and none in the right one.

#![allow(clippy::disallowed_types, reason = "games with mistakes")]

use std::sync::atomic::{AtomicU32, Ordering};

use rondel::game::{Bag, Check, CheckError, Checked, deal_unseen};
use rondel::prelude::*;

use super::duel::Duel;
use super::tic_tac_toe::TicTacToe;

#[state]
#[derive(Copy, Default)]
pub enum Flaw {
    #[default]
    None,
    ListsTooMuch,
    ListsByWhatIsHidden,
    ListsNothing,
    ShowsInLog,
    ShowsListsInLog,
    LogsWhatIsHidden,
    MakesNothingUp,
    RefusesByWhatIsHidden,
    Counts,
    Forgets,
    Panics,
}

#[state]
#[derive(Copy)]
pub struct Card(u8);

/// A game in which players lay cards face down until they have none.
#[state]
pub struct Cellar {
    flaw: Flaw,
    #[owner]
    hands: PerSeat<Pile<Card>>,
    #[hidden]
    cellar: Pile<Card>,
    moves: u32,
    #[serde(skip)]
    #[public]
    forgotten: u32,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    Put(Card),
    PutAll(Vec<Card>),
    Guess(Card),
    Never,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Game for Cellar {
    type Move = Move;
    const NAME: &'static str = "cellar";

    fn setup(cx: &Setup) -> Result<Self> {
        let mut cards: Vec<Card> = (10..18).map(Card).collect();
        cx.random().shuffle(&mut cards);
        let hands = cx.per_seat(|_| cards.split_off(cards.len() - 3).into_iter().collect());
        let cellar = cards.into_iter().collect();
        Ok(Cellar { flaw: cx.data()?, hands, cellar, moves: 0, forgotten: 0 })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.players(2..=2)
            .turn(|turn| turn.limit(1..=1))
            .redact(Move::PUT, |game, _| game.flaw != Flaw::ShowsInLog)
            .redact(Move::PUT_ALL, |game, _| game.flaw != Flaw::ShowsListsInLog)
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        self.moves += 1;
        match (mv, self.flaw) {
            (Move::Put(card), flaw) => {
                let card = self.hands[cx.player()].take(&card)?;
                self.cellar.push(card);
                match flaw {
                    Flaw::LogsWhatIsHidden => cx.log(&self.cellar.cards()?.first()),
                    Flaw::Counts => self.moves += COUNT.fetch_add(1, Ordering::Relaxed),
                    Flaw::Forgets => {
                        self.forgotten += 1;
                        self.moves += self.forgotten;
                    }
                    Flaw::Panics if self.moves == 3 => panic!("no third move"),
                    _ => {}
                }
                Ok(())
            }
            (Move::PutAll(cards), _) => {
                for card in cards {
                    let card = self.hands[cx.player()].take(&card)?;
                    self.cellar.push(card);
                }
                Ok(())
            }
            (Move::Guess(_), Flaw::RefusesByWhatIsHidden) => invalid(self.cellar.cards()?),
            _ => invalid("no"),
        }
    }

    fn outcome(&self, cx: &Ctx) -> Option<Outcome> {
        cx.seats().all(|seat| self.hands[seat].is_empty()).then_some(Outcome::Draw)
    }

    fn moves(&self, _: &Ctx, seat: Seat, out: &mut Vec<Move>) {
        out.extend(self.hands[seat].cards().unwrap_or_default().iter().copied().map(Move::Put));
        match self.flaw {
            Flaw::ListsTooMuch => out.push(Move::Guess(Card(1))),
            Flaw::ListsByWhatIsHidden if self.cellar.cards().is_err() => out.clear(),
            Flaw::ListsNothing if self.moves > 3 => out.clear(),
            Flaw::ShowsListsInLog => {
                out.clear();
                out.extend(self.hands[seat].cards().ok().map(|cards| Move::PutAll(cards.to_vec())));
            }
            _ => {}
        }
    }

    fn determinize(&self, _: &Ctx, seat: Seat, random: &Random) -> Option<Self> {
        let own = self.hands[seat].cards().ok()?;
        if self.flaw == Flaw::MakesNothingUp && self.moves > 3 {
            return None;
        }
        let unseen = (10..18).map(Card).filter(|card| !own.contains(card));
        deal_unseen(self, Some(seat), Bag::new().with(unseen), random)
    }
}

fn check_with(flaw: Flaw) -> std::result::Result<Checked, CheckError> {
    Check::<Cellar>::new().data(&flaw).unused(["guess", "never", "put", "putAll"]).run(10)
}

/// Returns the place and the problem that the check finds for a flaw.
fn found(flaw: Flaw) -> (&'static str, String) {
    let error = check_with(flaw).unwrap_err();
    (error.place, error.problem)
}

#[test]
fn games_that_are_right_pass() {
    assert_eq!(check_with(Flaw::None), Ok(Checked { matches: 10, moves: 60, unfinished: 0 }));
    let checked = rondel::check::<TicTacToe>(20).unwrap();
    assert_eq!((checked.matches, checked.unfinished), (20, 0));
    Check::<Duel>::new().seats(2..=3).run(20).unwrap();
}

#[test]
fn a_check_finds_listed_moves_that_are_refused() {
    let (place, problem) = found(Flaw::ListsTooMuch);
    assert_eq!((place, problem.contains("lists Guess(Card(1)) for player")), ("moves", true), "{problem}");
}

#[test]
fn a_check_finds_lists_of_moves_that_depend_on_hidden_values() {
    let (place, problem) = found(Flaw::ListsByWhatIsHidden);
    assert_eq!((place, problem.contains("their view lists []")), ("moves", true), "{problem}");
}

#[test]
fn a_check_finds_a_match_without_moves() {
    assert_eq!(found(Flaw::ListsNothing).0, "stuck");
}

#[test]
fn the_log_shows_what_a_move_hides() {
    let (place, problem) = found(Flaw::ShowsInLog);
    assert_eq!(place, "log");
    assert!(problem.starts_with("the entry of put shows the argument 1"), "{problem}");
}

#[test]
fn the_log_shows_what_a_move_hides_inside_of_an_argument() {
    let (place, problem) = found(Flaw::ShowsListsInLog);
    assert_eq!(place, "log");
    assert!(problem.starts_with("the entry of putAll shows the argument 1"), "{problem}");
}

#[test]
fn a_check_finds_hidden_values_in_log_metadata() {
    let (place, problem) = found(Flaw::LogsWhatIsHidden);
    assert_eq!(place, "log");
    assert!(problem.contains("put notes 1"), "{problem}");
    assert!(problem.contains("if other values are hidden from"), "{problem}");
    let flaw = Flaw::LogsWhatIsHidden;
    Check::<Cellar>::new().data(&flaw).unused(["guess", "never", "putAll"]).log_may_tell().run(10).unwrap();
}

#[test]
fn a_check_finds_determinize_without_a_result() {
    let (place, problem) = found(Flaw::MakesNothingUp);
    assert_eq!(place, "determinize");
    assert!(problem.starts_with("returned no game for player"), "{problem}");
}

#[test]
fn unwrapping_a_failed_check_prints_the_mistake() {
    let error = check_with(Flaw::ListsNothing).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[test]
fn a_check_finds_refusals_that_depend_on_hidden_values() {
    let check = || Check::<Tells>::new();
    let error = check().run(10).unwrap_err();
    assert_eq!(error.place, "refusal", "{error}");
    check().refusals_may_tell().run(10).unwrap();
}

#[test]
fn a_check_finds_rules_that_are_not_deterministic() {
    assert_eq!(found(Flaw::Counts).0, "determinism");
}

#[test]
fn a_check_finds_state_that_is_not_serialized() {
    assert_eq!(found(Flaw::Forgets).0, "determinism");
}

#[test]
fn a_check_reports_the_match_and_turn_of_a_panic() {
    let error = check_with(Flaw::Panics).unwrap_err();
    assert_eq!((error.place, error.problem.as_str(), error.turn), ("panic", "no third move", 3));
    assert!(
        error.to_string().starts_with("match 0 (2 players, seed \"check 0\"), turn 3, move 2: panic"),
        "{error}"
    );
}

#[test]
fn a_check_names_unused_declarations() {
    let error = Check::<Cellar>::new().unused(["guess", "putAll"]).run(3).unwrap_err();
    assert_eq!(
        (error.place, error.problem.as_str()),
        ("unused", "never is declared, but none of 3 matches used it")
    );
}

#[test]
fn a_game_that_cannot_begin_is_an_error() {
    let error = Check::<Cellar>::new().data(&"nonsense").run(1).unwrap_err();
    assert_eq!(error.place, "start");
}

/// A game in which each player has a hidden number. Naming another number reveals whether a player has it.
#[state]
pub struct Tells {
    #[owner]
    numbers: PerSeat<Pile<u8>>,
    #[hidden]
    others: Pile<u8>,
    named: u32,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Name {
    Number(u8),
}

impl Game for Tells {
    type Move = Name;
    const NAME: &'static str = "tells";

    fn setup(cx: &Setup) -> Result<Self> {
        let mut numbers: Vec<u8> = (0..6).collect();
        cx.random().shuffle(&mut numbers);
        let others = numbers.split_off(2).into_iter().collect();
        Ok(Tells { numbers: cx.per_seat(|_| numbers.pop().into_iter().collect()), others, named: 0 })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(1..=1)).redact(Name::NUMBER, |_, _| true)
    }

    fn play(&mut self, Name::Number(number): Name, cx: &Cx) -> Played {
        let is_own = self.numbers[cx.player()].contains(&number)?;
        if !is_own {
            return invalid(if self.others.contains(&number)? { "nobody's" } else { "somebody's" });
        }
        self.named += 1;
        Ok(())
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        (self.named > 20).then_some(Outcome::Draw)
    }

    fn moves(&self, _: &Ctx, seat: Seat, out: &mut Vec<Name>) {
        out.extend(self.numbers[seat].cards().unwrap_or_default().iter().copied().map(Name::Number));
    }
}

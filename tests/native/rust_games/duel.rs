//! A game with hidden hands, phases, random numbers and a reaction.

use rondel::prelude::*;

const HAND: usize = 3;
const GOAL: u8 = 3;

#[state]
#[derive(Copy)]
pub struct Card(pub u8);

#[state]
pub struct Duel {
    #[hidden]
    deck: Pile<Card>,
    #[owner]
    hands: PerSeat<Pile<Card>>,
    table: Vec<Card>,
    points: PerSeat<u8>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    #[rondel(undoable = false, no_limit)]
    Draw,
    #[rondel(undoable)]
    Attack(Card, Seat),
    #[rondel(redact)]
    Parry(Card),
    Pass,
    Done,
}

#[derive(Phases)]
pub enum Phase {
    Draft,
    Fight,
}

#[derive(Stages)]
pub enum Stage {
    React,
}

#[state]
#[derive(Default)]
pub struct Options {
    pub cards: Option<u8>,
}

impl Game for Duel {
    type Move = Move;
    const NAME: &'static str = "duel";

    fn setup(cx: &Setup) -> Result<Self> {
        let Options { cards } = cx.data()?;
        let mut deck: Pile<Card> = (1..=cards.unwrap_or(20)).map(Card).collect();
        deck.shuffle(&cx.random())?;
        Ok(Duel { deck, hands: cx.per_seat(|_| Pile::new()), table: Vec::new(), points: cx.per_seat(|_| 0) })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.players(2..=4)
            .phase(Phase::Draft, |p| p.start().moves([Move::DRAW]).order(Order::Once).next(Phase::Fight))
            .phase(Phase::Fight, |p| {
                p.moves([Move::DRAW, Move::ATTACK, Move::DONE]).turn(|t| {
                    t.order(Order::Reset)
                        .on_begin(Self::refill)
                        .stage(Stage::React, |s| s.moves([Move::PARRY, Move::PASS]))
                })
            })
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        let me = cx.player();
        match mv {
            Move::Draw => {
                self.hands[me].push(self.deck.draw()?);
                if cx.is_in(Phase::Draft) && self.hands[me].len() == HAND {
                    cx.events().end_turn();
                }
            }
            Move::Attack(_, target) if target == me => return invalid("attack somebody else"),
            Move::Attack(card, target) => {
                self.table.push(self.hands[me].take(&card)?);
                cx.events().active(Active::seats([target], Stage::React).once().then_back());
            }
            Move::Parry(card) => {
                if self.table.last().is_none_or(|attack| card.0 < attack.0) {
                    return invalid("too low");
                }
                self.hands[me].take(&card)?;
                self.table.clear();
            }
            Move::Pass => {
                self.points[cx.current()] += 1;
                self.table.clear();
            }
            Move::Done => cx.events().end_turn(),
        }
        Ok(())
    }

    fn outcome(&self, cx: &Ctx) -> Option<Outcome> {
        if let Some((seat, _)) = self.points.iter().find(|(_, points)| **points == GOAL) {
            return Some(Outcome::Winner(seat));
        }
        let over = cx.is_in(Phase::Fight) && self.deck.is_empty() && self.hands.values().all(Pile::is_empty);
        over.then_some(Outcome::Draw)
    }

    fn moves(&self, cx: &Ctx, seat: Seat, out: &mut Vec<Move>) {
        let hand = self.hands[seat].cards().unwrap_or_default();
        let others = cx.seats().filter(|other| *other != seat);
        out.extend(others.flat_map(|other| hand.iter().map(move |card| Move::Attack(*card, other))));
        let attack = self.table.last().map_or(u8::MAX, |attack| attack.0);
        out.extend(hand.iter().copied().filter(|card| card.0 >= attack).map(Move::Parry));
        out.extend([Move::Draw, Move::Pass, Move::Done]);
    }
}

impl Duel {
    fn refill(&mut self, cx: &Cx) -> Played {
        if !self.deck.is_empty() {
            self.hands[cx.current()].push(self.deck.draw()?);
        }
        Ok(())
    }

    /// Returns the cards in a player's hand.
    pub fn hand(&self, seat: u16) -> &[Card] {
        self.hands[Seat::new(seat)].cards().unwrap_or_default()
    }
}

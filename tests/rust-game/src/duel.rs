//! A small card game. Each round, all players lay a card, and the highest one scores.

#![allow(clippy::indexing_slicing, reason = "a PerSeat has a value for each seat of the match")]

use rondel::prelude::*;

/// Values of the cards, higher than any count of cards.
const CARDS: std::ops::RangeInclusive<u8> = 21..=32;

/// State of a duel.
#[state]
pub struct Duel {
    #[hidden]
    deck: Pile<u8>,
    #[owner]
    hands: PerSeat<Pile<u8>>,
    round: Vec<Laid>,
    points: PerSeat<u32>,
}

/// A card on the table.
#[state]
struct Laid {
    seat: usize,
    card: u8,
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Lays the card at this index in the hand. The game lets a player take it back, although the others see it.
    #[rondel(undoable)]
    Lay { place: usize },
    /// Draws a card from the deck. Cannot be undone, because the player has seen the card.
    #[rondel(undoable = false, no_limit)]
    Draw,
}

/// Setup data of a match.
#[state]
#[serde(deny_unknown_fields)]
struct Options {
    hand: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { hand: 3 }
    }
}

impl Game for Duel {
    type Move = Move;
    const NAME: &'static str = "duel";

    fn setup(cx: &Setup) -> Result<Self> {
        let Options { hand } = cx.data()?;
        let mut deck: Pile<u8> = CARDS.collect();
        if hand * cx.num_seats() > deck.len() {
            return invalid("setupData.hand: there are not enough cards");
        }
        let random = cx.random();
        let mut hands = cx.per_seat(|_| Pile::new());
        for (_, cards) in hands.iter_mut() {
            for _ in 0..hand {
                cards.push(take(&mut deck, &random)?);
            }
        }
        Ok(Duel { deck, hands, round: Vec::new(), points: cx.per_seat(|_| 0) })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(1..).on_end(Self::score))
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        let seat = cx.player();
        match mv {
            Move::Lay { place } => self.lay(seat, place),
            Move::Draw => {
                let card = take(&mut self.deck, &cx.random()?)?;
                self.hands[seat].push(card);
                Ok(())
            }
        }
    }

    /// Returns the outcome when a player has no card left for a new round.
    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        if !self.round.is_empty() || self.hands.values().all(|hand| !hand.is_empty()) {
            return None;
        }
        let best = self.points.values().max()?;
        let mut winners = self.points.iter().filter(|(_, points)| *points == best);
        let (winner, _) = winners.next()?;
        Some(if winners.next().is_none() { Outcome::Winner(winner) } else { Outcome::Draw })
    }

    fn moves(&self, _: &Ctx, seat: Seat, out: &mut Vec<Move>) {
        let count = self.hands.get(seat).map_or(0, Pile::len);
        out.extend((0..count).map(|place| Move::Lay { place }));
    }
}

impl Duel {
    fn lay(&mut self, seat: Seat, place: usize) -> Played {
        if self.round.iter().any(|laid| laid.seat == seat.index()) {
            return invalid("one card a round");
        }
        let hand = self.hands[seat].cards_mut()?;
        if place >= hand.len() {
            return invalid("no such card");
        }
        self.round.push(Laid { seat: seat.index(), card: hand.remove(place) });
        Ok(())
    }

    /// Scores a round in which all players have laid a card.
    fn score(&mut self, _: &Cx) -> Played {
        if self.round.len() < self.hands.len() {
            return Ok(());
        }
        if let Some(best) = self.round.iter().max_by_key(|laid| laid.card) {
            self.points[Seat::new(best.seat as u16)] += 1;
        }
        self.round.clear();
        Ok(())
    }
}

/// Removes a random card from the deck.
fn take(deck: &mut Pile<u8>, random: &Random) -> Result<u8> {
    let cards = deck.cards_mut()?;
    if cards.is_empty() {
        return invalid("the deck is empty");
    }
    Ok(cards.remove(random.below(cards.len())))
}

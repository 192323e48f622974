//! The rules of a small card game. Everybody plays a card each round, and the highest one scores.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// No card is a number that could as well be a count of cards.
const CARDS: RangeInclusive<u8> = 21..=32;
const HAND: usize = 3;

/// The state of a duel, as one player may see it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Duel {
    deck: Cards,
    hands: Vec<Cards>,
    round: Vec<Laid>,
    points: Vec<u32>,
}

/// Cards that can be seen, or how many cannot.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Cards {
    Seen(Vec<u8>),
    Hidden(usize),
}

/// A card on the table.
#[derive(Clone, Serialize, Deserialize)]
struct Laid {
    seat: usize,
    card: u8,
}

/// What a match may be begun with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    hand: usize,
}

/// How a duel ends.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    Winner(String),
    Draw(bool),
}

impl Default for Setup {
    fn default() -> Self {
        Setup { hand: HAND }
    }
}

impl Duel {
    /// Deals. None: there are not enough cards.
    pub fn new(seats: usize, setup: &Setup, random: impl Fn() -> f64) -> Option<Self> {
        let mut deck = Cards::Seen(CARDS.collect());
        let deal = |_| Some(Cards::Seen((0..setup.hand).map(|_| deck.take(&random)).collect::<Option<_>>()?));
        let hands = (0..seats).map(deal).collect::<Option<_>>()?;
        Some(Duel { deck, hands, round: Vec::new(), points: vec![0; seats] })
    }

    /// Lays the card at this place of the hand. An error says why it cannot be laid.
    pub fn lay(&mut self, seat: usize, place: usize) -> Result<(), &'static str> {
        if self.round.iter().any(|laid| laid.seat == seat) {
            return Err("one card a round");
        }
        let Some(Cards::Seen(hand)) = self.hands.get_mut(seat) else { return Err("no such hand") };
        if place >= hand.len() {
            return Err("no such card");
        }
        self.round.push(Laid { seat, card: hand.remove(place) });
        Ok(())
    }

    /// Takes a card of the deck to the hand.
    pub fn draw(&mut self, seat: usize, random: impl Fn() -> f64) -> Result<(), &'static str> {
        let Some(Cards::Seen(hand)) = self.hands.get_mut(seat) else { return Err("no such hand") };
        hand.push(self.deck.take(random).ok_or("the deck is empty")?);
        Ok(())
    }

    /// Scores a round in which everybody has laid a card.
    pub fn score(&mut self) {
        if self.round.len() < self.hands.len() {
            return;
        }
        let best = self.round.iter().max_by_key(|laid| laid.card);
        if let Some(points) = best.and_then(|best| self.points.get_mut(best.seat)) {
            *points += 1;
        }
        self.round.clear();
    }

    /// The outcome, when somebody has no card left for a new round.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.round.is_empty() || self.hands.iter().all(|hand| hand.len() > 0) {
            return None;
        }
        let best = self.points.iter().max()?;
        let mut winners = self.points.iter().enumerate().filter(|(_, points)| *points == best);
        let winner = winners.next()?.0;
        Some(if winners.next().is_none() { Outcome::Winner(winner.to_string()) } else { Outcome::Draw(true) })
    }

    /// What a player may see, or a spectator.
    pub fn seen_by(&self, seat: Option<usize>) -> Self {
        let see =
            |(owner, hand): (usize, &Cards)| if Some(owner) == seat { hand.clone() } else { hand.hidden() };
        let hands = self.hands.iter().enumerate().map(see).collect();
        Duel { deck: self.deck.hidden(), hands, ..self.clone() }
    }
}

impl Cards {
    fn len(&self) -> usize {
        match self {
            Cards::Seen(cards) => cards.len(),
            Cards::Hidden(count) => *count,
        }
    }

    fn hidden(&self) -> Self {
        Cards::Hidden(self.len())
    }

    /// Any of the cards, if there is one that can be seen.
    fn take(&mut self, random: impl Fn() -> f64) -> Option<u8> {
        let Cards::Seen(cards) = self else { return None };
        let place = (random() * cards.len() as f64) as usize;
        (place < cards.len()).then(|| cards.remove(place))
    }
}

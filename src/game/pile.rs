//! Piles of cards: seen, or only counted.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::random::Random;
use super::stop::{Result, Stop, invalid};

/// Cards in order, the last one on top. Where they are not seen, only their count is known, and what asks for a card is
/// [`Stop::Unknown`]: `?` ends a page's prediction there. JavaScript sees a list or a number.
///
/// ```
/// use rondel::prelude::*;
///
/// let mut pile: Pile<u8> = [1, 2, 3].into_iter().collect();
/// assert_eq!(pile.draw(), Ok(3));
/// pile.push(7);
/// assert_eq!(serde_json::to_string(&pile)?, "[1,2,7]");
///
/// let mut unseen: Pile<u8> = serde_json::from_str("3")?;
/// assert_eq!((unseen.len(), unseen.draw()), (3, Err(Stop::Unknown)));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile<T>(Cards<T>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cards<T> {
    Seen(Vec<T>),
    Hidden(usize),
}

impl<T> Pile<T> {
    /// A pile without cards.
    pub const fn new() -> Self {
        Pile(Cards::Seen(Vec::new()))
    }

    /// A pile of so many cards that are not seen.
    pub const fn hidden(count: usize) -> Self {
        Pile(Cards::Hidden(count))
    }

    /// How many cards there are, seen or not.
    pub fn len(&self) -> usize {
        match &self.0 {
            Cards::Seen(cards) => cards.len(),
            Cards::Hidden(count) => *count,
        }
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards, the top one last.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where they are not seen.
    pub fn cards(&self) -> Result<&[T]> {
        match &self.0 {
            Cards::Seen(cards) => Ok(cards),
            Cards::Hidden(_) => Err(Stop::Unknown),
        }
    }

    /// The cards, the top one last.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where they are not seen.
    pub fn cards_mut(&mut self) -> Result<&mut Vec<T>> {
        match &mut self.0 {
            Cards::Seen(cards) => Ok(cards),
            Cards::Hidden(_) => Err(Stop::Unknown),
        }
    }

    /// The cards, the top one last.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where they are not seen.
    pub fn into_cards(self) -> Result<Vec<T>> {
        match self.0 {
            Cards::Seen(cards) => Ok(cards),
            Cards::Hidden(_) => Err(Stop::Unknown),
        }
    }

    /// The card on top, if there is one.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where there are cards that are not seen.
    pub fn top(&self) -> Result<Option<&T>> {
        if self.is_empty() { Ok(None) } else { Ok(self.cards()?.last()) }
    }

    /// Puts a card on top. A pile that is not seen grows, and is still not seen.
    pub fn push(&mut self, card: T) {
        match &mut self.0 {
            Cards::Seen(cards) => cards.push(card),
            Cards::Hidden(count) => *count = count.saturating_add(1),
        }
    }

    /// Takes the card on top.
    ///
    /// # Errors
    ///
    /// [`Stop::Invalid`] if the pile is empty, [`Stop::Unknown`] where its cards are not seen.
    pub fn draw(&mut self) -> Result<T> {
        if self.is_empty() {
            return invalid("the pile is empty");
        }
        self.cards_mut()?.pop().ok_or(Stop::Unknown)
    }

    /// Puts the cards in any order.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where they are not seen.
    pub fn shuffle(&mut self, random: &Random<'_>) -> Result<()> {
        random.shuffle(self.cards_mut()?);
        Ok(())
    }

    /// Takes so many cards off the top, or as many as there are, in their order. Of a pile that is not seen, the part that is
    /// taken is not seen either.
    ///
    /// ```
    /// use rondel::prelude::*;
    ///
    /// let mut deck: Pile<u8> = (1..=5).collect();
    /// let hands = PerSeat::new(2, |_| deck.deal(2));
    /// assert_eq!(hands[Seat::new(0)].cards(), Ok([4, 5].as_slice()));
    /// assert_eq!(deck.len(), 1);
    /// ```
    pub fn deal(&mut self, count: usize) -> Pile<T> {
        let left = self.len().saturating_sub(count);
        match &mut self.0 {
            Cards::Seen(cards) => Pile::from(cards.split_off(left)),
            Cards::Hidden(all) => Pile::hidden(core::mem::replace(all, left).saturating_sub(left)),
        }
    }

    /// Takes all cards away, and returns them.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where there are cards that are not seen.
    pub fn take_all(&mut self) -> Result<Vec<T>> {
        if self.is_empty() { Ok(Vec::new()) } else { Ok(core::mem::take(self.cards_mut()?)) }
    }
}

impl<T: PartialEq> Pile<T> {
    /// Whether this card is in it.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] where its cards are not seen.
    pub fn contains(&self, card: &T) -> Result<bool> {
        Ok(self.cards()?.contains(card))
    }

    /// Takes this card out.
    ///
    /// # Errors
    ///
    /// [`Stop::Invalid`] if it is not there, [`Stop::Unknown`] where the cards are not seen.
    pub fn take(&mut self, card: &T) -> Result<T> {
        let cards = self.cards_mut()?;
        match cards.iter().position(|known| known == card) {
            Some(place) => Ok(cards.remove(place)),
            None => invalid("no such card"),
        }
    }
}

impl<T> Default for Pile<T> {
    fn default() -> Self {
        Pile::new()
    }
}

impl<T> From<Vec<T>> for Pile<T> {
    fn from(cards: Vec<T>) -> Self {
        Pile(Cards::Seen(cards))
    }
}

impl<T> FromIterator<T> for Pile<T> {
    fn from_iter<I: IntoIterator<Item = T>>(cards: I) -> Self {
        Pile(Cards::Seen(cards.into_iter().collect()))
    }
}

impl<T> Extend<T> for Pile<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.push(card));
    }
}

impl<T: Serialize> Serialize for Pile<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Cards::Seen(cards) => cards.serialize(to),
            Cards::Hidden(count) => count.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pile<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(SeenOrCount(PhantomData))
    }
}

struct SeenOrCount<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SeenOrCount<T> {
    type Value = Pile<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of cards, or how many there are")
    }

    fn visit_u64<E: Error>(self, count: u64) -> Result<Pile<T>, E> {
        let fits = usize::try_from(count);
        fits.map(Pile::hidden).map_err(|_| E::invalid_value(Unexpected::Unsigned(count), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Pile<T>, A::Error> {
        let mut cards = Vec::new();
        while let Some(card) = from.next_element()? {
            cards.push(card);
        }
        Ok(Pile::from(cards))
    }
}

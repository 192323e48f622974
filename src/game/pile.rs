//! Piles of cards whose content or only count is known.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::random::Random;
use super::stop::{Result, Stop, invalid};

/// An ordered pile of cards; the last one is on top. A hidden pile is only a count: methods that need a card
/// return [`Stop::Unknown`], and `?` ends a page's prediction there. JavaScript sees an array, or a number if
/// the pile is hidden.
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
    /// Creates an empty pile.
    pub const fn new() -> Self {
        Pile(Cards::Seen(Vec::new()))
    }

    /// Creates a hidden pile with this number of cards.
    pub const fn hidden(count: usize) -> Self {
        Pile(Cards::Hidden(count))
    }

    /// Returns the number of cards, hidden or not.
    pub fn len(&self) -> usize {
        match &self.0 {
            Cards::Seen(cards) => cards.len(),
            Cards::Hidden(count) => *count,
        }
    }

    /// Returns `true` if the pile has no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cards, the top one last.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden.
    pub fn cards(&self) -> Result<&[T]> {
        match &self.0 {
            Cards::Seen(cards) => Ok(cards),
            Cards::Hidden(_) => Err(Stop::Unknown),
        }
    }

    /// Returns the cards mutably, the top one last.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden.
    pub fn cards_mut(&mut self) -> Result<&mut Vec<T>> {
        match &mut self.0 {
            Cards::Seen(cards) => Ok(cards),
            Cards::Hidden(_) => Err(Stop::Unknown),
        }
    }

    /// Converts the pile into its cards, the top one last.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden.
    pub fn into_cards(self) -> Result<Vec<T>> {
        match self.0 {
            Cards::Seen(cards) => Ok(cards),
            Cards::Hidden(_) => Err(Stop::Unknown),
        }
    }

    /// Returns the top card, or `None` if the pile is empty.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden and not empty.
    pub fn top(&self) -> Result<Option<&T>> {
        if self.is_empty() { Ok(None) } else { Ok(self.cards()?.last()) }
    }

    /// Puts a card on top. In a hidden pile only the count grows.
    pub fn push(&mut self, card: T) {
        match &mut self.0 {
            Cards::Seen(cards) => cards.push(card),
            Cards::Hidden(count) => *count = count.saturating_add(1),
        }
    }

    /// Removes the top card and returns it.
    ///
    /// # Errors
    ///
    /// [`Stop::Invalid`] if the pile is empty, [`Stop::Unknown`] if it is hidden.
    pub fn draw(&mut self) -> Result<T> {
        if self.is_empty() {
            return invalid("the pile is empty");
        }
        self.cards_mut()?.pop().ok_or(Stop::Unknown)
    }

    /// Shuffles the cards.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden.
    pub fn shuffle(&mut self, random: &Random<'_>) -> Result<()> {
        random.shuffle(self.cards_mut()?);
        Ok(())
    }

    /// Removes this number of cards from the top, or all if there are fewer, and returns them in their order.
    /// Cards dealt from a hidden pile are hidden.
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

    /// Removes all cards and returns them.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden and not empty.
    pub fn take_all(&mut self) -> Result<Vec<T>> {
        if self.is_empty() { Ok(Vec::new()) } else { Ok(core::mem::take(self.cards_mut()?)) }
    }
}

impl<T: PartialEq> Pile<T> {
    /// Returns `true` if the pile contains this card.
    ///
    /// # Errors
    ///
    /// [`Stop::Unknown`] if the pile is hidden.
    pub fn contains(&self, card: &T) -> Result<bool> {
        Ok(self.cards()?.contains(card))
    }

    /// Removes this card and returns it.
    ///
    /// # Errors
    ///
    /// [`Stop::Invalid`] if the pile does not contain the card, [`Stop::Unknown`] if it is hidden.
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

//! Long lists that share unchanged parts between states.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of items per chunk, the unit that is shared, copied and compared.
const CHUNK: usize = 32;

/// A persistent list for thousands of items of which a move changes few, such as the fields of a map. States
/// share the unchanged chunks, so the cost of copying the game or showing it on a page does not grow with the
/// whole list.
///
/// For a few dozen items a `Vec` is as fast, and an array is faster. JavaScript sees an array.
///
/// ```
/// use rondel::prelude::*;
///
/// let mut fields: List<u8> = (0..100).collect();
/// let before = fields.clone();
/// fields[7] += 1;
/// if let Some(field) = fields.get_mut(99) {
///     *field = 0;
/// }
/// assert_eq!((fields[7], before[7], fields.len()), (8, 7, 100));
/// assert_eq!(fields.iter().zip(&before).filter(|(new, old)| new != old).count(), 2);
/// ```
///
/// `list[place]` panics if `place` is out of bounds, as in a `Vec`. Use [`List::get`] for an index from a
/// move's arguments.
pub struct List<T> {
    /// All chunks are full except the last one. None is empty.
    chunks: Vec<Arc<Vec<T>>>,
}

impl<T> List<T> {
    /// Creates an empty list.
    pub const fn new() -> Self {
        List { chunks: Vec::new() }
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// Returns `true` if the list has no items.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Returns the item at this index.
    pub fn get(&self, place: usize) -> Option<&T> {
        self.chunks.get(place / CHUNK)?.get(place % CHUNK)
    }

    /// Iterates over the items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Iterates over the chunks, which other lists may share.
    pub(super) fn chunks(&self) -> impl Iterator<Item = &Arc<Vec<T>>> {
        self.chunks.iter()
    }

    /// Iterates over the chunks mutably.
    pub(super) fn chunks_mut(&mut self) -> impl Iterator<Item = &mut Arc<Vec<T>>> {
        self.chunks.iter_mut()
    }
}

impl<T: Clone> List<T> {
    /// Returns the item at this index mutably. Copies its chunk first if another list shares it.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        Arc::make_mut(self.chunks.get_mut(place / CHUNK)?).get_mut(place % CHUNK)
    }

    /// Iterates over all items mutably. Copies every chunk that another list shares. To change a few items,
    /// find them with [`List::iter`] and change them with [`List::get_mut`].
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.chunks.iter_mut().flat_map(|chunk| Arc::make_mut(chunk).iter_mut())
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut().filter(|last| last.len() < CHUNK) {
            Some(last) => Arc::make_mut(last).push(item),
            None => self.chunks.push(Arc::new(alloc::vec![item])),
        }
    }

    /// Removes the last item and returns it.
    pub fn pop(&mut self) -> Option<T> {
        let last = Arc::make_mut(self.chunks.last_mut()?);
        let item = last.pop();
        if last.is_empty() {
            self.chunks.pop();
        }
        item
    }

    /// Inserts an item before the one at this index, or appends it if there is none. Moves and copies the
    /// items after it.
    pub fn insert(&mut self, place: usize, item: T) {
        let mut tail = self.split_off(place);
        tail.insert(0, item);
        self.extend(tail);
    }

    /// Removes the item at this index and returns it. Moves and copies the items after it.
    pub fn remove(&mut self, place: usize) -> Option<T> {
        let mut tail = self.split_off(place).into_iter();
        let item = tail.next();
        self.extend(tail);
        item
    }

    /// Removes and returns all items from this index on.
    fn split_off(&mut self, place: usize) -> Vec<T> {
        let chunks = self.chunks.split_off(self.chunks.len().min(place / CHUNK));
        let mut items = chunks.into_iter().flat_map(Arc::unwrap_or_clone);
        self.extend(items.by_ref().take(place % CHUNK));
        items.collect()
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut items = items.into_iter();
        let chunks = core::iter::from_fn(|| {
            let chunk: Vec<T> = items.by_ref().take(CHUNK).collect();
            (!chunk.is_empty()).then(|| Arc::new(chunk))
        });
        List { chunks: chunks.collect() }
    }
}

impl<T: Clone> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = core::iter::FlatMap<
        core::slice::Iter<'a, Arc<Vec<T>>>,
        core::slice::Iter<'a, T>,
        fn(&'a Arc<Vec<T>>) -> core::slice::Iter<'a, T>,
    >;

    fn into_iter(self) -> Self::IntoIter {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

/// Both lists share their items until one of them changes.
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List { chunks: self.chunks.clone() }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List::new()
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&Arc<Vec<T>>, &Arc<Vec<T>>)| Arc::ptr_eq(one, other) || one == other;
        self.chunks.len() == other.chunks.len() && self.chunks.iter().zip(&other.chunks).all(is_same)
    }
}

impl<T: Eq> Eq for List<T> {}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_list().entries(self).finish()
    }
}

impl<T> Index<usize> for List<T> {
    type Output = T;

    #[track_caller]
    #[expect(
        clippy::indexing_slicing,
        reason = "panics like a slice: use `get` for places that may be missing"
    )]
    fn index(&self, place: usize) -> &T {
        &self.chunks[place / CHUNK][place % CHUNK]
    }
}

impl<T: Clone> IndexMut<usize> for List<T> {
    #[track_caller]
    #[expect(
        clippy::indexing_slicing,
        reason = "panics like a slice: use `get_mut` for places that may be missing"
    )]
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.chunks[place / CHUNK])[place % CHUNK]
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::deserialize(from).map(List::from)
    }
}

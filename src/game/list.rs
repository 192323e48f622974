//! Long lists, of which a move changes a little.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many items are copied, and compared, where one has changed.
const CHUNK: usize = 32;

/// A long list, of which a move changes a little: the thousands of fields of a map. States share what has not changed, so that neither a
/// copy of the game nor a page that looks at it costs what the whole list would. For a few dozen items a `Vec` is as quick, and an array is
/// quicker. JavaScript sees a list.
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
/// `list[place]` panics beyond the end, as that of a `Vec`: [`List::get`] is there for places that a move names.
pub struct List<T> {
    /// All are full but the last, and none is empty.
    chunks: Vec<Arc<Vec<T>>>,
}

impl<T> List<T> {
    /// A list without items.
    pub const fn new() -> Self {
        List { chunks: Vec::new() }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The item at this place, if there is one.
    pub fn get(&self, place: usize) -> Option<&T> {
        self.chunks.get(place / CHUNK)?.get(place % CHUNK)
    }

    /// The items, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// The parts that lists share, in order.
    pub(super) fn chunks(&self) -> impl Iterator<Item = &Arc<Vec<T>>> {
        self.chunks.iter()
    }

    /// The parts that lists share, to change.
    pub(super) fn chunks_mut(&mut self) -> impl Iterator<Item = &mut Arc<Vec<T>>> {
        self.chunks.iter_mut()
    }
}

impl<T: Clone> List<T> {
    /// The item at this place, if there is one. Those around it are copied if another list shares them.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        Arc::make_mut(self.chunks.get_mut(place / CHUNK)?).get_mut(place % CHUNK)
    }

    /// All items, in order. What other lists share is copied: to change a few, find them by [`List::iter`], and change them by
    /// [`List::get_mut`].
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.chunks.iter_mut().flat_map(|chunk| Arc::make_mut(chunk).iter_mut())
    }

    /// Puts an item at the end.
    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut().filter(|last| last.len() < CHUNK) {
            Some(last) => Arc::make_mut(last).push(item),
            None => self.chunks.push(Arc::new(alloc::vec![item])),
        }
    }

    /// Takes the item at the end, if there is one.
    pub fn pop(&mut self) -> Option<T> {
        let last = Arc::make_mut(self.chunks.last_mut()?);
        let item = last.pop();
        if last.is_empty() {
            self.chunks.pop();
        }
        item
    }

    /// Puts an item before the one at this place; at the end, if there is none. The items behind it move, and are copied.
    pub fn insert(&mut self, place: usize, item: T) {
        let mut tail = self.split_off(place);
        tail.insert(0, item);
        self.extend(tail);
    }

    /// Takes the item at this place out, if there is one. The items behind it move, and are copied.
    pub fn remove(&mut self, place: usize) -> Option<T> {
        let mut tail = self.split_off(place).into_iter();
        let item = tail.next();
        self.extend(tail);
        item
    }

    /// Takes all items from this place on.
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

/// The two share their items until one of them changes.
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
        reason = "as of a slice: `get` is there for places that may be missing"
    )]
    fn index(&self, place: usize) -> &T {
        &self.chunks[place / CHUNK][place % CHUNK]
    }
}

impl<T: Clone> IndexMut<usize> for List<T> {
    #[track_caller]
    #[expect(
        clippy::indexing_slicing,
        reason = "as of a slice: `get_mut` is there for places that may be missing"
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

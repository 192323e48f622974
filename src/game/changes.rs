//! Differences between two values of one type, as JSON patches.
//!
//! A patch of a value has one of these forms:
//!
//! - `[value]`: a new value.
//! - `{ key: patch, … }`: an object with changed members, or a tuple, whose keys are its indices. New keys
//!   follow all others, in this order. The patch `[]` removes a key.
//! - `[[key, …], { key: patch, … }]`: an object with exactly these keys in this order, and patches of new or
//!   changed members.
//! - `[index, patch, index, patch, …]`: a list with changed items at these indices. JavaScript reads this
//!   form several times faster than an object with indices as keys.
//! - `[from, removed, [item, …]]`, with an optional fourth part `[index, patch, …]`: a list of another
//!   length. The reader first patches the items at these indices. Then it removes `removed` items at `from`
//!   and inserts the new items there. All indices refer to the old list.
//!
//! Values and keys are written as `serde_json` writes them. `__proto__` is a possible key.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::json::write_below;
use super::unwritten::Unwritten;

/// A value that can write its difference from an earlier value. [`View`](super::View) derives it, for the
/// form that serde's derives write.
pub trait Changes: Serialize {
    /// `true` if a patch can change a part of the value and leave the rest.
    const HAS_PARTS: bool = false;

    /// Returns `true` if both values have the same JSON form.
    fn same(&self, old: &Self) -> bool;

    /// Writes the patch that turns `old` into this value. Writes nothing and returns `false` if they are the
    /// same.
    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        let differs = !self.same(old);
        if differs {
            to.replace(self);
        }
        differs
    }
}

/// Returns the patch that turns `old` into `new`, or `None` if they are the same.
///
/// ```
/// use rondel::game::patch_of;
///
/// let (old, new) = (vec![1, 2, 3, 4], vec![1, 9, 3, 4]);
/// assert_eq!(patch_of(&new, &old), Ok(Some("[1,[9]]".to_owned())));
/// assert_eq!(patch_of(&vec![1, 3, 4], &old), Ok(Some("[1,1,[]]".to_owned())));
/// assert_eq!(patch_of(&old, &old), Ok(None));
/// assert!(patch_of(&u64::MAX, &0).is_err());
/// ```
///
/// # Errors
///
/// The path of a part without JSON form, and the reason: its `Serialize` failed, JSON or JavaScript cannot
/// represent a number, or lists and objects are nested too deep.
pub fn patch_of<T: Changes>(new: &T, old: &T) -> Result<Option<String>, Unwritten> {
    let mut patch = Patch { text: Vec::with_capacity(USUAL), ..Patch::default() };
    if new.patch(old, &mut patch) { patch.finish().map(Some) } else { Ok(None) }
}

/// Initial capacity in bytes, enough for most patches.
const USUAL: usize = 128;

/// Writer of a patch.
#[derive(Default)]
pub struct Patch {
    text: Vec<u8>,
    /// Number of lists and objects that enclose the current position.
    levels: usize,
    problem: Option<Unwritten>,
}

impl Patch {
    /// Writes a new value.
    pub fn replace<T: Serialize + ?Sized>(&mut self, value: &T) {
        self.raw("[");
        self.value(value);
        self.raw("]");
    }

    /// Starts an object of patched members.
    pub fn members(&mut self) -> Members<'_> {
        Members { to: self, is_empty: true }
    }

    /// Starts a list of patched items.
    pub(super) fn items(&mut self) -> Items<'_> {
        Items { to: self, is_empty: true }
    }

    fn raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        if let Err(problem) = write_below(value, &mut self.text, self.levels) {
            self.problem.get_or_insert(problem);
        }
    }

    /// Writes the value of a key. Adds the key to the path of a problem inside.
    fn under<T>(&mut self, key: impl FnOnce() -> String, write: impl FnOnce(&mut Patch) -> T) -> T {
        let was_sound = self.problem.is_none();
        self.levels += 1;
        let written = write(self);
        self.levels -= 1;
        if was_sound {
            self.problem = self.problem.take().map(|problem| problem.under_key(&key()));
        }
        written
    }

    fn finish(self) -> Result<String, Unwritten> {
        match self.problem {
            Some(problem) => Err(problem),
            None => String::from_utf8(self.text).map_err(Unwritten::new),
        }
    }
}

/// Writer of an object of patched members.
pub struct Members<'a> {
    to: &'a mut Patch,
    is_empty: bool,
}

impl Members<'_> {
    /// Writes a member if `patch` returns `true`. `key` is JSON text with quotes and colon. If `patch`
    /// returns `false`, it must have written nothing.
    pub fn part(&mut self, key: &str, patch: impl FnOnce(&mut Patch) -> bool) {
        let before = self.to.text.len();
        self.to.raw(if self.is_empty { "{" } else { "," });
        self.to.raw(key);
        if self.to.under(|| key.trim_end_matches(':').into(), patch) {
            self.is_empty = false;
        } else {
            self.to.text.truncate(before);
        }
    }

    /// Writes the patch of a member if the member has changed.
    pub fn differing<T: Changes + ?Sized>(&mut self, key: &str, new: &T, old: &T) {
        if T::HAS_PARTS || !new.same(old) {
            self.part(key, |to| new.patch(old, to));
        }
    }

    /// Ends the object. Returns `true` if it has members; otherwise nothing was written.
    pub fn end(self) -> bool {
        if !self.is_empty {
            self.to.raw("}");
        }
        !self.is_empty
    }
}

/// Writer of a list of patched items.
pub(super) struct Items<'a> {
    to: &'a mut Patch,
    is_empty: bool,
}

impl Items<'_> {
    /// Writes the changed items. `from` is the index of the first item in the old list.
    pub fn differing<T: Changes>(&mut self, new: &[T], old: &[T], from: usize) {
        for (at, (new, old)) in new.iter().zip(old).enumerate() {
            if !new.same(old) {
                self.item(from + at, new, old);
            }
        }
    }

    fn item<T: Changes>(&mut self, index: usize, new: &T, old: &T) {
        self.to.raw(if self.is_empty { "[" } else { "," });
        self.is_empty = false;
        self.to.value(&index);
        self.to.raw(",");
        self.to.under(|| index.to_string(), |to| new.patch(old, to));
    }

    /// Ends the list. Returns `true` if it has items; otherwise nothing was written.
    pub fn end(self) -> bool {
        if !self.is_empty {
            self.to.raw("]");
        }
        !self.is_empty
    }
}

/// Returns `true` if both lists have the same JSON form.
pub(super) fn are_same_lists<T: Changes>(new: &[T], old: &[T]) -> bool {
    new.len() == old.len() && new.iter().zip(old).all(|(new, old)| new.same(old))
}

/// Writes the patch of a list. Items that are equal at both ends stay. The rest is aligned at the front or at
/// the back, whichever leaves more items unchanged.
pub(super) fn patch_list<T: Changes>(new: &[T], old: &[T], to: &mut Patch) -> bool {
    if new.len() == old.len() {
        let mut items = to.items();
        items.differing(new, old, 0);
        return items.end();
    }
    let head = new.iter().zip(old).take_while(|(new, old)| new.same(old)).count();
    let (new, old) = (new.get(head..).unwrap_or_default(), old.get(head..).unwrap_or_default());
    let tail = new.iter().rev().zip(old.iter().rev()).take_while(|(new, old)| new.same(old)).count();
    let (new, old) = (without_tail(new, tail), without_tail(old, tail));
    let kept = new.len().min(old.len());
    let (more, less) = (new.len() - kept, old.len() - kept);
    if is_aligned_at_front(new, old) {
        let items = new.get(kept..).unwrap_or_default();
        let splice = Splice { from: head + kept, removed: less, items };
        splice.write(to, |items| items.differing(new, old, head));
    } else {
        let splice = Splice { from: head, removed: less, items: new.get(..more).unwrap_or_default() };
        let (new, old) = (new.get(more..).unwrap_or_default(), old.get(less..).unwrap_or_default());
        splice.write(to, |items| items.differing(new, old, head + less));
    }
    true
}

fn without_tail<T>(list: &[T], tail: usize) -> &[T] {
    list.get(..list.len().saturating_sub(tail)).unwrap_or_default()
}

/// Returns `true` if at least as many items are equal when aligned at the front as at the back.
fn is_aligned_at_front<T: Changes>(new: &[T], old: &[T]) -> bool {
    let front = new.iter().zip(old).filter(|(new, old)| new.same(old)).count();
    let back = new.iter().rev().zip(old.iter().rev()).filter(|(new, old)| new.same(old)).count();
    front >= back
}

struct Splice<'a, T> {
    from: usize,
    removed: usize,
    items: &'a [T],
}

impl<T: Changes> Splice<'_, T> {
    fn write(self, to: &mut Patch, patches: impl FnOnce(&mut Items<'_>)) {
        to.raw("[");
        to.value(&self.from);
        to.raw(",");
        to.value(&self.removed);
        to.raw(",");
        to.raw("[");
        for (at, item) in self.items.iter().enumerate() {
            to.raw(if at > 0 { "," } else { "" });
            to.under(|| (self.from + at).to_string(), |to| to.value(item));
        }
        to.raw("]");
        let bare = to.text.len();
        to.raw(",");
        let mut items = to.items();
        patches(&mut items);
        if !items.end() {
            to.text.truncate(bare);
        }
        to.raw("]");
    }
}

/// Writes the patch of a map. Both iterators are in the order of the keys.
pub(super) fn patch_map<'a, K, T>(
    new: impl Iterator<Item = (&'a K, &'a T)> + Clone,
    old: impl Iterator<Item = (&'a K, &'a T)>,
    to: &mut Patch,
) -> bool
where
    K: Ord + Serialize + 'a,
    T: Changes + 'a,
{
    let steps = merged(new.clone(), old);
    let lists_keys = is_put_between(&steps);
    if lists_keys {
        to.raw("[[");
        for (at, (key, _)) in new.enumerate() {
            to.raw(if at > 0 { "," } else { "" });
            let key = key_text(key, to);
            to.raw(key.strip_suffix(':').unwrap_or_default());
        }
        to.raw("],");
    }
    let mut members = to.members();
    for step in &steps {
        match *step {
            Step::Both(_, new, old) if new.same(old) => {}
            Step::Gone(_) if lists_keys => {}
            Step::Both(key, new, old) => members.at_key(key, |to| {
                new.patch(old, to);
            }),
            Step::New(key, new) => members.at_key(key, |to| to.replace(new)),
            Step::Gone(key) => members.at_key(key, |to| to.raw("[]")),
        }
    }
    let differs = members.end();
    if lists_keys {
        to.raw("]");
    }
    differs
}

impl Members<'_> {
    fn at_key<K: Serialize>(&mut self, key: &K, patch: impl FnOnce(&mut Patch)) {
        let key = key_text(key, self.to);
        self.part(&key, |to| {
            patch(to);
            true
        });
    }
}

/// Returns `true` if a new key comes before a key that stays. The patch must then list all keys.
fn is_put_between<K, T>(steps: &[Step<'_, K, T>]) -> bool {
    let last_kept = steps.iter().rposition(|step| matches!(step, Step::Both(..))).unwrap_or(0);
    steps.iter().take(last_kept).any(|step| matches!(step, Step::New(..)))
}

enum Step<'a, K, T> {
    Both(&'a K, &'a T, &'a T),
    New(&'a K, &'a T),
    Gone(&'a K),
}

fn merged<'a, K: Ord, T>(
    new: impl Iterator<Item = (&'a K, &'a T)>,
    old: impl Iterator<Item = (&'a K, &'a T)>,
) -> Vec<Step<'a, K, T>> {
    let (mut new, mut old) = (new.peekable(), old.peekable());
    let mut steps = Vec::new();
    loop {
        let order = match (new.peek(), old.peek()) {
            (Some((new, _)), Some((old, _))) => new.cmp(old),
            (Some(_), None) => core::cmp::Ordering::Less,
            (None, Some(_)) => core::cmp::Ordering::Greater,
            (None, None) => return steps,
        };
        let step = match order {
            core::cmp::Ordering::Less => new.next().map(|(key, value)| Step::New(key, value)),
            core::cmp::Ordering::Greater => old.next().map(|(key, _)| Step::Gone(key)),
            core::cmp::Ordering::Equal => {
                new.next().zip(old.next()).map(|((key, new), (_, old))| Step::Both(key, new, old))
            }
        };
        steps.extend(step);
    }
}

/// Returns the key as JSON text with quotes and colon.
fn key_text<K: Serialize>(key: &K, to: &mut Patch) -> String {
    let mut entry = Vec::new();
    let mut json = serde_json::Serializer::new(&mut entry);
    let written = serde::Serializer::collect_map(&mut json, core::iter::once((key, ())));
    if let Err(problem) = written {
        to.problem.get_or_insert_with(|| Unwritten::new(problem));
    }
    let text = String::from_utf8(entry).unwrap_or_default();
    text.strip_prefix('{').and_then(|text| text.strip_suffix("null}")).unwrap_or_default().into()
}

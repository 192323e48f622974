//! What has changed between two values of one type, as a JSON patch: only what differs is written.
//!
//! A patch of a value is one of these:
//!
//! - `[value]`: another value, whole.
//! - `{ key: patch, … }`: an object with other members, or a tuple, whose keys are its indices. A key that is new comes behind all
//!   others, in this order; the patch `[]` takes one away.
//! - `[[key, …], { key: patch, … }]`: an object with exactly these keys in this order, and patches of those that are new or
//!   changed.
//! - `[index, patch, index, patch, …]`: a list with other items at these indices. As keys of an object they would take a reader of
//!   JavaScript's several times as long.
//! - `[from, removed, [item, …]]`, and with a fourth part `[index, patch, …]`: a list. First the items at these indices are
//!   changed; then, at `from`, so many are taken away, and these put in. All indices are those of the old list.
//!
//! Values stand in it as `serde_json` writes them, and keys as well: `__proto__` may be one.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::json::write_below;
use super::unwritten::Unwritten;

/// A value that can write how it differs from an earlier one. Derived with [`View`](super::View), for the form that serde's derives
/// write.
pub trait Changes: Serialize {
    /// Whether a patch can change a part of it, and leave others.
    const HAS_PARTS: bool = false;

    /// Whether both are written alike.
    fn same(&self, old: &Self) -> bool;

    /// Writes what must change in the old one to make this one of it. Returns whether anything must: if not, nothing is
    /// written.
    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        let differs = !self.same(old);
        if differs {
            to.replace(self);
        }
        differs
    }
}

/// What must change in the old value to make the new one of it; `None`: nothing.
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
/// Which part cannot be written, and why: the error of its `Serialize`; a number that JSON has no text for, or that JavaScript would read
/// as another one; lists and objects that are nested too deep.
pub fn patch_of<T: Changes>(new: &T, old: &T) -> Result<Option<String>, Unwritten> {
    let mut patch = Patch { text: Vec::with_capacity(USUAL), ..Patch::default() };
    if new.patch(old, &mut patch) { patch.finish().map(Some) } else { Ok(None) }
}

/// The bytes of most patches.
const USUAL: usize = 128;

/// A patch that is being written.
#[derive(Default)]
pub struct Patch {
    text: Vec<u8>,
    /// How many lists and objects are open around what is written now.
    levels: usize,
    problem: Option<Unwritten>,
}

impl Patch {
    /// Another value, whole.
    pub fn replace<T: Serialize + ?Sized>(&mut self, value: &T) {
        self.raw("[");
        self.value(value);
        self.raw("]");
    }

    /// Members, to be written one by one.
    pub fn members(&mut self) -> Members<'_> {
        Members { to: self, is_empty: true }
    }

    /// Items of a list, to be written one by one.
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

    /// Writes the value of a key.
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

/// The members of a patch.
pub struct Members<'a> {
    to: &'a mut Patch,
    is_empty: bool,
}

impl Members<'_> {
    /// The member with this key, which is text of JSON's with its quotes and its colon, if `patch` returns that it differs. It
    /// writes nothing if not.
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

    /// The member with this key, if it differs.
    pub fn differing<T: Changes + ?Sized>(&mut self, key: &str, new: &T, old: &T) {
        if T::HAS_PARTS || !new.same(old) {
            self.part(key, |to| new.patch(old, to));
        }
    }

    /// No more members. Returns whether there are any: if not, nothing is written.
    pub fn end(self) -> bool {
        if !self.is_empty {
            self.to.raw("}");
        }
        !self.is_empty
    }
}

/// The items of a list in a patch.
pub(super) struct Items<'a> {
    to: &'a mut Patch,
    is_empty: bool,
}

impl Items<'_> {
    /// Those that differ, the first of which stands at `from` in the old list.
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

    /// No more items. Returns whether there are any: if not, nothing is written.
    pub fn end(self) -> bool {
        if !self.is_empty {
            self.to.raw("]");
        }
        !self.is_empty
    }
}

/// Whether both lists are written alike.
pub(super) fn are_same_lists<T: Changes>(new: &[T], old: &[T]) -> bool {
    new.len() == old.len() && new.iter().zip(old).all(|(new, old)| new.same(old))
}

/// Writes how a list has changed: what is the same at both ends stays, and of what is between them, the items that stand at
/// the same place from the front, or from the back, whichever leaves more as they are.
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

/// Whether more items are the same counted from the front than from the back.
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

/// Writes how a map has changed, whose keys are in order on both sides.
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

/// Whether a key is new that is not behind all that were there.
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

/// The key as text of JSON's with its quotes and its colon.
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

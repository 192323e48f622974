//! What has changed between two values of one type, as a patch of JSON: what is written is what differs, and no more.
//!
//! A patch of a value is one of these:
//!
//! - `[value]`: another value, whole.
//! - `{ key: patch, … }`: an object or a list with other members; a list's keys are its indices. A key that is new comes
//!   behind all others, in this order; the patch `[]` takes one away.
//! - `[[key, …], { key: patch, … }]`: an object with exactly these keys in this order, and patches of those that are new or
//!   changed.
//! - `[from, removed, [item, …]]`, and with a fourth part `{ index: patch, … }`: a list. First the items at these indices are
//!   changed; then, at `from`, so many are taken away, and these put in. All indices are those of the old list.
//!
//! Values stand in it as `serde_json` writes them, and keys as well: `__proto__` may be one.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

/// What can say how it differs from a value before. Derived with [`View`](super::View), for the form that serde's derives
/// write.
pub trait Changes: Serialize {
    /// Whether both are written alike.
    fn same(&self, old: &Self) -> bool;

    /// Writes what must change in the old one, which is not the same, to make this one of it.
    fn patch(&self, old: &Self, to: &mut Patch) {
        let _ = old;
        to.replace(self);
    }
}

/// What must change in the old value to make the new one of it; `None`: nothing.
///
/// ```
/// use rondel::game::patch_of;
///
/// let (old, new) = (vec![1, 2, 3, 4], vec![1, 9, 3, 4]);
/// assert_eq!(patch_of(&new, &old), Ok(Some(r#"{"1":[9]}"#.to_owned())));
/// assert_eq!(patch_of(&vec![1, 3, 4], &old), Ok(Some("[1,1,[]]".to_owned())));
/// assert_eq!(patch_of(&old, &old), Ok(None));
/// ```
///
/// # Errors
///
/// What the `Serialize` of a part says.
pub fn patch_of<T: Changes>(new: &T, old: &T) -> Result<Option<String>, String> {
    if new.same(old) {
        return Ok(None);
    }
    let mut patch = Patch::default();
    new.patch(old, &mut patch);
    patch.finish().map(Some)
}

/// A patch that is being written.
#[derive(Default)]
pub struct Patch {
    text: Vec<u8>,
    problem: Option<String>,
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
        self.raw("{");
        Members { to: self, is_first: true }
    }

    fn raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        if let Err(problem) = serde_json::to_writer(&mut self.text, value) {
            self.problem.get_or_insert_with(|| problem.to_string());
        }
    }

    fn finish(self) -> Result<String, String> {
        match self.problem {
            Some(problem) => Err(problem),
            None => String::from_utf8(self.text).map_err(|error| error.to_string()),
        }
    }
}

/// The members of a patch.
pub struct Members<'a> {
    to: &'a mut Patch,
    is_first: bool,
}

impl Members<'_> {
    /// The patch of the member with this key, which is text of JSON's with its quotes and its colon.
    pub fn at(&mut self, key: &str) -> &mut Patch {
        if !core::mem::take(&mut self.is_first) {
            self.to.raw(",");
        }
        self.to.raw(key);
        self.to
    }

    /// The member with this key, if it differs.
    pub fn differing<T: Changes + ?Sized>(&mut self, key: &str, new: &T, old: &T) {
        if !new.same(old) {
            new.patch(old, self.at(key));
        }
    }

    /// The member at this index of a list, which is not the same.
    pub(super) fn at_index(&mut self, index: usize) -> &mut Patch {
        self.at("\"");
        self.to.value(&index);
        self.to.raw("\":");
        self.to
    }

    /// The member with this key is gone.
    fn gone(&mut self, key: &str) {
        self.at(key).raw("[]");
    }

    /// No more members.
    pub fn end(self) {
        self.to.raw("}");
    }
}

/// Whether both lists are written alike.
pub(super) fn are_same_lists<T: Changes>(new: &[T], old: &[T]) -> bool {
    new.len() == old.len() && new.iter().zip(old).all(|(new, old)| new.same(old))
}

/// Writes how a list has changed: what is the same at both ends stays, and of what is between them, the items that stand at
/// the same place from the front, or from the back, whichever leaves more as they are.
pub(super) fn patch_list<T: Changes>(new: &[T], old: &[T], to: &mut Patch) {
    if new.len() == old.len() {
        let mut members = to.members();
        patch_items(new, old, 0, &mut members);
        return members.end();
    }
    let head = new.iter().zip(old).take_while(|(new, old)| new.same(old)).count();
    let (new, old) = (new.get(head..).unwrap_or_default(), old.get(head..).unwrap_or_default());
    let tail = new.iter().rev().zip(old.iter().rev()).take_while(|(new, old)| new.same(old)).count();
    let (new, old) = (without_tail(new, tail), without_tail(old, tail));
    let kept = new.len().min(old.len());
    if is_aligned_at_front(new, old) {
        let splice = Splice {
            from: head + kept,
            removed: old.len() - kept,
            items: new.get(kept..).unwrap_or_default(),
        };
        splice.write(to, |members| patch_items(new, old, head, members));
    } else {
        let (more, less) = (new.len() - kept, old.len() - kept);
        let splice = Splice { from: head, removed: less, items: new.get(..more).unwrap_or_default() };
        let (new, old) = (new.get(more..).unwrap_or_default(), old.get(less..).unwrap_or_default());
        splice.write(to, |members| patch_items(new, old, head + less, members));
    }
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

/// Patches of the items that differ, the first of which stands at `from` in the old list.
fn patch_items<T: Changes>(new: &[T], old: &[T], from: usize, members: &mut Members<'_>) {
    for (at, (new, old)) in new.iter().zip(old).enumerate().filter(|(_, (new, old))| !new.same(old)) {
        new.patch(old, members.at_index(from + at));
    }
}

struct Splice<'a, T> {
    from: usize,
    removed: usize,
    items: &'a [T],
}

impl<T: Changes> Splice<'_, T> {
    fn write(self, to: &mut Patch, patches: impl FnOnce(&mut Members<'_>)) {
        to.raw("[");
        to.value(&self.from);
        to.raw(",");
        to.value(&self.removed);
        to.raw(",");
        to.value(self.items);
        let bare = to.text.len();
        to.raw(",");
        let mut members = to.members();
        patches(&mut members);
        let is_bare = members.is_first;
        members.end();
        if is_bare {
            to.text.truncate(bare);
        }
        to.raw("]");
    }
}

/// Writes how a map has changed, whose keys are in order on both sides.
pub(super) fn patch_map<'a, K, T>(
    new: impl Iterator<Item = (&'a K, &'a T)> + Clone,
    old: impl Iterator<Item = (&'a K, &'a T)> + Clone,
    to: &mut Patch,
) where
    K: Ord + Serialize + 'a,
    T: Changes + 'a,
{
    let steps = merged(new.clone(), old);
    let is_put_between = {
        let last_kept = steps.iter().rposition(|step| matches!(step, Step::Both(..))).unwrap_or(0);
        steps.iter().take(last_kept).any(|step| matches!(step, Step::New(..)))
    };
    if is_put_between {
        to.raw("[[");
        for (at, (key, _)) in new.enumerate() {
            if at > 0 {
                to.raw(",");
            }
            let key = key_text(key, to);
            to.raw(key.strip_suffix(':').unwrap_or_default());
        }
        to.raw("],");
    }
    let mut members = to.members();
    for step in &steps {
        let (key, change) = match step {
            Step::Both(_, new, old) if new.same(old) => continue,
            Step::Gone(_) if is_put_between => continue,
            Step::Both(key, new, old) => (key, Some((new, Some(old)))),
            Step::New(key, new) => (key, Some((new, None))),
            Step::Gone(key) => (key, None),
        };
        let key = key_text(*key, members.to);
        match change {
            Some((new, Some(old))) => new.patch(old, members.at(&key)),
            Some((new, None)) => members.at(&key).replace(*new),
            None => members.gone(&key),
        }
    }
    members.end();
    if is_put_between {
        to.raw("]");
    }
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
        to.problem.get_or_insert_with(|| problem.to_string());
    }
    let text = String::from_utf8(entry).unwrap_or_default();
    text.strip_prefix('{').and_then(|text| text.strip_suffix("null}")).unwrap_or_default().into()
}

//! Implementations of [`Changes`] for the types of game states.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde::Serialize;

use super::changes::{Changes, Patch, are_same_lists, patch_list, patch_map};
use super::list::List;
use super::per_seat::PerSeat;
use super::pile::Pile;
use super::seat::Seat;
use super::secret::Secret;

macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Changes for $kind {
            fn same(&self, old: &Self) -> bool {
                self == old
            }
        }
    )*};
}
whole!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, bool, char, (), String, Seat);

macro_rules! whole_by_bits {
    ($($kind:ty),*) => {$(
        /// Compares bits, because `-0.0` and `0.0` have different JSON forms.
        impl Changes for $kind {
            fn same(&self, old: &Self) -> bool {
                self.to_bits() == old.to_bits()
            }
        }
    )*};
}
whole_by_bits!(f32, f64);

macro_rules! by_list {
    ($([$($generics:tt)*] $kind:ty, $list:ident),*) => {$(
        impl<T: Changes, $($generics)*> Changes for $kind
        where
            $kind: Serialize,
        {
            const HAS_PARTS: bool = true;

            fn same(&self, old: &Self) -> bool {
                are_same_lists(self.$list(), old.$list())
            }
            fn patch(&self, old: &Self, to: &mut Patch) -> bool {
                patch_list(self.$list(), old.$list(), to)
            }
        }
    )*};
}
by_list!([] Vec<T>, as_slice, [const N: usize] [T; N], as_slice, [] PerSeat<T>, as_slice);

impl<T: Changes> Changes for VecDeque<T> {
    const HAS_PARTS: bool = true;

    fn same(&self, old: &Self) -> bool {
        self.len() == old.len() && self.iter().zip(old).all(|(new, old)| new.same(old))
    }

    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        let (new, old): (Vec<&T>, Vec<&T>) = (self.iter().collect(), old.iter().collect());
        patch_list(&new, &old, to)
    }
}

/// Skips chunks that both lists share.
impl<T: Changes + Clone> Changes for List<T> {
    const HAS_PARTS: bool = true;

    fn same(&self, old: &Self) -> bool {
        let is_same =
            |(new, old): (&Arc<Vec<T>>, &Arc<Vec<T>>)| Arc::ptr_eq(new, old) || are_same_lists(new, old);
        self.len() == old.len() && self.chunks().zip(old.chunks()).all(is_same)
    }

    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        if self.len() != old.len() {
            let (new, old): (Vec<&T>, Vec<&T>) = (self.iter().collect(), old.iter().collect());
            return patch_list(&new, &old, to);
        }
        let mut items = to.items();
        let mut from = 0;
        for (new, old) in self.chunks().zip(old.chunks()) {
            if !Arc::ptr_eq(new, old) {
                items.differing(new, old, from);
            }
            from += new.len();
        }
        items.end()
    }
}

macro_rules! through {
    ($($kind:ty),*) => {$(
        impl<T: Changes + ?Sized> Changes for $kind {
            const HAS_PARTS: bool = T::HAS_PARTS;

            fn same(&self, old: &Self) -> bool {
                core::ptr::eq(&raw const **self, &raw const **old) || (**self).same(old)
            }
            fn patch(&self, old: &Self, to: &mut Patch) -> bool {
                (**self).patch(old, to)
            }
        }
    )*};
}
through!(&T, Box<T>);

impl<T: Changes> Changes for Option<T> {
    const HAS_PARTS: bool = T::HAS_PARTS;

    fn same(&self, old: &Self) -> bool {
        match (self, old) {
            (Some(new), Some(old)) => new.same(old),
            (None, None) => true,
            _ => false,
        }
    }

    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        match (self, old) {
            (Some(new), Some(old)) => new.patch(old, to),
            _ => replaced(self, old, to),
        }
    }
}

impl<K: Ord + Serialize, T: Changes> Changes for BTreeMap<K, T> {
    const HAS_PARTS: bool = true;

    fn same(&self, old: &Self) -> bool {
        self.len() == old.len()
            && self.iter().zip(old).all(|((key, new), (old_key, old))| key == old_key && new.same(old))
    }

    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        patch_map(self.iter(), old.iter(), to)
    }
}

impl<T: Changes> Changes for Pile<T> {
    const HAS_PARTS: bool = true;

    fn same(&self, old: &Self) -> bool {
        match (self.cards(), old.cards()) {
            (Ok(new), Ok(old)) => are_same_lists(new, old),
            (Err(_), Err(_)) => self.len() == old.len(),
            _ => false,
        }
    }

    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        match (self.cards(), old.cards()) {
            (Ok(new), Ok(old)) => patch_list(new, old, to),
            _ => replaced(self, old, to),
        }
    }
}

impl<T: Changes> Changes for Secret<T> {
    const HAS_PARTS: bool = T::HAS_PARTS;

    fn same(&self, old: &Self) -> bool {
        match (self.get(), old.get()) {
            (Ok(new), Ok(old)) => new.same(old),
            (Err(_), Err(_)) => true,
            _ => false,
        }
    }

    fn patch(&self, old: &Self, to: &mut Patch) -> bool {
        match (self.get(), old.get()) {
            (Ok(new), Ok(old)) => new.patch(old, to),
            _ => replaced(self, old, to),
        }
    }
}

/// Writes the new value if it differs from the old one.
fn replaced<T: Changes>(new: &T, old: &T, to: &mut Patch) -> bool {
    let differs = !new.same(old);
    if differs {
        to.replace(new);
    }
    differs
}

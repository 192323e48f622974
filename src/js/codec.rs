//! The kinds of fields of what is stored, as flat lists. `src/codes/records.rs` says which field has which kind;
//! `pkg-template/lib/online/codec.ts` has the same kinds for JavaScript.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::names::Names;
pub use super::read::ListReader;
use super::values::ValueId;
use crate::core::PlayerID;

/// A kind of values: how one is read from the list that JavaScript hands over, and written into one for JavaScript.
pub trait Kind {
    /// What is read and written.
    type Value;

    /// Reads the next value of the list.
    fn read(list: &mut ListReader<'_>) -> Self::Value;

    /// Adds a value to the list.
    fn write(value: &Self::Value, list: &mut ListWriter<'_>);
}

/// A list for JavaScript: numbers alone, because names and objects are known by number.
pub struct ListWriter<'a> {
    names: &'a Names,
    numbers: Vec<f64>,
}

/// A whole number that is not negative.
pub struct Count;

/// A text of which one engine has few: a player's ID, the name of a session.
pub struct Name;

/// An error, which stays an object of JavaScript's.
pub struct Error;

/// How many, and then each.
pub struct List<K>(PhantomData<K>);

/// How many players, and then the name of each with their value.
pub struct ByPlayer<K>(PhantomData<K>);

/// A field that earlier releases have not stored: JavaScript writes what is empty in its place.
pub struct Optional<K>(PhantomData<K>);

/// The numbers of a value.
pub fn numbers_of<K: Kind>(value: &K::Value, names: &Names) -> Vec<f64> {
    let mut list = ListWriter { names, numbers: Vec::new() };
    K::write(value, &mut list);
    list.numbers
}

impl Kind for Count {
    type Value = u64;

    fn read(list: &mut ListReader<'_>) -> u64 {
        list.float() as u64
    }

    fn write(value: &u64, list: &mut ListWriter<'_>) {
        list.numbers.push(*value as f64);
    }
}

impl Kind for Name {
    type Value = Rc<str>;

    fn read(list: &mut ListReader<'_>) -> Rc<str> {
        list.name().unwrap_or_default()
    }

    fn write(value: &Rc<str>, list: &mut ListWriter<'_>) {
        list.numbers.push(f64::from(list.names.number_of(Some(value))));
    }
}

impl Kind for Error {
    type Value = ValueId;

    fn read(list: &mut ListReader<'_>) -> ValueId {
        list.value()
    }

    fn write(value: &ValueId, list: &mut ListWriter<'_>) {
        list.numbers.push(f64::from(value.id()));
    }
}

impl<K: Kind> Kind for List<K> {
    type Value = Vec<K::Value>;

    fn read(list: &mut ListReader<'_>) -> Self::Value {
        (0..list.number()).map(|_| K::read(list)).collect()
    }

    fn write(value: &Self::Value, list: &mut ListWriter<'_>) {
        list.numbers.push(value.len() as f64);
        value.iter().for_each(|item| K::write(item, list));
    }
}

impl<K: Kind> Kind for ByPlayer<K> {
    type Value = Vec<(PlayerID, K::Value)>;

    fn read(list: &mut ListReader<'_>) -> Self::Value {
        (0..list.number()).map(|_| (Name::read(list), K::read(list))).collect()
    }

    fn write(value: &Self::Value, list: &mut ListWriter<'_>) {
        list.numbers.push(value.len() as f64);
        for (player, item) in value {
            Name::write(player, list);
            K::write(item, list);
        }
    }
}

impl<K: Kind> Kind for Optional<K> {
    type Value = K::Value;

    fn read(list: &mut ListReader<'_>) -> Self::Value {
        K::read(list)
    }

    fn write(value: &Self::Value, list: &mut ListWriter<'_>) {
        K::write(value, list);
    }
}

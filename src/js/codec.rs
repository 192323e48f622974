//! The kinds of the fields of the ledger, as flat lists. `src/codes/records.rs` declares the kind of each
//! field. `pkg-template/lib/online/storage/stored-codec.ts` has the same kinds for JavaScript.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::names::Names;
pub use super::read::ListReader;
use super::values::ValueId;
use crate::core::PlayerID;

/// A kind of values, with a reader and a writer of flat lists.
pub trait Kind {
    /// Type of the values.
    type Value;

    /// Reads the next value of a list from JavaScript.
    fn read(list: &mut ListReader<'_>) -> Self::Value;

    /// Adds a value to the list.
    fn write(value: &Self::Value, list: &mut ListWriter<'_>);
}

/// A list for JavaScript. It contains only numbers: names and objects are known by number.
pub struct ListWriter<'a> {
    names: &'a Names,
    numbers: Vec<f64>,
}

/// A non-negative whole number.
pub struct Count;

/// A text with few different values in one engine, such as a player's ID or a session's ID.
pub struct Name;

/// An error, which stays a JavaScript object.
pub struct Error;

/// A list: its length, then its items.
pub struct List<K>(PhantomData<K>);

/// A map from players: its length, then the name and the value of each player.
pub struct ByPlayer<K>(PhantomData<K>);

/// A field that earlier releases have not stored. JavaScript writes an empty value in its place.
pub struct Optional<K>(PhantomData<K>);

/// Returns the numbers of a value.
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

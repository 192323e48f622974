//! Values of games, taken apart by type: what the rules look into.

use super::ids::Name;
pub use crate::codes::{ArgumentKind, Field};

/// A value taken apart, to be read front to back.
///
/// Of each part comes its [`kind`](Parts::kind) first, and then, whoever wants it, the [`value`](Parts::value) itself. The
/// kind says how to go on: by `text`, by `number` or `number_as_text`, by `count` and its members, or by `pass`.
pub trait Parts {
    /// The game's own values.
    type Value;

    /// What the next part is.
    fn kind(&mut self) -> ArgumentKind;

    /// The part whose kind was told last, as it is.
    fn value(&self) -> Self::Value;

    /// Whether JavaScript takes that part for true.
    fn is_truthy(&self) -> bool;

    /// A text.
    fn text(&mut self) -> Name;

    /// A number.
    fn number(&mut self) -> f64;

    /// A number, as JavaScript writes it.
    fn number_as_text(&mut self) -> Name;

    /// How many members a list or an object has. They follow: in an object, each after its [`key`](Parts::key).
    fn count(&mut self) -> u32;

    /// A key of an object.
    fn key(&mut self) -> Name;

    /// A key of an object, if it is one that the rules know.
    fn field(&mut self) -> Option<Field>;

    /// Goes past a part of this kind.
    fn pass(&mut self, kind: ArgumentKind);
}

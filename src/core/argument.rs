//! Values of games, split into typed parts for the parser.

use super::ids::Name;
pub use rondel_codes::{ArgumentKind, Field};

/// A value that the parser reads part by part, from front to back.
///
/// For each part, the parser first reads its [`kind`](Parts::kind). The kind decides which other methods
/// apply: [`value`](Parts::value) always, [`text`](Parts::text) or [`number`](Parts::number) for these kinds.
/// The members of a list or an object follow it. The parser must read or [skip](Parts::pass) them before the
/// next part.
pub trait Parts {
    /// Type of the game's own values.
    type Value;

    /// Reads the kind of the next part.
    fn kind(&mut self) -> ArgumentKind;

    /// Returns the last part as a whole.
    fn value(&self) -> Self::Value;

    /// Returns `true` if the last part is truthy in JavaScript.
    fn is_truthy(&self) -> bool;

    /// Returns the last part, a text.
    fn text(&self) -> Name;

    /// Returns the last part, a number.
    fn number(&self) -> f64;

    /// Returns the last part, a number, as JavaScript formats it.
    fn number_as_text(&self) -> Name;

    /// Reads the number of members of a list or an object. They follow, in an object each after its
    /// [`key`](Parts::key).
    fn count(&mut self) -> u32;

    /// Reads a key of an object.
    fn key(&mut self) -> Name;

    /// Reads a key of an object. Returns `None` if the rules do not know it.
    fn field(&mut self) -> Option<Field> {
        Field::named(&self.key())
    }

    /// Skips the members of a part of this kind.
    fn pass(&mut self, kind: ArgumentKind) {
        if !matches!(kind, ArgumentKind::List | ArgumentKind::Object) {
            return;
        }
        for _ in 0..self.count() {
            if kind == ArgumentKind::Object {
                self.key();
            }
            let member = self.kind();
            self.pass(member);
        }
    }
}

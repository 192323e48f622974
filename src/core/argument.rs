//! Values of games, taken apart by type, for the parser.

use super::ids::Name;
pub use rondel_codes::{ArgumentKind, Field};

/// A value taken apart, which is read from front to back.
///
/// Of each part comes its [`kind`](Parts::kind) first. The kind says what can be asked of the part: its
/// [`value`](Parts::value) always, and what it says as a text or a number. The members of a list or an object follow it,
/// and are read or [passed](Parts::pass) before the part after it.
pub trait Parts {
    /// The game's own values.
    type Value;

    /// What the next part is.
    fn kind(&mut self) -> ArgumentKind;

    /// The whole part whose kind was read last.
    fn value(&self) -> Self::Value;

    /// Whether that part is truthy in JavaScript.
    fn is_truthy(&self) -> bool;

    /// What that part says, if it is a text.
    fn text(&self) -> Name;

    /// What that part says, if it is a number.
    fn number(&self) -> f64;

    /// The same, as JavaScript writes it.
    fn number_as_text(&self) -> Name;

    /// How many members a list or an object has. They follow: in an object, each after its [`key`](Parts::key).
    fn count(&mut self) -> u32;

    /// A key of an object.
    fn key(&mut self) -> Name;

    /// A key of an object, if it is one that the rules know.
    fn field(&mut self) -> Option<Field> {
        Field::named(&self.key())
    }

    /// Skips the members of a part of this kind, if it has any.
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

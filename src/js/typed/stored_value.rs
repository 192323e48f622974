//! JavaScript values made of a game's own values: moves, outcomes, and messages.

use alloc::rc::Rc;
use alloc::string::String;
use core::any::Any;
use core::cell::OnceCell;

use super::super::imports;
use super::super::numbers::Number;
use crate::codes::value;
use crate::game::{Moves, Outcome, args_or_none};

/// A value with its number on the JavaScript side. The number is created on demand, because a search makes
/// many values that nobody asks for.
pub type StoredValue = StoredValueOf<dyn ValueSource>;

/// The same with the type of its source.
pub struct StoredValueOf<M: ?Sized> {
    number: OnceCell<Number>,
    source: M,
}

/// Source of a value.
pub trait ValueSource: Any {
    /// Returns the JSON text of the value, or `None` if only JavaScript has it.
    fn text(&self) -> Option<String>;
}

impl StoredValue {
    /// Creates it for the JavaScript value with this number.
    pub fn under(id: u32) -> Rc<Self> {
        Rc::new(StoredValueOf { number: OnceCell::from(Number(id)), source: () })
    }

    /// Creates it from a source.
    pub fn of(source: impl ValueSource) -> Rc<Self> {
        Rc::new(StoredValueOf { number: OnceCell::new(), source })
    }

    /// Returns the number of the value.
    pub fn number(&self) -> u32 {
        let number = || Number(self.source.text().map_or(value::UNDEFINED, |text| imports::parse(&text)));
        self.number.get_or_init(number).0
    }

    /// Returns the JSON text of the value, if it has a source.
    pub fn text(&self) -> Option<String> {
        self.source.text()
    }

    /// Returns the source of the value, if it is of this type.
    pub fn source<T: 'static>(&self) -> Option<&T> {
        (&self.source as &dyn Any).downcast_ref()
    }
}

impl ValueSource for () {
    fn text(&self) -> Option<String> {
        None
    }
}

impl ValueSource for String {
    fn text(&self) -> Option<String> {
        Some(self.clone())
    }
}

impl ValueSource for Outcome {
    fn text(&self) -> Option<String> {
        Some(self.to_json())
    }
}

impl<M: Moves> ValueSource for M {
    fn text(&self) -> Option<String> {
        Some(args_or_none(self))
    }
}

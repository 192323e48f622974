//! Values of JavaScript's that are made of a game's own: moves, outcomes, and its code's messages.

use alloc::rc::Rc;
use alloc::string::String;
use core::any::Any;
use core::cell::OnceCell;

use super::super::imports;
use super::super::numbers::Number;
use crate::codes::value;
use crate::game::{Moves, Outcome, args_or_none};

/// What is kept for a value: its number, as soon as somebody has asked for it, and what it was made of. A search makes many
/// that nobody asks for.
pub type Kept = KeptOf<dyn Made>;

/// The same with what it was made of.
pub struct KeptOf<M: ?Sized> {
    number: OnceCell<Number>,
    made: M,
}

/// What a value was made of.
pub trait Made: Any {
    /// As text of JSON's. None: only JavaScript has the value.
    fn text(&self) -> Option<String>;
}

impl Kept {
    /// What JavaScript has kept under this number.
    pub fn under(id: u32) -> Rc<Self> {
        Rc::new(KeptOf { number: OnceCell::from(Number(id)), made: () })
    }

    /// What is made of this.
    pub fn of(made: impl Made) -> Rc<Self> {
        Rc::new(KeptOf { number: OnceCell::new(), made })
    }

    /// Its number.
    pub fn number(&self) -> u32 {
        let kept = || Number(self.made.text().map_or(value::UNDEFINED, |text| imports::parse(&text)));
        self.number.get_or_init(kept).0
    }

    /// As text of JSON's, if it was made of something.
    pub fn text(&self) -> Option<String> {
        self.made.text()
    }

    /// What it was made of, if that was such a thing.
    pub fn made<T: 'static>(&self) -> Option<&T> {
        (&self.made as &dyn Any).downcast_ref()
    }
}

impl Made for () {
    fn text(&self) -> Option<String> {
        None
    }
}

impl Made for String {
    fn text(&self) -> Option<String> {
        Some(self.clone())
    }
}

impl Made for Outcome {
    fn text(&self) -> Option<String> {
        Some(self.to_json())
    }
}

impl<M: Moves> Made for M {
    fn text(&self) -> Option<String> {
        Some(args_or_none(self))
    }
}

//! Names that both sides know by number: players, phases, stages, moves.

use alloc::rc::Rc;
use core::cell::{Cell, RefCell};

use super::imports;
use super::name_table::NameTable;
use crate::codes::name as code;
use crate::core::{Name, TRUE_STAGE};

/// Names of one engine. A name crosses as a number, because passing a text costs more than the rest of a
/// `ctx`.
///
/// Players can invent names too, as stages, arguments of events or player IDs. A name that no state contains
/// any more is therefore dropped on both sides, and its number reused.
#[derive(Default)]
pub struct Names {
    names: RefCell<NameTable>,
    /// Amount of names at which unused ones are dropped.
    most: Cell<Amount>,
    now: Cell<Amount>,
}

#[derive(Clone, Copy, Default)]
struct Amount {
    names: usize,
    bytes: usize,
}

/// Amount of names below which dropping unused ones is not worth it.
const FEW: Amount = Amount { names: 64, bytes: 16_384 };

impl Names {
    /// Returns the number of this name on the JavaScript side. Adds a new name.
    pub fn number_of(&self, name: Option<&Name>) -> i32 {
        let Some(name) = name else { return code::NONE };
        let known = self.names.borrow().find(name);
        match known {
            Some(index) => index as i32,
            None if **name == *TRUE_STAGE => code::TRUE,
            None => self.learn(name, |number| imports::set_name(number, name)),
        }
    }

    /// Returns the name with this number.
    pub fn numbered(&self, number: usize) -> Option<Name> {
        self.names.borrow().get(number).cloned()
    }

    /// Returns the name at this index of the list from JavaScript.
    pub fn name_at(&self, index: u32) -> Option<Name> {
        match imports::name_at(index) {
            code::UNKNOWN => Some(self.new_name_at(index)),
            number => self.numbered(usize::try_from(number).ok()?),
        }
    }

    /// Adds the name, unless the two sides write it differently, because JavaScript strings may contain
    /// invalid Unicode.
    fn new_name_at(&self, index: u32) -> Name {
        let text = imports::text_at(index);
        if text.chars().any(|char| char == char::REPLACEMENT_CHARACTER)
            && let Some(known) = self.named(&text)
        {
            return known;
        }
        let name = text.into();
        self.learn(&name, |number| imports::learn_name(number, index));
        name
    }

    fn named(&self, text: &str) -> Option<Name> {
        let names = self.names.borrow();
        names.get(names.find_text(text)?).cloned()
    }

    /// Gives a name a number, and passes it to the JavaScript side.
    fn learn(&self, name: &Name, tell: impl FnOnce(usize)) -> i32 {
        self.make_room(name.len());
        let number = self.names.borrow_mut().add(name);
        let Amount { names, bytes } = self.now.get();
        self.now.set(Amount { names: names + 1, bytes: bytes + name.len() });
        tell(number);
        number as i32
    }

    /// Drops unused names if there are many. The next time is when there are twice as many as are left.
    fn make_room(&self, bytes: usize) {
        let (now, most) = (self.now.get(), self.most.get());
        if now.names < most.names.max(FEW.names) && now.bytes + bytes <= most.bytes.max(FEW.bytes) {
            return;
        }
        let mut left = Amount::default();
        self.names.borrow_mut().retain(|number, name| {
            let is_held = Rc::strong_count(name) > 1;
            if is_held {
                left = Amount { names: left.names + 1, bytes: left.bytes + name.len() };
            } else {
                imports::drop_name(number);
            }
            is_held
        });
        self.now.set(left);
        self.most.set(Amount { names: 2 * left.names, bytes: 2 * left.bytes });
    }
}

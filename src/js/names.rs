//! Names that both sides know by number: of players, phases, stages, moves.

use alloc::rc::Rc;
use core::cell::{Cell, RefCell};

use super::imports;
use super::name_table::NameTable;
use crate::codes::name as code;
use crate::core::{Name, TRUE_STAGE};

/// The names of one engine. A name crosses as a number, because a text costs more to hand over than all the rest of a
/// `ctx`.
///
/// Players think up names, too: stages, arguments of events, playerIDs. So a name that no state holds any more is
/// dropped, on both sides, and its number serves again.
#[derive(Default)]
pub struct Names {
    names: RefCell<NameTable>,
    /// How many names, and how many bytes of them, there may be before those that nobody holds are looked for.
    most: Cell<Amount>,
    now: Cell<Amount>,
}

#[derive(Clone, Copy, Default)]
struct Amount {
    names: usize,
    bytes: usize,
}

/// Below this, looking for names that nobody holds is not worth it.
const FEW: Amount = Amount { names: 64, bytes: 16_384 };

impl Names {
    /// The number under which the JavaScript side has this name.
    pub fn number_of(&self, name: Option<&Name>) -> i32 {
        let Some(name) = name else { return code::NONE };
        let known = self.names.borrow().find(name);
        match known {
            Some(index) => index as i32,
            None if **name == *TRUE_STAGE => code::TRUE,
            None => self.learn(name, |number| imports::set_name(number, name)),
        }
    }

    /// The name that the JavaScript side has under this number.
    pub fn numbered(&self, number: usize) -> Option<Name> {
        self.names.borrow().get(number).cloned()
    }

    /// The name at this place of the list that JavaScript hands over.
    pub fn name_at(&self, index: u32) -> Option<Name> {
        match imports::name_at(index) {
            code::UNKNOWN => Some(self.new_name_at(index)),
            number => self.numbered(usize::try_from(number).ok()?),
        }
    }

    /// It is new unless the two sides write it differently: texts may hold what is no Unicode.
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

    /// Gives a name a number, and sends that to the JavaScript side.
    fn learn(&self, name: &Name, tell: impl FnOnce(usize)) -> i32 {
        self.make_room(name.len());
        let number = self.names.borrow_mut().add(name);
        let Amount { names, bytes } = self.now.get();
        self.now.set(Amount { names: names + 1, bytes: bytes + name.len() });
        tell(number);
        number as i32
    }

    /// Drops what nobody holds, if there is much. Twice as much as is left may come before it is done again.
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

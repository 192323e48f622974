//! What lives in the module of a game, by number: engines, clients. The host holds numbers and no pointers: one that
//! stands for nothing does nothing.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use std::thread::LocalKey;

/// Something that the host holds by number. `#[boundary]` implements it.
pub trait Guest: Leaving + Sized + 'static {
    /// All of the kind.
    fn guests() -> &'static LocalKey<Guests<Self>>;
}

/// What becomes of a guest when the host gives it back, and when a game's code has panicked.
pub trait Leaving {
    /// Forgets all that it holds. A call that ended in a panic may refer to it for ever.
    fn leave(&self);

    /// Makes it usable again after a panic, in whichever call that was.
    fn recover(&self);
}

/// All guests of one kind.
pub struct Guests<T> {
    /// The first has the number 1.
    places: RefCell<Vec<Option<Rc<T>>>>,
    unused: RefCell<Vec<u32>>,
}

impl<T> Guests<T> {
    /// None yet.
    pub const fn new() -> Self {
        Guests { places: RefCell::new(Vec::new()), unused: RefCell::new(Vec::new()) }
    }

    fn add(&self, guest: T) -> u32 {
        let guest = Some(Rc::new(guest));
        let mut places = self.places.borrow_mut();
        let unused = self.unused.borrow_mut().pop();
        if let Some((number, place)) =
            unused.and_then(|number| Some((number, place_of(&mut places, number)?)))
        {
            *place = guest;
            return number;
        }
        places.push(guest);
        places.len() as u32
    }

    fn at(&self, number: u32) -> Option<Rc<T>> {
        place_of(&mut self.places.borrow_mut(), number)?.clone()
    }

    fn remove(&self, number: u32) -> Option<Rc<T>> {
        let guest = place_of(&mut self.places.borrow_mut(), number)?.take()?;
        self.unused.borrow_mut().push(number);
        Some(guest)
    }

    fn all(&self) -> Vec<Rc<T>> {
        self.places.borrow().iter().flatten().cloned().collect()
    }
}

/// Calls a method of the guest with this number; zero, or nothing, if there is none.
pub fn call<G: Guest, T: HandedOver>(number: u32, method: impl FnOnce(&G) -> T) -> T::Raw {
    let guest = G::guests().with(|guests| guests.at(number));
    guest.map_or_else(T::Raw::default, |guest| method(&guest).hand_over())
}

/// Forgets the guest with this number.
pub fn free<G: Guest>(number: u32) {
    if let Some(guest) = G::guests().with(|guests| guests.remove(number)) {
        guest.leave();
    }
}

/// Makes all guests of a kind usable again.
pub fn recover<G: Guest>() {
    let guests = G::guests().with(Guests::all);
    guests.iter().for_each(|guest| guest.recover());
}

/// What an export returns.
pub trait HandedOver {
    /// As WebAssembly knows it.
    type Raw: Default;

    /// It, as such.
    fn hand_over(self) -> Self::Raw;
}

impl<G: Guest> HandedOver for G {
    type Raw = u32;

    fn hand_over(self) -> u32 {
        G::guests().with(|guests| guests.add(self))
    }
}

impl<G: Guest> HandedOver for Option<G> {
    type Raw = u32;

    fn hand_over(self) -> u32 {
        self.map_or(0, G::hand_over)
    }
}

impl HandedOver for bool {
    type Raw = u32;

    fn hand_over(self) -> u32 {
        u32::from(self)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl HandedOver for $number {
            type Raw = $number;

            fn hand_over(self) -> $number {
                self
            }
        })*
    };
}

numbers!((), f64, i32, u32, usize);

fn place_of<T>(places: &mut [Option<Rc<T>>], number: u32) -> Option<&mut Option<Rc<T>>> {
    places.get_mut((number as usize).checked_sub(1)?)
}

//! Objects in the module of a game that the host holds by number: engines, clients. The host has numbers, not
//! pointers. An unknown number has no effect.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use std::thread::LocalKey;

/// A type whose objects the host holds by number. `#[boundary]` implements it.
pub trait Guest: Leaving + Sized + 'static {
    /// Returns all objects of the type.
    fn guests() -> &'static LocalKey<Guests<Self>>;
}

/// Clean-up of an object after the host has released it, or after a panic in the game's code.
pub trait Leaving {
    /// Drops everything that the object contains. A call that panicked may refer to it forever.
    fn leave(&self);

    /// Makes the object usable again after a panic in any call.
    fn recover(&self);
}

/// All objects of one type.
pub struct Guests<T> {
    /// Objects by number minus 1.
    places: RefCell<Vec<Option<Rc<T>>>>,
    unused: RefCell<Vec<u32>>,
}

impl<T> Guests<T> {
    /// Creates an empty table.
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

/// Calls a method of the object with this number. Returns zero, or nothing, if there is none.
pub fn call<G: Guest, T: HandedOver>(number: u32, method: impl FnOnce(&G) -> T) -> T::Raw {
    let guest = G::guests().with(|guests| guests.at(number));
    guest.map_or_else(T::Raw::default, |guest| method(&guest).hand_over())
}

/// Releases the object with this number.
pub fn free<G: Guest>(number: u32) {
    if let Some(guest) = G::guests().with(|guests| guests.remove(number)) {
        guest.leave();
    }
}

/// Makes all objects of a type usable again.
pub fn recover<G: Guest>() {
    let guests = G::guests().with(Guests::all);
    guests.iter().for_each(|guest| guest.recover());
}

/// A type that an export can return.
pub trait HandedOver {
    /// Corresponding WebAssembly type.
    type Raw: Default;

    /// Converts the value for the host.
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

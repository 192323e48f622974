//! Objects in the module of a game that the host holds by number: engines, clients. The host has numbers, not
//! pointers. An unknown number has no effect.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use std::thread::LocalKey;

/// A type whose objects the host holds by number. `#[boundary]` implements it.
pub trait ModuleObject: Release + Sized + 'static {
    /// Returns all objects of the type.
    fn table() -> &'static LocalKey<ObjectTable<Self>>;
}

/// Clean-up of an object after the host has released it, or after a panic in the game's code.
pub trait Release {
    /// Drops everything that the object contains. A call that panicked may refer to it forever.
    fn release(&self);

    /// Makes the object usable again after a panic in any call.
    fn recover(&self);
}

/// All objects of one type.
pub struct ObjectTable<T> {
    /// Objects by number minus 1.
    places: RefCell<Vec<Option<Rc<T>>>>,
    unused: RefCell<Vec<u32>>,
}

impl<T> ObjectTable<T> {
    /// Creates an empty table.
    pub const fn new() -> Self {
        ObjectTable { places: RefCell::new(Vec::new()), unused: RefCell::new(Vec::new()) }
    }

    fn add(&self, object: T) -> u32 {
        let object = Some(Rc::new(object));
        let mut places = self.places.borrow_mut();
        let unused = self.unused.borrow_mut().pop();
        if let Some((number, place)) =
            unused.and_then(|number| Some((number, place_of(&mut places, number)?)))
        {
            *place = object;
            return number;
        }
        places.push(object);
        places.len() as u32
    }

    fn at(&self, number: u32) -> Option<Rc<T>> {
        place_of(&mut self.places.borrow_mut(), number)?.clone()
    }

    fn remove(&self, number: u32) -> Option<Rc<T>> {
        let object = place_of(&mut self.places.borrow_mut(), number)?.take()?;
        self.unused.borrow_mut().push(number);
        Some(object)
    }

    fn all(&self) -> Vec<Rc<T>> {
        self.places.borrow().iter().flatten().cloned().collect()
    }
}

/// Calls a method of the object with this number. Returns zero, or nothing, if there is none.
pub fn call<G: ModuleObject, T: ExportValue>(number: u32, method: impl FnOnce(&G) -> T) -> T::Raw {
    let object = G::table().with(|table| table.at(number));
    object.map_or_else(T::Raw::default, |object| method(&object).into_raw())
}

/// Releases the object with this number.
pub fn free<G: ModuleObject>(number: u32) {
    if let Some(object) = G::table().with(|table| table.remove(number)) {
        object.release();
    }
}

/// Makes all objects of a type usable again.
pub fn recover<G: ModuleObject>() {
    let table = G::table().with(ObjectTable::all);
    table.iter().for_each(|object| object.recover());
}

/// A type that an export can return.
pub trait ExportValue {
    /// Corresponding WebAssembly type.
    type Raw: Default;

    /// Converts the value for the host.
    fn into_raw(self) -> Self::Raw;
}

impl<G: ModuleObject> ExportValue for G {
    type Raw = u32;

    fn into_raw(self) -> u32 {
        G::table().with(|table| table.add(self))
    }
}

impl<G: ModuleObject> ExportValue for Option<G> {
    type Raw = u32;

    fn into_raw(self) -> u32 {
        self.map_or(0, G::into_raw)
    }
}

impl ExportValue for bool {
    type Raw = u32;

    fn into_raw(self) -> u32 {
        u32::from(self)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl ExportValue for $number {
            type Raw = $number;

            fn into_raw(self) -> $number {
                self
            }
        })*
    };
}

numbers!((), f64, i32, u32, usize);

fn place_of<T>(places: &mut [Option<Rc<T>>], number: u32) -> Option<&mut Option<Rc<T>>> {
    places.get_mut((number as usize).checked_sub(1)?)
}

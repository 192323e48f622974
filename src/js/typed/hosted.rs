//! The host of a game that is written in Rust, as the binding needs it.

use super::super::bound::{Bound, BoundHost};
use super::super::imports;
use super::super::values::ValueId;
use super::known::{self, Looked, Showing};
use super::values::{keep, raise, read_g};
use crate::codes::{answer, problem, value};
use crate::game::{Adapter, Game, Shared, patch_of};

use alloc::rc::Rc;
use alloc::string::String;
use core::ops::Not;

impl<G: Game> BoundHost for Adapter<G, ValueId> {
    fn bound(&self) -> &Bound<Self> {
        self.beside()
    }

    /// Its master draws other numbers.
    fn runs_ahead(&self) {
        self.set_draws(false);
    }

    /// What has not changed since the state before, as far as that was shown, is the same object. `undefined` where an error is
    /// thrown.
    fn show(&self, g: &Looked<G>) -> ValueId {
        let shown = g.shown().value(|base| {
            let id = match &base {
                Some(base) => match patch_of(&**g, &*base.g) {
                    Ok(None) => return Some(base.value.clone()),
                    Ok(Some(differences)) => imports::patched(base.value.id(), &differences),
                    Err(why) => unwritten(&String::from(why.inside("G"))),
                },
                None => keep(&**g, "G"),
            };
            has_thrown(id).not().then(|| {
                known::mark(id, g.inner());
                ValueId::new(id)
            })
        });
        shown.unwrap_or_else(ValueId::undefined)
    }

    fn read(&self, value: ValueId) -> Option<Looked<G>> {
        let known = known::state_of(value.id());
        let read = || read_g::<G>(value.id()).map(Rc::new).inspect(|g| known::mark(value.id(), g));
        match known.map_or_else(read, Ok) {
            Ok(g) => Some(Shared::known(g, Rc::new(Showing::of(value)))),
            Err(why) => {
                raise(problem::STATE, &why, "G");
                None
            }
        }
    }
}

fn unwritten(why: &str) -> u32 {
    raise(problem::STATE, why, "G");
    value::UNDEFINED
}

/// Whether no value is kept under this number, since something was thrown: no state is `undefined`.
fn has_thrown(kept: u32) -> bool {
    kept == value::UNDEFINED || kept == answer::THREW as u32
}

//! The host of a game in Rust, for the binding.

use super::super::bound::{Bound, BoundHost};
use super::super::imports;
use super::super::values::ValueId;
use super::shown_states::{self, LastShown, MatchState};
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

    /// A prediction draws no random numbers, because the master draws them.
    fn runs_ahead(&self) {
        self.set_draws(false);
    }

    /// Unchanged parts of the last shown state of this match stay the same objects. Returns `undefined` if an
    /// error was thrown.
    fn show(&self, g: &MatchState<G>) -> ValueId {
        let shown = g.shown().value(g.inner(), |last| {
            let id = match last {
                Some(last) => match patch_of(&**g, &*last.g) {
                    Ok(None) => return Some(last.value.clone()),
                    Ok(Some(differences)) => imports::patched(last.value.id(), &differences),
                    Err(why) => unwritten(&String::from(why.inside("G"))),
                },
                None => keep(&**g, "G"),
            };
            has_thrown(id).not().then(|| {
                shown_states::mark(id, g.inner());
                ValueId::new(id)
            })
        });
        shown.unwrap_or_else(ValueId::undefined)
    }

    fn aside<T>(&self, g: &MatchState<G>, show: impl FnOnce() -> T) -> T {
        let last = g.shown().last();
        let shown = show();
        g.shown().set_last(last);
        shown
    }

    fn read(&self, value: ValueId) -> Option<MatchState<G>> {
        let known = shown_states::state_of(value.id());
        let read = || read_g::<G>(value.id()).map(Rc::new).inspect(|g| shown_states::mark(value.id(), g));
        match known.map_or_else(read, Ok) {
            Ok(g) => {
                let line = Rc::new(LastShown::of(&g, value));
                Some(Shared::known(g, line))
            }
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

/// Returns `true` if nothing is stored under this number because an import has thrown. No state is
/// `undefined`.
fn has_thrown(kept: u32) -> bool {
    kept == value::UNDEFINED || kept == answer::THREW as u32
}

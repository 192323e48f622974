//! What the binding asks of a host besides what the engine asks.

use alloc::rc::Rc;
use core::cell::RefCell;

use super::names::Names;
use super::values::ValueId;
use super::write::{ContextCache, Last};
use crate::core::{Differences, GameValues, Host, PluginData};

/// A host whose matches JavaScript can hold. Arguments, outcomes and the like are values of JavaScript's, known by number;
/// `G` may be anything, and is shown as such a value when somebody looks.
pub trait BoundHost: Host + GameValues<Value = ValueId> + 'static {
    /// Whether [`show`](Self::show) runs none of the game's code, so that it neither throws nor panics.
    const SHOWS_WITHOUT_CODE: bool = false;

    /// What the binding keeps with the host.
    fn bound(&self) -> &Bound<Self>;

    /// The engine only runs ahead of a master from now on.
    fn runs_ahead(&self) {}

    /// `G` as a value of JavaScript's; the same value as long as it is the same `G`.
    fn show(&self, g: &Self::G) -> ValueId;

    /// Does what shows other states of the match that has this `G`. What was shown last before that is what the next state is compared with.
    fn aside<T>(&self, _g: &Self::G, show: impl FnOnce() -> T) -> T {
        show()
    }

    /// The `G` that such a value stands for; none if it stands for none.
    fn read(&self, value: ValueId) -> Option<Self::G>;
}

/// What the binding keeps with a host: the names that both sides know, and the objects that were made last.
pub struct Bound<H: GameValues> {
    /// The names that both sides know.
    pub names: Rc<Names>,
    /// `ctx` as JavaScript objects.
    pub contexts: ContextCache,
    /// The plugins' data that was handed over last, and as what.
    pub plugin_data: Last<PluginData<H>>,
}

impl<H: GameValues> Bound<H> {
    /// Nothing but the names that are known already.
    pub fn new(names: Rc<Names>, differences: Differences) -> Self {
        let contexts = ContextCache::new(Rc::clone(&names), differences);
        Bound { names, contexts, plugin_data: RefCell::new(None) }
    }
}

//! The binding's questions to a host, in addition to the engine's.

use alloc::rc::Rc;
use core::cell::RefCell;

use super::names::Names;
use super::values::ValueId;
use super::write::{CachedObject, ContextCache};
use crate::core::{Differences, GameValues, Host, PluginData};

/// A host whose matches JavaScript can hold. Arguments, outcomes and similar values are JavaScript values,
/// known by number. `G` may be of any type, and becomes such a value when it is shown.
pub trait BoundHost: Host + GameValues<Value = ValueId> + 'static {
    /// `true` if [`show`](Self::show) does not run the game's code, so that it neither throws nor panics.
    const SHOWS_WITHOUT_CODE: bool = false;

    /// Returns the binding's data for the host.
    fn bound(&self) -> &Bound<Self>;

    /// Notes that the engine is used only for predictions from now on.
    fn runs_ahead(&self) {}

    /// Returns `G` as a JavaScript value. The same `G` always gives the same value.
    fn show(&self, g: &Self::G) -> ValueId;

    /// Calls `show` to show other states of the match with this `G`. Afterwards, the next state is compared
    /// with the same last shown state as before.
    fn aside<T>(&self, _g: &Self::G, show: impl FnOnce() -> T) -> T {
        show()
    }

    /// Returns the `G` for a JavaScript value, or `None` if it stands for none.
    fn read(&self, value: ValueId) -> Option<Self::G>;
}

/// The binding's data for a host: the common names, and caches of the last objects.
pub struct Bound<H: GameValues> {
    /// Names that both sides know.
    pub names: Rc<Names>,
    /// `ctx` as JavaScript objects.
    pub contexts: ContextCache,
    /// Last plugins' data with their object.
    pub plugin_data: CachedObject<PluginData<H>>,
}

impl<H: GameValues> Bound<H> {
    /// Creates the data with these names and empty caches.
    pub fn new(names: Rc<Names>, differences: Differences) -> Self {
        let contexts = ContextCache::new(Rc::clone(&names), differences);
        Bound { names, contexts, plugin_data: RefCell::new(None) }
    }
}

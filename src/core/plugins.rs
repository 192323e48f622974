//! The data of plugins: the built-in `random` and `log`, and the game's own.

use alloc::rc::Rc;
use core::cell::RefCell;

use super::chance::Chance;
use super::value::GameValues;

/// Data of the plugins between actions.
pub struct PluginData<H: GameValues> {
    /// Origin of the numbers of `random`.
    pub random: Chance,
    /// Data of the game's own plugins, in their order.
    pub own: Rc<[H::Value]>,
    /// Metadata for the next log entry, which outlive refusals under `compat`.
    pub metadata: Option<Metadata<H::Value>>,
}

/// Metadata that an action has set with `log.setMetadata`.
pub type Metadata<V> = Rc<RefCell<Option<V>>>;

impl<H: GameValues> Clone for PluginData<H> {
    fn clone(&self) -> Self {
        PluginData { random: self.random.clone(), own: Rc::clone(&self.own), metadata: self.metadata.clone() }
    }
}

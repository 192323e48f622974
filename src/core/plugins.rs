//! The data of plugins: the built-in `random` and `log`, and the game's own.

use alloc::rc::Rc;
use core::cell::RefCell;

use super::chance::Chance;
use super::value::GameValues;

/// What the plugins keep between actions.
pub struct PluginData<H: GameValues> {
    /// Where the numbers of `random` come from.
    pub random: Chance,
    /// The data of the game's own plugins, in their order.
    pub own: Rc<[H::Value]>,
    /// Metadata for the next log entry, if it outlives refusals as in boardgame.io.
    pub metadata: Option<Metadata<H::Value>>,
}

/// What `log.setMetadata` noted during an action.
pub type Metadata<V> = Rc<RefCell<Option<V>>>;

impl<H: GameValues> Clone for PluginData<H> {
    fn clone(&self) -> Self {
        PluginData { random: self.random.clone(), own: Rc::clone(&self.own), metadata: self.metadata.clone() }
    }
}

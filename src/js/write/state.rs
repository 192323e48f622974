//! States, undo entries and the plugins' data as JavaScript objects.

use super::super::bound::BoundHost;
use super::super::imports;
use super::super::values::ValueId;
use crate::core::{Alea, Chance, Engine, Game, Name, PluginData, Random, State, UndoEntry};

/// Values for a generator that has drawn nothing.
const NO_ALEA: Alea = Alea { c: 0.0, s0: 0.0, s1: 0.0, s2: 0.0 };

/// Converter of states, log entries and undo entries into boardgame.io's objects. Its methods store the
/// objects with the host and return their numbers.
pub struct Converter<'a, H: BoundHost> {
    /// Game, for the names of moves and plugins.
    pub game: &'a Game<H::Function, ValueId>,
    /// Host, for its caches.
    pub host: &'a H,
}

impl<'a, H: BoundHost> Converter<'a, H> {
    /// Creates a converter for the states of this engine.
    pub fn of(engine: &'a Engine<H>) -> Self {
        Converter { game: &engine.game, host: &engine.host }
    }

    /// Creates the object of a state, with the entries of `_undo` from this one on.
    pub fn state(&self, state: &State<H>, first: usize) -> u32 {
        // The state's `G` first, because the last entry of `_undo` has the same one.
        let g = self.host.show(&state.g);
        let ctx = self.host.bound().contexts.ctx_of_state(&state.ctx);
        let plugins = self.plugins(&state.plugins);
        let deltalog = self.log(&state.deltalog);
        let (undo, redo) = (self.undo(state, first), self.redo(state));
        let state_id = state.state_id as f64;
        imports::keep_state(g.id(), ctx.id(), plugins.id(), deltalog, undo, redo, state_id)
    }

    /// Creates the list of `_undo` from this entry on, the oldest first.
    pub fn undo(&self, state: &State<H>, first: usize) -> u32 {
        self.add_undo_entries(state, state.undo.iter().take(state.undo.depth().saturating_sub(first)));
        imports::keep_list(true)
    }

    /// Creates the list of `_redo`, the nearest first.
    pub fn redo(&self, state: &State<H>) -> u32 {
        self.add_undo_entries(state, state.redo.iter());
        imports::keep_list(false)
    }

    /// Creates the object of the plugins' data: `{ random: { data }, log: { data }, events: { data }, … }`.
    /// The same data give the same object.
    pub fn plugins(&self, plugins: &PluginData<H>) -> ValueId {
        let mut last = self.host.bound().plugin_data.borrow_mut();
        if let Some((known, object)) = &*last
            && known.random == plugins.random
            && known.own.iter().map(ValueId::id).eq(plugins.own.iter().map(ValueId::id))
        {
            return object.clone();
        }
        let object = self.make_plugins(plugins);
        *last = Some((plugins.clone(), object.clone()));
        object
    }

    fn make_plugins(&self, plugins: &PluginData<H>) -> ValueId {
        let object = ValueId::new(match &plugins.random {
            Chance::Secure { drawn } => imports::make_secure_plugins(*drawn as f64),
            Chance::Seeded(Random { seed, prng }) => {
                let Alea { c, s0, s1, s2 } = prng.unwrap_or(NO_ALEA);
                imports::make_plugins(seed, prng.is_some(), c, s0, s1, s2)
            }
        });
        for (name, data) in self.game.plugins.iter().zip(plugins.own.iter()) {
            imports::put_data(object.id(), self.number(Some(name)), data.id());
        }
        imports::freeze(object.id());
        object
    }

    fn add_undo_entries<'s>(&self, state: &State<H>, entries: impl Iterator<Item = &'s UndoEntry<H>>) {
        self.host.aside(&state.g, || entries.for_each(|entry| self.add_undo_entry(entry)));
    }

    fn add_undo_entry(&self, entry: &UndoEntry<H>) {
        let name = entry.move_id.and_then(|id| self.game.move_names.name(id));
        imports::add_undo_entry(
            self.host.show(&entry.g).id(),
            self.host.bound().contexts.ctx_of_entry(&entry.ctx).id(),
            self.plugins(&entry.plugins).id(),
            self.number(entry.player_id.as_ref()),
            self.number(name),
            ValueId::id_or_undefined(entry.args.as_ref()),
        );
    }

    /// Returns the number of an optional name.
    pub(super) fn number(&self, name: Option<&Name>) -> i32 {
        self.host.bound().names.number_of(name)
    }
}

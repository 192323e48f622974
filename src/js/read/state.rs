//! Reads a state of another engine, or a stored one, from the flat list that
//! `pkg-template/lib/engine/state.ts` makes of it.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::bound::BoundHost;
use super::kinds::{Ctx, Kind};
use super::list::ListReader;
use crate::codes;
use crate::core::{
    Alea, Chance, Differences, Metadata, MoveNames, PluginData, Random, Stack, State, UndoEntry,
};

/// Reader of a state.
pub struct StateReader<'a, H> {
    /// Host of the state.
    pub host: &'a H,
    /// List, at the beginning of the state.
    pub list: ListReader<'a>,
    /// Names of the game's moves.
    pub moves: &'a MoveNames,
    /// Number of the game's own plugins.
    pub plugins: usize,
    /// Differences from boardgame.io.
    pub differences: Differences,
    /// Origin of random numbers for a state without a generator.
    pub random: Option<Chance>,
    /// `true` if random numbers come from a source. A state then needs no generator, and an existing one is
    /// dropped.
    pub has_source: bool,
}

impl<H: BoundHost> StateReader<'_, H> {
    /// Reads a state. Returns `None` if a `G` in it is not one of the game.
    pub fn state(mut self) -> Option<State<H>> {
        codes::state! {
            now = self.core()?;
            undo = self.history()?;
            redo = self.history()?;
            state_id = self.list.float() as u64;
        }
        let UndoEntry { g, ctx, plugins, .. } = now;
        Some(State { g, ctx, plugins, deltalog: Vec::new(), undo, redo, state_id })
    }

    fn history(&mut self) -> Option<Stack<UndoEntry<H>>> {
        let mut stack = Stack::default();
        for _ in 0..self.list.number() {
            codes::entry! {
                now = self.core()?;
                player_id = self.list.name();
                move_type = self.list.name();
                args = self.list.value();
            }
            let move_id = move_type.and_then(|name| self.moves.find(&name));
            let args = (args.id() != codes::value::UNDEFINED).then_some(args);
            stack = stack.push(UndoEntry { player_id, move_id, args, ..now });
        }
        Some(stack)
    }

    /// Reads the common fields of a state and an entry of its history.
    fn core(&mut self) -> Option<UndoEntry<H>> {
        codes::core! {
            g = self.host.read(self.list.value())?;
            ctx = Rc::new(ctx(&mut self.list, self.differences));
            random = self.random();
            drawn = self.list.float() as u64;
            own = self.list.values(self.plugins).into();
        }
        let metadata = self.differences.metadata_outlives_refusals().then(Metadata::default);
        let random = if self.has_source { Chance::Secure { drawn } } else { random };
        let plugins = Rc::new(PluginData { random, own, metadata });
        Some(UndoEntry { g, ctx, plugins, player_id: None, move_id: None, args: None })
    }

    fn random(&mut self) -> Chance {
        let seed = self.list.name();
        let prng = self.list.flag().then(|| Alea::read(&mut self.list, self.differences));
        match (seed, &self.random) {
            (None, Some(random)) => random.clone(),
            (seed, _) => Chance::Seeded(Random { seed: seed.unwrap_or_default(), prng }),
        }
    }
}

/// Reads a `ctx`.
pub fn ctx(list: &mut ListReader<'_>, differences: Differences) -> Ctx {
    Ctx::read(list, differences)
}

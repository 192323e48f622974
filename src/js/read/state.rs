//! A state made by another engine, or stored by this one, from the flat list that
//! `pkg-template/lib/engine/state.js` makes of it.

use std::rc::Rc;

use super::super::bound::BoundHost;
use super::super::imports;
use super::super::values::ValueId;
use super::list::ListReader;
use crate::core::{
    ActiveSet, Alea, Ctx, Differences, Limits, Metadata, MoveNames, Parser, PlayerMap, PluginData, Random,
    Stack, Stage, State, UndoEntry,
};

/// What a state is read with.
pub struct StateReader<'a, H> {
    /// Whose state it is.
    pub host: &'a H,
    /// The list, from where the state begins.
    pub list: ListReader<'a>,
    /// The game's moves.
    pub moves: &'a MoveNames,
    /// How many plugins of its own the game has.
    pub plugins: usize,
    /// What `compat` changes.
    pub differences: Differences,
    /// The generator of a state that has none.
    pub random: Option<Random>,
}

impl<H: BoundHost> StateReader<'_, H> {
    /// Reads a state; none if a `G` in it is none of the game's.
    pub fn state(mut self) -> Option<State<H>> {
        let now = self.core()?;
        let (undo, redo) = (self.history()?, self.history()?);
        Some(State {
            g: now.g,
            ctx: now.ctx,
            plugins: now.plugins,
            deltalog: Vec::new(),
            undo,
            redo,
            state_id: self.list.float() as u64,
        })
    }

    fn history(&mut self) -> Option<Stack<UndoEntry<H>>> {
        let mut stack = Stack::default();
        for _ in 0..self.list.number() {
            let mut entry = self.core()?;
            entry.player_id = self.list.name();
            entry.move_id = self.list.name().and_then(|name| self.moves.find(&name));
            stack = stack.push(Rc::new(entry));
        }
        Some(stack)
    }

    /// What a state and an entry of its history have in common.
    fn core(&mut self) -> Option<UndoEntry<H>> {
        let g = self.host.read(self.list.value())?;
        let ctx = Rc::new(ctx(&mut self.list, self.differences));
        Some(UndoEntry { g, ctx, plugins: self.plugin_data(), player_id: None, move_id: None })
    }

    fn plugin_data(&mut self) -> PluginData<H> {
        let list = &mut self.list;
        let seed = list.name();
        let prng = list.flag().then(|| Alea {
            c: list.float(),
            s0: list.float(),
            s1: list.float(),
            s2: list.float(),
        });
        let random = match (seed, &self.random) {
            (None, Some(random)) => random.clone(),
            (seed, _) => Random { seed: seed.unwrap_or_default(), prng },
        };
        let own = (0..self.plugins).map(|_| list.value()).collect();
        let keeps_metadata = self.differences.metadata_outlives_refusals();
        PluginData { random, own, metadata: keeps_metadata.then(Metadata::default) }
    }
}

/// Reads a `ctx`.
pub fn ctx(list: &mut ListReader<'_>, differences: Differences) -> Ctx<ValueId> {
    Ctx {
        num_players: list.number(),
        turn: list.number(),
        current_player: list.name(),
        play_order: list.players().into(),
        play_order_pos: list.float() as i32,
        phase: list.name(),
        active_players: stages(list, differences),
        num_moves: list.flag().then(|| list.number()),
        gameover: list.flag().then(|| list.value()),
        limits: list.flag().then(|| limits(list, differences)),
        removed: list.players().into(),
    }
}

fn limits(list: &mut ListReader<'_>, differences: Differences) -> Limits<ValueId> {
    let (min_moves, max_moves, num_moves) = (counts(list), counts(list), counts(list));
    let mut previous = Stack::default();
    for _ in 0..list.number() {
        previous = previous.push(Rc::new(ActiveSet {
            active_players: stages(list, differences),
            min_moves: counts(list),
            max_moves: counts(list),
            num_moves: counts(list),
        }));
    }
    let next = list.flag().then(|| Parser::new(list, differences).active_players()).transpose();
    let next = next.unwrap_or_else(|problem| {
        imports::raise("game/state", "ctx._nextActivePlayers", problem);
        None
    });
    Limits { min_moves, max_moves, num_moves, previous, next }
}

fn stages(list: &mut ListReader<'_>, differences: Differences) -> Option<PlayerMap<Stage>> {
    list.flag().then(|| {
        // Both are read in any case: what follows begins after them.
        let entries = (0..list.number())
            .map(|_| (list.name(), Parser::new(list, differences).stage_name()))
            .filter_map(|(player, stage)| Some((player?, stage)));
        entries.collect::<Vec<_>>().into_iter().collect()
    })
}

fn counts(list: &mut ListReader<'_>) -> Option<PlayerMap<u32>> {
    list.flag().then(|| {
        let entries = (0..list.number())
            .map(|_| (list.name(), list.number()))
            .filter_map(|(player, moves)| Some((player?, moves)));
        entries.collect::<Vec<_>>().into_iter().collect()
    })
}

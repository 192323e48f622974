//! Reads a state of another engine, or a stored one, from the flat list that
//! `pkg-template/lib/engine/state.ts` makes of it.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::bound::BoundHost;
use super::super::imports;
use super::super::values::ValueId;
use super::list::ListReader;
use crate::codes;
use crate::core::{
    ActivePlayersArg, ActiveSet, Alea, Chance, Ctx, Differences, Limits, Metadata, MoveNames, Parser,
    PlayerMap, PluginData, Random, Stack, Stage, State, UndoEntry,
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
            }
            let move_id = move_type.and_then(|name| self.moves.find(&name));
            stack = stack.push(UndoEntry { player_id, move_id, ..now });
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
        Some(UndoEntry { g, ctx, plugins, player_id: None, move_id: None })
    }

    fn random(&mut self) -> Chance {
        let seed = self.list.name();
        let prng = self.list.flag().then(|| generator(&mut self.list));
        match (seed, &self.random) {
            (None, Some(random)) => random.clone(),
            (seed, _) => Chance::Seeded(Random { seed: seed.unwrap_or_default(), prng }),
        }
    }
}

fn generator(list: &mut ListReader<'_>) -> Alea {
    codes::generator! {
        c = list.float();
        s0 = list.float();
        s1 = list.float();
        s2 = list.float();
    }
    Alea { c, s0, s1, s2 }
}

/// Reads a `ctx`.
pub fn ctx(list: &mut ListReader<'_>, differences: Differences) -> Ctx<ValueId> {
    codes::ctx! {
        num_players = list.number();
        turn = list.number();
        current_player = list.name();
        play_order = list.players().into();
        play_order_pos = list.float() as i32;
        phase = list.name();
        active_players = stages(list, differences);
        num_moves = list.flag().then(|| list.number());
        gameover = list.flag().then(|| list.value());
        limits = list.flag().then(|| limits(list, differences));
        removed = list.players().into();
    }
    Ctx {
        num_players,
        play_order,
        play_order_pos,
        current_player,
        turn,
        phase,
        active_players,
        limits,
        num_moves,
        removed,
        gameover,
    }
}

fn limits(list: &mut ListReader<'_>, differences: Differences) -> Limits<ValueId> {
    codes::limits! {
        min_moves = counts(list);
        max_moves = counts(list);
        num_moves = counts(list);
        previous = previous(list, differences);
        next = next(list, differences);
    }
    Limits { min_moves, max_moves, num_moves, previous, next }
}

fn previous(list: &mut ListReader<'_>, differences: Differences) -> Stack<ActiveSet> {
    let mut sets = Stack::default();
    for _ in 0..list.number() {
        codes::active_set! {
            active_players = stages(list, differences);
            min_moves = counts(list);
            max_moves = counts(list);
            num_moves = counts(list);
        }
        sets = sets.push(ActiveSet { active_players, min_moves, max_moves, num_moves });
    }
    sets
}

fn next(list: &mut ListReader<'_>, differences: Differences) -> Option<Rc<ActivePlayersArg<ValueId>>> {
    let parsed = list.flag().then(|| Parser::new(list, differences).active_players())?;
    parsed.map_err(|why| imports::raise(codes::problem::STATE, "ctx._nextActivePlayers", why)).ok()
}

fn stages(list: &mut ListReader<'_>, differences: Differences) -> Option<PlayerMap<Stage>> {
    list.flag().then(|| {
        let mut entries = Vec::new();
        for _ in 0..list.number() {
            // Both are read in any case, because the following values begin after them.
            let (player, stage) = (list.name(), Parser::new(list, differences).stage_name());
            entries.extend(player.map(|player| (player, stage)));
        }
        entries.into_iter().collect()
    })
}

fn counts(list: &mut ListReader<'_>) -> Option<PlayerMap<u32>> {
    list.flag().then(|| {
        let mut entries = Vec::new();
        for _ in 0..list.number() {
            let (player, moves) = (list.name(), list.number());
            entries.extend(player.map(|player| (player, moves)));
        }
        entries.into_iter().collect()
    })
}

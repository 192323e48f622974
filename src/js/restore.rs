//! A state made by another engine, or stored by this one, from the flat list that
//! `pkg-template/lib/state.js` makes of it.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::arguments;
use super::border::{Border, Handle};
use super::flat::FlatList;
use super::host::GameHost;
use crate::core::{
    ActivePlayersArg, ActiveSet, Alea, Ctx, Limits, MoveNames, PlayerMap, PluginData, Random, Stack, Stage,
    State, UndoEntry,
};

/// Reads a `ctx` alone.
pub fn ctx(list: JsValue, border: &Rc<Border>) -> Ctx<Handle> {
    let list = FlatList::new(list, border);
    Reader { list, border, moves: &MoveNames::default(), plugins: 0, random: None }.ctx()
}

/// Reads a state of a game with so many plugins of its own; `random` is for a state without a generator.
pub fn state(
    list: JsValue,
    border: &Rc<Border>,
    moves: &MoveNames,
    plugins: usize,
    random: Option<Random>,
) -> State<GameHost> {
    let list = FlatList::new(list, border);
    let mut reader = Reader { list, border, moves, plugins, random };
    let now = reader.moment();
    let (undo, redo) = (reader.history(), reader.history());
    State {
        g: now.g,
        ctx: now.ctx,
        plugins: now.plugins,
        deltalog: Vec::new(),
        undo,
        redo,
        state_id: reader.list.float() as u64,
    }
}

struct Reader<'a> {
    list: FlatList<'a>,
    border: &'a Rc<Border>,
    moves: &'a MoveNames,
    plugins: usize,
    random: Option<Random>,
}

impl Reader<'_> {
    fn history(&mut self) -> Stack<UndoEntry<GameHost>> {
        let mut stack = Stack::default();
        for _ in 0..self.list.number() {
            let mut entry = self.moment();
            entry.player_id = self.list.name();
            entry.move_id = self.list.name().and_then(|name| self.moves.find(&name));
            stack = stack.push(Rc::new(entry));
        }
        stack
    }

    fn moment(&mut self) -> UndoEntry<GameHost> {
        let g = self.list.handle();
        let ctx = Rc::new(self.ctx());
        UndoEntry { g, ctx, plugins: self.plugin_data(), player_id: None, move_id: None }
    }

    fn ctx(&mut self) -> Ctx<Handle> {
        Ctx {
            num_players: self.list.number(),
            turn: self.list.number(),
            current_player: self.list.name(),
            play_order: self.list.list(),
            play_order_pos: self.list.float() as i32,
            phase: self.list.name(),
            active_players: self.stages(),
            num_moves: self.list.flag().then(|| self.list.number()),
            gameover: self.list.flag().then(|| self.list.handle()),
            limits: self.list.flag().then(|| self.limits()),
            removed: self.list.list(),
        }
    }

    fn limits(&mut self) -> Limits<Handle> {
        let (min_moves, max_moves) = (self.counts(), self.counts());
        let num_moves = self.counts();
        let mut previous = Stack::default();
        for _ in 0..self.list.number() {
            previous = previous.push(Rc::new(ActiveSet {
                active_players: self.stages(),
                min_moves: self.counts(),
                max_moves: self.counts(),
                num_moves: self.counts(),
            }));
        }
        let next = self.list.flag().then(|| self.next());
        Limits { min_moves, max_moves, num_moves, previous, next }
    }

    fn next(&mut self) -> Rc<ActivePlayersArg<Handle>> {
        let raw = self.list.handle();
        let flat = self.list.value();
        arguments::active_players(flat, self.border, Some(raw))
    }

    fn stages(&mut self) -> Option<PlayerMap<Stage>> {
        let list = &mut self.list;
        list.flag().then(|| {
            let entries = (0..list.number()).filter_map(|_| Some((list.name()?, list.stage()?)));
            entries.collect::<Vec<_>>().into_iter().collect()
        })
    }

    fn counts(&mut self) -> Option<PlayerMap<u32>> {
        let list = &mut self.list;
        list.flag().then(|| {
            let entries = (0..list.number()).filter_map(|_| Some((list.name()?, list.number())));
            entries.collect::<Vec<_>>().into_iter().collect()
        })
    }

    fn plugin_data(&mut self) -> PluginData<GameHost> {
        let seed = self.list.name();
        let prng = self.list.flag().then(|| Alea {
            c: self.list.float(),
            s0: self.list.float(),
            s1: self.list.float(),
            s2: self.list.float(),
        });
        let random = match (seed, &self.random) {
            (None, Some(random)) => random.clone(),
            (seed, _) => Random { seed: seed.unwrap_or_default(), prng },
        };
        let own = (0..self.plugins).map(|_| self.list.handle()).collect();
        PluginData { random, own, metadata: self.border.metadata() }
    }
}

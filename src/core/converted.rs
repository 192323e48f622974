//! A state with values of another kind: a search keeps a game's moves and outcomes as the game has them, whatever they are elsewhere.

use alloc::rc::Rc;

use super::args::ActivePlayersArg;
use super::chance::Chance;
use super::ctx::{Ctx, Limits};
use super::plugins::PluginData;
use super::random::Random;
use super::stack::Stack;
use super::state::State;
use super::value::GameValues;

impl<H: GameValues> State<H> {
    /// The same position of a host whose values are others, for a search: with this `G`, without log, history, plugins and generator.
    pub fn converted<To: GameValues>(&self, g: To::G, value: &impl Fn(&H::Value) -> To::Value) -> State<To> {
        State {
            g,
            ctx: Rc::new(self.ctx.converted(value)),
            plugins: PluginData {
                random: Chance::Seeded(Random::seeded("")),
                own: Rc::new([]),
                metadata: None,
            },
            deltalog: alloc::vec::Vec::new(),
            undo: Stack::default(),
            redo: Stack::default(),
            state_id: self.state_id,
        }
    }
}

impl<V> Ctx<V> {
    /// The same with values of another kind.
    fn converted<To>(&self, value: &impl Fn(&V) -> To) -> Ctx<To> {
        Ctx {
            num_players: self.num_players,
            turn: self.turn,
            current_player: self.current_player.clone(),
            play_order: Rc::clone(&self.play_order),
            play_order_pos: self.play_order_pos,
            phase: self.phase.clone(),
            active_players: self.active_players.clone(),
            num_moves: self.num_moves,
            gameover: self.gameover.as_ref().map(value),
            limits: self.limits.as_ref().map(|limits| limits.converted(value)),
            removed: Rc::clone(&self.removed),
        }
    }
}

impl<V> Limits<V> {
    fn converted<To>(&self, value: &impl Fn(&V) -> To) -> Limits<To> {
        Limits {
            min_moves: self.min_moves.clone(),
            max_moves: self.max_moves.clone(),
            num_moves: self.num_moves.clone(),
            previous: self.previous.clone(),
            next: self.next.as_ref().map(|next| Rc::new(next.converted(value))),
        }
    }
}

impl<V> ActivePlayersArg<V> {
    fn converted<To>(&self, value: &impl Fn(&V) -> To) -> ActivePlayersArg<To> {
        ActivePlayersArg {
            raw: value(&self.raw),
            current_player: self.current_player.clone(),
            others: self.others.clone(),
            all: self.all.clone(),
            value: self.value.clone(),
            min_moves: self.min_moves,
            max_moves: self.max_moves,
            revert: self.revert,
            next: self.next.as_ref().map(|next| Rc::new(next.converted(value))),
        }
    }
}

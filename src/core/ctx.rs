//! `ctx`: the current turn, the active players, and their bookkeeping.

use alloc::rc::Rc;

use super::args::ActivePlayersArg;
use super::clock::Clock;
use super::ids::{Name, PlayerID, Stage, is_seat};
use super::player_map::PlayerMap;
use super::stack::Stack;
use super::text::number;

/// The engine's state of a match: boardgame.io's `ctx`, field by field.
///
/// `V` is the host's type of values that only the game understands.
#[derive(Clone, Debug)]
pub struct Ctx<V> {
    /// Number of seats.
    pub num_players: u32,
    /// Number of the turn, counted from 1. 0: before the first turn.
    pub turn: u32,
    /// Current player. `None`: all players were removed.
    pub current_player: Option<PlayerID>,
    /// Players in the order of their turns.
    pub play_order: Rc<[PlayerID]>,
    /// Index of the current player in `play_order`.
    pub play_order_pos: i32,
    /// Current phase. `None`: in no phase.
    pub phase: Option<Name>,
    /// Active players and their stages. `None`: only the current player.
    pub active_players: Option<PlayerMap<Stage>>,
    /// Number of moves of the current player in this turn. `None`: before the first turn.
    pub num_moves: Option<u32>,
    /// Outcome of the game. `None`: the game goes on.
    pub gameover: Option<V>,
    /// Limits and counts of the active players. `None`: before the first turn.
    pub limits: Option<Limits<V>>,
    /// Players removed by `pass({ remove: true })` or `removePlayer`, also from later phases.
    pub removed: Rc<[PlayerID]>,
    /// Clock of a game with time. `None`: the game has no time, or the host has no clock.
    pub clock: Option<Rc<Clock>>,
}

/// The underscored fields of `ctx`: limits and counts of active players, and the sets before and after this
/// one.
#[derive(Clone, Debug)]
pub struct Limits<V> {
    /// `_activePlayersMinMoves`: minimum numbers of moves before `endStage`.
    pub min_moves: Option<PlayerMap<u32>>,
    /// `_activePlayersMaxMoves`: numbers of moves after which players' stages end.
    pub max_moves: Option<PlayerMap<u32>>,
    /// `_activePlayersNumMoves`: numbers of moves since players became active. `None`: there is no turn
    /// order, because phases ended each other at the very start.
    pub num_moves: Option<PlayerMap<u32>>,
    /// `_prevActivePlayers`: sets to which `revert` returns, the latest on top.
    pub previous: Stack<ActiveSet>,
    /// `_nextActivePlayers`: the set that follows.
    pub next: Option<Rc<ActivePlayersArg<V>>>,
}

/// A set of active players with its limits and counts, for `revert`.
#[derive(Clone, Debug)]
pub struct ActiveSet {
    /// Active players and their stages.
    pub active_players: Option<PlayerMap<Stage>>,
    /// As in [`Limits`].
    pub min_moves: Option<PlayerMap<u32>>,
    /// As in [`Limits`].
    pub max_moves: Option<PlayerMap<u32>>,
    /// As in [`Limits`].
    pub num_moves: Option<PlayerMap<u32>>,
}

impl ActiveSet {
    fn copy(&self) -> Self {
        let mut copy = self.clone();
        copy_map(&mut copy.active_players);
        for map in [&mut copy.min_moves, &mut copy.max_moves, &mut copy.num_moves] {
            copy_map(map);
        }
        copy
    }
}

impl<V> Limits<V> {
    /// Returns `true` if no field has a value.
    pub fn are_empty(&self) -> bool {
        self.min_moves.is_none()
            && self.max_moves.is_none()
            && self.num_moves.as_ref().is_some_and(PlayerMap::is_empty)
            && self.previous.depth() == 0
            && self.next.is_none()
    }
}

impl<V> Ctx<V> {
    /// Returns the `ctx` for `setup`, before the first phase and turn.
    pub fn before_first_turn(num_players: u32, phase: Option<Name>) -> Self {
        Ctx {
            num_players,
            turn: 0,
            current_player: Some("0".into()),
            play_order: everybody(num_players),
            play_order_pos: 0,
            phase,
            active_players: None,
            num_moves: None,
            gameover: None,
            limits: None,
            removed: Rc::new([]),
            clock: None,
        }
    }

    /// Returns the number of moves of the current player in this turn.
    pub fn moves_made(&self) -> u32 {
        self.num_moves.unwrap_or(0)
    }

    /// Returns a copy whose maps no other state shares.
    pub(super) fn with_maps_of_its_own(mut self) -> Self
    where
        V: Clone,
    {
        copy_map(&mut self.active_players);
        if let Some(limits) = &mut self.limits {
            copy_map(&mut limits.min_moves);
            copy_map(&mut limits.max_moves);
            copy_map(&mut limits.num_moves);
            let sets: alloc::vec::Vec<ActiveSet> = limits.previous.iter().map(|set| set.copy()).collect();
            let from_below = sets.into_iter().rev();
            limits.previous = from_below.fold(Stack::default(), |stack, set| stack.push(set));
        }
        self
    }

    /// Returns `true` if the match has this player.
    pub(super) fn has_player(&self, player: &PlayerID) -> bool {
        let has = |players: &[PlayerID]| players.contains(player);
        has(&self.play_order) || has(&self.removed) || self.has_seat(player)
    }

    /// Returns `true` if this is one of the seats `'0'` to `'n-1'`.
    pub fn has_seat(&self, player: &str) -> bool {
        is_seat(player, self.num_players)
    }

    /// Returns `true` if this player is active, even if the game is over.
    pub fn is_player_active(&self, player: &str) -> bool {
        match &self.active_players {
            Some(active) => active.contains(player),
            None => self.current_player.as_deref() == Some(player),
        }
    }
}

fn copy_map<T: Clone>(map: &mut Option<PlayerMap<T>>) {
    *map = map.as_ref().map(PlayerMap::copy);
}

/// Returns the seats of a match, `'0'` to `'n-1'`.
pub(super) fn everybody(num_players: u32) -> Rc<[PlayerID]> {
    (0..num_players).map(|seat| PlayerID::from(number(seat))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_current_player_is_active_when_no_set_is_declared() {
        let ctx: Ctx<()> = Ctx::before_first_turn(2, None);
        assert!(ctx.is_player_active("0"));
        assert!(!ctx.is_player_active("1"));
    }
}

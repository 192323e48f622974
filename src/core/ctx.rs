//! `ctx`: whose turn it is, who may act, and the bookkeeping behind it.

use alloc::rc::Rc;

use super::args::ActivePlayersArg;
use super::ids::{Name, PlayerID, Stage, is_seat};
use super::player_map::PlayerMap;
use super::stack::Stack;
use super::text::number;

/// What the engine knows about a match besides `G`: boardgame.io's `ctx`, field by field.
///
/// `V` is the host's type for values that only the game understands.
#[derive(Clone, Debug)]
pub struct Ctx<V> {
    /// How many players the match was made for.
    pub num_players: u32,
    /// The turn's number: 0 before the first turn, then from 1.
    pub turn: u32,
    /// Whose turn it is. None: every player has been removed.
    pub current_player: Option<PlayerID>,
    /// The players in the order of their turns.
    pub play_order: Rc<[PlayerID]>,
    /// The current player's index in `play_order`.
    pub play_order_pos: i32,
    /// The current phase, if the game is in one.
    pub phase: Option<Name>,
    /// Who may act and in which stage. None: the current player alone.
    pub active_players: Option<PlayerMap<Stage>>,
    /// Moves made by the current player this turn; none before the first turn.
    pub num_moves: Option<u32>,
    /// The outcome, once the game is over.
    pub gameover: Option<V>,
    /// Limits and counts of the active players; none before the first turn.
    pub limits: Option<Limits<V>>,
    /// Players taken out by `pass({ remove: true })` or `removePlayer`; they stay out in later phases.
    pub removed: Rc<[PlayerID]>,
}

/// The underscored fields of `ctx`: limits and counts of active players, and the sets that follow this one.
#[derive(Clone, Debug)]
pub struct Limits<V> {
    /// `_activePlayersMinMoves`: moves to make before `endStage` is allowed.
    pub min_moves: Option<PlayerMap<u32>>,
    /// `_activePlayersMaxMoves`: moves after which a player's stage ends.
    pub max_moves: Option<PlayerMap<u32>>,
    /// `_activePlayersNumMoves`: moves made since the player became active. None: no turn order has been set up,
    /// because phases ended one another at the very start.
    pub num_moves: Option<PlayerMap<u32>>,
    /// `_prevActivePlayers`: the sets to go back to, the latest on top.
    pub previous: Stack<ActiveSet>,
    /// `_nextActivePlayers`: the set that follows this one.
    pub next: Option<Rc<ActivePlayersArg<V>>>,
}

/// A set of active players with its limits and counts, kept for `revert`.
#[derive(Clone, Debug)]
pub struct ActiveSet {
    /// Who was active, in which stage.
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
    /// Whether no field has a value.
    pub fn are_empty(&self) -> bool {
        self.min_moves.is_none()
            && self.max_moves.is_none()
            && self.num_moves.as_ref().is_some_and(PlayerMap::is_empty)
            && self.previous.depth() == 0
            && self.next.is_none()
    }
}

impl<V> Ctx<V> {
    /// The `ctx` that `setup` sees: before any phase or turn has begun.
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
        }
    }

    /// Moves made by the current player this turn.
    pub fn moves_made(&self) -> u32 {
        self.num_moves.unwrap_or(0)
    }

    /// The same with maps that no other state shares.
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

    /// Whether the match has such a player.
    pub(super) fn has_player(&self, player: &PlayerID) -> bool {
        let has = |players: &[PlayerID]| players.contains(player);
        has(&self.play_order) || has(&self.removed) || self.has_seat(player)
    }

    /// Whether this is one of the seats, `'0'` to `'n-1'`.
    pub fn has_seat(&self, player: &str) -> bool {
        is_seat(player, self.num_players)
    }

    /// Whether this player is active; the game may be over.
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

/// The seats of a match, `'0'` to `'n-1'`.
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

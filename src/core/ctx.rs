//! `ctx`: whose turn it is, who may act, and the bookkeeping behind it.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use super::action::ActivePlayersArg;
use super::undo::Stack;

/// The name of a phase, a stage or a move.
pub type Name = Rc<str>;

/// A player's seat: `'0'`, `'1'`, …, or what the game's own `playOrder` calls it.
pub type PlayerID = Rc<str>;

/// What marks a player who is a number in the game's own play order, under `compat: '0.50'`: there the player is
/// never equal to the text that names them everywhere else.
pub const NUMBER_PREFIX: &str = "\0#";

/// The player's name as text, whether the game writes it as a number or not.
pub(super) fn as_text(player: &PlayerID) -> PlayerID {
    player.strip_prefix(NUMBER_PREFIX).map_or_else(|| PlayerID::clone(player), PlayerID::from)
}

/// The stage of an active player; `None` is `Stage.NULL`: active, in no particular stage.
pub type Stage = Option<Name>;

/// What the engine knows about a match besides `G`: boardgame.io's `ctx`, field by field.
///
/// `V` is the host's type for values that only the game understands.
#[derive(Clone, Debug)]
pub struct Ctx<V> {
    /// How many players the match was made for.
    pub num_players: u32,
    /// The turn's number: 0 before the first turn, then from 1.
    pub turn: u32,
    /// Whose turn it is; none only when every player has been removed.
    pub current_player: Option<PlayerID>,
    /// The players in the order of their turns.
    pub play_order: Rc<[PlayerID]>,
    /// The current player's index in `play_order`.
    pub play_order_pos: i32,
    /// The current phase, if the game is in one.
    pub phase: Option<Name>,
    /// Who may act and in which stage; none: the current player alone.
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

/// The underscored fields of `ctx`: limits, counts, and what follows when nobody is active any more.
#[derive(Clone, Debug)]
pub struct Limits<V> {
    /// `_activePlayersMinMoves`: moves to make before `endStage` is allowed.
    pub min_moves: Option<PlayerMap<u32>>,
    /// `_activePlayersMaxMoves`: moves after which a player's stage ends.
    pub max_moves: Option<PlayerMap<u32>>,
    /// `_activePlayersNumMoves`: moves made since the player became active; none where no turn order had been
    /// set up yet, after a loop at the very start.
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

impl<V> Limits<V> {
    /// Whether there is nothing to limit, to count or to come back to.
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

    /// Whether the match has such a player.
    pub(super) fn has_player(&self, player: &PlayerID) -> bool {
        let has = |players: &[PlayerID]| players.contains(player);
        has(&self.play_order) || has(&self.removed) || is_seat(player, self.num_players)
    }

    /// Whether this player may act now. The end of the game is looked at elsewhere.
    pub fn is_player_active(&self, player: &str) -> bool {
        match &self.active_players {
            Some(active) => active.contains(player),
            None => self.current_player.as_deref() == Some(player),
        }
    }
}

/// The seats of a match, `'0'` to `'n-1'`.
pub(super) fn everybody(num_players: u32) -> Rc<[PlayerID]> {
    (0..num_players).map(|seat| PlayerID::from(seat.to_string())).collect()
}

fn is_seat(player: &PlayerID, num_players: u32) -> bool {
    player.parse().is_ok_and(|seat: u32| seat < num_players && *seat.to_string() == **player)
}

/// A map from players to something small, shared by the states that agree on it.
///
/// [`PlayerMap::edit`] copies before it writes, so that no earlier state changes. boardgame.io writes in
/// place at some spots, and an undo then brings back counters of moves that never happened; under
/// `compat: '0.50'` the caller asks for just that.
#[derive(Debug, PartialEq)]
pub struct PlayerMap<T>(Rc<RefCell<Entries<T>>>);

/// The entries of a [`PlayerMap`]: a list, because few players are searched faster than hashed.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries<T>(Vec<(PlayerID, T)>);

impl<T> Entries<T> {
    /// What is noted for this player.
    pub fn find(&self, player: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| **known == *player).map(|(_, value)| value)
    }

    /// Notes something for this player, in place of what was noted before.
    pub fn insert(&mut self, player: &PlayerID, value: T) {
        match self.0.iter_mut().find(|(known, _)| known == player) {
            Some((_, noted)) => *noted = value,
            None => self.0.push((Rc::clone(player), value)),
        }
    }

    /// Forgets this player.
    pub fn remove(&mut self, player: &str) {
        self.0.retain(|(known, _)| **known != *player);
    }

    /// Every player with what is noted.
    pub fn iter(&self) -> impl Iterator<Item = &(PlayerID, T)> {
        self.0.iter()
    }

    /// The entries as a map; none if there are none.
    pub fn into_map(self) -> Option<PlayerMap<T>> {
        (!self.0.is_empty()).then(|| PlayerMap(Rc::new(RefCell::new(self))))
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<T: Clone> PlayerMap<T> {
    /// What is noted for this player.
    pub fn find(&self, player: &str) -> Option<T> {
        self.0.borrow().find(player).cloned()
    }

    /// Whether anything is noted for this player.
    pub fn contains(&self, player: &str) -> bool {
        self.0.borrow().find(player).is_some()
    }

    /// Whether nobody is noted.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().0.is_empty()
    }

    /// The entries as they are now.
    pub fn entries(&self) -> Ref<'_, Entries<T>> {
        self.0.borrow()
    }

    /// Whether both are the same map, and not only equal.
    pub fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Changes the map; `in_place` also changes it in every earlier state that shares it.
    pub fn edit(&mut self, in_place: bool, change: impl FnOnce(&mut Entries<T>)) {
        if !in_place && Rc::strong_count(&self.0) > 1 {
            let copy = self.0.borrow().clone();
            self.0 = Rc::new(RefCell::new(copy));
        }
        change(&mut self.0.borrow_mut());
    }
}

impl<T> Clone for PlayerMap<T> {
    fn clone(&self) -> Self {
        PlayerMap(Rc::clone(&self.0))
    }
}

impl<T> Default for PlayerMap<T> {
    fn default() -> Self {
        PlayerMap(Rc::default())
    }
}

impl<T> FromIterator<(PlayerID, T)> for PlayerMap<T> {
    fn from_iter<I: IntoIterator<Item = (PlayerID, T)>>(entries: I) -> Self {
        PlayerMap(Rc::new(RefCell::new(Entries(entries.into_iter().collect()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_leaves_the_map_of_the_earlier_state_alone() {
        let before: PlayerMap<u32> = [("0".into(), 1)].into_iter().collect();
        let mut after = before.clone();
        after.edit(false, |counts| counts.insert(&"0".into(), 2));
        assert_eq!((before.find("0"), after.find("0")), (Some(1), Some(2)));
    }

    #[test]
    fn an_edit_in_place_is_seen_by_the_earlier_state_as_in_boardgame_io() {
        let before: PlayerMap<u32> = [("0".into(), 1)].into_iter().collect();
        let mut after = before.clone();
        after.edit(true, |counts| counts.insert(&"0".into(), 2));
        assert_eq!(before.find("0"), Some(2));
    }

    #[test]
    fn only_the_current_player_is_active_when_no_set_is_declared() {
        let ctx: Ctx<()> = Ctx::before_first_turn(2, None);
        assert!(ctx.is_player_active("0"));
        assert!(!ctx.is_player_active("1"));
    }
}

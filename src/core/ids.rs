//! The names of players, phases, stages and moves.

use alloc::rc::Rc;

use super::text::number;
pub use rondel_codes::NUMBER_PREFIX;

/// Name of a phase, a stage or a move.
pub type Name = Rc<str>;

/// ID of a player: `'0'`, `'1'`, …, or a name from the game's own `playOrder`.
pub type PlayerID = Rc<str>;

/// Returns the player's ID without the prefix of a number.
pub fn as_text(player: &PlayerID) -> PlayerID {
    player.strip_prefix(NUMBER_PREFIX).map_or_else(|| PlayerID::clone(player), PlayerID::from)
}

/// Parses an index as JavaScript formats it: `'2'`, not `'02'`.
pub(super) fn index_of(text: &str) -> Option<u32> {
    let digits = |number: u32, byte| number.checked_mul(10)?.checked_add(char::from(byte).to_digit(10)?);
    text.bytes().try_fold(0, digits).filter(|index| number(*index) == *text)
}

/// Returns `true` if this is one of the seats `'0'` to `'n-1'`.
pub fn is_seat(player: &str, num_players: u32) -> bool {
    index_of(player).is_some_and(|seat| seat < num_players)
}

/// Name of the stage `true`, which is a stage in boardgame.io.
pub const TRUE_STAGE: &str = "\0true";

/// Index of a move's name in [`MoveNames`](super::game::MoveNames).
pub type MoveId = usize;

/// Stage of an active player. `None` is `Stage.NULL`: active, in no particular stage.
pub type Stage = Option<Name>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_has_a_number_below_that_of_the_players_written_as_javascript_writes_it() {
        assert!(is_seat("0", 3) && is_seat("2", 3) && is_seat("10", 11));
        let others =
            ["3", "-0", "-1", "01", "1.0", "1e0", " 1", "+1", "", "x", "NaN", "4294967296", "٢", "\0#1"];
        for other in others {
            assert!(!is_seat(other, 3), "{other}");
        }
        assert!(!is_seat("4294967295", u32::MAX) && !is_seat("4294967296", u32::MAX));
    }
}

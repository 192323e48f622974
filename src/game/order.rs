//! Who begins, and who follows whom.

use std::vec::Vec;

use super::hooks::Ask;
use super::seat::Seat;

/// Who begins, and who follows whom.
pub enum Order<G> {
    /// Round the table, going on across phases.
    Default,
    /// Round the table, from the first player in each phase.
    Reset,
    /// Round the table, beginning with the player who ended the last phase.
    Continue,
    /// Round the table once; then the phase ends.
    Once,
    /// Round this order.
    Custom(Vec<Seat>),
    /// Round the order that this returns when a phase begins.
    CustomFrom(Ask<G, Vec<Seat>>),
    /// As these say.
    Own {
        /// The play order when a phase begins. None: all players.
        play_order: Option<Ask<G, Vec<Seat>>>,
        /// The place in it of the player who begins a phase. None: the first. It still sees the order of the phase before.
        first: Option<Ask<G, usize>>,
        /// The place of the player who is next; if it returns none, the phase ends. None: round the order.
        next: Option<Ask<G, Option<usize>>>,
    },
}

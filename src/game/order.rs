//! The turn order.

use std::vec::Vec;

use super::hooks::Ask;
use super::seat::Seat;

/// Turn order of a game or a phase.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # pub struct Race { places: PerSeat<u32> }
/// # #[derive(Clone, Debug, PartialEq, Moves)]
/// # pub enum Move { Step }
/// # impl Game for Race {
/// #     type Move = Move;
/// #     const NAME: &'static str = "race";
/// #     fn setup(cx: &Setup) -> Result<Self> { Ok(Race { places: cx.per_seat(|seat| 9 - seat.index() as u32) }) }
/// #     fn play(&mut self, _: Move, _: &Cx) -> Played { Ok(()) }
/// fn flow(flow: Flow<Self>) -> Flow<Self> {
///     // The last player on the track begins.
///     flow.turn(|t| t.order(Order::CustomFrom(|race, cx| {
///         let mut seats: Vec<Seat> = cx.seats().collect();
///         seats.sort_by_key(|seat| race.places[*seat]);
///         seats
///     })))
/// }
/// # }
/// # assert_eq!(Match::<Race>::new(3).start()?.ctx().current(), Seat::new(2));
/// # Ok::<(), MatchError>(())
/// ```
pub enum Order<G> {
    /// Around the table, continuing across phases.
    Default,
    /// Around the table, from the first player in each phase.
    Reset,
    /// Around the table, beginning with the player who ended the last phase.
    Continue,
    /// Once around the table. Then the phase ends.
    Once,
    /// Around the table in this order.
    Custom(Vec<Seat>),
    /// Around the table in the order that this function returns when a phase begins.
    CustomFrom(Ask<G, Vec<Seat>>),
    /// An order of the game's own.
    Own {
        /// Returns the play order when a phase begins. Default: all players.
        play_order: Option<Ask<G, Vec<Seat>>>,
        /// Returns the index in the play order of the player who begins a phase. It still sees the order of
        /// the last phase. Default: 0.
        first: Option<Ask<G, usize>>,
        /// Returns the index of the next player. `None` as its result ends the phase. Default: around the
        /// order.
        next: Option<Ask<G, Option<usize>>>,
    },
}

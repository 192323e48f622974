//! Who begins, and who follows whom.

use std::vec::Vec;

use super::hooks::Ask;
use super::seat::Seat;

/// Who begins, and who follows whom.
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
///     // Who is behind begins.
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

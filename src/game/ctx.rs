//! The engine's state, as a game's code reads it.

use std::cell::Cell;

use super::names::{Phases, Stages};
use super::seat::Seat;
use crate::core::{self, Name, PlayerID, PlayerMap, Stage};

/// The engine's state of a match: turn, phase, stages, play order. Read-only.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    num_players: u32,
    turn: u32,
    moves_made: u32,
    place: i32,
    is_over: bool,
    current: Option<&'a PlayerID>,
    order: &'a [PlayerID],
    phase: Option<&'a Name>,
    active: Option<&'a PlayerMap<Stage>>,
    was_read: Option<&'a Cell<bool>>,
    lists_nothing: Option<&'a Cell<bool>>,
}

impl<'a> Ctx<'a> {
    /// Iterates over the seats of the match, from the first.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.num_seats())
    }

    /// Returns the number of seats of the match.
    pub fn num_seats(&self) -> usize {
        self.num_players as usize
    }

    /// Returns the next seat around the table. Removed players count.
    ///
    /// ```
    /// # use rondel::prelude::*;
    /// # #[state]
    /// # pub struct Pass { left: Option<Seat> }
    /// # #[derive(Clone, Debug, PartialEq, Moves)]
    /// # pub enum Move { Go }
    /// # impl Game for Pass {
    /// #     type Move = Move;
    /// #     const NAME: &'static str = "pass";
    /// #     fn setup(_: &Setup) -> Result<Self> { Ok(Pass { left: None }) }
    /// fn play(&mut self, _: Move, cx: &Cx) -> Played {
    ///     self.left = Some(cx.after(cx.player()));
    ///     Ok(())
    /// }
    /// # }
    /// # let mut game = Match::<Pass>::new(2).start()?;
    /// # game.play(0, Move::Go)?;
    /// # assert_eq!(game.g().left, Some(Seat::new(1)));
    /// # assert_eq!(game.ctx().after(Seat::new(1)), Seat::new(0));
    /// # Ok::<(), MatchError>(())
    /// ```
    pub fn after(&self, seat: Seat) -> Seat {
        self.seats().nth(seat.index() + 1).unwrap_or(Seat::new(0))
    }

    /// Returns the current player. If all players were removed, returns the first seat.
    pub fn current(&self) -> Seat {
        self.note_read();
        self.current.and_then(|player| Seat::parse(player)).unwrap_or(Seat::new(0))
    }

    /// Returns the number of the turn, counted from 1; 0 during `setup`.
    pub fn turn(&self) -> u32 {
        self.note_read();
        self.turn
    }

    /// Returns the number of moves that the current player made in this turn. Moves with `no_limit` do not
    /// count.
    pub fn moves_made(&self) -> u32 {
        self.note_read();
        self.moves_made
    }

    /// Iterates over the players in play order.
    pub fn play_order(&self) -> impl Iterator<Item = Seat> + use<'a> {
        self.note_read();
        self.order.iter().filter_map(|player| Seat::parse(player))
    }

    /// Returns the index of the current player in the play order.
    pub fn place(&self) -> usize {
        self.note_read();
        usize::try_from(self.place).unwrap_or_default()
    }

    /// Returns the current phase, or `None` outside of phases.
    pub fn phase<P: Phases>(&self) -> Option<P> {
        self.note_read();
        self.phase.and_then(|name| P::named(name))
    }

    /// Returns `true` if the game is in this phase.
    pub fn is_in<P: Phases>(&self, phase: P) -> bool {
        self.note_read();
        self.phase.is_some_and(|name| **name == *phase.name())
    }

    /// Returns the stage of a player, or `None` outside of stages.
    pub fn stage<S: Stages>(&self, seat: Seat) -> Option<S> {
        self.note_read();
        S::named(&self.active?.find(&id_of(seat))??)
    }

    /// Returns `true` if the player may act.
    pub fn is_active(&self, seat: Seat) -> bool {
        self.note_read();
        match self.active {
            _ if self.is_over => false,
            Some(active) => active.contains(&id_of(seat)),
            None => self.current.and_then(|player| Seat::parse(player)) == Some(seat),
        }
    }

    /// Returns `true` if the game is over.
    pub fn is_over(&self) -> bool {
        self.note_read();
        self.is_over
    }

    /// Returns a view of the engine's `ctx`.
    pub(crate) fn of<V>(ctx: &'a core::Ctx<V>) -> Self {
        Ctx {
            num_players: ctx.num_players,
            turn: ctx.turn,
            moves_made: ctx.moves_made(),
            place: ctx.play_order_pos,
            is_over: ctx.gameover.is_some(),
            current: ctx.current_player.as_ref(),
            order: &ctx.play_order,
            phase: ctx.phase.as_ref(),
            active: ctx.active_players.as_ref(),
            was_read: None,
            lists_nothing: None,
        }
    }

    /// Returns a copy that sets `was_read` when it is read. Reading the seats does not count, because they
    /// never change.
    pub(crate) fn noting(self, was_read: &'a Cell<bool>) -> Self {
        Ctx { was_read: Some(was_read), ..self }
    }

    /// Returns a copy that sets `lists_nothing` if the game does not implement `moves`.
    #[cfg(any(rondel_types, not(target_arch = "wasm32")))]
    pub(super) fn noting_lists(self, lists_nothing: &'a Cell<bool>) -> Self {
        Ctx { lists_nothing: Some(lists_nothing), ..self }
    }

    pub(super) fn note_no_list(&self) {
        if let Some(lists_nothing) = self.lists_nothing {
            lists_nothing.set(true);
        }
    }

    fn note_read(&self) {
        if let Some(was_read) = self.was_read {
            was_read.set(true);
        }
    }
}

/// Returns the engine's ID of the player at this seat.
pub(crate) fn id_of(seat: Seat) -> PlayerID {
    /// IDs that need no formatting.
    const FIRST: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    match FIRST.get(seat.index()) {
        Some(id) => PlayerID::from(*id),
        None => std::string::ToString::to_string(&seat).into(),
    }
}

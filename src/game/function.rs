//! The functions of a game that the engine calls.

use std::rc::Rc;
use std::vec::Vec;

use super::ctx::Ctx;
use super::ends::{PhaseEnd, TurnEnd};
use super::hooks::{Ask, Hook, MoveHook};
use super::moves::HasMoves;
use super::seat::Seat;
use crate::core::{MoveId, Time};

/// A question about a match, whose answer is converted into one of the engine's types.
type Question<G, T> = Rc<dyn Fn(&G, &Ctx<'_>) -> T>;

/// A function of a game that the engine calls.
pub enum Function<G: HasMoves> {
    /// [`Game::setup`](super::Game::setup)
    Setup,
    /// [`Game::play`](super::Game::play) for the move with this number.
    Play(MoveId),
    /// [`Game::outcome`](super::Game::outcome)
    Outcome,
    /// A hook.
    Hook(Hook<G>),
    /// `on_move` of a turn.
    OnMove(MoveHook<G, G::Move>),
    /// `end_if` of a turn.
    TurnEnd(Question<G, TurnEnd>),
    /// `end_if` of a turn.
    PhaseEnd(Question<G, PhaseEnd>),
    /// `next_by` of a phase.
    NextPhase(Question<G, Option<&'static str>>),
    /// The play order of a phase.
    PlayOrder(Ask<G, Vec<Seat>>),
    /// Index of the player who begins.
    First(Ask<G, usize>),
    /// Index of the next player.
    Next(Ask<G, Option<usize>>),
    /// Condition of a move.
    Condition(Ask<G, bool>),
    /// Time of a turn or a stage.
    Time(Ask<G, Option<Time>>),
}

impl<G: HasMoves> Clone for Function<G> {
    fn clone(&self) -> Self {
        match self {
            Function::Setup => Function::Setup,
            Function::Play(id) => Function::Play(*id),
            Function::Outcome => Function::Outcome,
            Function::Hook(hook) => Function::Hook(*hook),
            Function::OnMove(hook) => Function::OnMove(*hook),
            Function::TurnEnd(ask) => Function::TurnEnd(Rc::clone(ask)),
            Function::PhaseEnd(ask) => Function::PhaseEnd(Rc::clone(ask)),
            Function::NextPhase(ask) => Function::NextPhase(Rc::clone(ask)),
            Function::PlayOrder(ask) => Function::PlayOrder(*ask),
            Function::First(ask) => Function::First(*ask),
            Function::Next(ask) => Function::Next(*ask),
            Function::Condition(ask) => Function::Condition(*ask),
            Function::Time(ask) => Function::Time(*ask),
        }
    }
}

//! What players ask for: moves, events, undo and redo, with their arguments parsed once.

use std::rc::Rc;

use super::ctx::{Name, PlayerID, Stage};
use super::game::MoveId;

/// Something a player asks the engine to do.
#[derive(Clone, Debug)]
pub struct Action<V> {
    /// What is asked.
    pub shape: Shape<V>,
    /// Who asks; none stands for the current player, without the check that they may act.
    pub player_id: Option<PlayerID>,
    /// Credentials, kept for the log entry only.
    pub credentials: Option<V>,
}

/// The kinds of action that reach the engine.
#[derive(Clone, Debug)]
pub enum Shape<V> {
    /// `moves.x(...args)`.
    Move {
        /// Which of the game's move names.
        id: MoveId,
        /// The arguments, as the game gets them.
        args: V,
    },
    /// `events.x(...)`, called by a player.
    Event(Event<V>),
    /// Takes back the last action of this turn.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// The player leaves the match for good. Nobody asks for it by a client: it is the master who does.
    Leave,
    /// `plugins.x(...)`: an action for one of the game's plugins.
    Plugin {
        /// Which of the game's plugins.
        index: usize,
        /// The payload, as the plugin's `action` gets it.
        payload: V,
    },
}

/// The events by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// `endTurn`
    EndTurn,
    /// `pass`
    Pass,
    /// `endPhase`
    EndPhase,
    /// `setPhase`
    SetPhase,
    /// `endGame`
    EndGame,
    /// `setActivePlayers`
    SetActivePlayers,
    /// `endStage`
    EndStage,
    /// `setStage`
    SetStage,
    /// `removePlayer`, which is for moves and hooks alone.
    RemovePlayer,
}

impl EventKind {
    /// Every event, in the order in which a client lists them; the last is none of a client's.
    pub const ALL: [EventKind; 9] = [
        EventKind::EndTurn,
        EventKind::Pass,
        EventKind::EndPhase,
        EventKind::SetPhase,
        EventKind::EndGame,
        EventKind::SetActivePlayers,
        EventKind::EndStage,
        EventKind::SetStage,
        EventKind::RemovePlayer,
    ];

    /// The name under which games and clients call it.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::EndTurn => "endTurn",
            EventKind::Pass => "pass",
            EventKind::EndPhase => "endPhase",
            EventKind::SetPhase => "setPhase",
            EventKind::EndGame => "endGame",
            EventKind::SetActivePlayers => "setActivePlayers",
            EventKind::EndStage => "endStage",
            EventKind::SetStage => "setStage",
            EventKind::RemovePlayer => "removePlayer",
        }
    }
}

/// An event with its arguments, which are shared: events, steps and causes hand them on.
#[derive(Clone, Debug)]
pub enum Event<V> {
    /// Ends the turn, if `minMoves` have been made.
    EndTurn(Option<Rc<Ending<V>>>),
    /// Ends the turn whatever `minMoves` says.
    Pass(Option<Rc<Ending<V>>>),
    /// Ends the phase.
    EndPhase,
    /// Ends the phase and begins another.
    SetPhase(Rc<SetPhaseArg<V>>),
    /// Ends the game with an outcome.
    EndGame(Option<V>),
    /// Says who may act.
    SetActivePlayers(Rc<ActivePlayersArg<V>>),
    /// Ends the caller's stage.
    EndStage,
    /// Moves the caller to a stage.
    SetStage(Rc<StageArg<V>>),
    /// Takes a player out of the match.
    RemovePlayer(PlayerID),
    /// A call whose argument makes no sense; it refuses the action with this message.
    Malformed(EventKind, Rc<str>),
}

impl<V> Event<V> {
    /// Which event it is.
    pub fn kind(&self) -> EventKind {
        match self {
            Event::EndTurn(_) => EventKind::EndTurn,
            Event::Pass(_) => EventKind::Pass,
            Event::EndPhase => EventKind::EndPhase,
            Event::SetPhase(_) => EventKind::SetPhase,
            Event::EndGame(_) => EventKind::EndGame,
            Event::SetActivePlayers(_) => EventKind::SetActivePlayers,
            Event::EndStage => EventKind::EndStage,
            Event::SetStage(_) => EventKind::SetStage,
            Event::RemovePlayer(_) => EventKind::RemovePlayer,
            Event::Malformed(kind, _) => *kind,
        }
    }
}

/// The argument of `endTurn` and `pass`, or what an `endIf` answered: that it is over, and perhaps what
/// comes next.
#[derive(Clone, Debug)]
pub struct Ending<V> {
    /// The value itself, for the log.
    pub raw: V,
    /// What it says about the next turn or phase.
    pub order: Order,
}

/// What an [`Ending`] asks for.
#[derive(Clone, Debug)]
pub enum Order {
    /// `true`, or anything that carries no wish: the turn order or the phase's `next` decides.
    Usual,
    /// An object `{ next, remove }`: its keys in the order in which they stand.
    Chosen(Vec<Wish>),
    /// Something else. boardgame.io then lets the same player go on; Rondel takes it for `true` when an
    /// `endIf` says so.
    Odd,
}

/// One key of `{ next, remove }`.
#[derive(Clone, Debug)]
pub enum Wish {
    /// The next player, or the next phase.
    Next(Option<Name>),
    /// Whether the player is taken out.
    Remove(bool),
}

impl<V> Ending<V> {
    /// The phase or player that was asked for, if any.
    pub fn next(&self) -> Option<&Name> {
        let Order::Chosen(wishes) = &self.order else { return None };
        wishes.iter().find_map(|wish| match wish {
            Wish::Next(name) => name.as_ref(),
            Wish::Remove(_) => None,
        })
    }

    /// Whether the player is to be taken out of the play order.
    pub fn removes(&self) -> bool {
        let Order::Chosen(wishes) = &self.order else { return false };
        wishes.iter().any(|wish| matches!(wish, Wish::Remove(true)))
    }
}

/// The argument of `setPhase`.
#[derive(Clone, Debug)]
pub struct SetPhaseArg<V> {
    /// The value itself, for the log.
    pub raw: V,
    /// The phase's name; none if the value names none, and the phase's own `next` decides.
    pub name: Option<Name>,
}

/// The argument of `setStage`, or a stage's `next`.
#[derive(Clone, Debug)]
pub struct StageArg<V> {
    /// The value itself, for the log.
    pub raw: V,
    /// What it says.
    pub choice: StageChoice,
}

/// What a [`StageArg`] says.
#[derive(Clone, Debug)]
pub enum StageChoice {
    /// Nothing that names a stage.
    Nothing,
    /// `Stage.NULL`.
    Null,
    /// A stage by name or as an object, with limits of its own.
    Seat(Seat),
}

/// A stage to be in, and for how many moves.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// The stage.
    pub stage: Stage,
    /// Moves to make before `endStage` is allowed.
    pub min_moves: Option<u32>,
    /// Moves after which the stage ends.
    pub max_moves: Option<u32>,
}

/// The argument of `setActivePlayers`, or `turn.activePlayers`.
#[derive(Clone, Debug)]
pub struct ActivePlayersArg<V> {
    /// The value itself, as `ctx._nextActivePlayers` shows it; only a `next` needs it.
    pub raw: Option<V>,
    /// The current player's seat.
    pub current_player: Option<Seat>,
    /// The seat of everybody else.
    pub others: Option<Seat>,
    /// Everybody's seat.
    pub all: Option<Seat>,
    /// Seats by player; a list of players puts each in no particular stage.
    pub value: Vec<(PlayerID, Seat)>,
    /// Moves to make for those without their own limit.
    pub min_moves: Option<u32>,
    /// Most moves for those without their own limit.
    pub max_moves: Option<u32>,
    /// Whether the present set comes back when this one empties.
    pub revert: bool,
    /// The set that follows when this one empties; it wins over `revert`.
    pub next: Option<Rc<ActivePlayersArg<V>>>,
}

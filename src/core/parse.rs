//! The parser of event arguments and of results of `endIf`: from values of a game or a player to types of the
//! rules.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::args::{
    ActivePlayersArg, Ending, EndingChoice, NextOrRemove, SetPhaseArg, StageArg, StageAssignment, StageChoice,
};
use super::argument::{ArgumentKind, Field, Parts};
use super::event::{Event, EventKind};
use super::game::Differences;
use super::ids::{NUMBER_PREFIX, Name, PlayerID, Stage, TRUE_STAGE};
use super::text::{fill, number};
use rondel_codes::{DEEPEST_NEXT, MOST_MOVES, MOST_PLAYERS, NO_NAME};

/// Description of a malformed argument.
pub type ArgumentProblem = &'static str;

/// Description of an ending that is not an object.
pub(super) const NO_ENDING: ArgumentProblem = "expected nothing, or an object such as { next: '0' }";
const NO_STAGE: ArgumentProblem = "expected a stage";
const NO_PLAYER: ArgumentProblem = "expected a player";
const NO_ACTIVE_PLAYERS: ArgumentProblem =
    "expected an object such as { all: Stage.NULL }, or a list of players";
const TOO_MANY_PLAYERS: ArgumentProblem = "a match has 1000 players at most";
const _: () = assert!(MOST_PLAYERS == 1000, "the text says how many");
const TOO_DEEP: ArgumentProblem = "`next` nests without end";
const ENDLESS: ArgumentProblem = "minMoves: the number is too large";

/// Parser of one argument, by the rules of a game.
pub struct Parser<'a, P> {
    parts: &'a mut P,
    differences: Differences,
    /// First problem. The parser goes on, because more arguments may follow in the list.
    problem: Option<ArgumentProblem>,
}

impl<'a, P: Parts> Parser<'a, P> {
    /// Creates a parser for the argument at the beginning of these parts.
    pub fn new(parts: &'a mut P, differences: Differences) -> Self {
        Parser { parts, differences, problem: None }
    }

    /// Parses the argument of an event of this kind.
    pub fn event(&mut self, kind: EventKind) -> Event<P::Value> {
        let event = self.event_of(kind);
        self.problem.map_or(event, |problem| Event::Malformed(kind, problem))
    }

    /// Parses the ending of a turn or a phase: `true`, `{ next }`, `{ remove }`.
    pub fn ending(&mut self) -> Ending<P::Value> {
        let kind = self.parts.kind();
        self.ending_of(kind)
    }

    /// Parses the argument of `setStage`.
    pub fn stage(&mut self) -> Rc<StageArg<P::Value>> {
        let kind = self.parts.kind();
        self.stage_of(kind)
    }

    /// Parses the name of a stage. A value that is not a name stands for `Stage.NULL`. In boardgame.io a
    /// number is a name.
    pub fn stage_name(&mut self) -> Stage {
        let kind = self.parts.kind();
        self.stage_name_of(kind)
    }

    /// Parses active players: `{ all: 'stage' }`, or a list of players. Reads the whole argument even after a
    /// problem.
    ///
    /// # Errors
    /// A description of the problem.
    pub fn active_players(&mut self) -> Result<Rc<ActivePlayersArg<P::Value>>, ArgumentProblem> {
        let kind = self.parts.kind();
        let arg = self.active_players_of(kind, 0);
        self.problem.map_or(Ok(arg), Err)
    }

    fn event_of(&mut self, event: EventKind) -> Event<P::Value> {
        let kind = self.parts.kind();
        let is_given = kind != ArgumentKind::Undefined;
        match event {
            EventKind::EndTurn => Event::EndTurn(self.end_of_turn(kind)),
            EventKind::Pass => Event::Pass(self.end_of_turn(kind)),
            EventKind::EndPhase => Event::EndPhase,
            EventKind::SetPhase => {
                let (raw, is_named) = (self.parts.value(), self.parts.is_truthy());
                let name = self.any_name(kind);
                Event::SetPhase(Rc::new(SetPhaseArg { raw, name: is_named.then_some(name) }))
            }
            EventKind::EndGame => Event::EndGame(is_given.then(|| self.parts.value())),
            EventKind::SetActivePlayers => Event::SetActivePlayers(self.active_players_of(kind, 0)),
            EventKind::EndStage => Event::EndStage,
            EventKind::SetStage => {
                let arg = self.stage_of(kind);
                let names_none = matches!(arg.choice, StageChoice::Nothing);
                if names_none && self.differences.refuses_to_set_no_stage() {
                    self.note_problem(NO_STAGE);
                }
                if is_given { Event::SetStage(arg) } else { Event::EndStage }
            }
            EventKind::RemovePlayer => {
                if !matches!(kind, ArgumentKind::Text | ArgumentKind::Number) {
                    self.note_problem(NO_PLAYER);
                }
                Event::RemovePlayer(self.any_name(kind))
            }
            EventKind::PauseClock => Event::PauseClock,
            EventKind::ResumeClock => Event::ResumeClock,
        }
    }

    fn end_of_turn(&mut self, kind: ArgumentKind) -> Option<Rc<Ending<P::Value>>> {
        if kind == ArgumentKind::Undefined {
            return None;
        }
        let ending = self.ending_of(kind);
        if self.differences.reads_endings_strictly() && matches!(ending.choice, EndingChoice::Other) {
            self.note_problem(NO_ENDING);
        }
        Some(Rc::new(ending))
    }

    fn ending_of(&mut self, kind: ArgumentKind) -> Ending<P::Value> {
        let raw = self.parts.value();
        if kind == ArgumentKind::Object {
            return Ending { raw, choice: self.next_and_remove() };
        }
        let is_other = kind != ArgumentKind::Flag && self.parts.is_truthy();
        self.parts.pass(kind);
        Ending { raw, choice: if is_other { EndingChoice::Other } else { EndingChoice::Usual } }
    }

    fn next_and_remove(&mut self) -> EndingChoice {
        let (mut keys, mut has_others) = (Vec::new(), false);
        for _ in 0..self.parts.count() {
            let field = self.parts.field();
            let kind = self.parts.kind();
            match field {
                Some(Field::Next)
                    if kind != ArgumentKind::Undefined || !self.differences.reads_endings_strictly() =>
                {
                    keys.push(NextOrRemove::Next(self.next(kind)));
                }
                Some(Field::Remove) => {
                    keys.push(NextOrRemove::Remove(self.parts.is_truthy()));
                    self.parts.pass(kind);
                }
                _ => {
                    has_others |= field != Some(Field::Next);
                    self.parts.pass(kind);
                }
            }
        }
        if keys.is_empty() && has_others { EndingChoice::Other } else { EndingChoice::Chosen(keys) }
    }

    /// Parses the next player or phase. Returns `None` if the argument names none.
    fn next(&mut self, kind: ArgumentKind) -> Option<Name> {
        match kind {
            ArgumentKind::Undefined | ArgumentKind::Null => {
                self.parts.pass(kind);
                None
            }
            ArgumentKind::Number if self.differences.tells_numbers_from_texts() => Some(self.marked_number()),
            _ => Some(self.any_name(kind)),
        }
    }

    fn stage_of(&mut self, kind: ArgumentKind) -> Rc<StageArg<P::Value>> {
        let raw = self.parts.value();
        let choice = match kind {
            ArgumentKind::Text | ArgumentKind::Object => {
                self.assignment(kind).map_or(StageChoice::Nothing, StageChoice::Stage)
            }
            _ => {
                self.parts.pass(kind);
                if kind == ArgumentKind::Null { StageChoice::Null } else { StageChoice::Nothing }
            }
        };
        Rc::new(StageArg { raw, choice })
    }

    fn stage_name_of(&mut self, kind: ArgumentKind) -> Stage {
        if kind == ArgumentKind::Text {
            return Some(self.parts.text());
        }
        let takes_any = self.differences.takes_any_value_for_a_stage();
        let stage = match kind {
            ArgumentKind::Flag if takes_any && self.parts.is_truthy() => Some(TRUE_STAGE.into()),
            ArgumentKind::Number if takes_any => Some(self.marked_number()),
            ArgumentKind::Undefined | ArgumentKind::Flag | ArgumentKind::Null => None,
            _ if takes_any => None,
            _ => {
                self.note_problem(NO_STAGE);
                None
            }
        };
        self.parts.pass(kind);
        stage
    }

    /// Parses a stage by its name, or as an object with limits. Returns `None` without a stage.
    fn assignment(&mut self, kind: ArgumentKind) -> Option<StageAssignment> {
        if kind != ArgumentKind::Object {
            let stage = self.stage_name_of(kind);
            let is_given =
                !matches!(kind, ArgumentKind::Undefined | ArgumentKind::List | ArgumentKind::Other);
            return is_given.then(|| StageAssignment { stage, ..StageAssignment::default() });
        }
        let (mut has_stage, mut stage, mut limits) = (false, None, MoveLimits::default());
        for _ in 0..self.parts.count() {
            let field = self.parts.field();
            let kind = self.parts.kind();
            if field == Some(Field::Stage) && kind != ArgumentKind::Undefined {
                (has_stage, stage) = (true, self.stage_name_of(kind));
            } else {
                self.limit(&mut limits, field, kind);
            }
        }
        has_stage.then(|| StageAssignment { stage, min_moves: limits.least, max_moves: limits.most() })
    }

    fn active_players_of(&mut self, kind: ArgumentKind, depth: u32) -> Rc<ActivePlayersArg<P::Value>> {
        let mut arg = ActivePlayersArg::of_nobody(self.parts.value());
        match kind {
            _ if depth > DEEPEST_NEXT => {
                self.note_problem(TOO_DEEP);
                self.parts.pass(kind);
            }
            ArgumentKind::List => arg.value = self.players(),
            ArgumentKind::Object => self.read_active_players(&mut arg, depth),
            _ => {
                let is_nothing = matches!(kind, ArgumentKind::Undefined | ArgumentKind::Null);
                if is_nothing || self.differences.reads_active_players_strictly() {
                    self.note_problem(NO_ACTIVE_PLAYERS);
                }
                self.parts.pass(kind);
            }
        }
        Rc::new(arg)
    }

    fn read_active_players(&mut self, arg: &mut ActivePlayersArg<P::Value>, depth: u32) {
        let mut limits = MoveLimits::default();
        for _ in 0..self.members() {
            let field = self.parts.field();
            let kind = self.parts.kind();
            match field {
                Some(Field::CurrentPlayer) => arg.current_player = self.assignment(kind),
                Some(Field::Others) => arg.others = self.assignment(kind),
                Some(Field::All) => arg.all = self.assignment(kind),
                Some(Field::Value) => arg.value = self.assignments(kind),
                Some(Field::Revert) => {
                    arg.revert = self.parts.is_truthy();
                    self.parts.pass(kind);
                }
                Some(Field::Next) if self.parts.is_truthy() => {
                    arg.next = Some(self.active_players_of(kind, depth + 1));
                }
                _ => self.limit(&mut limits, field, kind),
            }
        }
        (arg.min_moves, arg.max_moves) = (limits.least, limits.most());
    }

    fn players(&mut self) -> Vec<(PlayerID, StageAssignment)> {
        let mut players = Vec::new();
        for _ in 0..self.members() {
            let kind = self.parts.kind();
            players.push((self.any_name(kind), StageAssignment::default()));
        }
        players
    }

    /// Parses stages by player. A list contains the stages of players '0', '1' and so on.
    fn assignments(&mut self, kind: ArgumentKind) -> Vec<(PlayerID, StageAssignment)> {
        let mut assignments = Vec::new();
        if !matches!(kind, ArgumentKind::List | ArgumentKind::Object) {
            self.parts.pass(kind);
            return assignments;
        }
        for place in 0..self.members() {
            let player = if kind == ArgumentKind::List { number(place).into() } else { self.parts.key() };
            let kind = self.parts.kind();
            if let Some(assignment) = self.assignment(kind) {
                assignments.push((player, assignment));
            }
        }
        assignments
    }

    /// Reads the number of members. JavaScript passes at most one more than the limit.
    fn members(&mut self) -> u32 {
        let count = self.parts.count();
        if count > MOST_PLAYERS {
            self.note_problem(TOO_MANY_PLAYERS);
        }
        count
    }

    /// Parses a field with a limit of moves. Skips other fields.
    fn limit(&mut self, limits: &mut MoveLimits, field: Option<Field>, kind: ArgumentKind) {
        let limit = match field {
            Some(Field::MinMoves) => &mut limits.least,
            Some(Field::MaxMoves) => &mut limits.most,
            Some(Field::MoveLimit) => &mut limits.old,
            _ => return self.parts.pass(kind),
        };
        if kind != ArgumentKind::Number {
            return self.parts.pass(kind);
        }
        let moves = self.parts.number();
        // Numbers of this size, and `Infinity`, are no limit.
        let is_endless = moves >= f64::from(MOST_MOVES);
        *limit = (moves >= 1.0 && !is_endless).then(|| rounded_up(moves));
        if is_endless && field == Some(Field::MinMoves) && self.differences.reads_active_players_strictly() {
            self.note_problem(ENDLESS);
        }
    }

    /// Parses a text or a number. Any other value becomes a name that does not exist.
    fn any_name(&mut self, kind: ArgumentKind) -> Name {
        match kind {
            ArgumentKind::Text => self.parts.text(),
            ArgumentKind::Number => self.parts.number_as_text(),
            _ => {
                self.parts.pass(kind);
                NO_NAME.into()
            }
        }
    }

    /// Returns a number with a prefix that distinguishes it from a text.
    fn marked_number(&self) -> Name {
        fill("{mark}{number}", &[NUMBER_PREFIX, &self.parts.number_as_text()]).into()
    }

    fn note_problem(&mut self, problem: ArgumentProblem) {
        self.problem.get_or_insert(problem);
    }
}

#[derive(Default)]
struct MoveLimits {
    least: Option<u32>,
    most: Option<u32>,
    /// `moveLimit`, the former name of `maxMoves`.
    old: Option<u32>,
}

impl MoveLimits {
    fn most(&self) -> Option<u32> {
        self.old.or(self.most)
    }
}

/// Returns the number of moves, rounded up.
fn rounded_up(number: f64) -> u32 {
    let whole = number as u32;
    whole.saturating_add(u32::from(f64::from(whole) < number))
}

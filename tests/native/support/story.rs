//! A match, played by commands and described in words.

use std::fmt::Write as _;
use std::rc::Rc;

use rondel::core::{
    Action, ActionKind, Chance, Ctx, Engine, Fault, LogAction, LogArgs, LogEntry, MoveId, PlayerID,
    PlayerMap, Predicted, Stack, Start, State,
};
use serde_json::Value;

use super::host::NativeHost;
use super::rules::Rules;
use super::table::{GameState, Thrown};
use super::values;

/// Plays a story and compares the results. Each line is `command -> result`. A command without an arrow must
/// be accepted; its result is not compared. The commands:
///
/// - `start`: starts the match. Otherwise, the match has started before the first line.
/// - `0 place 3`: player 0 makes a move. The arguments are JSON, or words. `-` in place of the player omits
///   the player.
/// - `0 endTurn {"next":"2"}`: player 0 calls an event.
/// - `0 leave`: player 0 leaves the match.
/// - `0 undo`, `0 redo`, `0 plugin 1 "payload"`.
/// - `? G`, and other questions. See [`Match::ask`].
pub fn check<G: GameState>(rules: Rules<G>, num_players: u32, story: &str) {
    let mut game = Match::begin(rules, num_players);
    let begun = game.description();
    let mut as_it_went = String::new();
    let mut differs = false;
    for line in story.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (command, expected) = match line.split_once("->") {
            Some((command, expected)) => (command.trim(), Some(one_spaced(expected))),
            None => (line, None),
        };
        let happened = match command {
            "start" => begun.clone(),
            command => game.play_line(command),
        };
        let is_refusal = happened.starts_with("refused ") || happened.starts_with("threw ");
        match expected {
            None if !is_refusal => writeln!(as_it_went, "{command}"),
            Some(expected) if expected == happened => writeln!(as_it_went, "{command} -> {happened}"),
            _ => {
                differs = true;
                writeln!(as_it_went, "{command} -> {happened}        <-- differs from the story")
            }
        }
        .expect("a text takes it");
    }
    assert!(!differs, "\nthis is what happened:\n\n{as_it_went}");
}

/// A match of a game with its whole log.
pub struct Match<G: GameState> {
    /// Engine with its host.
    pub engine: Rc<Engine<NativeHost<G>>>,
    /// Present state.
    pub state: State<NativeHost<G>>,
    /// All log entries.
    pub log: Vec<Rc<LogEntry<Value>>>,
}

/// Reason why an action failed.
pub type Failure = Fault<Thrown, Value>;

impl<G: GameState> Match<G> {
    /// Starts a match.
    pub fn begin(rules: Rules<G>, num_players: u32) -> Self {
        Self::try_begin(rules, num_players, Value::Null)
            .unwrap_or_else(|failure| panic!("the match does not begin: {}", describe(&failure)))
    }

    /// Starts a match, if it can begin.
    ///
    /// # Errors
    /// Exceptions of `setup` or of a hook, and refusals of forbidden events.
    pub fn try_begin(rules: Rules<G>, num_players: u32, setup_data: Value) -> Result<Self, Failure> {
        let engine = Rc::new(rules.engine());
        let state = engine.start(&Start { num_players, setup_data, seed: None })?;
        Ok(Match { engine, state, log: Vec::new() })
    }

    /// Plays a command that must be accepted.
    pub fn play(&mut self, player: &str, command: &str) -> &mut Self {
        let action = self.action(player, command);
        if let Err(failure) = self.act(action) {
            panic!("player {player} cannot {command}: {}", describe(&failure));
        }
        self
    }

    /// Plays a command that must fail, and returns the error.
    pub fn refused(&mut self, player: &str, command: &str) -> String {
        let action = self.action(player, command);
        match self.act(action) {
            Err(failure) => describe(&failure),
            Ok(()) => panic!("player {player} can {command}"),
        }
    }

    /// Applies an action. Checks each time that a failed action leaves the state unchanged, and that a search
    /// has the same result.
    ///
    /// # Errors
    /// The error of the engine.
    pub fn act(&mut self, action: Action<Value>) -> Result<(), Failure> {
        let before = self.print_unless_compat();
        let searched = self.search(&action);
        self.engine.host.said.borrow_mut().clear();
        match self.engine.apply(&self.state, &action) {
            Ok(next) => {
                if let Some(searched) = searched {
                    assert_eq!(
                        searched,
                        Ok(print(&without_history(&next))),
                        "a search comes to another state"
                    );
                }
                // The earlier state must not change.
                assert_eq!(before, self.print_unless_compat(), "the state from before has changed");
                if !matches!(action.kind, ActionKind::Plugin { .. }) {
                    self.log.extend(next.deltalog.iter().cloned());
                }
                self.state = next;
                Ok(())
            }
            Err(failure) => {
                assert_eq!(before, self.print_unless_compat(), "a failed action has changed the state");
                if let Some(searched) = searched {
                    assert_eq!(searched, Err(describe(&failure)), "a search fails in another way");
                }
                Err(failure)
            }
        }
    }

    /// Returns the action of a player's command.
    pub fn action(&self, player: &str, command: &str) -> Action<Value> {
        let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
        let args = || words(rest);
        let kind = match verb {
            "undo" => ActionKind::Undo,
            "redo" => ActionKind::Redo,
            "leave" => ActionKind::Leave,
            "plugin" => {
                let mut args = args().into_iter();
                let index = args.next().and_then(|index| index.as_u64()).unwrap_or_default() as usize;
                ActionKind::Plugin { index, payload: args.next().unwrap_or_default() }
            }
            _ if values::kind(verb).is_some() => {
                ActionKind::Event(values::event(verb, args().first(), self.engine.game.differences))
            }
            _ => ActionKind::Move { id: self.move_id(verb), args: Value::Array(args()) },
        };
        let player_id = (player != "-").then(|| PlayerID::from(player));
        Action { kind, player_id, credentials: None }
    }

    /// Returns the reason why a player cannot make a move, checked without making it, or `None`.
    pub fn objection(&self, player: &str, command: &str) -> Option<String> {
        let Action { kind: ActionKind::Move { id, args }, player_id, .. } = self.action(player, command)
        else {
            panic!("{command} is no move");
        };
        let before = print(&self.state);
        let checked = self.engine.check_move(&self.state, player_id.as_ref(), id, &args);
        assert_eq!(before, print(&self.state), "to ask has changed the state");
        checked.err().map(|failure| describe(&failure))
    }

    /// Predicts a command.
    ///
    /// # Errors
    /// The error of the engine.
    pub fn predict(
        &self,
        player: &str,
        command: &str,
        flow: bool,
    ) -> Result<Predicted<NativeHost<G>>, Failure> {
        let before = print(&self.state);
        let predicted = self.engine.predict(&self.state, &self.action(player, command), flow);
        assert_eq!(before, print(&self.state), "a prediction has changed the state");
        predicted
    }

    /// Plays a line of a story, and returns its result.
    pub fn play_line(&mut self, line: &str) -> String {
        let (player, command) = line.split_once(' ').unwrap_or((line, ""));
        if player == "?" {
            return self.ask(command);
        }
        let action = self.action(player, command);
        match self.act(action) {
            Ok(()) => self.description(),
            Err(failure) => describe(&failure),
        }
    }

    /// Returns the texts of the last action, and a description of the present state.
    pub fn description(&self) -> String {
        let said = self.engine.host.said.borrow().join(" ");
        let standing = standing(&self.state.ctx);
        if said.is_empty() { standing } else { format!("{said} | {standing}") }
    }

    /// Answers a question about the state: `G`, `counts`, `order`, `log`, `undo`, `last entries`.
    pub fn ask(&self, question: &str) -> String {
        match question {
            "G" => format!("{:?}", self.state.g),
            "counts" => counts(&self.state.ctx),
            "order" => {
                let ctx = &self.state.ctx;
                format!("{} at {}", ctx.play_order.join(" "), ctx.play_order_pos)
            }
            "log" => self.entries(&self.log),
            "last entries" => self.entries(&self.state.deltalog),
            // The beginning of a turn cannot be undone.
            "undo" => {
                let back = self.state.undo.depth().saturating_sub(1);
                format!("{back} back, {} forward", self.state.redo.depth())
            }
            _ => panic!("there is no question '{question}'"),
        }
    }

    /// Returns the ID of a move. An unknown name has the next unused ID.
    pub fn move_id(&self, name: &str) -> MoveId {
        let names = &self.engine.game.move_names;
        names.find(name).unwrap_or_else(|| names.iter().count())
    }

    fn entries(&self, entries: &[Rc<LogEntry<Value>>]) -> String {
        let entries: Vec<String> = entries.iter().map(|entry| self.entry(entry)).collect();
        entries.join("; ")
    }

    fn entry(&self, entry: &LogEntry<Value>) -> String {
        let by = |player: &Option<PlayerID>| player.as_deref().unwrap_or("-").to_string();
        let mut text = match &entry.action {
            LogAction::Move { id, args, player_id, .. } => {
                let name = self.engine.game.move_names.name(*id).map_or("?", |name| name);
                let args = args.as_array().into_iter().flatten().map(|arg| format!(" {arg}"));
                format!("{} {name}{}", by(player_id), args.collect::<String>())
            }
            LogAction::Event { kind, args } => match args {
                LogArgs::Nothing => kind.name().into(),
                LogArgs::Yes => format!("{} true", kind.name()),
                LogArgs::Value(value) => format!("{} {value}", kind.name()),
                LogArgs::Next(value) => format!("{} {{\"next\":{value}}}", kind.name()),
            },
            LogAction::Undo(player) => format!("{} undo", by(player)),
            LogAction::Redo(player) => format!("{} redo", by(player)),
            LogAction::Leave(player) => format!("{player} leave"),
            LogAction::Timeout(timeout) => format!("{} timeout", timeout.player),
            LogAction::Clock(order) => format!("clock {order:?}"),
        };
        let phase = entry.phase.as_ref().map_or(String::new(), |phase| format!(" {phase}"));
        let _ = write!(text, " [{} turn {}{phase}", entry.state_id, entry.turn);
        if entry.automatic {
            text += " automatic";
        }
        if let Some(redact) = entry.redact {
            text += if redact { " redacted" } else { " unredacted" };
        }
        if let Some(metadata) = &entry.metadata {
            let _ = write!(text, " metadata {metadata}");
        }
        for noted in &entry.hook_metadata {
            let _ = write!(text, " hook metadata {noted}");
        }
        text + "]"
    }

    /// Returns the result of the action in a search: the state, or the error. Returns `None` for actions that
    /// searches do not support, and if a search would draw numbers from the match's source.
    fn search(&self, action: &Action<Value>) -> Option<Result<String, String>> {
        let steps_back = matches!(action.kind, ActionKind::Undo | ActionKind::Redo);
        // Searches have no clock.
        if self.engine.game.is_timed {
            return None;
        }
        let has_source = self.engine.context.has_source();
        if steps_back || has_source || matches!(self.state.plugins.random, Chance::Secure { .. }) {
            return None;
        }
        let calls = self.engine.host.calls.get();
        let mut searched = self.engine.fork(&self.state).ok()?;
        let advanced = self.engine.advance(&mut searched, action);
        self.engine.host.calls.set(calls);
        Some(match advanced {
            Ok(()) => Ok(print(&searched)),
            Err(halt) => Err(describe(&halt.into_fault())),
        })
    }

    fn print_unless_compat(&self) -> String {
        // Under `compat`, counters change in place, as in boardgame.io.
        if self.engine.game.differences.changes_maps_in_place() { String::new() } else { print(&self.state) }
    }
}

/// Returns the part of a state that a search has.
pub fn without_history<G: GameState>(state: &State<NativeHost<G>>) -> State<NativeHost<G>> {
    let (deltalog, undo, redo) = (Vec::new(), Stack::default(), Stack::default());
    State { deltalog, undo, redo, ..state.clone() }
}

/// Returns the whole state as text. Equal states have equal texts.
pub fn print<G: GameState>(state: &State<NativeHost<G>>) -> String {
    let State { g, ctx, plugins, deltalog, undo, redo, state_id } = state;
    let mut text = format!("{state_id} {g:?} {ctx:?} {:?} {:?} {deltalog:?}", plugins.random, plugins.own);
    for (name, stack) in [("undo", undo), ("redo", redo)] {
        for entry in stack.iter() {
            let (g, ctx, plugins) = (&entry.g, &entry.ctx, &entry.plugins);
            let (player, id) = (&entry.player_id, &entry.move_id);
            let _ = write!(
                text,
                "\n{name} {player:?} {id:?} {g:?} {ctx:?} {:?} {:?}",
                plugins.random, plugins.own
            );
        }
    }
    text
}

/// Describes a failure: `refused action/gameover: …` or `threw …`.
pub fn describe(failure: &Failure) -> String {
    match failure {
        Fault::Thrown(Thrown(what)) => format!("threw {what}"),
        Fault::Refused(refusal) => {
            let payload = refusal.payload.as_ref().map_or(String::new(), |payload| format!(" {payload}"));
            let kind = refusal.kind.name().trim_start_matches("action/");
            format!("refused {kind}: {}{payload}", refusal.message)
        }
    }
}

/// Describes turn, player, phase and active players: `turn 3 of 1 in draw, 0:react 2 may act`.
fn standing(ctx: &Ctx<Value>) -> String {
    if let Some(outcome) = &ctx.gameover {
        return format!("game over: {outcome}");
    }
    let mut text = format!("turn {} of {}", ctx.turn, ctx.current_player.as_deref().unwrap_or("nobody"));
    if let Some(phase) = &ctx.phase {
        text = format!("{text} in {phase}");
    }
    if let Some(active) = &ctx.active_players {
        let seats = sorted(active).into_iter().map(|(player, stage)| match stage {
            Some(stage) => format!("{player}:{stage}"),
            None => player.to_string(),
        });
        let seats: Vec<String> = seats.collect();
        let seats = if seats.is_empty() { "nobody".into() } else { seats.join(" ") };
        text = format!("{text}, {seats} may act");
    }
    text
}

/// Describes the moves of the turn and of each active player: `1 move; 0: 1, 1: 0 of 1 to 3`.
fn counts(ctx: &Ctx<Value>) -> String {
    let mut text = format!("{} made", ctx.num_moves.map_or("none".into(), |moves| moves.to_string()));
    let Some(limits) = &ctx.limits else { return text };
    for (player, made) in limits.num_moves.iter().flat_map(sorted) {
        let _ = write!(text, "; {player}: {made}");
        let limit = |limit: &Option<PlayerMap<u32>>| limit.as_ref()?.find(&player);
        match (limit(&limits.min_moves), limit(&limits.max_moves)) {
            (None, None) => {}
            (Some(least), None) => text += &format!(" of {least} up"),
            (None, Some(most)) => text += &format!(" of {most}"),
            (Some(least), Some(most)) => text += &format!(" of {least} to {most}"),
        }
    }
    text
}

fn sorted<T: Clone>(map: &PlayerMap<T>) -> Vec<(PlayerID, T)> {
    let mut entries: Vec<_> = map.entries().iter().cloned().collect();
    entries.sort_by(|(one, _), (other, _)| one.cmp(other));
    entries
}

/// Parses arguments: JSON, or words.
fn words(text: &str) -> Vec<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return vec![value];
    }
    let word = |word: &str| serde_json::from_str(word).unwrap_or_else(|_| Value::from(word));
    text.split_whitespace().map(word).collect()
}

fn one_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

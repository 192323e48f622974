//! The definition of a game, similar to JavaScript: `Rules::new().moves("place", place).turn(…)`.

mod moves;
mod phase;
mod turn;

use std::rc::Rc;

use rondel::core::{ActionContext, Differences, Engine, EventKind, Game, MoveNames, Source, TimeSource};

use super::host::{Field, NativeHost, Plugin};
use super::table::{Answer, Callback, GameState, Table, callback};
use super::values;
use moves::{MoveRules, NamedMoves, intern, short_form};

pub use phase::PhaseRules;
pub use turn::TurnRules;

type Hook<G> = Option<Callback<G>>;

/// Definition of a game.
#[derive(Clone)]
pub struct Rules<G: GameState> {
    setup: Hook<G>,
    moves: NamedMoves<G>,
    turn: TurnRules<G>,
    phases: Vec<PhaseRules<G>>,
    end_if: Hook<G>,
    on_end: Hook<G>,
    on_player_leave: Hook<G>,
    disabled_events: Vec<EventKind>,
    disable_undo: bool,
    disable_log: bool,
    compat: bool,
    endings_read_g_alone: bool,
    seed: &'static str,
    source: Option<Source>,
    clock: Option<TimeSource>,
    plugins: Vec<Plugin<G>>,
    fields: Vec<Field<G>>,
}

impl<G: GameState> Rules<G> {
    /// Creates a game without moves.
    pub fn new() -> Self {
        Rules {
            setup: None,
            moves: Vec::new(),
            turn: TurnRules::new(),
            phases: Vec::new(),
            end_if: None,
            on_end: None,
            on_player_leave: None,
            disabled_events: Vec::new(),
            disable_undo: false,
            disable_log: false,
            compat: false,
            endings_read_g_alone: false,
            seed: "rondel",
            source: None,
            clock: None,
            plugins: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Sets `setup`, which changes a `G::default()`. The setup data are the first argument.
    pub fn setup<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.setup = Some(callback(code));
        self
    }

    /// Declares a move in short form.
    pub fn moves<A: Answer>(
        self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
    ) -> Self {
        self.long_move(name, code, |rules| rules)
    }

    /// Declares a move in long form.
    pub fn long_move<A: Answer>(
        mut self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
        rules: impl FnOnce(MoveRules<G>) -> MoveRules<G>,
    ) -> Self {
        self.moves.push((name, rules(MoveRules(short_form(code))).0));
        self
    }

    /// Sets `turn`.
    pub fn turn(mut self, rules: impl FnOnce(TurnRules<G>) -> TurnRules<G>) -> Self {
        self.turn = rules(self.turn);
        self
    }

    /// Declares a phase.
    pub fn phase(mut self, name: &'static str, rules: impl FnOnce(PhaseRules<G>) -> PhaseRules<G>) -> Self {
        self.phases.push(rules(PhaseRules::new(name)));
        self
    }

    /// Sets `endIf`.
    pub fn end_if<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.end_if = Some(callback(code));
        self
    }

    /// Sets `onEnd`.
    pub fn on_end<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_end = Some(callback(code));
        self
    }

    /// Sets `onPlayerLeave`.
    pub fn on_player_leave<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_player_leave = Some(callback(code));
        self
    }

    /// Sets `events: { x: false }`.
    pub fn disable_event(mut self, name: &str) -> Self {
        self.disabled_events.extend(values::kind(name));
        self
    }

    /// Sets `disableUndo: true`.
    pub fn disable_undo(mut self) -> Self {
        self.disable_undo = true;
        self
    }

    /// Sets `disableLog: true`.
    pub fn disable_log(mut self) -> Self {
        self.disable_log = true;
        self
    }

    /// Sets `compat: '0.50'`.
    pub fn compat(mut self) -> Self {
        self.compat = true;
        self
    }

    /// Declares that each `endIf` only reads `G` and calls nothing.
    pub fn endings_read_g_alone(mut self) -> Self {
        self.endings_read_g_alone = true;
        self
    }

    /// Sets `seed`.
    pub fn seed(mut self, seed: &'static str) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the source of all random numbers.
    pub fn source(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// Adds a plugin.
    pub fn plugin(mut self, plugin: Plugin<G>) -> Self {
        self.plugins.push(plugin);
        self
    }

    /// Declares a field of `G` for `TurnOrder::CustomFrom`.
    pub fn field(mut self, name: &'static str, read: fn(&G) -> Vec<String>) -> Self {
        self.fields.push((name, read));
        self
    }

    /// Declares each missing hook with an empty body, so that the story shows when it runs.
    pub fn narrated(mut self) -> Self {
        let declare = |hook: &mut Hook<G>| {
            hook.get_or_insert_with(|| callback(|_| ()));
        };
        let declare_turn = |TurnRules { turn, .. }: &mut TurnRules<G>| {
            [&mut turn.on_begin, &mut turn.on_move, &mut turn.on_end].into_iter().for_each(declare);
        };
        declare(&mut self.on_end);
        declare(&mut self.on_player_leave);
        declare_turn(&mut self.turn);
        for phase in &mut self.phases {
            [&mut phase.on_begin, &mut phase.on_end].into_iter().for_each(declare);
            phase.turn.iter_mut().for_each(declare_turn);
        }
        self
    }

    /// Declares that the game has time, and sets the source of the moments of actions.
    pub fn clock(mut self, source: TimeSource) -> Self {
        self.clock = Some(source);
        self
    }

    /// Returns an engine that plays the game.
    pub fn engine(self) -> Engine<NativeHost<G>> {
        let mut names = MoveNames::default();
        let turn = Rc::new(self.turn.build(&mut names));
        let moves = intern(&mut names, self.moves);
        let start = self.phases.iter().find(|phase| phase.start).map(|phase| phase.name.into());
        let no_phase = PhaseRules::new("");
        let phases = std::iter::once(no_phase).chain(self.phases);
        let phases = phases.map(|phase| phase.build(&mut names, &turn)).collect();
        let context = Rc::new(ActionContext::new());
        if let Some(source) = self.source {
            context.draw_from(source);
        }
        let is_timed = self.clock.is_some();
        if let Some(clock) = self.clock {
            context.tell_time(clock);
        }
        Engine {
            game: Game {
                name: "test".into(),
                setup: self.setup,
                move_names: names,
                moves,
                phases,
                start,
                end_if: self.end_if,
                on_end: self.on_end,
                on_player_leave: self.on_player_leave,
                disabled_events: self.disabled_events,
                disable_undo: self.disable_undo,
                disable_log: self.disable_log,
                hides: false,
                differences: Differences::under(self.compat),
                seed: self.seed.into(),
                plugins: self.plugins.iter().map(|plugin| plugin.name.into()).collect(),
                is_timed,
            },
            host: NativeHost {
                context: Rc::clone(&context),
                plugins: self.plugins,
                fields: self.fields,
                endings_read_g_alone: self.endings_read_g_alone,
                differences: Differences::under(self.compat),
                said: Default::default(),
                calls: Default::default(),
            },
            context,
        }
    }
}

//! A game's definition, written much as in JavaScript: `Rules::new().moves("place", place).turn(…)`.

mod moves;
mod phase;
mod turn;

use std::rc::Rc;

use rondel::core::{ActionContext, Differences, Engine, EventKind, Game, MoveNames, Source};

use super::host::{Field, NativeHost, Plugin};
use super::table::{Answer, Callback, GameState, Table, callback};
use super::values;
use moves::{MoveRules, NamedMoves, intern, short_form};

pub use phase::PhaseRules;
pub use turn::TurnRules;

type Hook<G> = Option<Callback<G>>;

/// A game.
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
    plugins: Vec<Plugin<G>>,
    fields: Vec<Field<G>>,
}

impl<G: GameState> Rules<G> {
    /// A game in which nothing can be done.
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
            plugins: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// `setup`: fills in a `G::default()`; the setup data is the first argument.
    pub fn setup<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.setup = Some(callback(code));
        self
    }

    /// A move, short form.
    pub fn moves<A: Answer>(
        self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
    ) -> Self {
        self.long_move(name, code, |rules| rules)
    }

    /// A move, long form.
    pub fn long_move<A: Answer>(
        mut self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
        rules: impl FnOnce(MoveRules<G>) -> MoveRules<G>,
    ) -> Self {
        self.moves.push((name, rules(MoveRules(short_form(code))).0));
        self
    }

    /// `turn`
    pub fn turn(mut self, rules: impl FnOnce(TurnRules<G>) -> TurnRules<G>) -> Self {
        self.turn = rules(self.turn);
        self
    }

    /// A phase.
    pub fn phase(mut self, name: &'static str, rules: impl FnOnce(PhaseRules<G>) -> PhaseRules<G>) -> Self {
        self.phases.push(rules(PhaseRules::new(name)));
        self
    }

    /// `endIf`
    pub fn end_if<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.end_if = Some(callback(code));
        self
    }

    /// `onEnd`
    pub fn on_end<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_end = Some(callback(code));
        self
    }

    /// `onPlayerLeave`
    pub fn on_player_leave<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_player_leave = Some(callback(code));
        self
    }

    /// `events: { x: false }`
    pub fn disable_event(mut self, name: &str) -> Self {
        self.disabled_events.extend(values::kind(name));
        self
    }

    /// `disableUndo: true`
    pub fn disable_undo(mut self) -> Self {
        self.disable_undo = true;
        self
    }

    /// `disableLog: true`
    pub fn disable_log(mut self) -> Self {
        self.disable_log = true;
        self
    }

    /// `compat: '0.50'`
    pub fn compat(mut self) -> Self {
        self.compat = true;
        self
    }

    /// Promises that every `endIf` reads nothing but `G` and calls nothing.
    pub fn endings_read_g_alone(mut self) -> Self {
        self.endings_read_g_alone = true;
        self
    }

    /// `seed`
    pub fn seed(mut self, seed: &'static str) -> Self {
        self.seed = seed;
        self
    }

    /// Where all numbers are drawn from.
    pub fn source(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// One more of `plugins`.
    pub fn plugin(mut self, plugin: Plugin<G>) -> Self {
        self.plugins.push(plugin);
        self
    }

    /// Lets `TurnOrder::CustomFrom` find a field of `G`.
    pub fn field(mut self, name: &'static str, read: fn(&G) -> Vec<String>) -> Self {
        self.fields.push((name, read));
        self
    }

    /// Gives every hook that is not declared a body that does nothing, so that the story says when it runs.
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

    /// The engine that plays the game.
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
                differences: Differences::under(self.compat),
                seed: self.seed.into(),
                plugins: self.plugins.iter().map(|plugin| plugin.name.into()).collect(),
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

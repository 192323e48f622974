//! A game's definition, written much as in JavaScript: `Rules::new().moves("place", place).turn(…)`.

use std::rc::Rc;

use rondel::core::{
    ActionContext, Differences, Engine, EventKind, Game, Move, MoveNames, Moves, Next, Phase, StageConfig,
    Toggle, Turn, TurnOrder,
};
use serde_json::Value;

use super::host::{Field, NativeHost, Plugin};
use super::table::{Answer, Callback, GameState, Table, callback};
use super::values;

type Hook<G> = Option<Callback<G>>;
type NamedMoves<G> = Vec<(&'static str, Move<Callback<G>>)>;

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
    seed: &'static str,
    plugins: Vec<Plugin<G>>,
    fields: Vec<Field<G>>,
}

/// A phase.
#[derive(Clone)]
pub struct PhaseRules<G: GameState> {
    name: &'static str,
    start: bool,
    moves: Option<NamedMoves<G>>,
    turn: Option<TurnRules<G>>,
    on_begin: Hook<G>,
    on_end: Hook<G>,
    end_if: Hook<G>,
    next: Next<Callback<G>>,
}

/// The turns of a game or a phase.
#[derive(Clone)]
pub struct TurnRules<G: GameState> {
    turn: Turn<Callback<G>, Value>,
    stages: Option<Vec<StageRules<G>>>,
}

/// A stage.
#[derive(Clone)]
pub struct StageRules<G: GameState> {
    stage: StageConfig<Callback<G>, Value>,
    moves: Option<NamedMoves<G>>,
}

/// A move, and what its long form says besides `move`.
pub struct MoveRules<G>(Move<Callback<G>>);

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
            seed: "rondel",
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

    /// `seed`
    pub fn seed(mut self, seed: &'static str) -> Self {
        self.seed = seed;
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

    /// Gives every hook that is not declared a body that does nothing, so that it is told when it runs.
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
                said: Default::default(),
                calls: Default::default(),
            },
            context,
        }
    }
}

impl<G: GameState> PhaseRules<G> {
    fn new(name: &'static str) -> Self {
        PhaseRules {
            name,
            start: false,
            moves: None,
            turn: None,
            on_begin: None,
            on_end: None,
            end_if: None,
            next: Next::Nothing,
        }
    }

    /// `start: true`
    pub fn start(mut self) -> Self {
        self.start = true;
        self
    }

    /// A move of this phase's own.
    pub fn moves<A: Answer>(
        mut self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
    ) -> Self {
        self.moves.get_or_insert_default().push((name, short_form(code)));
        self
    }

    /// `turn`
    pub fn turn(mut self, rules: impl FnOnce(TurnRules<G>) -> TurnRules<G>) -> Self {
        self.turn = Some(rules(self.turn.unwrap_or_else(TurnRules::new)));
        self
    }

    /// `onBegin`
    pub fn on_begin<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_begin = Some(callback(code));
        self
    }

    /// `onEnd`
    pub fn on_end<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.on_end = Some(callback(code));
        self
    }

    /// `endIf`
    pub fn end_if<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.end_if = Some(callback(code));
        self
    }

    /// `next`, by name.
    pub fn next(mut self, name: &str) -> Self {
        self.next = Next::To(name.into());
        self
    }

    /// `next`, as a function.
    pub fn ask_next<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.next = Next::Ask(callback(code));
        self
    }

    fn build(self, names: &mut MoveNames, turn: &Rc<Turn<Callback<G>, Value>>) -> Phase<Callback<G>, Value> {
        Phase {
            name: (!self.name.is_empty()).then(|| self.name.into()),
            moves: self.moves.map(|moves| intern(names, moves)),
            turn: self.turn.map_or_else(|| Rc::clone(turn), |turn| Rc::new(turn.build(names))),
            on_begin: self.on_begin,
            on_end: self.on_end,
            end_if: self.end_if,
            next: self.next,
        }
    }
}

impl<G: GameState> TurnRules<G> {
    fn new() -> Self {
        TurnRules { turn: Turn::default(), stages: None }
    }

    /// `order`
    pub fn order(mut self, order: TurnOrder<Callback<G>>) -> Self {
        self.turn.order = order;
        self
    }

    /// `order: { first, next }`
    pub fn own_order<A: Answer, B: Answer>(
        self,
        first: impl Fn(&mut Table<'_, G>) -> A + 'static,
        next: impl Fn(&mut Table<'_, G>) -> B + 'static,
    ) -> Self {
        self.order(TurnOrder::Own { play_order: None, first: callback(first), next: callback(next) })
    }

    /// `order.playOrder`, beside `first` and `next`.
    pub fn play_order<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        if let TurnOrder::Own { play_order, .. } = &mut self.turn.order {
            *play_order = Some(callback(code));
        }
        self
    }

    /// `onBegin`
    pub fn on_begin<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_begin = Some(callback(code));
        self
    }

    /// `onMove`
    pub fn on_move<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_move = Some(callback(code));
        self
    }

    /// `onEnd`
    pub fn on_end<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.on_end = Some(callback(code));
        self
    }

    /// `endIf`
    pub fn end_if<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.turn.end_if = Some(callback(code));
        self
    }

    /// `minMoves`
    pub fn min_moves(mut self, moves: u32) -> Self {
        self.turn.min_moves = Some(moves);
        self
    }

    /// `maxMoves`
    pub fn max_moves(mut self, moves: u32) -> Self {
        self.turn.max_moves = Some(moves);
        self
    }

    /// `activePlayers`
    pub fn active_players(mut self, arg: Value) -> Self {
        self.turn.active_players = Some(values::active_players(&arg));
        self
    }

    /// One of `stages`.
    pub fn stage(mut self, name: &str, rules: impl FnOnce(StageRules<G>) -> StageRules<G>) -> Self {
        let (next, moves, min_moves, max_moves) = (None, None, None, None);
        let stage = StageConfig { name: name.into(), moves, next, min_moves, max_moves };
        let stages = self.stages.get_or_insert_default();
        stages.push(rules(StageRules { stage, moves: None }));
        self
    }

    fn build(self, names: &mut MoveNames) -> Turn<Callback<G>, Value> {
        let build = |stages: Vec<StageRules<G>>| {
            let with_moves = |StageRules { stage, moves }: StageRules<G>| {
                let moves = moves.map(|moves| intern(names, moves));
                StageConfig { moves, ..stage }
            };
            stages.into_iter().map(with_moves).collect()
        };
        Turn { stages: self.stages.map(build), ..self.turn }
    }
}

impl<G: GameState> StageRules<G> {
    /// A move of this stage's own.
    pub fn moves<A: Answer>(
        mut self,
        name: &'static str,
        code: impl Fn(&mut Table<'_, G>) -> A + 'static,
    ) -> Self {
        self.moves.get_or_insert_default().push((name, short_form(code)));
        self
    }

    /// `next`
    pub fn next(mut self, arg: Value) -> Self {
        self.stage.next = Some(values::stage(arg));
        self
    }

    /// `minMoves`
    pub fn min_moves(mut self, moves: u32) -> Self {
        self.stage.min_moves = Some(moves);
        self
    }

    /// `maxMoves`
    pub fn max_moves(mut self, moves: u32) -> Self {
        self.stage.max_moves = Some(moves);
        self
    }
}

impl<G: GameState> MoveRules<G> {
    /// `undoable`
    pub fn undoable(mut self, undoable: bool) -> Self {
        self.0.undoable = Toggle::Always(undoable);
        self
    }

    /// `undoable`, as a function.
    pub fn ask_undoable<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.undoable = Toggle::Ask(callback(code));
        self
    }

    /// `redact`
    pub fn redact(mut self, redact: bool) -> Self {
        self.0.redact = Toggle::Always(redact);
        self
    }

    /// `redact`, as a function.
    pub fn ask_redact<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.redact = Toggle::Ask(callback(code));
        self
    }

    /// `validate`
    pub fn validate<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.validate = Some(callback(code));
        self
    }

    /// `client: false`
    pub fn not_on_clients(mut self) -> Self {
        self.0.client = false;
        self
    }

    /// `noLimit: true`
    pub fn no_limit(mut self) -> Self {
        self.0.no_limit = true;
        self
    }
}

fn short_form<G: GameState, A: Answer>(code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Move<Callback<G>> {
    Move {
        function: callback(code),
        undoable: Toggle::Unset,
        redact: Toggle::Unset,
        validate: None,
        client: true,
        no_limit: false,
        strict: false,
        ignores_stale: false,
    }
}

fn intern<G>(names: &mut MoveNames, declared: NamedMoves<G>) -> Moves<Callback<G>> {
    let mut moves = Moves::default();
    for (name, declared) in declared {
        moves.insert(names.intern(name), declared);
    }
    moves
}

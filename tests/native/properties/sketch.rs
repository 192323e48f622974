//! Sketches of games: plain data, which proptest generates and shrinks.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use rondel::core::{Action, TurnOrder};
use serde_json::{Value, json};

use crate::support::{Match, PhaseRules, Rules, Table, Thrown, TurnRules};

/// State of sketched games.
#[derive(Clone, Debug, Default)]
pub struct World {
    score: u64,
    thrown: Vec<u64>,
}

/// Sketch of a game.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub num_players: u32,
    compat: bool,
    moves: Vec<MoveSketch>,
    turn: TurnSketch,
    phases: Vec<PhaseSketch>,
    starts_in_phase: bool,
    end_if: Option<Question>,
    on_end: Vec<Deed>,
}

#[derive(Clone, Debug)]
struct MoveSketch {
    deeds: Vec<Deed>,
    undoable: bool,
    no_limit: bool,
}

#[derive(Clone, Debug)]
struct PhaseSketch {
    moves: Option<Vec<Deed>>,
    turn: Option<TurnSketch>,
    on_begin: Vec<Deed>,
    on_end: Vec<Deed>,
    end_if: Option<Question>,
    next: Option<&'static str>,
}

#[derive(Clone, Debug)]
struct TurnSketch {
    order: OrderSketch,
    limits: (Option<u32>, Option<u32>),
    active_players: Option<Value>,
    stages: Option<[StageSketch; 2]>,
    on_begin: Vec<Deed>,
    on_move: Vec<Deed>,
    on_end: Vec<Deed>,
    end_if: Option<Question>,
}

#[derive(Clone, Debug)]
enum OrderSketch {
    Default,
    Reset,
    Continue,
    Once,
    Custom(Vec<&'static str>),
    /// Moves on by this number of seats. Some positions end the phase.
    Own(i32, Option<When>),
}

#[derive(Clone, Debug)]
struct StageSketch {
    moves: Option<Vec<Deed>>,
    next: Option<Value>,
    limits: (Option<u32>, Option<u32>),
}

/// An optional condition, and an effect of a move or hook.
#[derive(Clone, Debug)]
struct Deed(Option<When>, What);

#[derive(Clone, Debug)]
enum What {
    Add(u64),
    Throw,
    Call(&'static str, Option<Value>),
    Refuse,
    Explode,
}

/// A condition, and the answer of an `endIf`.
#[derive(Clone, Debug)]
struct Question(When, Value);

/// A condition that is true for some scores.
#[derive(Clone, Debug)]
struct When {
    modulus: u64,
    remainder: u64,
}

/// A command of a player.
#[derive(Clone, Debug)]
pub struct Command {
    player: &'static str,
    text: String,
}

const PLAYERS: [&str; 4] = ["0", "1", "2", "3"];
const STAGES: [&str; 2] = ["s", "t"];
const PHASES: [&str; 3] = ["a", "b", "c"];
const MOVES: [&str; 3] = ["x", "y", "z"];

impl Sketch {
    /// Returns the same game with or without `compat: '0.50'`.
    pub fn with_compat(self, compat: bool) -> Self {
        Sketch { compat, ..self }
    }

    /// Returns the sketched game.
    pub fn rules(&self) -> Rules<World> {
        let mut rules = Rules::new().turn(|rules| self.turn.rules(rules)).on_end(hook(&self.on_end));
        for (name, sketch) in MOVES.into_iter().zip(&self.moves) {
            rules = rules.long_move(name, run(&sketch.deeds), |rules| {
                let rules = rules.undoable(sketch.undoable);
                if sketch.no_limit { rules.no_limit() } else { rules }
            });
        }
        for (name, sketch) in PHASES.into_iter().zip(&self.phases) {
            let starts = self.starts_in_phase && name == "a";
            let start = |rules: PhaseRules<World>| if starts { rules.start() } else { rules };
            rules = rules.phase(name, |rules| start(sketch.rules(rules)));
        }
        if let Some(question) = &self.end_if {
            rules = rules.end_if(question.ask());
        }
        if self.compat { rules.compat() } else { rules }
    }
}

impl PhaseSketch {
    fn rules(&self, mut rules: PhaseRules<World>) -> PhaseRules<World> {
        rules = rules.on_begin(hook(&self.on_begin)).on_end(hook(&self.on_end));
        if let Some(deeds) = &self.moves {
            rules = rules.moves("x", run(deeds));
        }
        if let Some(turn) = &self.turn {
            rules = rules.turn(|rules| turn.rules(rules));
        }
        if let Some(question) = &self.end_if {
            rules = rules.end_if(question.ask());
        }
        match self.next {
            Some(next) => rules.next(next),
            None => rules,
        }
    }
}

impl TurnSketch {
    fn rules(&self, mut rules: TurnRules<World>) -> TurnRules<World> {
        rules = rules.on_begin(hook(&self.on_begin)).on_move(hook(&self.on_move)).on_end(hook(&self.on_end));
        if let Some(question) = &self.end_if {
            rules = rules.end_if(question.ask());
        }
        if let Some(min_moves) = self.limits.0 {
            rules = rules.min_moves(min_moves);
        }
        if let Some(max_moves) = self.limits.1 {
            rules = rules.max_moves(max_moves);
        }
        if let Some(arg) = &self.active_players {
            rules = rules.active_players(arg.clone());
        }
        for (name, sketch) in STAGES.into_iter().zip(self.stages.iter().flatten()) {
            rules = rules.stage(name, |mut rules| {
                if let Some(deeds) = &sketch.moves {
                    rules = rules.moves("y", run(deeds));
                }
                if let Some(next) = &sketch.next {
                    rules = rules.next(next.clone());
                }
                if let Some(min_moves) = sketch.limits.0 {
                    rules = rules.min_moves(min_moves);
                }
                match sketch.limits.1 {
                    Some(max_moves) => rules.max_moves(max_moves),
                    None => rules,
                }
            });
        }
        self.order.rules(rules)
    }
}

impl OrderSketch {
    fn rules(&self, rules: TurnRules<World>) -> TurnRules<World> {
        match self {
            OrderSketch::Default => rules.order(TurnOrder::Default),
            OrderSketch::Reset => rules.order(TurnOrder::Reset),
            OrderSketch::Continue => rules.order(TurnOrder::Continue),
            OrderSketch::Once => rules.order(TurnOrder::Once),
            OrderSketch::Custom(players) => {
                rules.order(TurnOrder::Custom(players.iter().map(|player| (*player).into()).collect()))
            }
            OrderSketch::Own(step, end) => {
                let (step, end) = (*step, end.clone());
                rules.own_order(
                    |_| 0,
                    move |t| match &end {
                        Some(when) if when.holds(t) => json!(null),
                        _ => json!(
                            (t.ctx.play_order_pos + step).rem_euclid(t.ctx.play_order.len().max(1) as i32)
                        ),
                    },
                )
            }
        }
    }
}

impl Question {
    fn ask(&self) -> impl Fn(&mut Table<'_, World>) -> Value + 'static {
        let Question(when, answer) = self.clone();
        move |t| if when.holds(t) { answer.clone() } else { json!(false) }
    }
}

impl When {
    fn holds(&self, t: &Table<'_, World>) -> bool {
        t.g.score % self.modulus == self.remainder % self.modulus
    }
}

impl Command {
    /// Returns `true` if it is an undo or a redo.
    pub fn steps_back(&self) -> bool {
        self.text.ends_with("do")
    }

    /// Returns `true` if it is an event, and not a move, undo, redo or leaving.
    pub fn is_event(&self) -> bool {
        self.text.len() > 1 && !self.text.ends_with("do") && self.text != "leave"
    }

    /// Returns the action of the command.
    pub fn action(&self, game: &Match<World>) -> Action<Value> {
        game.action(self.player, &self.text)
    }
}

fn run(deeds: &[Deed]) -> impl Fn(&mut Table<'_, World>) -> Result<Value, Thrown> + 'static {
    let deeds = deeds.to_vec();
    move |t| {
        for Deed(when, what) in &deeds {
            if when.as_ref().is_some_and(|when| !when.holds(t)) {
                continue;
            }
            match what {
                What::Add(more) => t.g.score += more,
                What::Throw => {
                    let thrown = t.d6();
                    t.g.thrown.push(thrown);
                    t.g.score += thrown;
                }
                What::Call(event, None) => t.call(event),
                What::Call(event, Some(arg)) => t.call_with(event, arg.clone()),
                What::Refuse => return Ok(json!("INVALID_MOVE")),
                What::Explode => return Err(Thrown(format!("at {}", t.g.score))),
            }
        }
        Ok(json!(null))
    }
}

/// Returns a hook with these effects. Its answer is ignored.
fn hook(deeds: &[Deed]) -> impl Fn(&mut Table<'_, World>) -> Result<Value, Thrown> + 'static {
    run(deeds)
}

/// Generates games.
pub fn sketches() -> BoxedStrategy<Sketch> {
    let moves = vec((deeds(3), prop::bool::weighted(0.8), prop::bool::weighted(0.1)), 3).prop_map(|moves| {
        let sketch = |(deeds, undoable, no_limit)| MoveSketch { deeds, undoable, no_limit };
        moves.into_iter().map(sketch).collect()
    });
    let phases = vec(phase(), 0..=3);
    let end_if = option::weighted(0.1, question(Just(json!({ "winner": "0" })).boxed()));
    (1..=4_u32, moves, turn(), phases, any::<bool>(), end_if, deeds(1))
        .prop_map(|(num_players, moves, turn, phases, starts_in_phase, end_if, on_end)| Sketch {
            num_players,
            compat: false,
            moves,
            turn,
            phases,
            starts_in_phase,
            end_if,
            on_end,
        })
        .boxed()
}

/// Generates commands of players.
pub fn commands() -> BoxedStrategy<Vec<Command>> {
    let event = call().prop_map(|(event, arg)| match arg {
        Some(arg) => format!("{event} {arg}"),
        None => event.into(),
    });
    let text = prop_oneof![
        6 => select(&MOVES).prop_map(String::from),
        3 => event,
        4 => select(&["undo", "undo", "redo", "redo", "leave"]).prop_map(String::from),
    ];
    let player = select(&["0", "0", "1", "1", "2", "3", "-"]);
    vec((player, text).prop_map(|(player, text)| Command { player, text }), 1..30).boxed()
}

fn phase() -> BoxedStrategy<PhaseSketch> {
    let end_if = option::weighted(0.4, question(ending(phase_name())));
    (
        option::weighted(0.3, deeds(2)),
        option::of(turn()),
        deeds(1),
        deeds(1),
        end_if,
        option::of(select(&PHASES)),
    )
        .prop_map(|(moves, turn, on_begin, on_end, end_if, next)| PhaseSketch {
            moves,
            turn,
            on_begin,
            on_end,
            end_if,
            next,
        })
        .boxed()
}

fn turn() -> BoxedStrategy<TurnSketch> {
    let stage = (option::of(deeds(2)), option::of(stage_arg()), limits())
        .prop_map(|(moves, next, limits)| StageSketch { moves, next, limits });
    let stages = option::of([stage.clone(), stage]);
    (
        order(),
        limits(),
        option::weighted(0.4, active_players()),
        stages,
        deeds(1),
        deeds(1),
        deeds(1),
        option::weighted(0.3, question(ending(select(&PLAYERS).prop_map(Value::from).boxed()))),
    )
        .prop_map(|(order, limits, active_players, stages, on_begin, on_move, on_end, end_if)| TurnSketch {
            order,
            limits,
            active_players,
            stages,
            on_begin,
            on_move,
            on_end,
            end_if,
        })
        .boxed()
}

fn order() -> BoxedStrategy<OrderSketch> {
    prop_oneof![
        4 => Just(OrderSketch::Default),
        1 => Just(OrderSketch::Reset),
        1 => Just(OrderSketch::Continue),
        2 => Just(OrderSketch::Once),
        1 => vec(select(&PLAYERS), 1..5).prop_map(OrderSketch::Custom),
        2 => (1..4_i32, option::of(when())).prop_map(|(step, end)| OrderSketch::Own(step, end)),
    ]
    .boxed()
}

/// Generates consistent limits: the minimum is at most the maximum.
fn limits() -> BoxedStrategy<(Option<u32>, Option<u32>)> {
    (option::weighted(0.2, 1..3_u32), option::weighted(0.4, 0..3_u32))
        .prop_map(|(least, more)| (least, more.map(|more| least.unwrap_or(1) + more)))
        .boxed()
}

fn deeds(most: usize) -> BoxedStrategy<Vec<Deed>> {
    let what = prop_oneof![
        6 => (1..10_u64).prop_map(What::Add),
        2 => Just(What::Throw),
        5 => call().prop_map(|(event, arg)| What::Call(event, arg)),
        1 => Just(What::Refuse),
        1 => Just(What::Explode),
    ];
    vec((option::weighted(0.6, when()), what).prop_map(|(when, what)| Deed(when, what)), 0..=most).boxed()
}

fn when() -> BoxedStrategy<When> {
    (1..8_u64, 0..8_u64).prop_map(|(modulus, remainder)| When { modulus, remainder }).boxed()
}

fn question(answer: BoxedStrategy<Value>) -> BoxedStrategy<Question> {
    (when(), answer).prop_map(|(when, answer)| Question(when, answer)).boxed()
}

/// Generates an event with its argument.
fn call() -> BoxedStrategy<(&'static str, Option<Value>)> {
    let player = select(&["0", "1", "2", "3", "9"]).prop_map(Value::from).boxed();
    prop_oneof![
        3 => (Just("endTurn"), option::of(ending(player.clone()))),
        2 => (Just("pass"), option::of(ending(player.clone()))),
        1 => (Just("removePlayer"), player.prop_map(Some)),
        2 => (Just("endPhase"), Just(None)),
        2 => (Just("setPhase"), phase_name().prop_map(Some)),
        1 => (Just("endGame"), Just(None)),
        4 => (Just("setActivePlayers"), active_players().prop_map(Some)),
        3 => (Just("endStage"), Just(None)),
        3 => (Just("setStage"), option::weighted(0.9, stage_arg())),
    ]
    .boxed()
}

/// Generates `true`, `{ next }`, `{ remove }`, and some invalid values.
fn ending(next: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    prop_oneof![
        4 => Just(json!(true)),
        3 => next.prop_map(|next| json!({ "next": next })),
        1 => any::<bool>().prop_map(|remove| json!({ "remove": remove })),
        1 => Just(json!(7)),
    ]
    .boxed()
}

fn phase_name() -> BoxedStrategy<Value> {
    select(&["a", "b", "c", "nowhere"]).prop_map(Value::from).boxed()
}

fn stage_arg() -> BoxedStrategy<Value> {
    prop_oneof![seat(), Just(json!(7))].boxed()
}

fn seat() -> BoxedStrategy<Value> {
    let stage = select(&["s", "t", "s", "t", "unknown"]).prop_map(Value::from).boxed();
    let stage = prop_oneof![4 => stage, 1 => Just(Value::Null)];
    prop_oneof![
        3 => stage.clone(),
        1 => (stage, limits()).prop_map(|(stage, limits)| with_limits(json!({ "stage": stage }), limits)),
    ]
    .boxed()
}

fn active_players() -> BoxedStrategy<Value> {
    let set = (
        option::weighted(0.3, seat()),
        option::weighted(0.3, seat()),
        option::weighted(0.3, seat()),
        vec((select(&["0", "1", "2", "9"]), seat()), 0..3),
        limits(),
        any::<bool>(),
    )
        .prop_map(|(current_player, others, all, value, limits, revert)| {
            let mut set = json!({ "revert": revert });
            let shared = [("currentPlayer", current_player), ("others", others), ("all", all)];
            for (key, seat) in shared.into_iter().filter_map(|(key, seat)| Some((key, seat?))) {
                set[key] = seat;
            }
            if !value.is_empty() {
                set["value"] = value.into_iter().map(|(player, seat)| (player.to_string(), seat)).collect();
            }
            with_limits(set, limits)
        });
    let list = vec(select(&["0", "1", "2"]), 0..3).prop_map(Value::from);
    // A `next` with `revert` would return to the set that has just become empty: to nobody, as in
    // boardgame.io.
    let nested = (set.clone(), set.clone()).prop_map(|(mut set, mut next)| {
        next["revert"] = json!(false);
        set["next"] = next;
        set
    });
    prop_oneof![4 => set, 1 => list, 2 => nested].boxed()
}

fn with_limits(mut value: Value, (least, most): (Option<u32>, Option<u32>)) -> Value {
    if let Some(least) = least {
        value["minMoves"] = json!(least);
    }
    if let Some(most) = most {
        value["maxMoves"] = json!(most);
    }
    value
}

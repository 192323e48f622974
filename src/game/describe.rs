//! The description of a game, from which `build-game` makes a package: its moves, phases, stages and
//! TypeScript types.

use std::cell::{Cell, RefCell};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::build::{Definition, Facts};
use super::ctx::Ctx;
use super::event::Event;
use super::game::Game;
use super::moves::Moves;
use super::predict::Predict;
use super::random::Draw;
use super::seat::Seat;
use super::services::Services;
use super::setup::Setup;
use super::texts::{PayloadType, Texts};
use super::types::{NamedType, Types};
use super::unwritten::Unwritten;
use crate::core::{self, EventKind};

/// Describes a game as JSON text: `{ name, version, minPlayers, maxPlayers, predict, deltaState, disableUndo,
/// disableLog, disabledEvents, hides, enumerates, migrates, moves: [{ name, args: [{ name, type, optional }],
/// comment }], phases, phaseComment, stages, stageComment, types: [{ name, type, comment }], G, setupData,
/// outcome, payload }`.
///
/// Fields with their default value are omitted. `types` are the named types: `G`, arguments and setup data
/// refer to them. Comments are TypeScript comments made from the author's doc comments.
///
/// ```
/// # use rondel::prelude::*;
/// # #[state]
/// # struct Countdown { left: u32 }
/// # #[derive(Clone, Debug, PartialEq, Moves)]
/// # enum Move { Take { count: u32 } }
/// # impl Game for Countdown {
/// #     type Move = Move;
/// #     const NAME: &'static str = "countdown";
/// #     fn setup(_: &Setup) -> Result<Self> { Ok(Countdown { left: 10 }) }
/// #     fn play(&mut self, _: Move, _: &Cx) -> Played { Ok(()) }
/// # }
/// let described = rondel::game::describe::<Countdown>()?;
/// let described: serde_json::Value = serde_json::from_str(&described)?;
/// assert_eq!(described["types"][0]["type"], "{ \"left\": number }");
/// assert_eq!(described["moves"][0]["args"][0]["type"], "number");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A mistake in the game's flow.
pub fn describe<G: Game>() -> Result<String, String> {
    let Definition { game, facts, texts } = Definition::<G>::new()?;
    let mut types = Types::default();
    let g = G::type_text(&mut types);
    let begun = Begun::of::<G>(facts.min_players, &mut types);
    let mut fields = Fields(Map::new());
    fields.put("name", json!(G::NAME));
    fields.put("moves", moves::<G>(&mut types));
    fields.put("phases", json!(facts.phases));
    fields.put("stages", json!(facts.stages));
    fields.put("G", json!(g));
    fields.put_some(begun.setup_data.as_ref(), "setupData");
    fields.put("outcome", json!(outcome(&texts, &mut types)));
    fields.put_some(texts.refusal().map(|refusal| union_of(&["string"], refusal, &mut types)), "payload");
    fields.put_comment("phaseComment", &together(texts.phases()));
    fields.put_comment("stageComment", &together(texts.stages()));
    fields.put_facts(&facts);
    fields.put_some(G::VERSION, "version");
    fields.put("migrates", json!(G::VERSION.is_some()));
    fields.put_some(game.disable_undo.then_some(true), "disableUndo");
    fields.put_some(game.disable_log.then_some(true), "disableLog");
    let disabled: Vec<String> = game.disabled_events.iter().map(event_name).collect();
    fields.put_some((!disabled.is_empty()).then_some(disabled), "disabledEvents");
    fields.put("hides", json!(types.has_holes()));
    fields.put("enumerates", json!(begun.enumerates));
    fields.put("types", types.iter().map(named).collect());
    Ok(Value::Object(fields.0).to_string())
}

struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, key: &str, value: Value) {
        self.0.insert(key.into(), value);
    }

    fn put_some(&mut self, value: Option<impl serde::Serialize>, key: &str) {
        if let Some(value) = value {
            self.put(key, json!(value));
        }
    }

    fn put_comment(&mut self, key: &str, comment: &str) {
        self.put_some((!comment.is_empty()).then_some(comment), key);
    }

    fn put_facts(&mut self, facts: &Facts) {
        self.put_some(facts.min_players, "minPlayers");
        self.put_some(facts.max_players, "maxPlayers");
        self.put_some(facts.delta_state.then_some(true), "deltaState");
        self.put_some(facts.secure_random.then_some("secure"), "random");
        self.put_some(facts.is_timed.then_some(true), "timed");
        let predict = match facts.predict {
            Predict::Nothing => Some("none"),
            Predict::Moves => None,
            Predict::Flow => Some("flow"),
        };
        self.put_some(predict, "predict");
    }
}

fn moves<G: Game>(types: &mut Types) -> Value {
    let signatures = types.given(<G::Move as Moves>::describe);
    let declared = <G::Move as Moves>::DECLARED.iter().zip(signatures);
    let described = declared.map(|(info, signature)| {
        let arguments = signature.arguments.into_iter().map(|argument| {
            let mut fields = Fields(Map::new());
            fields.put("name", json!(argument.name));
            fields.put("type", json!(argument.kind));
            fields.put_some(argument.optional.then_some(true), "optional");
            Value::Object(fields.0)
        });
        let mut fields = Fields(Map::new());
        fields.put("name", json!(info.name));
        fields.put("args", arguments.collect());
        fields.put_comment("comment", &signature.comment);
        Value::Object(fields.0)
    });
    described.collect()
}

fn named(declared: &NamedType) -> Value {
    let mut fields = Fields(Map::new());
    fields.put("name", json!(declared.name));
    fields.put("type", json!(declared.text));
    fields.put_comment("comment", &declared.comment);
    Value::Object(fields.0)
}

/// Returns the TypeScript type of a match's [`Outcome`](super::Outcome).
fn outcome(texts: &Texts, types: &mut Types) -> String {
    const USUAL: [&str; 3] = ["{ winner: string }", "{ winners: string[] }", "{ draw: true }"];
    texts.outcome().map_or_else(|| USUAL.join(" | "), |own| union_of(&USUAL, own, types))
}

/// Returns the union of these types and the game's own.
fn union_of(usual: &[&str], own: PayloadType, types: &mut Types) -> String {
    let own = (own.text)(types);
    let usual = usual.iter().filter(|usual| **usual != own).copied();
    usual.chain([own.as_str()]).collect::<Vec<_>>().join(" | ")
}

/// Returns the comments of several enums, one below the other.
fn together(comments: impl Iterator<Item = fn() -> String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for comment in comments.map(|comment| comment()) {
        if !comment.is_empty() && !all.contains(&comment) {
            all.push(comment);
        }
    }
    all.join("\n")
}

/// Returns the event's name in JavaScript: `endTurn` for `EndTurn`.
fn event_name(event: &EventKind) -> String {
    let name = format!("{event:?}");
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// Facts that only appear when a match begins.
struct Begun {
    /// Type of the setup data, if the game reads them.
    setup_data: Option<String>,
    /// `true` if the game lists moves.
    enumerates: bool,
}

impl Begun {
    fn of<G: Game>(players: Option<u32>, types: &mut Types) -> Self {
        let ctx = core::Ctx::<super::Value<G::Move>>::before_first_turn(players.unwrap_or(2), None);
        let lists_nothing = Cell::new(false);
        let ctx = Ctx::of(&ctx).noting_lists(&lists_nothing);
        let services = Trial { random: RefCell::new(core::Random::seeded("0")), data: Cell::new(None) };
        let begun = G::setup(&Setup { ctx, services: &services, data: None });
        // A game that cannot begin without setup data counts as one that lists moves.
        if let Ok(g) = begun {
            g.moves(&ctx, Seat::new(0), &mut Vec::new());
        }
        let setup_data = services.data.get().map(|text| types.given(text));
        Begun { setup_data, enumerates: !lists_nothing.get() }
    }
}

type TypeText = fn(&mut Types) -> String;

/// Services for a match that only begins.
struct Trial {
    random: RefCell<core::Random>,
    data: Cell<Option<TypeText>>,
}

impl Draw for Trial {
    fn number(&self) -> f64 {
        self.random.number()
    }
}

impl Services for Trial {
    fn call(&self, _: Event) {}

    fn draws(&self) -> bool {
        true
    }

    fn log(&self, _: Result<String, Unwritten>) {}

    fn emit(&self, _: Result<String, Unwritten>) {}

    fn asked_for_data(&self, text: TypeText) {
        self.data.set(Some(text));
    }
}

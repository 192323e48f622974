//! What a game is, for who builds a package of it: its moves, phases and stages, and its types as TypeScript writes them.

use std::cell::{Cell, RefCell};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::build::{Definition, Facts};
use super::ctx::Ctx;
use super::desk::Desk;
use super::event::Event;
use super::game::Game;
use super::moves::Moves;
use super::predict::Predict;
use super::random::Draw;
use super::seat::Seat;
use super::setup::Setup;
use super::types::Types;
use super::unwritten::Unwritten;
use crate::core::{self, EventKind};

/// Describes a game as text of JSON's: `{ name, version, minPlayers, maxPlayers, predict, deltaState, disableUndo, disableLog,
/// disabledEvents, hides, enumerates, migrates, moves: [{ name, args: [{ name, type, optional }] }], phases, stages, types, G,
/// setupData }`. What is as usual is left out. `types` are those that have names: what TypeScript calls `G`, arguments and
/// setup data refers to them.
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
/// assert_eq!(described["types"]["Countdown"], "{ \"left\": number }");
/// assert_eq!(described["moves"][0]["args"][0]["type"], "number");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// What is wrong with the game's flow.
pub fn describe<G: Game>() -> Result<String, String> {
    let Definition { game, facts } = Definition::<G>::new()?;
    let mut types = Types::default();
    let g = G::type_text(&mut types);
    let begun = Begun::of::<G>(facts.min_players, &mut types);
    let mut told = Told(Map::new());
    told.say("name", json!(G::NAME));
    told.say("moves", moves::<G>(&mut types));
    told.say("phases", json!(facts.phases));
    told.say("stages", json!(facts.stages));
    told.say("G", json!(g));
    told.say_if(begun.setup_data.as_ref(), "setupData");
    told.say_facts(&facts);
    told.say_if(G::VERSION, "version");
    told.say("migrates", json!(G::VERSION.is_some()));
    told.say_if(game.disable_undo.then_some(true), "disableUndo");
    told.say_if(game.disable_log.then_some(true), "disableLog");
    let disabled: Vec<String> = game.disabled_events.iter().map(event_name).collect();
    told.say_if((!disabled.is_empty()).then_some(disabled), "disabledEvents");
    told.say("hides", json!(types.has_holes()));
    told.say("enumerates", json!(begun.enumerates));
    told.say("types", types.iter().map(|(name, text)| (name.to_string(), json!(text))).collect());
    Ok(Value::Object(told.0).to_string())
}

struct Told(Map<String, Value>);

impl Told {
    fn say(&mut self, key: &str, value: Value) {
        self.0.insert(key.into(), value);
    }

    fn say_if(&mut self, value: Option<impl serde::Serialize>, key: &str) {
        if let Some(value) = value {
            self.say(key, json!(value));
        }
    }

    fn say_facts(&mut self, facts: &Facts) {
        self.say_if(facts.min_players, "minPlayers");
        self.say_if(facts.max_players, "maxPlayers");
        self.say_if(facts.delta_state.then_some(true), "deltaState");
        self.say_if(facts.secure_random.then_some("secure"), "random");
        let predict = match facts.predict {
            Predict::Nothing => Some("none"),
            Predict::Moves => None,
            Predict::Flow => Some("flow"),
        };
        self.say_if(predict, "predict");
    }
}

fn moves<G: Game>(types: &mut Types) -> Value {
    let arguments = types.given(<G::Move as Moves>::describe);
    let declared = <G::Move as Moves>::DECLARED.iter().zip(arguments);
    let described = declared.map(|(info, arguments)| {
        let arguments = arguments.into_iter().map(|argument| {
            let mut told = Told(Map::new());
            told.say("name", json!(argument.name));
            told.say("type", json!(argument.kind));
            told.say_if(argument.optional.then_some(true), "optional");
            Value::Object(told.0)
        });
        json!({ "name": info.name, "args": arguments.collect::<Vec<_>>() })
    });
    described.collect()
}

/// As JavaScript calls it: `EndTurn` is `endTurn`.
fn event_name(event: &EventKind) -> String {
    let name = format!("{event:?}");
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// What only a game at its beginning shows.
struct Begun {
    /// The type of the setup data, if the game asks for them.
    setup_data: Option<String>,
    /// Whether the game lists moves.
    enumerates: bool,
}

impl Begun {
    fn of<G: Game>(players: Option<u32>, types: &mut Types) -> Self {
        let ctx = core::Ctx::<super::Value<G::Move>>::before_first_turn(players.unwrap_or(2), None);
        let lists_nothing = Cell::new(false);
        let ctx = Ctx::of(&ctx).noting_lists(&lists_nothing);
        let desk = Trial { random: RefCell::new(core::Random::seeded("0")), data: Cell::new(None) };
        let begun = G::setup(&Setup { ctx, desk: &desk, data: None });
        // What cannot begin without setup data may list moves.
        if let Ok(g) = begun {
            g.moves(&ctx, Seat::new(0), &mut Vec::new());
        }
        let setup_data = desk.data.get().map(|text| types.given(text));
        Begun { setup_data, enumerates: !lists_nothing.get() }
    }
}

type TypeText = fn(&mut Types) -> String;

/// A desk for a game that only begins.
struct Trial {
    random: RefCell<core::Random>,
    data: Cell<Option<TypeText>>,
}

impl Draw for Trial {
    fn number(&self) -> f64 {
        self.random.number()
    }
}

impl Desk for Trial {
    fn call(&self, _: Event) {}

    fn draws(&self) -> bool {
        true
    }

    fn log(&self, _: Result<String, Unwritten>) {}

    fn asked_for_data(&self, text: TypeText) {
        self.data.set(Some(text));
    }
}

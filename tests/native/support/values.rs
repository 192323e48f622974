//! Arguments of events and results of `endIf` as JSON, split into parts as
//! `pkg-template/lib/engine/argument.ts` splits JavaScript values. `null` stands for `null`. Members that
//! would be `undefined` are omitted.

use std::rc::Rc;

use rondel::core::{
    ActivePlayersArg, ArgumentKind, Differences, Ending, Event, EventKind, Name, Parser, Parts, StageArg,
};
use serde_json::Value;

/// Returns the event with this name, called with or without an argument.
pub fn event(name: &str, arg: Option<&Value>, differences: Differences) -> Event<Value> {
    let kind = kind(name).unwrap_or_else(|| panic!("no event is called {name}"));
    parser(&mut Taken::apart(arg), differences).event(kind)
}

/// Returns the kind of the event with this name.
pub fn kind(name: &str) -> Option<EventKind> {
    EventKind::named(name)
}

/// Parses the ending of a turn or a phase: `true`, `{ next }`, `{ remove }`.
pub fn ending(value: &Value, differences: Differences) -> Ending<Value> {
    parser(&mut Taken::apart(Some(value)), differences).ending()
}

/// Parses the argument of `setStage`.
pub fn stage(value: &Value) -> Rc<StageArg<Value>> {
    parser(&mut Taken::apart(Some(value)), Differences::default()).stage()
}

/// Parses active players.
pub fn active_players(value: &Value) -> Rc<ActivePlayersArg<Value>> {
    let parsed = parser(&mut Taken::apart(Some(value)), Differences::default()).active_players();
    parsed.unwrap_or_else(|problem| panic!("activePlayers: {problem}"))
}

/// Returns `true` if the value is truthy in JavaScript.
pub fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

fn parser(parts: &mut Taken, differences: Differences) -> Parser<'_, Taken> {
    Parser::new(parts, differences)
}

/// The parts of a value, and the index of the next one.
struct Taken {
    parts: Vec<Part>,
    next: usize,
}

/// A part of a value, or the key of the next part.
enum Part {
    Value(Option<Value>),
    Key(String),
}

impl Taken {
    fn apart(value: Option<&Value>) -> Self {
        let mut taken = Taken { parts: Vec::new(), next: 0 };
        taken.push(value);
        taken
    }

    fn push(&mut self, value: Option<&Value>) {
        self.parts.push(Part::Value(value.cloned()));
        match value {
            Some(Value::Array(members)) => members.iter().for_each(|member| self.push(Some(member))),
            Some(Value::Object(members)) => {
                for (key, member) in members {
                    self.parts.push(Part::Key(key.clone()));
                    self.push(Some(member));
                }
            }
            _ => {}
        }
    }

    /// Returns the part whose kind was read last.
    fn present(&self) -> Option<&Value> {
        match &self.parts[self.next - 1] {
            Part::Value(value) => value.as_ref(),
            Part::Key(key) => panic!("a value is expected here, and not the key {key}"),
        }
    }
}

impl Parts for Taken {
    type Value = Value;

    fn kind(&mut self) -> ArgumentKind {
        self.next += 1;
        match self.present() {
            None => ArgumentKind::Undefined,
            Some(Value::Null) => ArgumentKind::Null,
            Some(Value::Bool(_)) => ArgumentKind::Flag,
            Some(Value::Number(_)) => ArgumentKind::Number,
            Some(Value::String(_)) => ArgumentKind::Text,
            Some(Value::Array(_)) => ArgumentKind::List,
            Some(Value::Object(_)) => ArgumentKind::Object,
        }
    }

    fn value(&self) -> Value {
        self.present().cloned().unwrap_or_default()
    }

    fn is_truthy(&self) -> bool {
        self.present().is_some_and(is_truthy)
    }

    fn text(&self) -> Name {
        self.present().and_then(Value::as_str).unwrap_or_default().into()
    }

    fn number(&self) -> f64 {
        self.present().and_then(Value::as_f64).unwrap_or_default()
    }

    fn number_as_text(&self) -> Name {
        self.value().to_string().into()
    }

    fn count(&mut self) -> u32 {
        let count = match self.present() {
            Some(Value::Array(members)) => members.len(),
            Some(Value::Object(members)) => members.len(),
            _ => 0,
        };
        count as u32
    }

    fn key(&mut self) -> Name {
        let Part::Key(key) = &self.parts[self.next] else { panic!("a key is expected here") };
        self.next += 1;
        key.as_str().into()
    }
}

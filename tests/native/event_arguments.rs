//! What the arguments of events mean: `tests/js/client/event-arguments.test.mjs` reads the same list.

use serde_json::Value;

use crate::support::{Match, PhaseRules, Rules, call};

#[test]
fn arguments_mean_what_they_mean_in_javascript() {
    let cases: Vec<Vec<Value>> =
        serde_json::from_str(include_str!("../event-arguments.json")).expect("the list is JSON");
    let mut differing = Vec::new();
    for case in &cases {
        let [Value::String(event), args @ .., Value::String(expected)] = case.as_slice() else {
            panic!("{case:?} is no case");
        };
        let args: String = args.iter().map(|arg| format!(" {arg}")).collect();
        let happened = game().tell(&format!("0 call {event}{args}"));
        let happened = happened
            .split_once(": ")
            .filter(|_| happened.starts_with("refused"))
            .map_or(happened.as_str(), |(_, message)| message);
        if happened != expected {
            differing.push(format!("{event}({}): {happened}, not: {expected}", args.trim()));
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}

fn game() -> Match<()> {
    let rules = Rules::new()
        .moves("call", call)
        .turn(|turn| turn.stage("react", |stage| stage))
        .phase("draw", |phase: PhaseRules<()>| phase);
    Match::begin(rules, 3)
}

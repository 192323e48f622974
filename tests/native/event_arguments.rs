//! Tests of the arguments of events. `tests/js/client/event-arguments.test.mjs` reads the same list. A row
//! contains an event, its arguments, the result, and the result under `compat: '0.50'` if it differs.

use rondel::codes::{EVENT_FIELDS, Field};
use rondel::core::{Differences, EventKind, NUMBER_PREFIX, TRUE_STAGE};
use serde_json::{Value, json};

use crate::support::{Match, PhaseRules, Rules, call, event};

#[test]
fn arguments_mean_what_they_mean_in_javascript() {
    let rows: Vec<Vec<Value>> =
        serde_json::from_str(include_str!("../event-arguments.json")).expect("the list is JSON");
    let mut differing = Vec::new();
    for row in &rows {
        let [Value::String(event), Value::Array(args), expected @ ..] = row.as_slice() else {
            panic!("{row:?} is no row");
        };
        let [Some(in_rondel), Some(under_compat)] = [expected.first(), expected.last()] else {
            panic!("{row:?} does not say what happens");
        };
        let args: String = args.iter().map(|arg| format!(" {arg}")).collect();
        let games = [("", rules(), in_rondel), ("under compat ", rules().compat(), under_compat)];
        for (mode, rules, expected) in games {
            let happened = happened(rules, &format!("0 call {event}{args}"));
            if *expected != happened {
                differing.push(format!("{mode}{event}({}): {happened}, not: {expected}", args.trim()));
            }
        }
    }
    assert!(differing.is_empty(), "\n{}", differing.join("\n"));
}

/// JavaScript warns developers of fields that are not in the table.
#[test]
fn the_rules_read_the_fields_that_the_table_gives_each_event() {
    for &kind in EventKind::ALL.iter().filter(|kind| !matches!(kind, EventKind::EndGame)) {
        let in_table =
            EVENT_FIELDS.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, fields)| *fields);
        for &field in Field::ALL {
            assert_eq!(
                reads(kind, field.name()),
                in_table.contains(&field),
                "{} {}",
                kind.name(),
                field.name()
            );
        }
    }
}

/// Returns `true` if this field has an effect that another one does not have, alone or with a stage.
fn reads(kind: EventKind, field: &str) -> bool {
    let unknown = format!("{field}X");
    let values =
        [json!(true), json!(2), json!("x"), json!(["0"]), json!({ "0": "x" }), json!({ "stage": "x" })];
    let meaning = |arg: &Value| format!("{:?}", event(kind.name(), Some(arg), Differences::default()));
    values.iter().any(|value| {
        let (alone, other) = (json!({ field: value }), json!({ &unknown: value }));
        let (beside, other_beside) =
            (json!({ field: value, "stage": "y" }), json!({ &unknown: value, "stage": "y" }));
        let differ = |one: &Value, other: &Value| meaning(one) != meaning(other).replace(&unknown, field);
        differ(&alone, &other) || (field != "stage" && differ(&beside, &other_beside))
    })
}

fn rules() -> Rules<()> {
    Rules::new()
        .moves("call", call)
        .turn(|turn| turn.stage("react", |stage| stage))
        .phase("draw", |phase: PhaseRules<()>| phase)
}

/// Returns the description after the event, with the play order if it has changed, or the refusal's message.
fn happened(rules: Rules<()>, command: &str) -> String {
    let mut game = Match::begin(rules, 3);
    let result = game.play_line(command).replace(TRUE_STAGE, "true").replace(NUMBER_PREFIX, "");
    if let Some((_, message)) = result.split_once(": ").filter(|_| result.starts_with("refused")) {
        return message.into();
    }
    // Warnings come first.
    let result = result.rsplit_once(" | ").map_or(&*result, |(_, standing)| standing);
    let order = game.state.ctx.play_order.join(" ");
    if order == "0 1 2" { result.into() } else { format!("{result}, in the order {order}") }
}

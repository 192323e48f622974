//! Tests of the methods of `Host` for a game's own plugins.

use serde_json::{Value, json};

use crate::support::{Match, Plugin, Rules, Thrown, call, check, no_op};

/// A plugin that counts calls of `ring`, and refuses the third one.
fn bell(name: &'static str) -> Plugin<Vec<String>> {
    Plugin {
        name,
        data: json!(0),
        flush: |_, rung| rung,
        is_invalid: |_, rung| if *rung == json!(3) { json!("too loud") } else { json!(null) },
        action: |_, payload| match payload {
            Value::Number(_) => Ok(payload.clone()),
            _ => Err(Thrown("no number".into())),
        },
    }
}

fn ring(t: &mut crate::support::Table<'_, Vec<String>>) {
    let mut plugins = t.plugins.borrow_mut();
    plugins[0] = json!(plugins[0].as_u64().unwrap_or_default() + 1);
}

fn rules() -> Rules<Vec<String>> {
    Rules::new().plugin(bell("bell")).moves("ring", ring).moves("go", no_op).moves("call", call)
}

fn rung(game: &Match<Vec<String>>) -> Vec<Value> {
    game.state.plugins.own.to_vec()
}

#[test]
fn callbacks_work_with_a_plugin_s_data_and_flush_keeps_it() {
    let mut game = Match::begin(rules().turn(|turn| turn.on_move(ring)), 2);
    assert_eq!(rung(&game), [json!(0)]);
    game.play("0", "ring");
    assert_eq!(rung(&game), [json!(2)]);
}

#[test]
fn setup_may_use_plugins() {
    let game = Match::begin(rules().setup(ring), 2);
    assert_eq!(rung(&game), [json!(1)]);
}

#[test]
fn a_plugin_may_declare_an_action_invalid() {
    let mut game = Match::begin(rules().moves("shout", |t| t.g.push("shouted".into())), 2);
    game.play("0", "ring").play("0", "shout").play("0", "ring");
    let why = r#"refused plugin_invalid: the plugin bell declared the action invalid "too loud""#;
    assert_eq!(game.refused("0", "ring"), why);
    assert_eq!(rung(&game), [json!(2)]);
    assert_eq!(game.refused("0", "ring"), why);
    game.play("0", "go");
}

#[test]
fn undo_restores_the_data_of_plugins() {
    let mut game = Match::begin(rules(), 2);
    game.play("0", "ring").play("0", "ring").play("0", "undo");
    assert_eq!(rung(&game), [json!(1)]);
    game.play("0", "redo");
    assert_eq!(rung(&game), [json!(2)]);
}

#[test]
fn plugins_flush_after_the_events_the_last_one_first() {
    let announce = |name: &'static str, flush| Plugin { flush, ..bell(name) };
    let game = Rules::new()
        .plugin(announce("first", |state, data| {
            state.g.push(format!("first flushes in turn {}", state.ctx.turn));
            data
        }))
        .plugin(announce("second", |state, data| {
            state.g.push(format!("second flushes in turn {}", state.ctx.turn));
            data
        }))
        .moves("go", |t| {
            t.g.push("move".into());
            t.call("endTurn");
        });
    let mut game = Match::begin(game, 2);
    game.state.g.clear();
    game.play("0", "go");
    assert_eq!(game.state.g, ["move", "second flushes in turn 2", "first flushes in turn 2"]);
}

#[test]
fn a_plugin_may_change_the_whole_state_when_it_flushes() {
    let game = Rules::new().moves("go", no_op).plugin(Plugin {
        flush: |state, data| {
            state.ctx = std::rc::Rc::new(rondel::core::Ctx { turn: 40, ..(*state.ctx).clone() });
            data
        },
        ..bell("clock")
    });
    check(game, 2, "0 go -> turn 40 of 0");
}

#[test]
fn an_action_for_a_plugin_sets_its_data() {
    let mut game = Match::begin(rules(), 2);
    let id = game.state.state_id;
    game.play("1", "plugin 0 7");
    assert_eq!((rung(&game), game.state.state_id), (vec![json!(7)], id));
    assert_eq!(game.refused("0", "plugin 0 loud"), "threw no number");
    assert_eq!(game.refused("0", "plugin 1 7"), "refused action_invalid: the game has no such plugin");
    assert_eq!(rung(&game), [json!(7)]);
}

#[test]
fn an_exception_of_a_plugin_fails_the_action() {
    let mut game = Match::begin(rules(), 2);
    game.play("0", "ring");
    assert_eq!(game.refused("0", "plugin 0 null"), "threw no number");
    game.play("0", "undo");
    assert_eq!(rung(&game), [json!(0)]);
}

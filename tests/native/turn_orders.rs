//! Tests of turn orders: the first player of a phase, and the next player.

use rondel::core::TurnOrder;
use serde_json::json;

use crate::support::{Rules, check, no_op};

fn rules() -> Rules<()> {
    Rules::new().moves("go", no_op)
}

/// Returns a game with two phases that lead to each other, both with this order.
fn two_phases(order: impl Fn() -> TurnOrder<crate::support::Callback<()>>) -> Rules<()> {
    rules()
        .phase("a", |phase| phase.start().next("b").turn(|turn| turn.order(order())))
        .phase("b", |phase| phase.next("a").turn(|turn| turn.order(order())))
}

#[test]
fn default_goes_around_the_table_across_phases() {
    check(
        two_phases(|| TurnOrder::Default),
        3,
        "
        start       -> turn 1 of 0 in a
        0 endTurn   -> turn 2 of 1 in a
        1 endPhase  -> turn 3 of 2 in b
        2 endTurn   -> turn 4 of 0 in b
        0 endPhase  -> turn 5 of 1 in a
        ",
    );
}

#[test]
fn reset_begins_each_phase_with_the_first_player() {
    check(
        two_phases(|| TurnOrder::Reset),
        3,
        "
        0 endTurn   -> turn 2 of 1 in a
        1 endPhase  -> turn 3 of 0 in b
        0 endTurn   -> turn 4 of 1 in b
        1 endTurn   -> turn 5 of 2 in b
        2 endTurn   -> turn 6 of 0 in b
        ",
    );
}

#[test]
fn continue_begins_a_phase_with_the_player_who_ended_the_last() {
    check(
        two_phases(|| TurnOrder::Continue),
        3,
        "
        0 endTurn   -> turn 2 of 1 in a
        1 endPhase  -> turn 3 of 1 in b
        1 endTurn   -> turn 4 of 2 in b
        2 endTurn   -> turn 5 of 0 in b
        0 endPhase  -> turn 6 of 0 in a
        ",
    );
}

#[test]
fn once_goes_around_the_table_and_then_ends_the_phase() {
    check(
        two_phases(|| TurnOrder::Once).narrated(),
        3,
        "
        0 endTurn       -> turn.onEnd turn.onBegin | turn 2 of 1 in a
        1 endTurn       -> turn.onEnd turn.onBegin | turn 3 of 2 in a
        2 endTurn       -> turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 4 of 0 in b
        ? last entries  -> endTurn [2 turn 3 a]; endPhase [2 turn 3 a]
        0 endPhase      -> turn.onEnd b.onEnd a.onBegin turn.onBegin | turn 5 of 0 in a
        ",
    );
}

#[test]
fn custom_follows_its_list() {
    let order = ["2".into(), "0".into(), "3".into()];
    check(
        rules().turn(|turn| turn.order(TurnOrder::Custom(order.into()))),
        4,
        "
        start      -> turn 1 of 2
        ? order    -> 2 0 3 at 0
        2 endTurn  -> turn 2 of 0
        0 endTurn  -> turn 3 of 3
        3 endTurn  -> turn 4 of 2
        ",
    );
}

#[derive(Clone, Debug, Default)]
struct Seats {
    seats: Vec<String>,
}

#[test]
fn custom_from_follows_a_field_of_g_as_it_is_when_the_phase_begins() {
    let game = Rules::<Seats>::new()
        .setup(|t| t.g.seats = vec!["1".into(), "0".into()])
        .field("seats", |g| g.seats.clone())
        .moves("swap", |t| t.g.seats.reverse())
        .phase("a", |phase| {
            phase.start().next("a").turn(|turn| turn.order(TurnOrder::CustomFrom("seats".into())))
        })
        .phase("b", |phase| phase.turn(|turn| turn.order(TurnOrder::CustomFrom("chairs".into()))));
    check(
        game,
        2,
        r#"
        start           -> turn 1 of 1 in a
        1 swap
        ? order         -> 1 0 at 0
        1 endTurn       -> turn 2 of 0 in a
        0 endPhase      -> turn 3 of 0 in a
        ? order         -> 0 1 at 0
        0 setPhase "b"  -> refused action_invalid: turn.order: G.chairs is not a list of players
        "#,
    );
}

#[test]
fn a_custom_order_names_positions() {
    let game = rules().turn(|turn| {
        turn.own_order(|_| 1, |t| (t.ctx.play_order_pos as usize + 2) % t.ctx.play_order.len())
            .play_order(|_| json!(["0", "1", "2", "3", "0"]))
    });
    check(
        game,
        4,
        "
        start      -> turn 1 of 1
        ? order    -> 0 1 2 3 0 at 1
        1 endTurn  -> turn 2 of 3
        3 endTurn  -> turn 3 of 0
        0 endTurn  -> turn 4 of 2
        ? order    -> 0 1 2 3 0 at 2
        ",
    );
}

#[test]
fn a_custom_order_without_a_next_player_ends_the_phase() {
    let game = rules()
        .phase("a", |phase| {
            let next = |t: &mut crate::support::Table<'_, ()>| match t.ctx.play_order_pos {
                0 => json!(1),
                _ => json!(null),
            };
            phase.start().next("b").turn(|turn| turn.own_order(|_| 0, next))
        })
        .phase("b", |phase| phase)
        .narrated();
    check(
        game,
        3,
        "
        0 endTurn  -> turn.onEnd turn.onBegin | turn 2 of 1 in a
        1 endTurn  -> turn.onEnd a.onEnd b.onBegin turn.onBegin | turn 3 of 2 in b
        ",
    );
}

#[test]
fn positions_beyond_the_play_order_are_refused() {
    let odd = rules().turn(|turn| turn.own_order(|_| 0, |_| "left"));
    check(odd, 2, r#"0 endTurn -> refused action_invalid: turn.order.next: expected a number, got string"#);
    let beyond = rules().turn(|turn| turn.own_order(|_| 0, |t| t.ctx.play_order.len()));
    let why = "turn.order.next: 2 is not a position in a play order of 2";
    check(beyond, 2, &format!("0 endTurn -> refused action_invalid: {why}"));
    let first = rules().phase("p", |phase| phase.turn(|turn| turn.own_order(|_| json!(null), |_| 0)));
    let why = "turn.order.first: expected a number, got undefined";
    check(first, 2, &format!("0 setPhase \"p\" -> refused action_invalid: {why}"));
}

#[test]
fn first_may_answer_a_position_of_the_longer_order_of_the_phase_before() {
    let game = rules().phase("a", |phase| phase.start().next("b")).phase("b", |phase| {
        phase.turn(|turn| {
            turn.own_order(|t| json!(t.ctx.play_order_pos), |_| 0).play_order(|_| json!(["2", "1"]))
        })
    });
    let story = "
        0 endTurn   -> turn 2 of 1 in a
        1 endTurn   -> turn 3 of 2 in a
        2 endPhase  -> turn 4 of 2 in b
        ";
    check(game, 3, story);
    let game = rules().phase("p", |phase| phase.turn(|turn| turn.own_order(|_| 3, |_| 0)));
    let why = "turn.order.first: 3 is not a position in a play order of 3";
    check(game, 3, &format!("0 setPhase \"p\" -> refused action_invalid: {why}"));
}

#[test]
fn a_position_may_be_a_text_that_is_an_index() {
    let by_text = rules().turn(|turn| turn.own_order(|_| "1", |_| "2"));
    let story = "
        start      -> turn 1 of 1
        1 endTurn  -> turn 2 of 2
        ";
    check(by_text.clone(), 3, story);
    check(by_text.compat(), 3, story);
    for odd in ["02", "+2", " 2", "2.0", "", "9999999999"] {
        let game = rules().turn(|turn| turn.own_order(|_| 0, move |_| odd));
        let why = "turn.order.next: expected a number, got string";
        check(game, 3, &format!("0 endTurn -> refused action_invalid: {why}"));
    }
    let beyond = rules().turn(|turn| turn.own_order(|_| 0, |_| "3"));
    let why = "turn.order.next: 3 is not a position in a play order of 3";
    check(beyond, 3, &format!("0 endTurn -> refused action_invalid: {why}"));
}

#[test]
fn next_gets_g_and_ctx_after_the_turn() {
    let game = Rules::<Seats>::new()
        .moves("seat", |t| t.g.seats.push(t.text(0).into()))
        .turn(|turn| turn.on_end(|t| t.g.seats.push("end".into())).own_order(|_| 0, |t| t.g.seats.len() % 2));
    check(
        game,
        2,
        "
        0 seat x
        0 endTurn  -> turn.onEnd | turn 2 of 0
        0 endTurn  -> turn.onEnd | turn 3 of 1
        ",
    );
}

#[test]
fn a_position_beyond_the_new_play_order_wraps_around() {
    let long = ["0".into(), "1".into(), "0".into(), "1".into()];
    let game = rules()
        .phase("a", |phase| phase.start().next("b").turn(|turn| turn.order(TurnOrder::Custom(long.into()))))
        .phase("b", |phase| phase.turn(|turn| turn.order(TurnOrder::Continue)));
    check(
        game,
        2,
        "
        0 endTurn
        1 endTurn
        0 endTurn   -> turn 4 of 1 in a
        1 endPhase  -> turn 5 of 1 in b
        ? order     -> 0 1 at 1
        ",
    );
}

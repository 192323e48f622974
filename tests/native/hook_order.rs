//! Tests of the order of hooks, step by step, as boardgame.io documents it ("Hook Execution Order" in
//! `phases.md`). A question mark stands for a condition that is asked and not met.

use serde_json::json;

use crate::support::{Rules, check};

fn rules() -> Rules<()> {
    Rules::new()
        .moves("go", |t| t.say("move"))
        .end_if(|t| t.say("game.endIf?"))
        .turn(|turn| {
            turn.end_if(|t| t.say("turn.endIf?"))
                .own_order(
                    |t| {
                        t.say("order.first");
                        0_usize
                    },
                    |t| {
                        t.say("order.next");
                        usize::from(t.ctx.play_order_pos == 0)
                    },
                )
                .play_order(|t| {
                    t.say("order.playOrder");
                    json!(["0", "1"])
                })
        })
        .phase("a", |phase| {
            phase.start().end_if(|t| t.say("a.endIf?")).ask_next(|t| {
                t.say("a.next");
                "b"
            })
        })
        .phase("b", |phase| phase.end_if(|t| t.say("b.endIf?")))
        .narrated()
}

/// Plays a story with both sets of rules, because none of these steps is in the table of differences.
fn in_both(rules: Rules<()>, story: &str) {
    check(rules.clone(), 2, story);
    check(rules.compat(), 2, story);
}

#[test]
fn a_match_begins_with_its_phase_and_then_its_turn() {
    in_both(
        rules(),
        "
        start -> game.endIf? a.endIf? \
                 a.onBegin game.endIf? a.endIf? \
                 order.playOrder order.first turn.onBegin game.endIf? a.endIf? | turn 1 of 0 in a
        ",
    );
}

#[test]
fn conditions_are_asked_after_a_move_and_its_hook() {
    in_both(rules(), "0 go -> move turn.onMove game.endIf? a.endIf? turn.endIf? | turn 1 of 0 in a");
}

#[test]
fn conditions_are_asked_after_active_players_have_changed() {
    in_both(
        rules(),
        r#"
        0 setActivePlayers ["0"]  -> game.endIf? a.endIf? turn.endIf? | turn 1 of 0 in a, 0 may act
        0 setStage "s"            -> game.endIf? a.endIf? game.endIf? a.endIf? turn.endIf? | turn 1 of 0 in a, 0:s may act
        "#,
    );
}

#[test]
fn the_next_player_is_chosen_before_their_turn_begins() {
    in_both(
        rules(),
        "
        0 endTurn -> turn.onEnd game.endIf? a.endIf? \
                     order.next game.endIf? a.endIf? \
                     turn.onBegin game.endIf? a.endIf? | turn 2 of 1 in a
        ",
    );
}

#[test]
fn turn_and_phase_end_before_the_next_phase_is_chosen_and_begins() {
    in_both(
        rules(),
        "
        0 endPhase -> turn.onEnd a.onEnd game.endIf? \
                      a.next game.endIf? b.endIf? \
                      b.onBegin game.endIf? b.endIf? \
                      order.playOrder order.first turn.onBegin game.endIf? b.endIf? | turn 2 of 0 in b
        ",
    );
}

#[test]
fn a_phase_that_is_over_when_it_is_chosen_is_skipped() {
    let rules = Rules::<u32>::new()
        .phase("deal", |phase| phase.start().on_begin(|t| t.g += 5).end_if(|t| t.g == 0).next("draw"))
        .phase("draw", |phase| phase.on_begin(|t| t.g += 1).next("deal"))
        .narrated();
    check(
        rules,
        2,
        "
        start       -> deal.onEnd draw.onBegin turn.onBegin | turn 1 of 0 in draw
        ? G         -> 1
        0 endPhase  -> turn.onEnd draw.onEnd deal.onBegin turn.onBegin | turn 2 of 1 in deal
        ? G         -> 6
        ",
    );
}

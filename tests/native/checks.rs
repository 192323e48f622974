//! Tests of the check of states from outside.

use std::rc::Rc;

use rondel::core::{
    ActivePlayersArg, ActiveSet, Alea, Chance, Ctx, Name, PlayerID, PlayerMap, Random, Stage,
    StageAssignment, UndoEntry, check_state,
};
use serde_json::Value;

use crate::support::{Match, Rules, describe, no_op};

#[derive(Clone, Debug, Default)]
struct Nothing;

/// A change of a state's `ctx`.
type Change = fn(&mut Ctx<Value>);

fn rules() -> Rules<Nothing> {
    Rules::<Nothing>::new()
        .moves("go", no_op)
        .turn(|turn| turn.stage("think", |stage| stage))
        .phase("early", |phase| phase.start())
        .phase("late", |phase| phase.turn(|turn| turn.stage("rest", |stage| stage)))
}

/// Returns the reason why a match cannot continue after this change of its `ctx`, or an empty string.
fn objection(rules: Rules<Nothing>, change: Change) -> String {
    let mut game = Match::begin(rules, 3);
    game.play("0", "go");
    change(Rc::make_mut(&mut game.state.ctx));
    check_state(&game.state, &game.engine.game).err().map_or_else(String::new, |refusal| refusal.message)
}

fn active(stages: &[(&str, Option<&str>)]) -> Option<PlayerMap<Stage>> {
    let stages = stages.iter().map(|(player, stage)| (PlayerID::from(*player), stage.map(Name::from)));
    Some(stages.collect())
}

#[test]
fn every_state_of_a_match_passes_the_check() {
    assert_eq!(objection(rules(), |_| ()), "");
}

#[test]
fn a_match_begins_with_as_many_players_as_it_can_have() {
    let start = |num_players| Match::try_begin(rules(), num_players, Value::Null).map(|_| ());
    let refusal = |num_players| start(num_players).map_err(|failure| describe(&failure));
    assert_eq!((refusal(1), refusal(1000)), (Ok(()), Ok(())));
    for (number, told) in [(0, "0"), (1001, "1001"), (u32::MAX, "4294967295")] {
        let message =
            format!("refused client/numPlayers: numPlayers: expected 1 to 1000 players, got {told}");
        assert_eq!(refusal(number), Err(message));
    }
}

const REFUSED: &[(Change, &str)] = &[
    (|ctx| ctx.num_players = 0, "ctx.numPlayers: expected 1 to 1000 players, got 0"),
    (|ctx| ctx.num_players = 1001, "ctx.numPlayers: expected 1 to 1000 players, got 1001"),
    (|ctx| ctx.phase = Some("noon".into()), "ctx.phase: no phase is called \"noon\""),
    (|ctx| ctx.play_order_pos = 3, "ctx.playOrderPos: 3 is not a position in a play order of 3"),
    (|ctx| ctx.play_order_pos = -1, "ctx.playOrderPos: -1 is not a position in a play order of 3"),
    (|ctx| ctx.current_player = Some("3".into()), "ctx.currentPlayer: no player is called \"3\""),
    (|ctx| ctx.current_player = Some("+1".into()), "ctx.currentPlayer: no player is called \"+1\""),
    (|ctx| ctx.current_player = None, "ctx.currentPlayer: expected a player, got none"),
    (
        |ctx| ctx.active_players = active(&[("7", None)]),
        "ctx.activePlayers: it contains no player of the match",
    ),
    (
        |ctx| ctx.active_players = active(&[("0", Some("think")), ("1", Some("rest"))]),
        "ctx.activePlayers.1: the turn declares no stage called \"rest\"",
    ),
    (
        |ctx| {
            let limits = ctx.limits.as_mut().unwrap();
            for stage in ["rest", "think"] {
                let set = ActiveSet {
                    active_players: active(&[("2", Some(stage))]),
                    min_moves: None,
                    max_moves: None,
                    num_moves: None,
                };
                limits.previous = limits.previous.push(set);
            }
        },
        "ctx._prevActivePlayers[0].activePlayers.2: the turn declares no stage called \"rest\"",
    ),
    (
        |ctx| ctx.limits.as_mut().unwrap().next = Some(followed_by(followed_by_stage("rest"))),
        "ctx._nextActivePlayers: the turn declares no stage called \"rest\"",
    ),
];

#[test]
fn malformed_states_are_refused_with_the_path() {
    for (change, message) in REFUSED {
        assert_eq!(objection(rules(), *change), *message);
    }
}

const ACCEPTED: &[Change] = &[
    // A stage of another phase's turn.
    |ctx| {
        ctx.phase = Some("late".into());
        ctx.active_players = active(&[("1", Some("rest"))]);
    },
    |ctx| ctx.active_players = active(&[("1", None), ("7", None)]),
    // boardgame.io returns to empty sets.
    |ctx| ctx.active_players = active(&[]),
    |ctx| ctx.limits = None,
    |ctx| ctx.num_moves = None,
    // A play order may contain any names, also twice.
    |ctx| {
        ctx.play_order = ["ann", "bob", "bob", "ann"].map(PlayerID::from).into();
        ctx.play_order_pos = 3;
        ctx.current_player = Some("ann".into());
    },
    // All players were removed.
    |ctx| {
        ctx.play_order = Rc::new([]);
        ctx.current_player = None;
        ctx.removed = ["0", "1", "2"].map(PlayerID::from).into();
    },
    // A removed player may finish their turn.
    |ctx| {
        ctx.play_order = ["1", "2"].map(PlayerID::from).into();
        ctx.removed = ["0"].map(PlayerID::from).into();
    },
];

#[test]
fn playable_states_are_not_refused() {
    for (i, change) in ACCEPTED.iter().enumerate() {
        assert_eq!(objection(rules(), *change), "", "change {i}");
    }
}

#[test]
fn under_compat_only_what_boardgame_io_cannot_play_is_refused() {
    for (change, message) in REFUSED {
        let refused = objection(rules().compat(), *change);
        let is_fatal = ["numPlayers", "phase"].iter().any(|field| message.contains(&format!("ctx.{field}:")));
        assert_eq!(refused, if is_fatal { *message } else { "" }, "{message}");
    }
}

#[test]
fn a_turn_without_stages_accepts_any_stage() {
    let plain = || Rules::<Nothing>::new().moves("go", no_op);
    assert_eq!(objection(plain(), |ctx| ctx.active_players = active(&[("0", Some("anything"))])), "");
}

#[test]
fn a_random_generator_must_be_valid() {
    let sound = Alea::new("rondel");
    for (alea, is_sound) in [
        (sound, true),
        (Alea { c: 2_091_639.0, ..sound }, true),
        (Alea { c: 2_091_640.0, ..sound }, false),
        (Alea { c: 0.5, ..sound }, false),
        (Alea { c: -1.0, ..sound }, false),
        (Alea { s0: 1.0, ..sound }, false),
        (Alea { s1: -0.1, ..sound }, false),
        (Alea { s2: f64::NAN, ..sound }, false),
    ] {
        let mut game = Match::begin(rules(), 3);
        game.state.plugins_mut().random = Chance::Seeded(Random { seed: "rondel".into(), prng: Some(alea) });
        let checked = check_state(&game.state, &game.engine.game);
        assert_eq!(checked.is_ok(), is_sound, "{alea:?}");
    }
}

#[test]
fn undo_and_redo_entries_are_checked_too() {
    let mut game = Match::begin(rules(), 3);
    game.play("0", "go").play("0", "go").play("0", "undo");
    assert!(check_state(&game.state, &game.engine.game).is_ok());
    for (is_undo, expected) in [(true, "_undo[1].ctx.phase: "), (false, "_redo[0].ctx.phase: ")] {
        let mut state = game.state.clone();
        let stack = if is_undo { &mut state.undo } else { &mut state.redo };
        let (top, below) = stack.pop().map(|(top, below)| (top.clone(), below.clone())).unwrap();
        let mut ctx = (*top.ctx).clone();
        ctx.phase = Some("noon".into());
        *stack =
            below.push(UndoEntry { ctx: Rc::new(ctx), player_id: None, move_id: None, args: None, ..top });
        let refusal = check_state(&state, &game.engine.game).unwrap_err();
        assert!(refusal.message.starts_with(expected), "{}", refusal.message);
    }
}

fn followed_by(next: Rc<ActivePlayersArg<Value>>) -> Rc<ActivePlayersArg<Value>> {
    Rc::new(ActivePlayersArg { next: Some(next), ..ActivePlayersArg::of_nobody(Value::Null) })
}

fn followed_by_stage(stage: &str) -> Rc<ActivePlayersArg<Value>> {
    let seat = StageAssignment { stage: Some(stage.into()), min_moves: None, max_moves: None };
    Rc::new(ActivePlayersArg { value: vec![("1".into(), seat)], ..ActivePlayersArg::of_nobody(Value::Null) })
}

//! Property tests on random games.

mod searching;
mod sketch;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rondel::core::{ActionKind, Ctx, EventKind, LogAction};
use serde_json::Value;

use crate::support::{Match, print};
use sketch::{Command, Sketch, World, commands, sketches};

/// Starts a match of a sketched game. Returns `None` if it cannot begin.
fn begin(sketch: &Sketch) -> Option<Match<World>> {
    Match::try_begin(sketch.rules(), sketch.num_players, Value::Null).ok()
}

/// Plays the commands and returns the accepted ones.
fn play(game: &mut Match<World>, commands: &[Command]) -> Vec<Command> {
    let mut accepted = Vec::new();
    for command in commands {
        game.engine.host.calls.set(0);
        let action = command.action(game);
        // `Match::act` checks that a failed action changes nothing.
        if game.act(action).is_ok() {
            accepted.push(command.clone());
        }
        assert!(game.engine.host.calls.get() < MOST_CALLS, "{command:?} does not come to an end");
    }
    accepted
}

/// Maximum number of callbacks in one action: for each of 10,000 events a few.
const MOST_CALLS: usize = 200_000;

/// Uses the same games each time. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` in the environment select more and
/// others.
fn config() -> ProptestConfig {
    let asked_for = ProptestConfig::default();
    let rng_seed = match asked_for.rng_seed {
        RngSeed::Random => RngSeed::Fixed(0),
        seed => seed,
    };
    ProptestConfig { rng_seed, failure_persistence: None, ..asked_for }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_game_and_no_action_panics_or_runs_for_ever(
        sketch in sketches(),
        compat in any::<bool>(),
        commands in commands(),
    ) {
        if let Some(mut game) = begin(&sketch.with_compat(compat)) {
            play(&mut game, &commands);
        }
    }

    #[test]
    fn what_failed_leaves_no_trace_in_what_comes_later(sketch in sketches(), commands in commands()) {
        let Some(mut game) = begin(&sketch) else { return Ok(()) };
        let accepted = play(&mut game, &commands);
        let mut again = begin(&sketch).unwrap();
        prop_assert_eq!(play(&mut again, &accepted).len(), accepted.len());
        prop_assert_eq!(print(&game.state), print(&again.state));
    }

    #[test]
    fn replaying_the_log_gives_the_state(sketch in sketches(), commands in commands()) {
        let Some(mut game) = begin(&sketch) else { return Ok(()) };
        // Events of players have no log entries of their own.
        let logged: Vec<Command> = commands.into_iter().filter(|command| !command.is_event()).collect();
        play(&mut game, &logged);
        let mut again = begin(&sketch).unwrap();
        for entry in game.log.clone() {
            let (kind, player_id) = match &entry.action {
                LogAction::Move { id, args, player_id, .. } => {
                    (ActionKind::Move { id: *id, args: args.clone() }, player_id.clone())
                }
                LogAction::Undo(player_id) => (ActionKind::Undo, player_id.clone()),
                LogAction::Redo(player_id) => (ActionKind::Redo, player_id.clone()),
                LogAction::Leave(player_id) => (ActionKind::Leave, Some(player_id.clone())),
                LogAction::Event { .. } | LogAction::Timeout(_) | LogAction::Clock(_) => continue,
            };
            let replayed = again.act(rondel::core::Action { kind, player_id, credentials: None });
            prop_assert!(replayed.is_ok(), "{:?} is not accepted again", entry);
        }
        prop_assert_eq!(print(&game.state), print(&again.state));
    }

    #[test]
    fn undo_then_redo_is_identity(sketch in sketches(), commands in commands()) {
        let Some(mut game) = begin(&sketch) else { return Ok(()) };
        for command in &commands {
            play(&mut game, std::slice::from_ref(command));
            let before = game.state.clone();
            let undo = game.action("-", "undo");
            if game.act(undo).is_err() {
                continue;
            }
            let redo = game.action("-", "redo");
            prop_assert!(game.act(redo).is_ok());
            // Except for the log and the number of actions, which both grow.
            let after = rondel::core::State {
                deltalog: before.deltalog.clone(),
                state_id: before.state_id,
                ..game.state.clone()
            };
            prop_assert_eq!(print(&before), print(&after));
        }
    }

    #[test]
    fn counters_never_exceed_their_limits(sketch in sketches(), commands in commands()) {
        let Some(mut game) = begin(&sketch) else { return Ok(()) };
        for command in &commands {
            play(&mut game, std::slice::from_ref(command));
            let excess = excess(&game);
            prop_assert!(excess.is_none(), "{}", excess.unwrap_or_default());
        }
    }

    #[test]
    fn whose_turn_it_is_stands_in_the_play_order(sketch in sketches(), commands in commands()) {
        let Some(mut game) = begin(&sketch) else { return Ok(()) };
        for command in &commands {
            play(&mut game, std::slice::from_ref(command));
            let Ctx { play_order, play_order_pos, current_player, active_players, .. } = &*game.state.ctx;
            let standing = game.description();
            match current_player {
                None => prop_assert!(play_order.is_empty(), "{standing}, but {play_order:?} play"),
                Some(player) => {
                    let found = play_order.get(usize::try_from(*play_order_pos).unwrap());
                    prop_assert_eq!(found, Some(player), "{}, {:?}", standing, play_order);
                }
            }
            let is_empty = active_players.as_ref().is_some_and(|active| active.is_empty());
            prop_assert!(!is_empty, "{standing}");
        }
    }
}

/// Returns a player who has made more moves than allowed, if there is one.
fn excess(game: &Match<World>) -> Option<String> {
    let ctx = &game.state.ctx;
    if ctx.gameover.is_some() {
        return None;
    }
    // After a loop of phases, the turn has ended and none has begun.
    let is_end = |action: &_| matches!(action, LogAction::Event { kind: EventKind::EndTurn, .. });
    if game.log.iter().any(|entry| entry.turn == ctx.turn && is_end(&entry.action)) {
        return None;
    }
    let turn = &game.engine.game.phase(ctx.phase.as_ref())?.turn;
    if let (Some(made), Some(most)) = (ctx.num_moves, turn.max_moves)
        && made >= most
    {
        return Some(format!("{made} of {most} moves are made, and the turn goes on"));
    }
    let (active, limits) = (ctx.active_players.as_ref()?, ctx.limits.as_ref()?);
    active.entries().iter().find_map(|(player, _)| {
        let made = limits.num_moves.as_ref()?.find(player)?;
        // If minimum and maximum come from different places, the minimum may be higher.
        let least = limits.min_moves.as_ref().and_then(|least| least.find(player)).unwrap_or(0);
        let most = limits.max_moves.as_ref()?.find(player)?.max(least);
        (made >= most)
            .then(|| format!("player {player} has made {made} of {most} moves, and is still active"))
    })
}

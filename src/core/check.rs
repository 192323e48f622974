//! The check of states from outside for everything that the rules assume beyond the types.

use alloc::boxed::Box;
use alloc::string::String;

use super::chance::Chance;
use super::ctx::Ctx;
use super::error::{Refusal, RefusalKind, refuse};
use super::game::{Game, Turn};
use super::host::{GameOf, Host};
use super::ids::Stage;
use super::player_map::PlayerMap;
use super::plugins::PluginData;
use super::random::Random;
use super::state::State;
use super::text::{fill, number};
use super::undo::UndoEntry;
use rondel_codes::MOST_PLAYERS;

/// The error begins with the path of the bad field.
type Checked = Result<(), String>;

/// Checks that a match can go on from this state.
///
/// # Errors
/// A refusal whose message begins with the path of the bad field.
pub fn check_state<H: Host>(state: &State<H>, game: &GameOf<H>) -> Result<(), Box<Refusal<H::Value>>> {
    let depth = state.undo.depth();
    let undo = state.undo.iter().enumerate().map(|(i, entry)| ("_undo", depth - i - 1, entry));
    let redo = state.redo.iter().enumerate().map(|(i, entry)| ("_redo", i, entry));
    check_entry::<H>(&state.ctx, &state.plugins, game)
        .and_then(|()| {
            undo.chain(redo).try_for_each(|(stack, index, entry)| {
                let UndoEntry { ctx, plugins, .. } = entry;
                check_entry::<H>(ctx, plugins, game).map_err(|problem| {
                    fill("{stack}[{index}].{problem}", &[stack, &number(index as u32), &problem])
                })
            })
        })
        .or_else(refuse_state)
}

/// Checks a `ctx` that a plugin has made.
///
/// # Errors
/// A refusal whose message begins with the path of the bad field.
pub fn check_ctx<F, V>(ctx: &Ctx<V>, game: &Game<F, V>) -> Result<(), Box<Refusal<V>>> {
    check_rules(ctx, game).or_else(refuse_state)
}

/// Checks a number of players.
///
/// # Errors
/// A description of the problem.
pub fn check_num_players(num_players: u32) -> Result<(), String> {
    if (1..=MOST_PLAYERS).contains(&num_players) {
        return Ok(());
    }
    Err(fill("expected 1 to {most} players, got {count}", &[&number(MOST_PLAYERS), &number(num_players)]))
}

fn refuse_state<T, V>(problem: String) -> Result<T, Box<Refusal<V>>> {
    refuse(RefusalKind::ActionInvalid, "{problem}", &[&problem])
}

fn bad_field(path: &str, template: &'static str, parts: &[&str]) -> Checked {
    Err(fill("{path}: {problem}", &[path, &fill(template, parts)]))
}

fn check_entry<H: Host>(ctx: &Ctx<H::Value>, plugins: &PluginData<H>, game: &GameOf<H>) -> Checked {
    check_rules(ctx, game)?;
    match &plugins.random {
        Chance::Seeded(Random { prng: Some(alea), .. }) if !alea.is_reachable() => {
            bad_field("plugins.random.data.prngstate", "a generator cannot reach this state", &[])
        }
        _ => Ok(()),
    }
}

fn check_rules<F, V>(ctx: &Ctx<V>, game: &Game<F, V>) -> Checked {
    check_num_players(ctx.num_players)
        .or_else(|problem| bad_field("ctx.numPlayers", "{problem}", &[&problem]))?;
    let Some(phase) = game.phase(ctx.phase.as_ref()) else {
        let name = ctx.phase.as_deref().unwrap_or_default();
        return bad_field("ctx.phase", "no phase is called \"{name}\"", &[name]);
    };
    if game.differences.refuses_unknown_names_in_states() {
        check_whose_turn(ctx)?;
        check_active_players(ctx, &phase.turn)?;
    }
    Ok(())
}

fn check_whose_turn<V>(ctx: &Ctx<V>) -> Checked {
    let length = ctx.play_order.len();
    // The position is 0 in an empty play order.
    if !usize::try_from(ctx.play_order_pos).is_ok_and(|position| position < length.max(1)) {
        let parts = [number(ctx.play_order_pos), number(length as u32)];
        let template = "{position} is not a position in a play order of {length}";
        return bad_field("ctx.playOrderPos", template, &parts.each_ref().map(String::as_str));
    }
    match &ctx.current_player {
        Some(player) if !ctx.has_player(player) => {
            bad_field("ctx.currentPlayer", "no player is called \"{player}\"", &[player])
        }
        None if length > 0 => bad_field("ctx.currentPlayer", "expected a player, got none", &[]),
        _ => Ok(()),
    }
}

fn check_active_players<F, V>(ctx: &Ctx<V>, turn: &Turn<F, V>) -> Checked {
    if let Some(active) = &ctx.active_players {
        // The players of a game for many may be missing in a smaller match.
        let active = active.entries();
        if active.iter().next().is_some() && !active.iter().any(|(player, _)| ctx.has_player(player)) {
            return bad_field("ctx.activePlayers", "it contains no player of the match", &[]);
        }
    }
    check_stages(ctx.active_players.as_ref(), turn, || "ctx".into())?;
    let Some(limits) = &ctx.limits else { return Ok(()) };
    let depth = limits.previous.depth();
    for (i, set) in limits.previous.iter().enumerate() {
        let path = || fill("ctx._prevActivePlayers[{index}]", &[&number((depth - i - 1) as u32)]);
        check_stages(set.active_players.as_ref(), turn, path)?;
    }
    let mut next = limits.next.as_deref();
    while let Some(arg) = next {
        for assignment in arg.assignments() {
            check_stage(&assignment.stage, turn, || "ctx._nextActivePlayers".into())?;
        }
        next = arg.next.as_deref();
    }
    Ok(())
}

fn check_stages<F, V>(
    active: Option<&PlayerMap<Stage>>,
    turn: &Turn<F, V>,
    path: impl Fn() -> String,
) -> Checked {
    let Some(active) = active else { return Ok(()) };
    active.entries().iter().try_for_each(|(player, stage)| {
        check_stage(stage, turn, || fill("{path}.activePlayers.{player}", &[&path(), player]))
    })
}

fn check_stage<F, V>(stage: &Stage, turn: &Turn<F, V>, path: impl Fn() -> String) -> Checked {
    match turn.undeclared(stage) {
        Some(name) => bad_field(&path(), "the turn declares no stage called \"{name}\"", &[name]),
        None => Ok(()),
    }
}

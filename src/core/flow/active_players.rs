//! Active players and their stages.

use alloc::rc::Rc;
use alloc::string::String;

use super::super::args::{ActivePlayersArg, StageArg, StageAssignment, StageChoice};
use super::super::ctx::{ActiveSet, Ctx, Limits};
use super::super::error::{RefusalKind, refuse};
use super::super::event::EventKind;
use super::super::host::{Host, Outcome, TurnOf};
use super::super::ids::{NUMBER_PREFIX, PlayerID, Stage, as_text};
use super::super::log::LogArgs;
use super::super::player_map::{Entries, PlayerMap};
use super::super::stack::Stack;
use super::super::state::State;
use super::super::text::fill;
use super::step::{Queue, Step};
use super::{Ended, Flow, moves_are};
use rondel_codes::MOST_SETS;

const TOO_MANY_SETS: &str = "setActivePlayers: `revert` goes back to 200 sets at most";
const _: () = assert!(MOST_SETS == 200, "the text says how many");

impl<H: Host> Flow<'_, H> {
    /// Sets the active players of a `setActivePlayers` or `turn.activePlayers`.
    pub(super) fn set_active_players(
        &self,
        ctx: &mut Ctx<H::Value>,
        turn: &TurnOf<H>,
        arg: &ActivePlayersArg<H::Value>,
    ) {
        self.mark_used(&arg.raw);
        let assignments = assignments(ctx, arg);
        let (mut min_moves, mut max_moves) = (assignments.min_moves, assignments.max_moves);
        for (player, stage) in assignments.stages.iter() {
            let config = self.limits_of_stage(turn, stage);
            let (least, most) = (arg.min_moves.or(config.0), arg.max_moves.or(config.1));
            insert_if_unset(&mut min_moves, player, least);
            insert_if_unset(&mut max_moves, player, most);
        }
        let previous = if arg.revert { self.sets_to_go_back_to(ctx) } else { Stack::default() };
        ctx.limits = Some(Limits {
            min_moves: min_moves.into_map(),
            max_moves: max_moves.into_map(),
            num_moves: Some(assignments.stages.iter().map(|(player, _)| (player.clone(), 0)).collect()),
            previous,
            next: arg.next.clone(),
        });
        ctx.active_players = assignments.stages.into_map();
        self.context.note_restarted(None);
    }

    /// Makes only the current player active, without limits.
    pub(super) fn reset_active_players(&self, ctx: &mut Ctx<H::Value>) {
        ctx.active_players = None;
        ctx.limits = Some(no_limits());
    }

    pub(super) fn update_active_players(
        &self,
        state: &mut State<H>,
        arg: &ActivePlayersArg<H::Value>,
    ) -> Outcome<(), H> {
        let turn = self.turn(state)?;
        self.check_assignments(state, turn, arg)?;
        let sets = state.ctx.limits.as_ref().map_or(0, |limits| limits.previous.depth());
        if arg.revert && sets >= MOST_SETS {
            return refuse(RefusalKind::ActionInvalid, TOO_MANY_SETS, &[]);
        }
        self.set_active_players(state.ctx_mut(), turn, arg);
        Ok(())
    }

    pub(super) fn count_move(&self, state: &mut State<H>) {
        let differences = self.game.differences;
        let player = self.player.cloned();
        let ctx = state.ctx_mut();
        if player == ctx.current_player {
            // `NaN` in boardgame.io, whose rules treat it like 0.
            let made = if differences.plays_without_turn_order() && ctx.turn == 0 {
                0
            } else {
                ctx.moves_made() + 1
            };
            ctx.num_moves = Some(made);
        }
        if let (Some(player), Some(_), Some(limits)) = (player, &ctx.active_players, &mut ctx.limits) {
            limits.num_moves.get_or_insert_default().edit(differences.changes_maps_in_place(), |counts| {
                let made = counts.find(&player).copied().unwrap_or(0);
                counts.insert(&player, made + 1);
            });
        }
    }

    pub(super) fn has_reached_limit(&self, state: &State<H>, player: &PlayerID) -> bool {
        let reached = |limits: &Limits<H::Value>| {
            let most = limits.max_moves.as_ref()?.find(player)?;
            Some(limits.num_moves.as_ref()?.find(player)? >= most)
        };
        state.ctx.limits.as_ref().and_then(reached).unwrap_or(false)
    }

    /// Ends the stage of a player who has reached their `maxMoves`.
    pub(super) fn end_stage_at_limit(&self, state: &mut State<H>, player: &PlayerID) -> Outcome<(), H> {
        let was_active = state.ctx.active_players.as_ref().is_some_and(|active| active.contains(player));
        let follows = self.stage_after(state, player)?;
        self.leave_stage(state, player, follows.as_ref(), true)?;
        match follows {
            Some(follows) if was_active && self.game.differences.stages_have_limits() => {
                self.update_stage(state, player.clone(), Some(follows))
            }
            _ => Ok(()),
        }
    }

    /// Ends a player's stage, or moves them to another: `endStage` and `setStage`.
    pub(super) fn end_stage(
        &self,
        state: &mut State<H>,
        player: Option<PlayerID>,
        arg: Option<Rc<StageArg<H::Value>>>,
        next: &mut Queue<H::Value>,
    ) -> Outcome<(), H> {
        let Some(player) = player.or_else(|| state.ctx.current_player.clone()) else {
            return Ok(());
        };
        let is_set_stage = arg.is_some();
        let names_none = |arg: &Rc<StageArg<H::Value>>| matches!(arg.choice, StageChoice::Null);
        let arg = match arg {
            Some(arg) if !names_none(&arg) => Some(arg),
            arg => self.stage_after(state, &player)?.or(arg),
        };
        if !is_set_stage
            && self.game.differences.refuses_early_endings()
            && let Some(why) = self.why_no_stage_ends(state, &player)
        {
            return self.too_early(why);
        }
        next.push(Step::UpdateStage { player: player.clone(), arg: arg.clone() });
        self.leave_stage(state, &player, arg.as_ref(), false)
    }

    pub(super) fn update_stage(
        &self,
        state: &mut State<H>,
        player: PlayerID,
        arg: Option<Rc<StageArg<H::Value>>>,
    ) -> Outcome<(), H> {
        if let Some(arg) = &arg {
            self.mark_used(&arg.raw);
        }
        let assignment = match arg.as_ref().map(|arg| &arg.choice) {
            Some(StageChoice::Stage(assignment)) => assignment.clone(),
            Some(StageChoice::Null) => StageAssignment::default(),
            Some(StageChoice::Nothing) | None => return Ok(()),
        };
        if state.ctx.removed.contains(&player) {
            return Ok(());
        }
        let turn = self.turn(state)?;
        self.check_stage(turn, EventKind::SetStage.name(), &assignment.stage)?;
        let config = self.limits_of_stage(turn, &assignment.stage);
        let (least, most) = (assignment.min_moves.or(config.0), assignment.max_moves.or(config.1));
        let in_place = self.game.differences.changes_maps_in_place();
        let ctx = state.ctx_mut();
        let active = ctx.active_players.get_or_insert_default();
        active.edit(in_place, |active| active.insert(&player, assignment.stage));
        self.context.note_restarted(Some(&player));
        let limits = ctx.limits.get_or_insert_with(no_limits);
        let counts = limits.num_moves.get_or_insert_default();
        counts.edit(in_place, |counts| counts.insert(&player, 0));
        for (limit, moves) in [(&mut limits.min_moves, least), (&mut limits.max_moves, most)] {
            if let Some(moves) = moves {
                let limit = limit.get_or_insert_default();
                limit.edit(in_place, |limit| limit.insert(&player, moves));
            }
        }
        Ok(())
    }

    /// Removes a player from the active set if they have made their `minMoves`.
    fn leave_stage(
        &self,
        state: &mut State<H>,
        player: &PlayerID,
        arg: Option<&Rc<StageArg<H::Value>>>,
        automatic: bool,
    ) -> Outcome<(), H> {
        let is_active = |active: &PlayerMap<Stage>| active.contains(player);
        if !state.ctx.active_players.as_ref().is_some_and(is_active)
            || self.moves_before_end(state, player).is_some()
        {
            return Ok(());
        }
        let turn = self.turn(state)?;
        let (turn_number, phase) = (state.ctx.turn, state.ctx.phase.clone());
        let ctx = state.ctx_mut();
        take_out(ctx, player, false);
        self.context.note_restarted(Some(player));
        self.settle_active_players(ctx, turn);
        let args = arg.map_or(LogArgs::Nothing, |arg| LogArgs::Value(arg.raw.clone()));
        self.log(state, Ended { kind: EventKind::EndStage, args, turn: turn_number, phase, automatic });
        Ok(())
    }

    /// Removes removed players from the active set. If it becomes empty, the following set replaces it.
    pub(super) fn settle_active_players(&self, ctx: &mut Ctx<H::Value>, turn: &TurnOf<H>) {
        loop {
            for player in Rc::clone(&ctx.removed).iter() {
                take_out(ctx, player, true);
            }
            if !ctx.active_players.as_ref().is_some_and(PlayerMap::is_empty) {
                return;
            }
            self.follow_empty_set(ctx, turn);
            if !self.game.differences.passes_over_empty_sets() && ctx.removed.is_empty() {
                return;
            }
        }
    }

    /// Replaces an empty set of active players with its `next`, else with the set before it (`revert`), else
    /// with the current player.
    fn follow_empty_set(&self, ctx: &mut Ctx<H::Value>, turn: &TurnOf<H>) {
        self.context.note_restarted(None);
        let Some(limits) = &mut ctx.limits else { return };
        if let Some(next) = limits.next.clone() {
            self.set_active_players(ctx, turn, &next);
        } else if let Some((last, earlier)) = limits.previous.clone().pop() {
            ctx.active_players = last.active_players.clone();
            limits.min_moves = last.min_moves.clone();
            limits.max_moves = last.max_moves.clone();
            limits.num_moves = last.num_moves.clone();
            limits.previous = earlier.clone();
        } else {
            ctx.active_players = None;
            (limits.min_moves, limits.max_moves) = (None, None);
        }
    }

    /// Returns the sets for `revert`: the earlier ones, and the present one on top.
    fn sets_to_go_back_to(&self, ctx: &Ctx<H::Value>) -> Stack<ActiveSet> {
        match &ctx.limits {
            Some(limits) => limits.previous.push(present_set(ctx)),
            None if self.game.differences.plays_without_turn_order() && ctx.turn > 0 => {
                Stack::of(present_set(ctx))
            }
            None => Stack::default(),
        }
    }

    fn mark_used(&self, raw: &H::Value) {
        if self.game.differences.rewrites_move_limits() {
            self.host.mark_used(raw);
        }
    }

    fn stage_after(&self, state: &State<H>, player: &PlayerID) -> Outcome<Option<Rc<StageArg<H::Value>>>, H> {
        let turn = self.turn(state)?;
        let stage = state.ctx.active_players.as_ref().and_then(|active| active.find(player)?);
        Ok(stage.and_then(|stage| turn.stage(&stage)?.next.clone()))
    }

    fn why_no_stage_ends(&self, state: &State<H>, player: &PlayerID) -> Option<String> {
        let is_active = state.ctx.active_players.as_ref().is_some_and(|active| active.contains(player));
        if !is_active {
            return Some(fill("endStage: player {player} is in no stage", &[player]));
        }
        self.moves_before_end(state, player)
    }

    fn moves_before_end(&self, state: &State<H>, player: &PlayerID) -> Option<String> {
        let limits = state.ctx.limits.as_ref()?;
        let least = limits.min_moves.as_ref()?.find(player)?;
        let made = limits.num_moves.as_ref().and_then(|made| made.find(player)).unwrap_or(0);
        (made < least).then(|| fill("the stage cannot end before {moves} made", &[&moves_are(least)]))
    }

    /// Returns the limits in the stage's configuration.
    fn limits_of_stage(&self, turn: &TurnOf<H>, stage: &Stage) -> (Option<u32>, Option<u32>) {
        match stage.as_ref().and_then(|stage| turn.stage(stage)) {
            Some(config) if self.game.differences.stages_have_limits() => {
                (config.min_moves, config.max_moves)
            }
            _ => (None, None),
        }
    }

    fn check_assignments(
        &self,
        state: &State<H>,
        turn: &TurnOf<H>,
        arg: &ActivePlayersArg<H::Value>,
    ) -> Outcome<(), H> {
        let refuses_unknown = self.game.differences.refuses_unknown_active_players();
        for (player, _) in &arg.value {
            if refuses_unknown && !state.ctx.has_player(player) {
                return refuse(
                    RefusalKind::ActionInvalid,
                    "setActivePlayers: no player is called \"{player}\"",
                    &[player],
                );
            }
        }
        for assignment in arg.assignments() {
            self.check_stage(turn, EventKind::SetActivePlayers.name(), &assignment.stage)?;
        }
        match &arg.next {
            Some(next) => self.check_assignments(state, turn, next),
            None => Ok(()),
        }
    }

    fn check_stage(&self, turn: &TurnOf<H>, event: &str, stage: &Stage) -> Outcome<(), H> {
        match turn.undeclared(stage) {
            Some(name) if self.game.differences.refuses_undeclared_stage() => refuse(
                RefusalKind::ActionInvalid,
                "{event}: the turn declares no stage called \"{name}\"",
                &[event, name],
            ),
            _ => {
                self.warn_of_number(stage);
                Ok(())
            }
        }
    }

    /// Warns of a number as a stage name, which boardgame.io accepts although no game can declare it.
    fn warn_of_number(&self, stage: &Stage) {
        if stage.as_ref().is_some_and(|stage| stage.starts_with(NUMBER_PREFIX)) {
            self.host.warn("expected a stage, got a number");
        }
    }
}

/// Stages and limits of single players, without the common limits.
#[derive(Default)]
struct Assignments {
    stages: Entries<Stage>,
    min_moves: Entries<u32>,
    max_moves: Entries<u32>,
}

fn assignments<V>(ctx: &Ctx<V>, arg: &ActivePlayersArg<V>) -> Assignments {
    let mut assignments = Assignments::default();
    let mut give = |player: &PlayerID, assignment: &StageAssignment| {
        if ctx.removed.contains(player) {
            return;
        }
        assignments.stages.insert(player, assignment.stage.clone());
        for (limit, moves) in [
            (&mut assignments.min_moves, assignment.min_moves),
            (&mut assignments.max_moves, assignment.max_moves),
        ] {
            if let Some(moves) = moves {
                limit.insert(player, moves);
            }
        }
    };
    if let (Some(assignment), Some(player)) = (&arg.current_player, &ctx.current_player) {
        give(player, assignment);
    }
    for player in ctx.play_order.iter() {
        if let Some(assignment) = &arg.others
            && Some(player) != ctx.current_player.as_ref()
        {
            give(&as_text(player), assignment);
        }
    }
    for player in ctx.play_order.iter() {
        if let Some(assignment) = &arg.all {
            give(&as_text(player), assignment);
        }
    }
    for (player, assignment) in &arg.value {
        give(player, assignment);
    }
    assignments
}

fn present_set<V>(ctx: &Ctx<V>) -> ActiveSet {
    let limits = ctx.limits.as_ref();
    ActiveSet {
        active_players: ctx.active_players.clone(),
        min_moves: limits.and_then(|limits| limits.min_moves.clone()),
        max_moves: limits.and_then(|limits| limits.max_moves.clone()),
        num_moves: limits.and_then(|limits| limits.num_moves.clone()),
    }
}

/// Removes a player from the active set. Their count of moves stays, unless they leave permanently.
fn take_out<V>(ctx: &mut Ctx<V>, player: &PlayerID, for_good: bool) {
    if let Some(active) = &mut ctx.active_players {
        active.edit(false, |active| active.remove(player));
    }
    if let Some(limits) = &mut ctx.limits {
        leave_counts(&mut limits.min_moves, player);
        leave_counts(&mut limits.max_moves, player);
        if for_good {
            leave_counts(&mut limits.num_moves, player);
        }
    }
}

fn leave_counts(counts: &mut Option<PlayerMap<u32>>, player: &PlayerID) {
    if let Some(counts) = counts {
        counts.edit(false, |counts| counts.remove(player));
    }
}

fn insert_if_unset(limits: &mut Entries<u32>, player: &PlayerID, moves: Option<u32>) {
    if let Some(moves) = moves
        && limits.find(player).is_none()
    {
        limits.insert(player, moves);
    }
}

fn no_limits<V>() -> Limits<V> {
    Limits {
        min_moves: None,
        max_moves: None,
        num_moves: Some(PlayerMap::default()),
        previous: Stack::default(),
        next: None,
    }
}

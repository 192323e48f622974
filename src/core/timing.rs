//! The clock of a match in its course: which stays begin, go on and end with an action.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::clock::{Clock, Stay, Time, TimeRule, set};
use super::ctx::Ctx;
use super::error::Fault;
use super::game::{Game, OnTimeout};
use super::host::{Host, Outcome, Scope};
use super::ids::PlayerID;
use super::open_action::OpenAction;
use super::player_map::PlayerMap;
use super::state::State;
use rondel_codes::LEAST_STAY;

/// Changes the clock of a match. Deadlines follow at the end of the present action.
pub(super) fn change_clock<H: Host>(state: &mut State<H>, change: impl FnOnce(&mut Clock)) {
    let mut clock = state.ctx.clock.as_deref().cloned().unwrap_or_default();
    change(&mut clock);
    state.ctx_mut().clock = Some(Rc::new(clock));
}

impl<F, V> Game<F, V> {
    /// Returns the kind and the declared time of this player's stay. `None`: they are not waited for, or have
    /// as much time as they like. The time of a turn is for the current player, and for active players who are
    /// in no stage.
    fn stay(&self, ctx: &Ctx<V>, player: &str) -> Option<(Stay, &TimeRule<F>)> {
        if ctx.gameover.is_some() {
            return None;
        }
        let turn = &self.phase(ctx.phase.as_ref())?.turn;
        let is_current = ctx.current_player.as_deref() == Some(player);
        let stage = match &ctx.active_players {
            None => is_current.then_some(None)?,
            Some(active) => active.find(player)?,
        };
        let has_stage = stage.is_some();
        if let Some(time) = stage.and_then(|stage| turn.stage(&stage)?.time.as_ref()) {
            return Some((Stay::Stage, time));
        }
        let of_turn = turn.time.as_ref().filter(|_| is_current || !has_stage)?;
        Some((Stay::Turn, of_turn))
    }
}

impl<H: Host> State<H> {
    /// Returns this state as if its last action had happened `now`.
    #[must_use]
    pub fn with_restarted_clock(&self, now: f64) -> Self {
        let mut state = self.clone();
        if let Some(clock) = &self.ctx.clock {
            let restarted = clock.restarted(now);
            state.ctx_mut().clock = Some(Rc::new(restarted));
        }
        state
    }
}

impl<F, V> Game<F, V> {
    /// Returns `true` if the turn's time of this player runs.
    pub(super) fn waits_for_turn_of(&self, ctx: &Ctx<V>, player: &str) -> bool {
        self.stay(ctx, player).is_some_and(|(stay, _)| stay == Stay::Turn)
    }

    /// Returns the declaration of what happens when this player's time runs out.
    pub(super) fn on_timeout(&self, ctx: &Ctx<V>, player: &str) -> &OnTimeout<F, V> {
        let Some(phase) = self.phase(ctx.phase.as_ref()) else { return &OnTimeout::Usual };
        let stage = ctx.active_players.as_ref().and_then(|active| active.find(player)?);
        let of_stage = stage.and_then(|stage| phase.turn.stage(&stage)).map(|stage| &stage.on_timeout);
        match of_stage {
            Some(declared) if !matches!(declared, OnTimeout::Usual) => declared,
            _ => &phase.turn.on_timeout,
        }
    }
}

impl<V> Ctx<V> {
    /// Returns the active players.
    fn waited_for(&self) -> Vec<PlayerID> {
        match &self.active_players {
            None => self.current_player.iter().cloned().collect(),
            Some(active) => active.entries().iter().map(|(player, _)| player.clone()).collect(),
        }
    }
}

impl<H: Host> OpenAction<'_, H> {
    /// Returns the lag for which this player gets time back in the present action.
    pub(super) fn lag(&self, state: &State<H>, player: Option<&PlayerID>) -> f64 {
        let (Some(moment), Some(player), Some(clock)) = (self.moment, player, &state.ctx.clock) else {
            return 0.0;
        };
        let lag = (moment.now - moment.acted).min(clock.lag_allowance(player)).max(0.0);
        if clock.deadlines.find(player).is_some() { lag } else { 0.0 }
    }

    /// Computes the clock of the state after an action of this player. `before`: the state before it, unless
    /// the match has just begun.
    pub(super) fn follow_clock(
        &self,
        before: Option<&State<H>>,
        next: &mut State<H>,
        player: Option<&PlayerID>,
    ) -> Outcome<(), H> {
        let Some(moment) = self.moment else {
            // The game had time in an earlier version.
            if !self.game.is_timed && next.ctx.clock.is_some() {
                next.ctx_mut().clock = None;
            }
            return Ok(());
        };
        let was = before.and_then(|before| before.ctx.clock.as_deref());
        let mut clock = next.ctx.clock.as_deref().cloned().unwrap_or_default();
        // The host's clock may have been set back.
        let now = moment.now.max(was.map_or(moment.now, |was| was.now));
        let lag = before.map_or(0.0, |before| self.lag(before, player));
        let mut going_on: PlayerMap<f64> = PlayerMap::default();
        let mut untimed: Vec<PlayerID> = Vec::new();
        if let (Some(before), Some(was)) = (before, was) {
            for other in before.ctx.waited_for() {
                let Some((_, rule)) = self.game.stay(&before.ctx, &other) else { continue };
                if !was.times(&other) {
                    if self.stays(before, next, &other) {
                        untimed.push(other);
                    }
                    continue;
                }
                let acts = player == Some(&other);
                let left = was.left_at(&other, if acts { now - lag } else { now });
                let goes_on = self.stays(before, next, &other);
                if acts && !goes_on && lag > 0.0 {
                    clock.use_lag(&other, lag);
                }
                if goes_on {
                    set(&mut going_on, &other, left);
                } else if self.is_interrupted(before, next, &other) {
                    clock.interrupt(&other, left);
                } else {
                    clock.end_stay(&other, left);
                    clock.add_increment(&other, self.increment(rule, before, &other)?);
                }
            }
            if before.ctx.turn != next.ctx.turn {
                self.end_interrupted(before, &mut clock)?;
            }
        }
        self.fill_banks(next, &mut clock);
        clock.now = now;
        clock.left = clock.banks.clone();
        let deadlines = core::mem::take(&mut clock.deadlines);
        for waited in next.ctx.waited_for() {
            let Some((stay, rule)) = self.game.stay(&next.ctx, &waited) else { continue };
            if untimed.contains(&waited) {
                continue;
            }
            let (left, known) = match (going_on.find(&waited), deadlines.find(&waited)) {
                (Some(left), Some(deadline)) => (left, Some(deadline)),
                // The clock is or was paused.
                (Some(left), None) => (left.max(LEAST_STAY), None),
                (None, _) => {
                    let Some(time) = self.time(rule, next, &waited)? else { continue };
                    (clock.begin_stay(&waited, stay, time), None)
                }
            };
            set(&mut clock.left, &waited, left.max(0.0));
            if !clock.is_stopped() {
                set(&mut clock.deadlines, &waited, known.unwrap_or(now + left.max(0.0)));
            }
        }
        next.ctx_mut().clock = Some(Rc::new(clock));
        Ok(())
    }

    /// Returns `true` if the match still waits for this player in the same stay.
    pub(super) fn stays(&self, before: &State<H>, next: &State<H>, player: &PlayerID) -> bool {
        let kind = |state: &State<H>| self.game.stay(&state.ctx, player).map(|(stay, _)| stay);
        let stage =
            |state: &State<H>| state.ctx.active_players.as_ref().and_then(|active| active.find(player));
        let has_restarted = || {
            let restarted = self.context.restarted();
            restarted.everybody || restarted.players.contains(player)
        };
        before.ctx.turn == next.ctx.turn
            && match (kind(before), kind(next)) {
                (Some(Stay::Turn), Some(Stay::Turn)) => true,
                (Some(Stay::Stage), Some(Stay::Stage)) => stage(before) == stage(next) && !has_restarted(),
                _ => false,
            }
    }

    /// Returns `true` if an action begins or ends the time of a player, or stops the clock or lets it go on. An undo
    /// leaves the clock alone, and so undoing such an action would gain time.
    pub(super) fn changes_times(&self, before: &State<H>, next: &State<H>) -> bool {
        if !self.game.is_timed {
            return false;
        }
        let is_paused = |state: &State<H>| state.ctx.clock.as_ref().is_some_and(|clock| clock.is_paused);
        let has_time = |state: &State<H>, player: &PlayerID| {
            state.ctx.clock.as_ref().is_some_and(|clock| clock.times(player))
        };
        let mut waited = before.ctx.waited_for().into_iter().chain(next.ctx.waited_for());
        is_paused(before) != is_paused(next)
            || waited.any(|player| {
                (has_time(before, &player) || has_time(next, &player)) && !self.stays(before, next, &player)
            })
    }

    /// Returns `true` if this player's turn goes on, and they are not active or in a stage with its own time.
    fn is_interrupted(&self, before: &State<H>, next: &State<H>, player: &PlayerID) -> bool {
        let is_of_turn = self.game.stay(&before.ctx, player).is_some_and(|(stay, _)| stay == Stay::Turn);
        is_of_turn && before.ctx.turn == next.ctx.turn && next.ctx.current_player.as_ref() == Some(player)
    }

    /// Ends the interrupted stays of a turn that has ended.
    fn end_interrupted(&self, before: &State<H>, clock: &mut Clock) -> Outcome<(), H> {
        let turn = self.game.phase(before.ctx.phase.as_ref()).map(|phase| &phase.turn);
        for (player, _) in core::mem::take(&mut clock.rests).entries().iter() {
            if let Some(rule) = turn.and_then(|turn| turn.time.as_ref()) {
                clock.add_increment(player, self.increment(rule, before, player)?);
            }
        }
        Ok(())
    }

    fn increment(
        &self,
        rule: &TimeRule<H::Function>,
        state: &State<H>,
        player: &PlayerID,
    ) -> Outcome<f64, H> {
        Ok(self.time(rule, state, player)?.map_or(0.0, |time| time.increment))
    }

    /// Gives the bank of the present turns to all players of a match that has just begun, so that they see it.
    fn fill_banks(&self, next: &State<H>, clock: &mut Clock) {
        let turn = self.game.phase(next.ctx.phase.as_ref()).map(|phase| &phase.turn);
        let Some(TimeRule::Always(Time { bank: Some(bank), .. })) = turn.and_then(|turn| turn.time.as_ref())
        else {
            return;
        };
        for player in next.ctx.play_order.iter() {
            if clock.banks.find(player).is_none() {
                set(&mut clock.banks, player, *bank);
            }
        }
    }

    fn time(
        &self,
        rule: &TimeRule<H::Function>,
        state: &State<H>,
        player: &PlayerID,
    ) -> Outcome<Option<Time>, H> {
        match rule {
            TimeRule::Always(time) => Ok(Some(*time)),
            TimeRule::Ask(function) => {
                let apis = H::Apis::default();
                let (g, ctx, player_id) = (&state.g, &state.ctx, Some(player));
                let scope = Scope { g, ctx, player_id, acting: player_id, method: None, apis: &apis };
                self.host.ask_time(function, &scope).map_err(Fault::Thrown)
            }
        }
    }
}

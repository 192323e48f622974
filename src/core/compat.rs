//! Differences between Rondel and boardgame.io: one question for each row of the table of differences, and
//! one for each other effect of `compat: '0.50'`.
//!
//! The rules ask these questions. Nothing else knows whether a game is under `compat`. Rows 9, 10
//! and 14 concern clients and the shape of `ctx`, and are implemented in JavaScript.

/// The differences that hold for a game, by its `compat`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Differences {
    compat: bool,
}

impl Differences {
    /// Creates the differences of a game with (`true`) or without `compat: '0.50'`.
    pub fn under(compat: bool) -> Self {
        Differences { compat }
    }
}

/// The table of differences. Each question returns `true` if Rondel's rule holds.
impl Differences {
    /// Row 1: an `endTurn` or `pass` of the game has priority over an ending by `maxMoves` or `turn.endIf`.
    /// In boardgame.io the turn ends first, and the call comes too late.
    pub fn explicit_end_turn_wins(self) -> bool {
        !self.compat
    }

    /// Row 2: `endTurn({ next })` is refused if the play order does not contain the player. boardgame.io
    /// makes them current.
    pub fn refuses_unknown_next_player(self) -> bool {
        !self.compat
    }

    /// Row 3: a stage is refused if the turn declares stages but not this one. boardgame.io accepts any name.
    pub fn refuses_undeclared_stage(self) -> bool {
        !self.compat
    }

    /// Row 4: a phase change in `turn.onEnd` takes effect before another turn begins. boardgame.io first
    /// begins and ends a turn of the next player.
    pub fn phase_change_precedes_next_turn(self) -> bool {
        !self.compat
    }

    /// Row 5: a player whom `pass({ remove: true })` removes stays out of later phases, and a phase without
    /// players ends. In boardgame.io they return with the next phase.
    pub fn removed_players_stay_out(self) -> bool {
        !self.compat
    }

    /// Row 6: a stage's own limits apply, and its `next` follows when a limit is reached. boardgame.io
    /// ignores both.
    pub fn stages_have_limits(self) -> bool {
        !self.compat
    }

    /// Row 8: `endTurn` in `phase.onBegin` is refused. In boardgame.io it does nothing.
    pub fn refuses_end_turn_before_first_turn(self) -> bool {
        !self.compat
    }

    /// Row 11: a turn ends once. boardgame.io ends it again if its phase ends with it, even before the first
    /// turn.
    pub fn turns_end_once(self) -> bool {
        !self.compat
    }

    /// Row 12: `revert` skips empty sets of active players. boardgame.io returns to them, and then no player
    /// may act.
    pub fn passes_over_empty_sets(self) -> bool {
        !self.compat
    }

    /// Row 13: an action is refused if it starts a loop of phases that end each other. boardgame.io stops in
    /// no phase.
    pub fn refuses_circles_of_phases(self) -> bool {
        !self.compat
    }
}

/// Rules outside of the table: actions that boardgame.io accepts and Rondel refuses.
impl Differences {
    /// `setActivePlayers` is refused if it names a player who is not in the match. boardgame.io makes them
    /// active.
    pub fn refuses_unknown_active_players(self) -> bool {
        !self.compat
    }

    /// `setPhase` and `endIf` are refused if they name an unknown phase. boardgame.io prints the error, ends
    /// the phase and the turn, and stops there.
    pub fn refuses_unknown_phase(self) -> bool {
        !self.compat
    }

    /// `order.first` and `order.next` are refused if they do not return a position of the play order.
    /// boardgame.io makes a player called `undefined` current, and prints an error if the result is not a
    /// number.
    pub fn refuses_position_beyond_order(self) -> bool {
        !self.compat
    }

    /// An ending is refused before `minMoves`, or if there is nothing to end. boardgame.io ignores it
    /// silently.
    pub fn refuses_early_endings(self) -> bool {
        !self.compat
    }

    /// An `endTurn` is refused if its argument is not an object. An `endIf` that returns such a value only
    /// ends the turn. boardgame.io prints the error, and the same player goes on.
    pub fn reads_endings_strictly(self) -> bool {
        !self.compat
    }

    /// A `setStage` without a stage is refused. boardgame.io treats it as `endStage`, or ignores it.
    pub fn refuses_to_set_no_stage(self) -> bool {
        !self.compat
    }

    /// A `setActivePlayers` is refused if its argument is neither an object nor a list. boardgame.io then
    /// activates only the current player.
    pub fn reads_active_players_strictly(self) -> bool {
        !self.compat
    }

    /// `pass` is refused in the same hooks as `endTurn`. boardgame.io accepts it in all hooks.
    pub fn refuses_pass_like_end_turn(self) -> bool {
        !self.compat
    }

    /// Disabled events are refused to players. boardgame.io's engine accepts them; only its client does not
    /// offer them.
    pub fn refuses_disabled_events(self) -> bool {
        !self.compat
    }

    /// A match does not begin if its hooks call forbidden events at the start. boardgame.io prints the error
    /// and begins with the state before these events.
    pub fn refuses_bad_start(self) -> bool {
        !self.compat
    }

    /// An action that has drawn random numbers or shown a viewer something new can only be undone if its move is
    /// `undoable`. boardgame.io takes back anything.
    pub fn undo_keeps_secrets(self) -> bool {
        !self.compat
    }

    /// A state from outside is refused if it names unknown players, positions or stages. boardgame.io plays
    /// on with it.
    pub fn refuses_unknown_names_in_states(self) -> bool {
        !self.compat
    }

    /// Any outcome ends the game. boardgame.io still processes events if the outcome is not truthy.
    pub fn any_outcome_ends_the_game(self) -> bool {
        !self.compat
    }
}

/// Predictions of clients.
impl Differences {
    /// A move that calls events shows its own change at once. In boardgame.io the whole move waits for the
    /// master.
    pub fn shows_moves_that_call_events(self) -> bool {
        !self.compat
    }

    /// The consequences of an action can be predicted too. boardgame.io predicts only moves.
    pub fn predicts_what_follows(self) -> bool {
        !self.compat
    }
}

/// Rules of boardgame.io that Rondel does not have. Each question returns `true` if boardgame.io's rule
/// holds.
impl Differences {
    /// A master refuses an action that was made in an earlier state, unless its move says otherwise.
    pub fn acts_on_the_present_state_alone(self) -> bool {
        self.compat
    }

    /// Stages and counters of active players change in place, so an undo does not restore them.
    pub fn changes_maps_in_place(self) -> bool {
        self.compat
    }

    /// The metadata of a refused move are added to the next action's log entry.
    pub fn metadata_outlives_refusals(self) -> bool {
        self.compat
    }

    /// The match goes on without a turn order if phases have ended each other at the very start. The moves of
    /// the turn are then counted as `NaN`, and `revert` restores a set of active players without limits and
    /// counts.
    pub fn plays_without_turn_order(self) -> bool {
        self.compat
    }

    /// `true` and numbers are names of stages. In Rondel `true` means `Stage.NULL`, and `setActivePlayers`
    /// accepts no number.
    pub fn takes_any_value_for_a_stage(self) -> bool {
        self.compat
    }

    /// A player whom the game writes as a number never equals the string that names them elsewhere.
    pub fn tells_numbers_from_texts(self) -> bool {
        self.compat
    }

    /// The engine rewrites the game's object when a stage or a set of active players takes effect.
    pub fn rewrites_move_limits(self) -> bool {
        self.compat
    }
}

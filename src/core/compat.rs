//! Where Rondel differs from boardgame.io: one question for each row of the table of differences, and one for each
//! other thing that `compat: '0.50'` changes.
//!
//! The rules ask by name, and nothing else knows whether a game is under `compat`. Rows 9 and 10 are about clients, and
//! are JavaScript's.

/// The rules in which a game's `compat` makes a difference.
#[derive(Clone, Copy, Debug, Default)]
pub struct Differences {
    compat: bool,
}

impl Differences {
    /// The differences of a game that declares `compat: '0.50'`, or does not.
    pub fn under(compat: bool) -> Self {
        Differences { compat }
    }
}

/// The table of differences. Each question asks whether Rondel's rule holds.
impl Differences {
    /// Row 1: an `endTurn` or `pass` that the game calls decides over an ending that `maxMoves` or `turn.endIf` asks for.
    /// In boardgame.io the turn ends first, and the call comes too late.
    pub fn explicit_end_turn_wins(self) -> bool {
        !self.compat
    }

    /// Row 2: `endTurn({ next })` is refused if the play order has no such player. boardgame.io makes them current.
    pub fn refuses_unknown_next_player(self) -> bool {
        !self.compat
    }

    /// Row 3: a stage is refused that the turn does not declare, if it declares any. boardgame.io accepts any name.
    pub fn refuses_undeclared_stage(self) -> bool {
        !self.compat
    }

    /// Row 4: the phase changes as `turn.onEnd` asks before another turn begins. boardgame.io begins and ends a turn of
    /// the next player first.
    pub fn phase_change_precedes_next_turn(self) -> bool {
        !self.compat
    }

    /// Row 5: a player whom `pass({ remove: true })` removes stays out of later phases, and a phase ends without
    /// players. In boardgame.io they are back at the next phase.
    pub fn removed_players_stay_out(self) -> bool {
        !self.compat
    }

    /// Row 6: a stage's own limits hold, and its `next` follows when a limit is reached. boardgame.io ignores both.
    pub fn stages_have_limits(self) -> bool {
        !self.compat
    }

    /// Row 8: `endTurn` in `phase.onBegin` is refused. In boardgame.io it does nothing.
    pub fn refuses_end_turn_before_first_turn(self) -> bool {
        !self.compat
    }

    /// Row 11: a turn ends once. boardgame.io ends it again if its phase ends with it, and even before the first turn.
    pub fn turns_end_once(self) -> bool {
        !self.compat
    }

    /// Row 12: empty sets of active players are passed over by `revert`. boardgame.io goes back to them, and nobody may
    /// act.
    pub fn passes_over_empty_sets(self) -> bool {
        !self.compat
    }

    /// Row 13: an action is refused that sets off phases which end one another for ever. boardgame.io stops in no phase.
    pub fn refuses_circles_of_phases(self) -> bool {
        !self.compat
    }
}

/// Rondel's rules beside the table: what boardgame.io accepts, and Rondel refuses.
impl Differences {
    /// `setActivePlayers` is refused if it names a player whom the match does not have. boardgame.io makes them active.
    pub fn refuses_unknown_active_players(self) -> bool {
        !self.compat
    }

    /// `setPhase` and `endIf` are refused if they name a phase that does not exist. boardgame.io prints the error, ends the
    /// phase and the turn, and stops there.
    pub fn refuses_unknown_phase(self) -> bool {
        !self.compat
    }

    /// `order.first` and `order.next` are refused if they return no position of the play order. boardgame.io makes a
    /// player called `undefined` current, and prints an error if it is no number.
    pub fn refuses_position_beyond_order(self) -> bool {
        !self.compat
    }

    /// An ending is refused if it comes before `minMoves` or if there is nothing to end. boardgame.io ignores it in
    /// silence.
    pub fn refuses_early_endings(self) -> bool {
        !self.compat
    }

    /// An `endTurn` is refused whose argument is no object, and an `endIf` that returns such a value just ends the turn.
    /// boardgame.io prints the error, and the same player goes on.
    pub fn reads_endings_strictly(self) -> bool {
        !self.compat
    }

    /// A `setStage` is refused that names nothing. boardgame.io takes it for `endStage`, or ignores it.
    pub fn refuses_to_set_no_stage(self) -> bool {
        !self.compat
    }

    /// A `setActivePlayers` is refused whose argument is neither an object nor a list. boardgame.io then lets the current
    /// player alone be active.
    pub fn reads_active_players_strictly(self) -> bool {
        !self.compat
    }

    /// `pass` is refused in hooks where `endTurn` is. boardgame.io takes it from everywhere, at any time.
    pub fn refuses_pass_like_end_turn(self) -> bool {
        !self.compat
    }

    /// Events that the game switches off are refused to players. boardgame.io's engine takes them, and only its client
    /// does not offer them.
    pub fn refuses_disabled_events(self) -> bool {
        !self.compat
    }

    /// A match does not begin if its hooks call at the start what they must not. boardgame.io prints the error, and
    /// begins with the state from before these events.
    pub fn refuses_bad_start(self) -> bool {
        !self.compat
    }

    /// A state from elsewhere is refused if it names players, positions or stages that do not exist. boardgame.io plays
    /// on with it.
    pub fn refuses_unknown_names_in_states(self) -> bool {
        !self.compat
    }

    /// The game is over, whatever its outcome. In boardgame.io events are still processed if the outcome is not truthy.
    pub fn any_outcome_ends_the_game(self) -> bool {
        !self.compat
    }
}

/// What clients show ahead of the master.
impl Differences {
    /// A move that calls events shows its own change at once. In boardgame.io all of it waits for the master.
    pub fn shows_moves_that_call_events(self) -> bool {
        !self.compat
    }

    /// What follows from an action can be predicted as well as the action. In boardgame.io, nothing but moves is.
    pub fn predicts_what_follows(self) -> bool {
        !self.compat
    }
}

/// Rules of boardgame.io without a counterpart in Rondel. Each question asks whether boardgame.io's rule holds.
impl Differences {
    /// A master refuses an action that was made in another state than the present one, unless its move says otherwise.
    pub fn acts_on_the_present_state_alone(self) -> bool {
        self.compat
    }

    /// Stages and counters of active players change in place, so that an undo does not bring the earlier ones back.
    pub fn changes_maps_in_place(self) -> bool {
        self.compat
    }

    /// The metadata of a refused move goes with the next action's log entry.
    pub fn metadata_outlives_refusals(self) -> bool {
        self.compat
    }

    /// The match goes on without a turn order when phases have ended one another at the very start: moves are then
    /// counted as "not a number", and active players are reverted to a set without limits and counts.
    pub fn plays_without_turn_order(self) -> bool {
        self.compat
    }

    /// The value `true` and numbers are names of stages. In Rondel `true` stands for `Stage.NULL`, and `setActivePlayers`
    /// takes no number.
    pub fn takes_any_value_for_a_stage(self) -> bool {
        self.compat
    }

    /// A player whom the game writes as a number is never equal to the text that names them elsewhere.
    pub fn tells_numbers_from_texts(self) -> bool {
        self.compat
    }

    /// The game's object is rewritten when a stage or a set of active players comes into force.
    pub fn rewrites_move_limits(self) -> bool {
        self.compat
    }
}

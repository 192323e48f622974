// The table: read by `mod.rs` and by `scripts/codes.rs`, each with macros of its own. In JavaScript each entry of a group
// is a constant with the group's prefix; `names!` and `values!` are lists as well.

table! {
    names! {
        /// The events. Those of players come first; the others are for moves and hooks alone.
        EventKind as EVENTS_OF_GAMES, EVENT {
            EndTurn = "endTurn",
            Pass = "pass",
            EndPhase = "endPhase",
            SetPhase = "setPhase",
            EndGame = "endGame",
            SetActivePlayers = "setActivePlayers",
            EndStage = "endStage",
            SetStage = "setStage",
            RemovePlayer = "removePlayer",
        }
    }

    first! {
        /// What players may call: so many of the events.
        EVENTS = EVENTS_OF_GAMES[..8]
    }

    names! {
        /// The kinds of callback that may do something; boardgame.io's `GameMethod`.
        Method as METHODS, METHOD {
            Move = "MOVE",
            GameOnEnd = "GAME_ON_END",
            PhaseOnBegin = "PHASE_ON_BEGIN",
            PhaseOnEnd = "PHASE_ON_END",
            TurnOnBegin = "TURN_ON_BEGIN",
            TurnOnMove = "TURN_ON_MOVE",
            TurnOnEnd = "TURN_ON_END",
            GameOnPlayerLeave = "GAME_ON_PLAYER_LEAVE",
        }
    }

    names! {
        /// The types of the actions in a log.
        LoggedAction as LOGGED_ACTIONS, LOGGED {
            Move = "MAKE_MOVE",
            Event = "GAME_EVENT",
            Undo = "UNDO",
            Redo = "REDO",
            Leave = "PLAYER_LEAVE",
        }
    }

    names! {
        /// The turn orders that a definition may have: the presets of `TurnOrder`, then the game's own.
        TurnOrderKind as TURN_ORDERS, TURN_ORDER {
            Default = "DEFAULT",
            Reset = "RESET",
            Continue = "CONTINUE",
            Once = "ONCE",
            Custom = "CUSTOM",
            CustomFrom = "CUSTOM_FROM",
            Own = "OWN",
        }
    }

    values! {
        /// The values that every table of values has from the beginning, each by its place.
        value as VALUES {
            UNDEFINED = undefined,
            NULL = null,
            TRUE = true,
        }
    }

    codes! {
        /// What is said in place of the number of a name.
        name: i32 {
            /// There is none: nobody, no phase, `Stage.NULL`.
            NONE = -1,
            /// The stage `true`, which boardgame.io takes for a name.
            TRUE = -2,
            /// It has no number yet.
            UNKNOWN = -3,
        }
    }

    names! {
        /// What a value is that is handed over to be looked into. Those that `typeof` tells come under its name.
        ArgumentKind as ARGUMENT_KINDS, ARGUMENT {
            Undefined = "undefined",
            Flag = "boolean",
            Number = "number",
            Text = "string",
            Null = "null",
            List = "list",
            Object = "members",
            Other = "other",
        }
    }

    codes! {
        /// The player who acts, in place of the number of a name.
        acting: i32 {
            /// The `ctx` is a state's, and not what a callback sees.
            NOBODY = -4,
        }
    }

    codes! {
        /// Whose situation begins anew, in place of a list of players.
        entered: i32 {
            /// Everybody's.
            EVERYBODY = -1,
        }
    }

    codes! {
        /// What a player asks for, without its arguments.
        request: u32 {
            /// A move.
            MOVE = 0,
            /// An event.
            EVENT = 1,
            /// An action of a plugin.
            PLUGIN = 2,
            /// An undo or a redo.
            STEP_BACK = 3,
        }
    }

    codes! {
        /// What a master has to know of an action that the rules allow: a sum.
        permit: i32 {
            /// They do not allow it.
            NONE = -1,
            /// The player must have seen the present state.
            STRICT = 1,
            /// The action stands in a situation that the player has not seen, too.
            IGNORES_STALE = 2,
        }
    }

    codes! {
        /// What the player who may act alone could do: a sum, below the number of their name.
        step_rights: i32 {
            /// There is no such player.
            NOBODY = -1,
            /// They could undo.
            UNDO = 1,
            /// They could redo.
            REDO = 2,
            /// How many bits come before the number.
            BITS = 2,
        }
    }

    codes! {
        /// What is said in place of a place in a list, or of a count.
        place: i32 {
            /// There is none.
            NONE = -1,
        }
    }

    codes! {
        /// What an import answers in place of a number.
        answer: i32 {
            /// It has thrown.
            THREW = i32::MIN,
            /// The move may be made.
            VALID = 0,
            /// The move is invalid.
            INVALID = -1,
            /// The move is invalid, and the game says more: less the number of what it says.
            INVALID_WITH = -2,
        }
    }

    codes! {
        /// What `order.first` or `order.next` has answered.
        position: i32 {
            /// A whole number: the list has it.
            AT = 0,
            /// Nothing.
            NOWHERE = 1,
            /// Something else: the list says what.
            ODD = 2,
        }
    }

    codes! {
        /// A setting that may depend on the state.
        toggle: u32 {
            /// Not declared.
            UNSET = 0,
            /// Always no.
            NO = 1,
            /// Always yes.
            YES = 2,
            /// A function follows.
            ASK = 3,
        }
    }

    codes! {
        /// Whether the arguments of a logged move are redacted.
        redact: i32 {
            /// The move does not say.
            UNSET = -1,
            /// They are not.
            NO = 0,
            /// They are.
            YES = 1,
        }
    }

    codes! {
        /// What a client can tell of an action before the master has answered.
        prediction: i32 {
            /// Only the master can tell.
            WAITS = 0,
            /// The list has the state, and whether the player's situation began anew.
            DONE = 1,
            /// The list has the error.
            REFUSED = 2,
        }
    }

    kinds! {
        /// Whether a message fits to what is confirmed.
        Fit as FIT {
            /// It follows.
            Follows,
            /// It is older than what is confirmed.
            Old,
            /// One before it is missing.
            Gap,
        }
    }

    codes! {
        /// What is said in place of the number of the state that an action has led to.
        led_to: f64 {
            /// It was refused: the error is at hand.
            NOWHERE = -1.0,
        }
    }

    codes! {
        /// What is said of a player without a seat, in place of how many others something is remembered of.
        others: i32 {
            /// The game has given nobody this name.
            STRANGER = -1,
            /// Something is remembered of the player.
            REMEMBERED = -2,
        }
    }

    kinds! {
        /// What a master has decided.
        Decided as DECIDED {
            /// The action has been dealt with, or one before it is missing.
            Repeated,
            /// It was run.
            Done,
            /// It was refused.
            Refused,
            /// Its author is no player of the match.
            TurnedAway,
        }
    }

    constant! {
        /// What marks a player who is a number in the game's own play order, as in boardgame.io: there the player is never
        /// equal to the text that names them everywhere else.
        NUMBER_PREFIX: &str = "\0#"
    }

    constant! {
        /// Stands for what is neither a text nor a number where a name is expected: nothing has this name.
        NO_NAME: &str = "a value that is no name"
    }

    constant! {
        /// The most characters of a name: the engine would have to copy more.
        LONGEST_NAME: u32 = 1_000_000
    }

    constant! {
        /// The most players that a match may have: names are searched in lists.
        MOST_PLAYERS: u32 = 1000
    }

    names! {
        /// The fields of arguments that the rules know.
        Field as FIELDS, FIELD {
            Next = "next",
            MinMoves = "minMoves",
            MaxMoves = "maxMoves",
            MoveLimit = "moveLimit",
            CurrentPlayer = "currentPlayer",
            Others = "others",
            All = "all",
            Value = "value",
            Revert = "revert",
            Remove = "remove",
            Stage = "stage",
        }
    }

    first! {
        /// Those of `setActivePlayers` and `turn.activePlayers`.
        ACTIVE_PLAYERS_FIELDS = FIELDS[..9]
    }

    constant! {
        /// The most sets of active players that may follow one another by `next`.
        DEEPEST_NEXT: u32 = 60
    }
}

// The table, read by `lib.rs` and by `scripts/codes.rs`, each with its own macros. In JavaScript each entry
// of a group is a constant with the group's prefix; `names!` and `values!` are lists too.

table! {
    names! {
        /// The events. Those that players may call come first. The others are for moves and hooks only.
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
            PauseClock = "pauseClock",
            ResumeClock = "resumeClock",
        }
    }

    first! {
        /// The events that players may call.
        EVENTS = EVENTS_OF_GAMES, EVENT before EventKind::RemovePlayer
    }

    some! {
        /// The events after which no earlier action can be undone.
        FINAL_EVENTS: EventKind as EVENT { EndTurn, }
    }

    names! {
        /// The callbacks that may change `G` and call events: boardgame.io's `GameMethod`.
        Method as METHODS, METHOD {
            Move = "MOVE",
            GameOnEnd = "GAME_ON_END",
            PhaseOnBegin = "PHASE_ON_BEGIN",
            PhaseOnEnd = "PHASE_ON_END",
            TurnOnBegin = "TURN_ON_BEGIN",
            TurnOnMove = "TURN_ON_MOVE",
            TurnOnEnd = "TURN_ON_END",
            GameOnPlayerLeave = "GAME_ON_PLAYER_LEAVE",
            TurnOnTimeout = "TURN_ON_TIMEOUT",
        }
    }

    names! {
        /// The types of logged actions.
        LoggedAction as LOGGED_ACTIONS, LOGGED {
            Move = "MAKE_MOVE",
            Event = "GAME_EVENT",
            Undo = "UNDO",
            Redo = "REDO",
            Leave = "PLAYER_LEAVE",
            Timeout = "TIMEOUT",
            Clock = "CLOCK",
        }
    }

    kinds! {
        /// First player of a phase in a preset turn order.
        FirstTurn as FIRST_TURN {
            /// The first player of the play order.
            First,
            /// The player who ended the last phase.
            Same,
            /// The player after them. At the beginning of a match: the current player.
            Following,
        }
    }

    kinds! {
        /// Number of rounds in a preset turn order.
        Rounds as ROUNDS {
            /// Any number, until something else ends the phase.
            Endless,
            /// One. Then the phase ends.
            Once,
        }
    }

    names! {
        /// The turn orders of a definition: the presets of `TurnOrder`, then the game's own.
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

    presets! {
        /// Behaviour of each preset.
        PRESETS: TurnOrderKind as TURN_ORDER, FirstTurn as FIRST_TURN, Rounds as ROUNDS {
            Default = Following, Endless;
            Reset = First, Endless;
            Continue = Same, Endless;
            Once = First, Once;
            Custom = First, Endless;
            CustomFrom = First, Endless;
        }
    }

    values! {
        /// The first values of each table of values, by index.
        value as VALUES {
            UNDEFINED = undefined,
            NULL = null,
            TRUE = true,
        }
    }

    codes! {
        /// Special values in place of the number of a name.
        name: i32 {
            /// No name: no player, no phase, `Stage.NULL`.
            NONE = -1,
            /// The stage `true`, which boardgame.io accepts as a name.
            TRUE = -2,
            /// The name has no number yet.
            UNKNOWN = -3,
        }
    }

    names! {
        /// Type of a value that crosses in parts. Types that `typeof` distinguishes have the names of
        /// `typeof`.
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
        /// Special value in place of the number of the acting player's name.
        acting: i32 {
            /// No player acts: the `ctx` belongs to a state, not to a callback.
            NOBODY = -4,
        }
    }

    codes! {
        /// Result of an action.
        applied: i32 {
            /// It was refused. The reason is available.
            REFUSED = 0,
            /// It was done.
            DONE = 1,
            /// The move is predicted without the events that it called.
            WITHOUT_EVENTS = 2,
            /// Only the master knows. The variants of `Wait` count from here as the reason.
            WAITS = 3,
        }
    }

    kinds! {
        /// Reason why a client cannot predict an action.
        Wait as WAIT {
            /// The move declares `client: false`.
            Declared,
            /// The action draws random numbers, which only the master draws.
            Random,
            /// A plugin forbids it by `noClient`.
            Plugin,
            /// The action calls an event or is one, or is of another kind that clients do not predict.
            Events,
            /// The action throws here, perhaps because a value is hidden.
            Throws,
            /// The action is an event, and the client only predicts moves.
            IsEvent,
            /// The move calls events, and the client only predicts moves. Its own change is shown.
            CallsEvents,
            /// The game refuses the action here, but this client cannot see all of `G`. The server decides.
            Unseen,
            /// An earlier action has no answer yet.
            Before,
            /// The master's game has another version.
            OtherVersion,
            /// The action depends on hidden values.
            Hidden,
        }
    }

    codes! {
        /// Kind of a request, without its arguments.
        request: u32 {
            /// A move.
            MOVE = 0,
            /// An event.
            EVENT = 1,
            /// An action of a plugin.
            PLUGIN = 2,
            /// An undo.
            UNDO = 3,
            /// A redo.
            REDO = 4,
            /// A player leaves permanently. Only masters create it.
            LEAVE = 5,
            /// An invalid request, which is refused with an error.
            NOTHING = 6,
            /// A player's time has run out. Only masters create it.
            TIMEOUT = 7,
            /// An order to the clock. Only masters create it.
            CLOCK = 8,
        }
    }

    codes! {
        /// Answer of the host about a state after an action, in place of the number of an error.
        admitted: i32 {
            /// The match continues with it.
            YES = 0,
            /// The match continues with the state as the host has loaded it meanwhile: with more of its
            /// history.
            LOADED = -1,
        }
    }

    codes! {
        /// Announcement of an action: what a master sends, and to whom.
        announcement: i32 {
            /// Nothing.
            NOTHING = 0,
            /// The new state, to all at the match.
            STATE = 1,
            /// The acks of the author's sessions, to the author.
            ACKS = 2,
            /// The whole match, to the author.
            MATCH = 3,
        }
    }

    codes! {
        /// Undo rights of the only active player: flags in the lowest bits, below the number of the player's
        /// name.
        step_rights: i32 {
            /// No player is the only active one.
            NOBODY = -1,
            /// The player could undo.
            UNDO = 1,
            /// The player could redo.
            REDO = 2,
            /// Number of bits of the flags.
            BITS = 2,
        }
    }

    codes! {
        /// Special value in place of an index into a list, or of a count.
        place: i32 {
            /// No such element.
            NONE = -1,
        }
    }

    codes! {
        /// Result of an import in place of a number.
        answer: i32 {
            /// It threw an exception.
            THREW = i32::MIN,
            /// The move is valid.
            VALID = 0,
            /// The move is invalid.
            INVALID = -1,
            /// The move is invalid with a payload: this value minus the number of the payload.
            INVALID_WITH = -2,
        }
    }

    codes! {
        /// Answer of an `endIf` to a search.
        ending: i32 {
            /// Nothing ends.
            GOES_ON = 0,
            /// Something ends. The answer is in the list.
            ENDS = 1,
            /// Nothing ends, and nothing will until `G` changes: the function has only read `G`.
            GOES_ON_BY_G = 2,
            /// The game is over, and its outcome has a number of its own.
            OVER = 3,
        }
    }

    codes! {
        /// Special value in place of the winning seat.
        judged: i32 {
            /// No seat has won more than others.
            DRAW = -1,
            /// The rewards of all seats are in the list.
            LISTED = -2,
        }
    }

    codes! {
        /// Special value in place of the index of a bot's move.
        drawn: i32 {
            /// No action is possible.
            NOTHING = -1,
            /// An event: this value minus its index among the events. Its argument is in the list.
            EVENT = -2,
            /// A move whose name the game does not have.
            UNKNOWN = i32::MAX,
        }
    }

    codes! {
        /// Answer of `order.first` or `order.next`.
        position: i32 {
            /// A whole number, in the list.
            AT = 0,
            /// Nothing: the phase ends.
            NOWHERE = 1,
            /// A text, in the list.
            TEXT = 2,
            /// Another value, which the list describes.
            ODD = 3,
        }
    }

    codes! {
        /// An option that may depend on the state.
        toggle: u32 {
            /// Not declared.
            UNSET = 0,
            /// Always off.
            NO = 1,
            /// Always on.
            YES = 2,
            /// A function follows.
            ASK = 3,
        }
    }

    codes! {
        /// Redaction of the arguments of a logged move.
        redact: i32 {
            /// The move does not declare it.
            UNSET = -1,
            /// Not redacted.
            NO = 0,
            /// Redacted.
            YES = 1,
        }
    }

    codes! {
        /// How much of an action a client predicts.
        depth: u32 {
            /// Nothing.
            NOTHING = 0,
            /// The move alone.
            MOVES = 1,
            /// The move or event, with everything that follows.
            FLOW = 2,
        }
    }

    codes! {
        /// Kind of a message with a state.
        message: u32 {
            /// Answer to a `sync`, with everything.
            SYNC = 0,
            /// Whole state.
            UPDATE = 1,
            /// Difference from the confirmed state.
            PATCH = 2,
            /// Added if the master's game has another version.
            OTHER_VERSION = 4,
        }
    }

    codes! {
        /// The kinds of refusals, with boardgame.io's names.
        refusal: &str {
            /// The move does not exist, or this player cannot make it now.
            UNAVAILABLE_MOVE = "action/unavailable_move",
            /// The game returned `INVALID_MOVE`.
            INVALID_MOVE = "action/invalid_move",
            /// The player is not active.
            INACTIVE_PLAYER = "action/inactive_player",
            /// The game is over.
            GAMEOVER = "action/gameover",
            /// The game has disabled the action.
            ACTION_DISABLED = "action/action_disabled",
            /// The action is not possible in this situation.
            ACTION_INVALID = "action/action_invalid",
            /// A plugin refused the action.
            PLUGIN_INVALID = "action/plugin_invalid",
            /// The action is stale: something has happened that the player had not seen.
            STALE_STATE_ID = "action/stale_state_id",
        }
    }

    codes! {
        /// The codes of errors that either side throws.
        problem: &str {
            /// The number of players is not allowed.
            NUM_PLAYERS = "client/numPlayers",
            /// The definition is invalid.
            DEFINITION = "game/definition",
            /// The match cannot begin with these options.
            SETUP = "game/setup",
            /// The state is invalid.
            STATE = "game/state",
            /// There is no cryptographic generator.
            RANDOM = "random/unavailable",
        }
    }

    constant! {
        /// Message of an exception of the game. The original message might reveal hidden values.
        GAME_THREW: &str = "the game threw an error"
    }

    constant! {
        /// Prefix of a player whom the game writes as a number. In boardgame.io such a player never equals
        /// the string that names them elsewhere.
        NUMBER_PREFIX: &str = "\0#"
    }

    constant! {
        /// Name of a value that is neither a string nor a number. No other value has this name.
        NO_NAME: &str = "a value that is no name"
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

    some! {
        /// Fields of the argument that ends a turn.
        ENDING_FIELDS: Field as FIELD { Next, Remove, }
    }

    some! {
        /// Fields of the stage of one player, or of several.
        STAGE_ARG_FIELDS: Field as FIELD { Stage, MinMoves, MaxMoves, MoveLimit, }
    }

    some! {
        /// Fields of `setActivePlayers` and `turn.activePlayers`.
        ACTIVE_PLAYERS_FIELDS: Field as FIELD {
            CurrentPlayer, Others, All, Value, Revert, Next, MinMoves, MaxMoves, MoveLimit,
        }
    }

    some! {
        /// Fields of those that are a stage themselves.
        GROUPS: Field as FIELD { CurrentPlayer, Others, All, }
    }

    each! {
        /// Fields of an event's argument, if it is an object.
        EVENT_FIELDS: EventKind as EVENT, Field {
            EndTurn = ENDING_FIELDS,
            Pass = ENDING_FIELDS,
            SetActivePlayers = ACTIVE_PLAYERS_FIELDS,
            SetStage = STAGE_ARG_FIELDS,
        }
    }
}

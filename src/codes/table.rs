// The table: read by `mod.rs` and by `scripts/codes.rs`, each with macros of its own. In JavaScript each entry of a group
// is a constant with the group's prefix; `names!` and `values!` are lists as well.

table! {
    names! {
        /// The events. Those that players may call come first; the others are for moves and hooks alone.
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
        /// The events that players may call.
        EVENTS = EVENTS_OF_GAMES, EVENT before EventKind::RemovePlayer
    }

    some! {
        /// Those after which nothing that was done before can be undone.
        FINAL_EVENTS: EventKind as EVENT { EndTurn, }
    }

    names! {
        /// The callbacks that may change `G` and call events; boardgame.io's `GameMethod`.
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
        /// The types of logged actions.
        LoggedAction as LOGGED_ACTIONS, LOGGED {
            Move = "MAKE_MOVE",
            Event = "GAME_EVENT",
            Undo = "UNDO",
            Redo = "REDO",
            Leave = "PLAYER_LEAVE",
        }
    }

    kinds! {
        /// Who begins a phase by a preset turn order.
        FirstTurn as FIRST_TURN {
            /// The first player of the play order.
            First,
            /// The player who ended the last phase.
            Same,
            /// The player who follows them; the current player, if the match begins.
            Following,
        }
    }

    kinds! {
        /// How often a preset turn order goes round the table.
        Rounds as ROUNDS {
            /// Until something else ends the phase.
            Endless,
            /// Once: then the phase ends.
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
        /// What each preset does.
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
        /// The values that every table of values begins with, each at its place.
        value as VALUES {
            UNDEFINED = undefined,
            NULL = null,
            TRUE = true,
        }
    }

    codes! {
        /// Stands in place of the number of a name.
        name: i32 {
            /// There is no name: nobody, no phase, `Stage.NULL`.
            NONE = -1,
            /// The stage `true`, which boardgame.io accepts as a name.
            TRUE = -2,
            /// The name has no number yet.
            UNKNOWN = -3,
        }
    }

    names! {
        /// The type of a value that crosses taken apart. What `typeof` distinguishes has the name that `typeof` gives.
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
        /// Stands in place of the number of the acting player's name.
        acting: i32 {
            /// Nobody acts: the `ctx` belongs to a state, not to a callback.
            NOBODY = -4,
        }
    }

    codes! {
        /// What became of an action.
        applied: i32 {
            /// It was refused, and why is known.
            REFUSED = 0,
            /// It has happened.
            DONE = 1,
            /// The move shows ahead of the master, without the events that it has called.
            WITHOUT_EVENTS = 2,
            /// Only the master knows. What follows is why: the places of `Wait` count from here.
            WAITS = 3,
        }
    }

    kinds! {
        /// Why a client cannot show an action before the master has answered.
        Wait as WAIT {
            /// The move declares `client: false`.
            Declared,
            /// It draws random numbers, and the master draws others.
            Random,
            /// A plugin wants it, by `noClient`.
            Plugin,
            /// It calls an event or is one, or is of another kind that clients do not predict.
            Events,
            /// It throws here, where it may be reading what is hidden.
            Throws,
            /// It is an event, and the client predicts moves alone.
            IsEvent,
            /// The events that it calls do: the client predicts moves alone.
            CallsEvents,
            /// It is refused here, where not all can be seen that the game goes by.
            Unseen,
            /// What was done before it has no answer yet.
            Before,
            /// The master's game has another version.
            OtherVersion,
            /// It needs to know what is hidden here.
            Hidden,
        }
    }

    codes! {
        /// The kind of a request, without its arguments.
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
            /// A player leaves for good, which masters alone ask for.
            LEAVE = 5,
            /// Makes no sense: it is not even tried, and an error gives the reason.
            NOTHING = 6,
        }
    }

    codes! {
        /// What the host says of a state that an action has led to, in place of the number of an error.
        admitted: i32 {
            /// The match goes on from it.
            YES = 0,
            /// The match goes on from it as the host has loaded it meanwhile: with more of its history.
            LOADED = -1,
        }
    }

    codes! {
        /// What the only active player could do: flags in the lowest bits, below the number of the player's name.
        step_rights: i32 {
            /// No player is active alone.
            NOBODY = -1,
            /// They could undo.
            UNDO = 1,
            /// They could redo.
            REDO = 2,
            /// How many bits the flags take.
            BITS = 2,
        }
    }

    codes! {
        /// Stands in place of an index into a list, or of a count.
        place: i32 {
            /// There is no such thing.
            NONE = -1,
        }
    }

    codes! {
        /// What an import returns in place of a number.
        answer: i32 {
            /// It has thrown.
            THREW = i32::MIN,
            /// The move may be made.
            VALID = 0,
            /// The move is invalid.
            INVALID = -1,
            /// The move is invalid with a payload: this, minus the number of the payload.
            INVALID_WITH = -2,
        }
    }

    codes! {
        /// What an `endIf` has answered to a search.
        ending: i32 {
            /// Nothing ends.
            GOES_ON = 0,
            /// Something ends; what was answered is in the list.
            ENDS = 1,
            /// Nothing ends, and would not while `G` is as it is: the function has read nothing else.
            GOES_ON_BY_G = 2,
            /// The game is over, and its outcome kept under a number of its own.
            OVER = 3,
        }
    }

    codes! {
        /// Stands in place of the seat that has won.
        judged: i32 {
            /// Nobody has won more than others.
            DRAW = -1,
            /// What everybody gets is in the list.
            LISTED = -2,
        }
    }

    codes! {
        /// Stands in place of the index of a move that a bot may make.
        drawn: i32 {
            /// There is nothing to do.
            NOTHING = -1,
            /// An event: this, minus its place among the events. Its argument is in the list.
            EVENT = -2,
            /// A move of a name that the game does not have.
            UNKNOWN = i32::MAX,
        }
    }

    codes! {
        /// What `order.first` or `order.next` has answered.
        position: i32 {
            /// A whole number, which is in the list.
            AT = 0,
            /// Nothing: the phase ends.
            NOWHERE = 1,
            /// A text, which is in the list.
            TEXT = 2,
            /// Something else, which the list describes.
            ODD = 3,
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
        /// How far a client predicts.
        depth: u32 {
            /// Not at all.
            NOTHING = 0,
            /// Moves alone.
            MOVES = 1,
            /// All that follows from them, and events.
            FLOW = 2,
        }
    }

    codes! {
        /// How a state comes from the master.
        message: u32 {
            /// With all there is to know.
            SYNC = 0,
            /// As a whole.
            UPDATE = 1,
            /// As what has changed.
            PATCH = 2,
            /// Is added if the master's game has another version.
            OTHER_VERSION = 4,
        }
    }

    codes! {
        /// The kinds of refusals, by boardgame.io's names.
        refusal: &str {
            /// No such move, or not now, or not for this player's stage.
            UNAVAILABLE_MOVE = "action/unavailable_move",
            /// The game returned `INVALID_MOVE`.
            INVALID_MOVE = "action/invalid_move",
            /// The player may not act now.
            INACTIVE_PLAYER = "action/inactive_player",
            /// The game is over.
            GAMEOVER = "action/gameover",
            /// The game has switched this off.
            ACTION_DISABLED = "action/action_disabled",
            /// Not possible in this situation.
            ACTION_INVALID = "action/action_invalid",
            /// A plugin declared the action invalid.
            PLUGIN_INVALID = "action/plugin_invalid",
            /// The player has not seen what has happened since.
            STALE_STATE_ID = "action/stale_state_id",
        }
    }

    codes! {
        /// The codes of errors that either side throws.
        problem: &str {
            /// A match cannot have so many players.
            NUM_PLAYERS = "client/numPlayers",
            /// A definition that makes no sense.
            DEFINITION = "game/definition",
            /// A match that cannot begin so.
            SETUP = "game/setup",
            /// A state that nobody can go on from.
            STATE = "game/state",
            /// There is no cryptographic generator.
            RANDOM = "random/unavailable",
        }
    }

    constant! {
        /// The message for an exception of the game's: its own might reveal what the game knows.
        GAME_THREW: &str = "the game threw an error"
    }

    constant! {
        /// The prefix of a player whom the game writes as a number. In boardgame.io such a player is never equal to the text
        /// that names them everywhere else.
        NUMBER_PREFIX: &str = "\0#"
    }

    constant! {
        /// The name that stands for a value which is neither a text nor a number. Nothing else has this name.
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
        /// Those of what ends a turn.
        ENDING_FIELDS: Field as FIELD { Next, Remove, }
    }

    some! {
        /// Those of the stage of one player, or of several.
        STAGE_ARG_FIELDS: Field as FIELD { Stage, MinMoves, MaxMoves, MoveLimit, }
    }

    some! {
        /// Those of `setActivePlayers` and `turn.activePlayers`.
        ACTIVE_PLAYERS_FIELDS: Field as FIELD {
            CurrentPlayer, Others, All, Value, Revert, Next, MinMoves, MaxMoves, MoveLimit,
        }
    }

    some! {
        /// Those of them that are a stage themselves.
        GROUPS: Field as FIELD { CurrentPlayer, Others, All, }
    }

    each! {
        /// The fields of an event's argument, if that is one object.
        EVENT_FIELDS: EventKind as EVENT, Field {
            EndTurn = ENDING_FIELDS,
            Pass = ENDING_FIELDS,
            SetActivePlayers = ACTIVE_PLAYERS_FIELDS,
            SetStage = STAGE_ARG_FIELDS,
        }
    }
}

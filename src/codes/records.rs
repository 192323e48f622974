// The orders of flat lists, a part of the table: read by `lib.rs` and by `scripts/codes.rs`, as `table.rs`
// is.

table! {
    record! {
        /// A game's definition.
        game as GAME_FIELDS {
            seed,
            name,
            compat,
            disable_undo,
            disable_log,
            hides,
            setup,
            end_if,
            on_end,
            on_player_leave,
            events,
            plugins,
            no_op,
            turn,
            moves,
            phases,
            start,
            move_names,
        }
    }

    record! {
        /// A phase of a definition.
        phase as PHASE_FIELDS {
            name,
            turn,
            moves,
            on_begin,
            on_end,
            end_if,
            next,
        }
    }

    record! {
        /// The turns of a game or of a phase.
        turn as TURN_FIELDS {
            on_begin,
            on_end,
            on_move,
            end_if,
            min_moves,
            max_moves,
            order,
            active_players,
            stages,
            time,
            on_timeout,
        }
    }

    record! {
        /// A stage of a turn.
        stage as STAGE_FIELDS {
            name,
            next,
            min_moves,
            max_moves,
            moves,
            time,
            on_timeout,
        }
    }

    record! {
        /// A move: its index in the list of names, and its declaration.
        declared_move as MOVE_FIELDS {
            id,
            function,
            undoable,
            redact,
            no_limit,
            client,
            strict,
            ignore_stale_state_id,
            validate,
        }
    }

    record! {
        /// A state with its history.
        state as STATE_FIELDS {
            now,
            undo,
            redo,
            state_id,
        }
    }

    record! {
        /// The common fields of a state and of an entry of its history.
        core as CORE_FIELDS {
            g,
            ctx,
            random,
            drawn,
            own,
        }
    }

    record! {
        /// An entry of an undo or redo history.
        entry as ENTRY_FIELDS {
            now,
            player_id,
            move_type,
            args,
        }
    }

    record! {
        /// An action for a master, as numbers.
        asked as ASKED_FIELDS {
            from,
            to,
            seen,
            player,
            session,
            seq,
            first,
            depends_on,
            ahead,
            request,
            place,
            value,
        }
    }

    // Stored types. An object is stored under the names of its fields, in camel case or as given after `=`,
    // and a tuple in their order. JavaScript checks each field by its kind, and has the types of the ledger
    // and of `MasterFields` from here.

    // The parts of a `ctx`. JavaScript checks and flattens them in one walk
    // (`pkg-template/lib/engine/ctx-codec.ts`), and Rust reads them into its own types by the same kinds
    // (`src/js/read/kinds.rs`). boardgame.io and earlier releases have not stored new fields: a new field must
    // be `Optional`, or of a kind that may be missing.

    stored! {
        /// A generator that has drawn numbers: `plugins.random.data.prngstate`.
        generator as Generator: object {
            c: Float,
            s0: Float,
            s1: Float,
            s2: Float,
        }
    }

    stored! {
        /// A set of active players to which `revert` returns.
        active_set as ActiveSet: object {
            active_players: Maybe<ByPlayer<StageName>>,
            min_moves = "_activePlayersMinMoves": Maybe<ByPlayer<MoveLimit>>,
            max_moves = "_activePlayersMaxMoves": Maybe<ByPlayer<MoveLimit>>,
            num_moves = "_activePlayersNumMoves": Maybe<ByPlayer<MoveCount>>,
        }
    }

    stored! {
        /// The limits of active players' moves, and the sets before and after this one: fields of the `ctx`
        /// itself. Without `num_moves` there are no limits.
        limits as Limits: object {
            min_moves = "_activePlayersMinMoves": Maybe<ByPlayer<MoveLimit>>,
            max_moves = "_activePlayersMaxMoves": Maybe<ByPlayer<MoveLimit>>,
            num_moves = "_activePlayersNumMoves": Maybe<ByPlayer<MoveCount>>,
            previous = "_prevActivePlayers": Optional<Stack<ActiveSet>>,
            next = "_nextActivePlayers": NextActivePlayers,
        }
    }

    stored! {
        /// The clock of a game with time.
        clock as Clock: object {
            /// Moment of the last action, in milliseconds of the master's time.
            now: Float,
            /// Time that each player had left at `now`.
            left: ByPlayer<Float>,
            /// Moments at which the time of the players who are waited for runs out.
            deadlines: ByPlayer<Float>,
            is_paused = "paused": Optional<Flag>,
            /// The host has stopped the clock.
            is_held = "waiting": Optional<Flag>,
            /// Part of `left` that a player keeps for later turns.
            banks = "_banks": Optional<ByPlayer<Float>>,
            /// Unused time of this turn of players whose stay is interrupted.
            rests = "_rests": Optional<ByPlayer<Float>>,
            /// Lag for which a player may still get time back, if it is not the maximum.
            lags = "_lags": Optional<ByPlayer<Float>>,
        }
    }

    stored! {
        /// A `ctx`.
        ctx as Ctx: object {
            num_players: Whole,
            turn: Whole,
            current_player: Player,
            play_order: Players,
            play_order_pos: Position,
            phase: PhaseName,
            active_players: Maybe<ByPlayer<StageName>>,
            num_moves: Maybe<MoveCount>,
            gameover: Outcome,
            limits: Part<Limits>,
            removed = "_removedPlayers": Optional<PlayerIDs>,
            clock: Maybe<Clock>,
        }
    }

    // The fields that a master adds to a state. The ledger also crosses, as a flat list. JavaScript checks,
    // flattens and reads it by its kinds (`pkg-template/lib/online/storage/stored-codec.ts`), and Rust by the
    // same kinds (`src/js/codec.rs`). Nodes of an earlier release have not stored new fields: a new field
    // must be `Optional`, and in a tuple the last one.

    stored! {
        /// A refusal in the ack of a session.
        refusal as Refusal: tuple {
            /// Number of the action.
            seq: Count,
            error: Error,
        }
    }

    stored! {
        /// Ledger of one session of a player.
        session as Session: tuple {
            player_id: Name,
            session: Name,
            /// Number of the state after the session's last successful action.
            result_state_id: Count,
            /// Number of the last acknowledged action.
            last: Count,
            refused: List<Refusal>,
        }
    }

    stored! {
        /// Ledger of a match: `_sync` of the stored state.
        ledger as Ledger: object {
            /// Number of a state. No player's situation is older.
            base: Count,
            /// Players whose situation is newer, with the number of the state in which it began.
            since: ByPlayer<Count>,
            /// Players who had too many sessions, each with the number of a state. Their actions made in an
            /// earlier state may have been acknowledged to an evicted session.
            forgotten: Optional<ByPlayer<Count>>,
            /// Sessions of all players. The one that acted last is at the end.
            sessions: List<Session>,
        }
    }

    stored! {
        /// Steps of undo and redo, which only JavaScript reads: `_history` of the stored state. boardgame.io
        /// keeps it unchanged when it goes on from the state: it belongs only to the state with this
        /// `_stateID`. Each text is `[playerID, moveType, operations]`: the author, the move, and the
        /// difference from the entry before, the nearest entry from the state.
        stored_history as StoredHistory: object {
            state_id: Count,
            undo: List<Text>,
            redo: List<Text>,
        }
    }

    stored! {
        /// The fields that a master adds to a state, besides the state's own number.
        master_fields as MasterFields: object {
            state_id = "_stateID": Count,
            /// Approximate size of the match's log, in bytes.
            log_size = "_logSize": Optional<Count>,
            /// Number of writes of the state, including refusals, counted from a start value of the match.
            revision = "_revision": Optional<Count>,
            sync = "_sync": Optional<Ledger>,
            history = "_history": Optional<StoredHistory>,
            /// Version of the game's rules that have stored the state.
            version = "_version": Optional<Version>,
            /// IDs of leaves, by the player who has left the match.
            left = "_left": Optional<Leaves>,
        }
    }
}

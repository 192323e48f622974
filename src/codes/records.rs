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
        }
    }

    record! {
        /// A `ctx`.
        ctx as CTX_FIELDS {
            num_players,
            turn,
            current_player,
            play_order,
            play_order_pos,
            phase,
            active_players,
            num_moves,
            gameover,
            limits,
            removed,
        }
    }

    record! {
        /// The limits of active players' moves, and the sets that follow.
        limits as LIMITS_FIELDS {
            min_moves,
            max_moves,
            num_moves,
            previous,
            next,
        }
    }

    record! {
        /// A set of active players to which `revert` returns.
        active_set as ACTIVE_SET_FIELDS {
            active_players,
            min_moves,
            max_moves,
            num_moves,
        }
    }

    record! {
        /// A generator that has drawn numbers.
        generator as GENERATOR_FIELDS {
            c,
            s0,
            s1,
            s2,
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

    // Stored types, which also cross. JavaScript checks, flattens and reads them by their kinds
    // (`pkg-template/lib/online/storage/ledger-codec.ts`), and Rust by the same kinds (`src/js/codec.rs`).
    // An object is stored under these names, a tuple in this order. Nodes of an earlier release have not
    // stored new fields: a new field must be `Optional`, and in a tuple the last one.

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
}

// The orders of flat lists, a part of the table: read by `mod.rs` and by `scripts/codes.rs`, as `table.rs` is.

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
        /// A move: its place in the list of their names, and what is declared of it.
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
        /// What a state and an entry of its history have in common.
        core as CORE_FIELDS {
            g,
            ctx,
            random,
            drawn,
            own,
        }
    }

    record! {
        /// An entry of a history.
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
        /// What limits the moves of active players, and what follows them.
        limits as LIMITS_FIELDS {
            min_moves,
            max_moves,
            num_moves,
            previous,
            next,
        }
    }

    record! {
        /// A set of active players that `revert` goes back to.
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
        /// An action that a master is asked for, in numbers.
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

    // Both stored and crossing: JavaScript checks, flattens and reads them by their kinds (`pkg-template/lib/online/codec.ts`), Rust by
    // the same kinds (`src/js/codec.rs`). An object is stored under these names, a tuple in this order. Nodes of an earlier release have
    // stored none of what is new: a new field is `Optional`, and in a tuple the last.

    stored! {
        /// A refusal that a session was answered.
        refusal as Refusal: tuple {
            /// The number of the action.
            seq: Count,
            error: Error,
        }
    }

    stored! {
        /// What was answered to one session of a player.
        session as Session: tuple {
            player_id: Name,
            session: Name,
            /// The state that its last success led to.
            result_state_id: Count,
            /// The last action that was acknowledged.
            last: Count,
            refused: List<Refusal>,
        }
    }

    stored! {
        /// What a master remembers of a match besides its state: `_sync` of what is stored.
        ledger as Ledger: object {
            /// No player's situation is older than this state.
            base: Count,
            /// By player whose situation is newer, the state in which it began.
            since: ByPlayer<Count>,
            /// By player who has had too many sessions: an action made in an older state may have been acknowledged to a session
            /// that is evicted.
            forgotten: Optional<ByPlayer<Count>>,
            /// The one that acted last is at the end.
            sessions: List<Session>,
        }
    }
}

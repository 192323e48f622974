// The shared limits, a part of the table: read by `lib.rs` and by `scripts/codes.rs`, as `table.rs` is.

table! {
    constant! {
        /// Version of the boundary between a game's module and the page. A change with which existing modules
        /// would fail raises it.
        BOUNDARY_VERSION: u32 = 4
    }

    constant! {
        /// Maximum length of a name in characters. The engine copies each name.
        LONGEST_NAME: u32 = 1_000_000
    }

    constant! {
        /// Maximum number of players of a match. The engine searches for players in lists.
        MOST_PLAYERS: u32 = 1000
    }

    constant! {
        /// Maximum number of players without a seat in a master's ledger. A game can make up any number of
        /// names.
        MOST_OTHERS: u32 = 1000
    }

    constant! {
        /// Maximum depth of values from strangers, from storages and in arguments.
        DEEPEST_VALUE: u32 = 64
    }

    constant! {
        /// Maximum number of sets of active players that follow each other by `next`. It keeps the stages in
        /// the last set within the maximum depth of values.
        DEEPEST_NEXT: u32 = DEEPEST_VALUE - 4
    }

    constant! {
        /// Maximum number of sets of active players to which `revert` can return. Each `ctx` shows all of
        /// them, also in the undo history.
        MOST_SETS: usize = 200
    }

    constant! {
        /// Maximum number of such sets in a state. Sets that follow each other by `next` exceed the limit of
        /// one call.
        MOST_SETS_OF_STATE: usize = 2 * MOST_SETS
    }

    constant! {
        /// Maximum number of turns, and of moves, in a state. Twice as many still fit into the engine's type.
        MOST_COUNT: i32 = i32::MAX
    }

    constant! {
        /// Limits of moves from this number on mean "no limit".
        MOST_MOVES: u32 = u32::MAX
    }

    constant! {
        /// Maximum number of pending actions of a client. Servers handle as many at once.
        MOST_PENDING: usize = 32
    }
}

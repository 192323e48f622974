// Limits that both languages keep, a part of the table: read by `mod.rs` and by `scripts/codes.rs`, as `table.rs` is.

table! {
    constant! {
        /// The version of the boundary between a game's module and the page. It goes up with every change on either side.
        BOUNDARY_VERSION: u32 = 3
    }

    constant! {
        /// The most characters of a name. The engine copies each name.
        LONGEST_NAME: u32 = 1_000_000
    }

    constant! {
        /// The most players that a match may have. The engine searches for players in lists.
        MOST_PLAYERS: u32 = 1000
    }

    constant! {
        /// The most players without a seat of whom a master remembers something: a game can make up any number of names.
        MOST_OTHERS: u32 = 1000
    }

    constant! {
        /// How deep values may be that come from strangers, from storages and as arguments: nobody plays with more.
        DEEPEST_VALUE: u32 = 64
    }

    constant! {
        /// The most sets of active players that may follow one another by `next`. What the last one gives a player as a stage is
        /// not too deep a value, and what follows it can be distinguished from nothing.
        DEEPEST_NEXT: u32 = DEEPEST_VALUE - 4
    }

    constant! {
        /// The most sets of active players that `revert` may go back to. Each `ctx` shows all of them, those of the undo
        /// history as well.
        MOST_SETS: usize = 200
    }

    constant! {
        /// The most such sets that a state may have: those that follow one another by `next` go beyond the limit of a call.
        MOST_SETS_OF_STATE: usize = 2 * MOST_SETS
    }

    constant! {
        /// The highest number of turns, and of moves made, that a state may have: as many again still fit.
        MOST_COUNT: i32 = i32::MAX
    }

    constant! {
        /// The lowest limit of moves that is none: nobody makes so many.
        MOST_MOVES: u32 = u32::MAX
    }

    constant! {
        /// The most actions of a client that wait for an answer. Servers serve as many at once.
        MOST_PENDING: usize = 32
    }
}

// The codes of clocks, a part of the table: read by `lib.rs` and by `scripts/codes.rs`, as `table.rs` is.

table! {
    names! {
        /// The orders of a host to the clock of a match.
        ClockOrder as CLOCK_ORDERS, CLOCK_ORDER {
            Pause = "pause",
            Resume = "resume",
            Restart = "restart",
        }
    }

    codes! {
        /// A declared time.
        time: u32 {
            /// Not declared.
            UNSET = 0,
            /// A time, in four numbers.
            ALWAYS = 1,
            /// A function follows.
            ASK = 2,
        }
    }

    codes! {
        /// Reaction to the end of a player's time.
        on_timeout: u32 {
            /// The turn or the stage ends.
            USUAL = 0,
            /// A hook follows.
            HOOK = 1,
            /// The number and the arguments of a move follow.
            MOVE = 2,
        }
    }

    constant! {
        /// Time that a player has at least in each stay, in milliseconds. A player whose time is spent thus
        /// loses no turn before they have seen it, and a match of such players does not loop.
        LEAST_STAY: f64 = 1000.0
    }

    constant! {
        /// Lag for which a player gets time back, at most, in milliseconds.
        MOST_LAG: f64 = 2000.0
    }

    constant! {
        /// Lag for which a player gets time back again after each stay, in milliseconds.
        LAG_GAIN: f64 = 500.0
    }
}

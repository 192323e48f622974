//! The functions that WebAssembly imports from JavaScript: free functions over numbers, implemented by the
//! current host.
//!
//! The guard around each export (`pkg-template/lib/engine/boundary.ts`) sets the current host on entry and
//! restores the former one on exit. Nothing here refers to a host, a game or a client.
//!
//! Each import catches exceptions (`imports.js`): it stores the exception on the JavaScript side and returns
//! `codes::answer::THREW`. The guard throws the exception again after the export has returned. Imports of
//! other crates, such as `js_sys`, do not catch. Use them only for calls that cannot throw and that run no
//! code of the game or the page.

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

#[cfg(feature = "engine")]
use crate::codes;

/// An import has thrown. The exception is on the JavaScript side.
#[derive(Clone, Copy, Debug)]
pub struct Thrown;

/// Returns the answer of an import, or [`Thrown`] if it has thrown.
#[cfg(feature = "engine")]
pub fn answered(answer: i32) -> Result<i32, Thrown> {
    if answer == codes::answer::THREW { Err(Thrown) } else { Ok(answer) }
}

// For `pkg-template/lib/engine/instance.ts`, which connects the imports.
#[cfg(feature = "bindgen")]
#[wasm_bindgen(module = "/src/js/imports.js")]
extern "C" {
    /// The object with all of them.
    #[wasm_bindgen(reexport, js_name = imports)]
    pub type Imports;
}

// Values themselves can only be passed to the package's own module.
#[cfg(feature = "bindgen")]
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// Returns the value with this number. Reading a value that a page has made may run a getter.
    pub fn kept(id: u32) -> JsValue;
}

// `pkg-template/lib/engine/value-table.ts`: values and lists by number.
#[boundary]
extern "C" {
    /// Releases the value with this number.
    pub fn release(id: u32);

    /// Returns the number at this index of the list, or `NaN` if there is none.
    pub fn number_at(index: u32) -> f64;

    /// Copies the numbers from this index on.
    pub fn numbers_at(index: u32, numbers: &mut [f64]);

    /// Stores the value at this index and returns its number.
    pub fn value_at(index: u32) -> i32;
}

// `pkg-template/lib/engine/host.ts`: names, and the game's code.
#[boundary]
extern "C" {
    /// Returns `true` if anything was thrown during the current export.
    pub fn has_thrown() -> bool;

    /// Returns `true` if anything was thrown during the current export. The host then reports the exception,
    /// and the export goes on.
    pub fn catch_thrown() -> bool;

    /// Returns the number of the name at this index, or a code of `codes::name`.
    pub fn name_at(index: u32) -> i32;

    /// Returns the text at this index.
    pub fn text_at(index: u32) -> alloc::string::String;

    /// Gives a name a number for later calls.
    pub fn set_name(number: usize, name: &str);

    /// As `setName`, for the name at this index.
    pub fn learn_name(number: usize, index: u32);

    /// Drops the name with this number, which another name may then get.
    pub fn drop_name(number: usize);

    /// Throws an error with this code: an argument is invalid at this place.
    pub fn raise(code: &str, place: &str, problem: &str);

    pub fn is_truthy(value: u32) -> bool;

    /// Warns the game's developer of a likely mistake.
    pub fn warn(message: &str);

    /// Sets the refusal of the last call.
    pub fn set_refusal(kind: &str, message: &str, payload: u32);

    /// Stores a refusal as an object.
    pub fn keep_refusal(kind: &str, message: &str, payload: u32) -> u32;

    /// Returns the next secure random number that an action is known to draw because it is repeated, or
    /// `NaN`.
    pub fn known_draw() -> f64;

    /// Notes that a secure random number was drawn.
    pub fn note_draw(number: f64);

    /// Returns the moment of the action that begins, or `NaN` if the clock does not run.
    pub fn moment() -> f64;

    /// Returns the moment at which the player of this action acted, by their own account.
    pub fn acted() -> f64;
}

// `pkg-template/lib/engine/host.ts`: the game's code. A function is an index into the list that `functionAt`
// has made.
#[cfg(feature = "engine")]
#[boundary]
extern "C" {
    /// Returns the number of the function at this index, or -1 if there is none.
    pub fn function_at(index: u32) -> i32;

    pub fn setup(callback: i32, ctx: u32, apis: u32, setup_data: u32) -> i32;

    /// Runs a move. Returns the number of the new `G`, or a code of `codes::answer`.
    pub fn run_move(callback: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    pub fn run_hook(callback: u32, g: u32, ctx: u32, apis: u32, method: u32) -> i32;

    /// Asks whether a move may be made. Returns a code of `codes::answer`.
    pub fn ask_validity(callback: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    /// Asks an `endIf`. Returns whether its result is truthy; the list then contains it.
    pub fn ask_ending(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Asks a phase's `next`. Returns whether it names a phase; the list then contains the name.
    pub fn ask_name(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Asks for a list of players. Returns whether there is one; the list then contains it.
    pub fn ask_players(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Asks for a position. Returns a code of `codes::position`. The list contains the result.
    pub fn ask_position(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    pub fn ask_flag(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Sets the move that hooks see next. It was made before.
    pub fn set_hook_move(name: &str, args: u32);

    /// Returns the `G` that a player sees. [`NONE`](codes::name::NONE): a spectator.
    pub fn view(g: u32, ctx: u32, player: i32) -> i32;

    /// Sets the list to the data of the plugins that a player sees. `push_data` has passed the data.
    pub fn view_plugins(g: u32, ctx: u32, player: i32) -> i32;

    /// Returns whether two values are equal.
    pub fn is_same_value(one: u32, other: u32) -> i32;

    /// Returns whether a view is what was foreseen of it: see [`Host::is_foreseen`](crate::core::Host).
    pub fn is_foreseen(seen: u32, foreseen: u32, base: u32) -> i32;

    /// Returns whether a player sees the same of two lists of effects.
    pub fn shows_same_effects(player: i32, one: u32, other: u32) -> i32;

    /// Asks for the time of a player. Returns whether there is one; the list then contains its four numbers.
    pub fn ask_time(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Returns whether the field of `G` with this name is a list of players. The list then contains it.
    pub fn players_in(g: u32, field: &str) -> i32;

    pub fn mark_used(arg: u32);

    // Plugins. Their data are passed one by one before the call, and returned in the list.

    pub fn push_data(data: u32);

    pub fn set_up_plugins(ctx: u32) -> i32;

    pub fn open_plugins(g: u32, ctx: u32, player: i32) -> i32;

    /// Runs the plugins' `flush`. The list then contains `G`, the data, whether `ctx` is new, and the new
    /// `ctx`.
    pub fn flush_plugins(g: u32, ctx: u32, apis: u32) -> i32;

    pub fn ask_no_client(g: u32, ctx: u32, apis: u32) -> i32;

    /// Returns the index of the first plugin that calls the action invalid. The list then contains its
    /// reason.
    pub fn ask_plugins(g: u32, ctx: u32) -> i32;

    pub fn run_plugin_action(index: usize, data: u32, payload: u32) -> i32;
}

// `pkg-template/lib/engine/object-factory.ts`: objects of a fixed shape. Each takes one crossing, and is
// stored.
#[boundary]
#[allow(clippy::too_many_arguments, reason = "the function saves crossings")]
extern "C" {
    /// Creates a `ctx` without limits of active players, the most common form. It is frozen if nothing
    /// follows.
    pub fn make_ctx(
        num_players: u32,
        turn: u32,
        current_player: i32,
        play_order: u32,
        play_order_pos: i32,
        phase: i32,
        active_players: u32,
        num_moves: f64,
        gameover: u32,
        has_limits: bool,
        acting: i32,
        freezes: bool,
    ) -> u32;

    pub fn set_limits(ctx: u32, min_moves: u32, max_moves: u32, num_moves: u32, previous: u32, next: u32);

    pub fn make_active_set(active_players: u32, min_moves: u32, max_moves: u32, num_moves: u32) -> u32;

    /// Turns it into boardgame.io's `ctx` of a turn without a turn order, after a loop of phases.
    pub fn set_turn_without_order(ctx: u32);

    pub fn set_removed(ctx: u32, players: u32);

    /// Sets the clock of a `ctx`, with the maps of its times.
    pub fn set_clock(
        ctx: u32,
        now: f64,
        left: u32,
        deadlines: u32,
        is_paused: bool,
        is_held: bool,
        banks: u32,
        rests: u32,
        lags: u32,
    );

    pub fn make_list() -> u32;

    pub fn push_name(list: u32, name: i32);

    pub fn push_value(list: u32, value: u32);

    pub fn make_map() -> u32;

    /// Creates a map with one entry, the most common form: to the number of a stage, or to a count.
    pub fn single_entry(player: i32, value: i32, is_stage: bool) -> u32;

    pub fn put_entry(map: u32, player: i32, value: i32, is_stage: bool);

    pub fn put_time(map: u32, player: i32, time: f64);

    /// Freezes an object.
    pub fn freeze(object: u32);

    pub fn make_plugins(seed: &str, has_drawn: bool, c: f64, s0: f64, s1: f64, s2: f64) -> u32;

    /// As `makePlugins`, for a match without a generator that has drawn this number of random numbers.
    pub fn make_secure_plugins(drawn: f64) -> u32;

    pub fn put_data(plugins: u32, name: i32, data: u32);

    /// Creates `{ next }`.
    pub fn make_next(next: u32) -> u32;

    /// Adds a log entry to the list of `keepList`. Its values are numbers.
    pub fn add_log_entry(
        kind: u32,
        name: i32,
        args: u32,
        player_id: i32,
        credentials: u32,
        state_id: f64,
        turn: u32,
        phase: i32,
        automatic: bool,
        redact: i32,
        metadata: u32,
    );

    /// Adds the time of the action to the last log entry, and the lag for which the player got time back.
    pub fn add_log_time(time: f64, lag: f64);

    /// Adds the end of a player's time to the list of log entries.
    pub fn add_timeout_entry(
        player: i32,
        deadline: f64,
        has_failed: bool,
        state_id: f64,
        turn: u32,
        phase: i32,
    );

    /// Adds the move to the last log entry that was chosen for a player whose time has ended.
    pub fn add_chosen_move(name: i32, args: u32, redact: i32);

    /// Adds the metadata of a hook to the last log entry.
    pub fn add_hook_metadata(metadata: u32);

    /// Adds an effect of the action to the last log entry.
    pub fn add_effect(effect: u32);

    /// Notes that the action that the match has made has effects. They are in its log entry.
    pub fn note_effects();

    /// Adds an entry of a history to the list.
    pub fn add_undo_entry(g: u32, ctx: u32, plugins: u32, player_id: i32, move_type: i32, args: u32);

    /// Stores the list of the entries since the last one, in reverse order if `is_reversed`.
    pub fn keep_list(is_reversed: bool) -> u32;

    /// Creates a state from a log and histories that were stored before.
    pub fn keep_state(
        g: u32,
        ctx: u32,
        plugins: u32,
        deltalog: u32,
        undo: u32,
        redo: u32,
        state_id: f64,
    ) -> u32;

    /// Passes a snapshot of a state to the host: its number and its most common fields.
    pub fn set_look(
        look: u32,
        g: u32,
        ctx: u32,
        state_id: f64,
        log_length: usize,
        has_past: bool,
        has_future: bool,
        is_active: bool,
    );
}

// `pkg-template/lib/client/online-host.ts`: a client's states and effects.
#[boundary]
#[allow(clippy::too_many_arguments, reason = "the function saves crossings")]
extern "C" {
    /// Passes the state with this number to the module. Returns the number of the error if it is invalid.
    pub fn hand_over(state: u32) -> i32;

    /// Returns whether two of a client's states look the same.
    pub fn is_same(one: u32, other: u32) -> i32;

    /// Stores a predicted state, with the log entries that it adds to its base, and the number of those that
    /// belong to the last action.
    pub fn keep_ahead(
        base: u32,
        g: u32,
        ctx: u32,
        plugins: u32,
        log: u32,
        added: usize,
        state_id: f64,
        can_undo: bool,
    ) -> u32;

    /// Notes that the game's code runs next, for this action.
    pub fn begin(action: u32);

    /// Notes that all pending actions are predicted again.
    pub fn replays();

    /// Passes an effect that the prediction of this action has emitted.
    pub fn emits(action: u32, effect: u32);

    /// Notes that an action, or a part of it, is not predicted, for a reason of `codes::Wait`.
    pub fn waits(action: u32, why: u32);

    pub fn send(action: u32, seen: f64, seq: f64, first: f64, depends_on: f64, ahead: bool);

    pub fn resolve(seq: f64, error: u32);

    pub fn publish(shown: u32);

    pub fn request_sync();

    /// Sets the error of the submitted action, which is refused.
    pub fn refuse(error: u32);
}

// `pkg-template/lib/online/proposal.ts`, through the host: the proposals of a master.
#[boundary]
extern "C" {
    /// Creates the error of a refused action, as it is stored and sent.
    pub fn make_error(kind: &str, message: &str, payload: u32) -> i32;

    /// Asks whether a match can continue with the state with this number. Returns a code of
    /// `codes::admitted`, or the number of the error. `is_end`: no undo goes back beyond this state.
    pub fn admit(state: u32, is_end: bool) -> i32;

    /// Passes the decision of the master. `announcement` is a code of `codes::announcement`, and `error` the number of the refusal, or of
    /// `undefined`. If the author is not a player of the match, `first` to `last` are their refused actions; otherwise both are
    /// 0. `ledger` is stored with the next state; it is empty if nothing is stored.
    pub fn conclude(announcement: i32, error: u32, first: f64, last: f64, ledger: &[f64]);
}

// The imports of a game in Rust: plain values as JSON text, and the seed of random numbers.
#[cfg(not(feature = "bindgen"))]
#[boundary]
extern "C" {
    /// Parses JSON text and stores the value.
    pub fn parse(text: &str) -> u32;

    /// Returns the JSON text of a value, or `null` if it has none.
    pub fn json_text(value: u32) -> alloc::string::String;

    /// Returns the seed for new matches.
    pub fn seed() -> alloc::string::String;
}

// Further imports of the module of a game.
#[cfg(not(feature = "bindgen"))]
#[boundary]
extern "C" {
    /// Applies a patch to a stored value and stores the result. Unchanged parts are shared.
    /// `src/game/changes.rs` describes patches.
    pub fn patched(value: u32, differences: &str) -> u32;

    /// Marks the value with this number as the module's state `number`, which is greater than 0.
    pub fn mark(value: u32, number: u32);

    /// Returns the mark of the value with this number, or 0 if this instance has not marked it.
    pub fn mark_of(value: u32) -> u32;

    /// Returns a secure random number of 53 bits that is at least 0 and less than 1, or `NaN` if there is no
    /// generator.
    pub fn secure_number() -> f64;

    /// Reports a panic of the game's code with its message and place. The call ends with a trap.
    pub fn panicked(message: &str);

    /// Adds a candidate to the report of a search. The arguments are JSON text; `proven` is `NaN` if nothing
    /// is proven.
    #[allow(clippy::too_many_arguments, reason = "the function saves crossings")]
    pub fn add_candidate(
        node: usize,
        player: i32,
        name: &str,
        args: &str,
        visits: u32,
        total: f64,
        proven: f64,
    );

    /// Reports a failed action of a search. Without a player, it belongs to nobody.
    pub fn note_failed(player: i32, name: &str, args: &str, message: &str);
}

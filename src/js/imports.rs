//! All that WebAssembly asks of JavaScript: free functions over numbers, answered by the host in charge.
//!
//! Which host that is, the guard around each export says (`pkg-template/lib/engine/boundary.ts`): it is set on entry and
//! restored on exit, so that nothing here refers to a host, a game or a client. Every import catches (`imports.js`). What was
//! thrown is noted on the other side, `codes::answer::THREW` is answered, and the guard throws it again when the export has
//! returned. An import of another crate, such as those of `js_sys`, catches nothing and says nothing of it: it is for what
//! cannot throw, and runs nobody's code.

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

#[cfg(feature = "engine")]
use crate::codes;

/// An import has thrown; the exception itself waits on the JavaScript side.
#[derive(Clone, Copy, Debug)]
pub struct Thrown;

/// What was answered, unless the import has thrown.
#[cfg(feature = "engine")]
pub fn answered(answer: i32) -> Result<i32, Thrown> {
    if answer == codes::answer::THREW { Err(Thrown) } else { Ok(answer) }
}

// For `pkg-template/lib/engine/instance.ts`, which connects the imports.
#[cfg(feature = "bindgen")]
#[wasm_bindgen(module = "/src/js/imports.js")]
extern "C" {
    /// All of them.
    #[wasm_bindgen(reexport, js_name = imports)]
    pub type Imports;
}

// A value itself, which the package's own module alone can be handed.
#[cfg(feature = "bindgen")]
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// The value that is kept under this number. Mind who has made it: what reads it may run a getter.
    pub fn kept(id: u32) -> JsValue;
}

// `pkg-template/lib/engine/value-table.ts`: values and lists by number.
#[boundary]
extern "C" {
    /// Forgets the value that is kept under this number.
    pub fn release(id: u32);

    /// The number at this place of the list that is handed over; NaN if there is none.
    pub fn number_at(index: u32) -> f64;

    /// Fills in the numbers from this place on.
    pub fn numbers_at(index: u32, numbers: &mut [f64]);

    /// Keeps the value at this place.
    pub fn value_at(index: u32) -> i32;
}

// `pkg-template/lib/engine/host.ts`: names, and the game's code.
#[boundary]
extern "C" {
    /// Whether anything was thrown since the export was entered.
    pub fn has_thrown() -> bool;

    /// Whether anything was thrown since the export was entered, which goes on: the host reports what was thrown.
    pub fn catch_thrown() -> bool;

    /// The number of the name at this place, or a code of `codes::name` in place of one.
    pub fn name_at(index: u32) -> i32;

    /// The text at this place.
    pub fn text_at(index: u32) -> alloc::string::String;

    /// Notes a name under a number; later calls mean it by that.
    pub fn set_name(number: usize, name: &str);

    /// As `setName`, for the name at this place.
    pub fn learn_name(number: usize, index: u32);

    /// Forgets the name under this number, which another one may get.
    pub fn drop_name(number: usize);

    /// Throws an error with this code: what was handed over makes no sense at this place.
    pub fn raise(code: &str, place: &str, problem: &str);

    pub fn is_truthy(value: u32) -> bool;

    /// Warns the game's developer of what is most likely a mistake.
    pub fn warn(message: &str);

    /// Why the last call was refused.
    pub fn set_refusal(kind: &str, message: &str, payload: u32);

    /// Keeps a refusal as an object.
    pub fn keep_refusal(kind: &str, message: &str, payload: u32) -> u32;

    /// The next of the secure numbers that an action is known to draw, because it is made again; NaN if none is.
    pub fn known_draw() -> f64;

    /// A secure number was drawn.
    pub fn note_draw(number: f64);
}

// `pkg-template/lib/engine/host.ts`: the game's code. A function is an index into the list that `functionAt` has made.
#[cfg(feature = "engine")]
#[boundary]
extern "C" {
    /// The number of the function at this place; -1 if there is none.
    pub fn function_at(index: u32) -> i32;

    pub fn setup(callback: i32, ctx: u32, apis: u32, setup_data: u32) -> i32;

    /// Where the new `G` is kept; or, of an invalid move, a code of `codes::answer`.
    pub fn run_move(callback: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    pub fn run_hook(callback: u32, g: u32, ctx: u32, apis: u32, method: u32) -> i32;

    /// Whether a move may be made: a code of `codes::answer`.
    pub fn ask_validity(callback: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    /// Whether an `endIf` returns something; the list has it then.
    pub fn ask_ending(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Whether a phase's `next` returns something; the list has its name then.
    pub fn ask_name(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Whether a list of players is answered; the list has it then.
    pub fn ask_players(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Which kind of position is returned, of those in `codes::position`. The list has it.
    pub fn ask_position(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    pub fn ask_flag(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Whether the field of `G` with this name is a list of players; the list has it then.
    pub fn players_in(g: u32, field: &str) -> i32;

    pub fn mark_used(arg: u32);

    // Plugins. Their data goes over one by one, before the call, and comes back in the list.

    pub fn push_data(data: u32);

    pub fn set_up_plugins(ctx: u32) -> i32;

    pub fn open_plugins(g: u32, ctx: u32, player: i32) -> i32;

    /// The list has `G`, the data, whether there is another `ctx`, and that.
    pub fn flush_plugins(g: u32, ctx: u32, apis: u32) -> i32;

    pub fn ask_no_client(g: u32, ctx: u32, apis: u32) -> i32;

    /// The index of the first plugin that objects, if one does; the list has its reason.
    pub fn ask_plugins(g: u32, ctx: u32) -> i32;

    pub fn run_plugin_action(index: usize, data: u32, payload: u32) -> i32;
}

// `pkg-template/lib/engine/object-factory.ts`: objects of a fixed shape, each made by one crossing, and kept.
#[boundary]
#[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
extern "C" {
    /// A `ctx` without limits for active players, as most are. It is frozen if nothing follows.
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

    /// boardgame.io's `ctx` of a turn that began without a turn order, after a loop of phases.
    pub fn set_turn_without_order(ctx: u32);

    pub fn set_removed(ctx: u32, players: u32);

    pub fn make_list() -> u32;

    pub fn push_name(list: u32, name: i32);

    pub fn push_value(list: u32, value: u32);

    pub fn make_map() -> u32;

    /// A map with one entry, as most are: to a stage, by number, or to a count.
    pub fn single_entry(player: i32, value: i32, is_stage: bool) -> u32;

    pub fn put_entry(map: u32, player: i32, value: i32, is_stage: bool);

    /// What everybody may look at, and nobody may change.
    pub fn freeze(object: u32);

    pub fn make_plugins(seed: &str, has_drawn: bool, c: f64, s0: f64, s1: f64, s2: f64) -> u32;

    /// As `makePlugins`, of a match without a generator: how many numbers it has drawn.
    pub fn make_secure_plugins(drawn: f64) -> u32;

    pub fn put_data(plugins: u32, name: i32, data: u32);

    /// Keeps `{ next }`.
    pub fn make_next(next: u32) -> u32;

    /// Adds an entry of a log to the list that `keepList` keeps. Its values come by number.
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

    /// Adds what a hook has noted to the entry of a log that was added last.
    pub fn add_hook_metadata(metadata: u32);

    /// Adds an entry of a history to the list.
    pub fn add_undo_entry(g: u32, ctx: u32, plugins: u32, player_id: i32, move_type: i32);

    /// Keeps the list of what was added since the last one, the last of it first if it is reversed.
    pub fn keep_list(is_reversed: bool) -> u32;

    /// Keeps a state, whose log and history have been kept before.
    pub fn keep_state(
        g: u32,
        ctx: u32,
        plugins: u32,
        deltalog: u32,
        undo: u32,
        redo: u32,
        state_id: f64,
    ) -> u32;

    /// The number of a look at a state, and what every look needs.
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

// `pkg-template/lib/client/online-host.ts`: what a client's states are, and the list of what is to be done.
#[boundary]
#[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
extern "C" {
    /// Hands over the state that a client keeps under this number: none, or the number of the error if it makes no sense.
    pub fn hand_over(state: u32) -> i32;

    /// Whether two of a client's states show the same.
    pub fn is_same(one: u32, other: u32) -> i32;

    /// Keeps a state that the engine has run ahead to, with what that has added to the log of the one it stands on, and how many
    /// entries of those are the last action's.
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

    /// The game's code runs next, for this action.
    pub fn begin(action: u32);

    /// An action, or a part of it, shows when the master has answered: for a reason of `codes::Wait`.
    pub fn waits(action: u32, why: u32);

    pub fn send(action: u32, seen: f64, seq: f64, first: f64, depends_on: f64, ahead: bool);

    pub fn resolve(seq: f64, error: u32);

    pub fn publish(shown: u32);

    pub fn request_sync();

    /// Why the action that is submitted is refused.
    pub fn refuse(error: u32);
}

// `pkg-template/lib/online/proposal.ts`, by way of the host: what a master proposes.
#[boundary]
extern "C" {
    /// Keeps why an action is refused, as it is remembered and sent.
    pub fn make_error(kind: &str, message: &str, payload: u32) -> i32;

    /// Whether a match can go on from the state that is kept under this number: `codes::admitted`, or the number of the error
    /// that says why not. Nobody goes back beyond it if it is the end of a history.
    pub fn admit(state: u32, is_end: bool) -> i32;

    /// What is to be stored with the next state.
    pub fn keep_ledger(list: &[f64]);

    /// The action is refused, with this error.
    pub fn refuse_action(error: u32);

    /// Its author is notified that all their actions from the first number to the last are refused with that error.
    pub fn turn_away(first: f64, last: f64);
}

// What a game written in Rust asks: plain values, as text of JSON's, and where its random numbers begin.
#[cfg(not(feature = "bindgen"))]
#[boundary]
extern "C" {
    /// Keeps the value that a text describes.
    pub fn parse(text: &str) -> u32;

    /// The text of a value; `null` of what has none.
    pub fn json_text(value: u32) -> alloc::string::String;

    /// The seed of the matches that an engine begins.
    pub fn seed() -> alloc::string::String;
}

// What the module of a game asks beside that.
#[cfg(not(feature = "bindgen"))]
#[boundary]
extern "C" {
    /// Keeps what becomes of a value that is kept by differences to it: what is equal is shared. How they are written,
    /// `src/game/changes.rs` says.
    pub fn patched(value: u32, differences: &str) -> u32;

    /// From now on the value under this number stands for what the module knows by `number`, which is above 0.
    pub fn mark(value: u32, number: u32);

    /// What the value under this number stands for; 0 if that is nothing of this instance's.
    pub fn mark_of(value: u32) -> u32;

    /// A number from 0 up to, but not including, 1, of 53 bits that nobody can compute; NaN if there are none.
    pub fn secure_number() -> f64;

    /// The game's code has panicked, with this message and at this place. The call ends with a trap.
    pub fn panicked(message: &str);

    /// Adds to the list of what a search has found out, the arguments as text of JSON's; `proven` is NaN if nothing is certain.
    #[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
    pub fn add_candidate(
        node: usize,
        player: i32,
        name: &str,
        args: &str,
        visits: u32,
        total: f64,
        proven: f64,
    );

    /// An action has failed in a search: of nobody, if there is no player.
    pub fn note_failed(player: i32, name: &str, args: &str, message: &str);
}

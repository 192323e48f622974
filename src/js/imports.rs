//! All that WebAssembly asks of JavaScript: free functions over numbers, answered by the host in charge.
//!
//! Which host that is, the guard around each export says (`pkg-template/lib/engine/boundary.js`): it is set on entry and
//! restored on exit, so that nothing here refers to a host, a game or a client. Every import catches (`imports.js`). What was
//! thrown is noted on the other side, `codes::answer::THREW` is answered, and the guard throws it again when the export has
//! returned. An import of another crate, such as those of `js_sys`, catches nothing and says nothing of it: it is for what
//! cannot throw, and runs nobody's code.

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

// For `pkg-template/lib/engine/instance.js`, which says whose the imports are.
#[wasm_bindgen(module = "/src/js/imports.js")]
extern "C" {
    /// All of them.
    #[wasm_bindgen(reexport, js_name = imports)]
    pub type Imports;
}

// `pkg-template/lib/engine/value-table.js`: values and lists by number.
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// Keeps a value.
    pub fn keep(value: JsValue) -> u32;

    /// The value that is kept under this number. Mind who has made it: what reads it may run a getter.
    pub fn kept(id: u32) -> JsValue;

    /// Forgets the value that is kept under this number.
    pub fn release(id: u32);

    /// The number at this place of the list that is handed over; NaN if there is none.
    #[wasm_bindgen(js_name = numberAt)]
    pub fn number_at(index: u32) -> f64;

    /// Fills in the numbers from this place on.
    #[wasm_bindgen(js_name = numbersAt)]
    pub fn numbers_at(index: u32, numbers: &mut [f64]);

    /// Keeps the value at this place.
    #[wasm_bindgen(js_name = valueAt)]
    pub fn value_at(index: u32) -> i32;
}

// `pkg-template/lib/engine/host.js`: names, and the game's code.
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// Whether anything was thrown since the export was entered.
    #[wasm_bindgen(js_name = hasThrown)]
    pub fn has_thrown() -> bool;

    /// Whether anything was thrown since the export was entered, which goes on: what was thrown is the host's to tell of.
    #[wasm_bindgen(js_name = catchThrown)]
    pub fn catch_thrown() -> bool;

    /// The number of the name at this place, or what `codes::name` says in place of one.
    #[wasm_bindgen(js_name = nameAt)]
    pub fn name_at(index: u32) -> i32;

    /// The text at this place.
    #[wasm_bindgen(js_name = textAt)]
    pub fn text_at(index: u32) -> alloc::string::String;

    /// Notes a name under a number; later calls mean it by that.
    #[wasm_bindgen(js_name = setName)]
    pub fn set_name(number: usize, name: &str);

    /// As `setName`, for the name at this place.
    #[wasm_bindgen(js_name = learnName)]
    pub fn learn_name(number: usize, index: u32);

    /// Forgets the name under this number, which another one may get.
    #[wasm_bindgen(js_name = dropName)]
    pub fn drop_name(number: usize);

    /// Throws an error with this code: what was handed over makes no sense at this place.
    pub fn raise(code: &str, place: &str, problem: &str);

    #[wasm_bindgen(js_name = isTruthy)]
    pub fn is_truthy(value: u32) -> bool;

    /// Tells the game's developer of what is most likely a mistake.
    pub fn warn(message: &str);

    /// Why the last call was refused.
    #[wasm_bindgen(js_name = setRefusal)]
    pub fn set_refusal(kind: &str, message: &str, payload: u32);

    /// Keeps a refusal as an object.
    #[wasm_bindgen(js_name = keepRefusal)]
    pub fn keep_refusal(kind: &str, message: &str, payload: u32) -> u32;

    /// The next of the secure numbers that an action is known to draw, because it is made again; NaN if none is.
    #[wasm_bindgen(js_name = knownDraw)]
    pub fn known_draw() -> f64;

    /// A secure number was drawn.
    #[wasm_bindgen(js_name = noteDraw)]
    pub fn note_draw(number: f64);
}

// `pkg-template/lib/engine/host.js`: the game's code. A function is an index into the list that `functionAt` has made.
#[cfg(feature = "engine")]
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// The number of the function at this place; -1 if there is none.
    #[wasm_bindgen(js_name = functionAt)]
    pub fn function_at(index: u32) -> i32;

    pub fn setup(function: i32, ctx: u32, apis: u32, setup_data: u32) -> i32;

    /// Where the new `G` is kept; or, of an invalid move, what `codes::answer` says.
    #[wasm_bindgen(js_name = runMove)]
    pub fn run_move(function: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    #[wasm_bindgen(js_name = runHook)]
    pub fn run_hook(function: u32, g: u32, ctx: u32, apis: u32, method: u32) -> i32;

    /// Whether a move may be made, as `codes::answer` says.
    #[wasm_bindgen(js_name = askValidity)]
    pub fn ask_validity(function: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    /// Whether an `endIf` answers something; the list has it then.
    #[wasm_bindgen(js_name = askEnding)]
    pub fn ask_ending(function: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Whether a phase's `next` answers something; the list has its name then.
    #[wasm_bindgen(js_name = askName)]
    pub fn ask_name(function: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Whether a list of players is answered; the list has it then.
    #[wasm_bindgen(js_name = askPlayers)]
    pub fn ask_players(function: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Which kind of position is answered, of those in `codes::position`. The list has it.
    #[wasm_bindgen(js_name = askPosition)]
    pub fn ask_position(function: u32, g: u32, ctx: u32, apis: u32) -> i32;

    #[wasm_bindgen(js_name = askFlag)]
    pub fn ask_flag(function: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Whether the field of `G` with this name is a list of players; the list has it then.
    #[wasm_bindgen(js_name = playersIn)]
    pub fn players_in(g: u32, field: &str) -> i32;

    #[wasm_bindgen(js_name = markUsed)]
    pub fn mark_used(arg: u32);

    // Plugins. Their data goes over one by one, before the call, and comes back in the list.

    #[wasm_bindgen(js_name = pushData)]
    pub fn push_data(data: u32);

    #[wasm_bindgen(js_name = setUpPlugins)]
    pub fn set_up_plugins(ctx: u32) -> i32;

    #[wasm_bindgen(js_name = openPlugins)]
    pub fn open_plugins(g: u32, ctx: u32, player: i32) -> i32;

    /// The list has `G`, the data, whether there is another `ctx`, and that.
    #[wasm_bindgen(js_name = flushPlugins)]
    pub fn flush_plugins(g: u32, ctx: u32, apis: u32) -> i32;

    #[wasm_bindgen(js_name = askNoClient)]
    pub fn ask_no_client(g: u32, ctx: u32, apis: u32) -> i32;

    /// The index of the first plugin that objects, if one does; the list has what it says.
    #[wasm_bindgen(js_name = askPlugins)]
    pub fn ask_plugins(g: u32, ctx: u32) -> i32;

    #[wasm_bindgen(js_name = runPluginAction)]
    pub fn run_plugin_action(index: usize, data: u32, payload: u32) -> i32;
}

// `pkg-template/lib/engine/object-factory.js`: objects of a fixed shape, each made by one crossing, and kept.
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
#[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
extern "C" {
    /// A `ctx` without limits for active players, as most are.
    #[wasm_bindgen(js_name = makeCtx)]
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
    ) -> u32;

    #[wasm_bindgen(js_name = setLimits)]
    pub fn set_limits(ctx: u32, min_moves: u32, max_moves: u32, num_moves: u32, previous: u32, next: u32);

    #[wasm_bindgen(js_name = makeActiveSet)]
    pub fn make_active_set(active_players: u32, min_moves: u32, max_moves: u32, num_moves: u32) -> u32;

    /// boardgame.io's `ctx` of a turn that began without a turn order, after a loop of phases.
    #[wasm_bindgen(js_name = setTurnWithoutOrder)]
    pub fn set_turn_without_order(ctx: u32);

    #[wasm_bindgen(js_name = setRemoved)]
    pub fn set_removed(ctx: u32, players: u32);

    #[wasm_bindgen(js_name = makeList)]
    pub fn make_list() -> u32;

    #[wasm_bindgen(js_name = pushName)]
    pub fn push_name(list: u32, name: i32);

    #[wasm_bindgen(js_name = pushValue)]
    pub fn push_value(list: u32, value: u32);

    #[wasm_bindgen(js_name = makeMap)]
    pub fn make_map() -> u32;

    /// A map with one entry, as most are: to a stage, by number, or to a count.
    #[wasm_bindgen(js_name = singleEntry)]
    pub fn single_entry(player: i32, value: i32, is_stage: bool) -> u32;

    #[wasm_bindgen(js_name = putEntry)]
    pub fn put_entry(map: u32, player: i32, value: i32, is_stage: bool);

    /// What everybody may look at, and nobody may change.
    pub fn freeze(object: u32);

    #[wasm_bindgen(js_name = makePlugins)]
    pub fn make_plugins(seed: &str, has_drawn: bool, c: f64, s0: f64, s1: f64, s2: f64) -> u32;

    /// As `makePlugins`, of a match without a generator: how many numbers it has drawn.
    #[wasm_bindgen(js_name = makeSecurePlugins)]
    pub fn make_secure_plugins(drawn: f64) -> u32;

    #[wasm_bindgen(js_name = putData)]
    pub fn put_data(plugins: u32, name: i32, data: u32);

    /// Keeps `{ next }`.
    #[wasm_bindgen(js_name = makeNext)]
    pub fn make_next(next: u32) -> u32;

    /// Adds an entry of a log to the list that `keepList` keeps. Its values come by number.
    #[wasm_bindgen(js_name = addLogEntry)]
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

    /// Adds an entry of a history to the list.
    #[wasm_bindgen(js_name = addUndoEntry)]
    pub fn add_undo_entry(g: u32, ctx: u32, plugins: u32, player_id: i32, move_type: i32);

    /// Keeps the list of what was added since the last one, the last of it first if it is reversed.
    #[wasm_bindgen(js_name = keepList)]
    pub fn keep_list(is_reversed: bool) -> u32;

    /// Keeps a state, whose log and history have been kept before.
    #[wasm_bindgen(js_name = keepState)]
    pub fn keep_state(
        g: u32,
        ctx: u32,
        plugins: u32,
        deltalog: u32,
        undo: u32,
        redo: u32,
        state_id: f64,
    ) -> u32;

    /// What every look at a state needs.
    #[wasm_bindgen(js_name = setLook)]
    pub fn set_look(
        g: u32,
        ctx: u32,
        state_id: f64,
        log_length: usize,
        has_past: bool,
        has_future: bool,
        is_active: bool,
    );
}

// `pkg-template/lib/client/online-host.js`: what a client's states are, and the list of what is to be done.
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
#[allow(clippy::too_many_arguments, reason = "one crossing is the point")]
extern "C" {
    /// Hands over the state that a client keeps under this number: none, or the number of the error if it makes no sense.
    #[wasm_bindgen(js_name = handOver)]
    pub fn hand_over(state: u32) -> i32;

    /// Whether two of a client's states show the same.
    #[wasm_bindgen(js_name = isSame)]
    pub fn is_same(one: u32, other: u32) -> i32;

    /// Keeps a state that the engine has run ahead to, with what that has added to the log of the one it stands on, and how many
    /// entries of those are the last action's.
    #[wasm_bindgen(js_name = keepAhead)]
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

    #[wasm_bindgen(js_name = requestSync)]
    pub fn request_sync();

    /// Why the action that is submitted is refused.
    pub fn refuse(error: u32);
}

// `pkg-template/lib/online/proposal.js`, by way of the host: what a master proposes.
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// Keeps why an action is refused, as it is remembered and told.
    #[wasm_bindgen(js_name = makeError)]
    pub fn make_error(kind: &str, message: &str, payload: u32) -> i32;

    /// Whether a match can go on from the state that is kept under this number: `codes::admitted`, or the number of the error
    /// that says why not. Nobody goes back beyond it if it is the end of a history.
    pub fn admit(state: u32, is_end: bool) -> i32;

    /// What is to be stored with the next state.
    #[wasm_bindgen(js_name = keepLedger)]
    pub fn keep_ledger(list: &[f64]);

    /// The action comes to nothing, with this error.
    #[wasm_bindgen(js_name = refuseAction)]
    pub fn refuse_action(error: u32);

    /// Its author is told that all their actions from the first number to the last are refused with that error.
    #[wasm_bindgen(js_name = turnAway)]
    pub fn turn_away(first: f64, last: f64);
}

#[cfg(feature = "native")]
impl Thrown {
    /// Throws an error with this code and the message `place: problem`, as JavaScript sees it.
    pub fn raise(code: &str, place: &str, problem: &str) -> Self {
        raise(code, place, problem);
        Thrown
    }
}

// What a game written in Rust asks: plain values, as text of JSON's, and where its random numbers begin.
#[cfg(feature = "native")]
#[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
extern "C" {
    /// Keeps the value that a text says.
    pub fn parse(text: &str) -> u32;

    /// The text of a value; `null` of what has none.
    #[wasm_bindgen(js_name = jsonText)]
    pub fn json_text(value: u32) -> alloc::string::String;

    /// The seed of the matches that an engine begins.
    pub fn seed() -> alloc::string::String;
}

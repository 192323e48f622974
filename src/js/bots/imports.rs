//! What a search asks of JavaScript besides what the engine asks: `pkg-template/lib/ai/search-host.ts`, by way of
//! `search_imports.js`. `src/js/imports.rs` describes how.

use wasm_bindgen::prelude::*;

// For `pkg-template/lib/ai/search.ts`, which connects the imports.
#[wasm_bindgen(module = "/src/js/bots/search_imports.js")]
extern "C" {
    /// All of them.
    #[wasm_bindgen(reexport, js_name = searchImports)]
    pub type SearchImports;
}

#[wasm_bindgen(module = "/src/js/bots/search_imports.js", js_namespace = searchImports)]
extern "C" {
    /// Makes a copy of `G` the one that moves and hooks change from now on. Its number is always the same.
    #[wasm_bindgen(js_name = forkG)]
    pub fn fork_g(g: u32) -> i32;

    /// Runs a move on this `G`; the result is kept under its number. Returns a code of `codes::answer`.
    #[wasm_bindgen(js_name = runMoveInPlace)]
    pub fn run_move_in_place(callback: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    /// Runs a hook in the same way.
    #[wasm_bindgen(js_name = runHookInPlace)]
    pub fn run_hook_in_place(callback: u32, g: u32, ctx: u32, apis: u32, method: u32) -> i32;

    /// Whether an `endIf` returns something: a code of `codes::ending`.
    #[wasm_bindgen(js_name = askEndingOf)]
    pub fn ask_ending_of(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// The number under which the outcome of the game is kept, once it is over.
    #[wasm_bindgen(js_name = outcomeId)]
    pub fn outcome_id() -> u32;

    /// From now on these two objects are the search's `ctx`: what callbacks see, and the state's.
    #[wasm_bindgen(js_name = showCtx)]
    pub fn show_ctx(for_callbacks: u32, of_state: u32);

    /// Changes the plain fields of both.
    #[wasm_bindgen(js_name = updateCtx)]
    pub fn update_ctx(
        turn: u32,
        current_player: i32,
        play_order_pos: i32,
        phase: i32,
        num_moves: u32,
        acting: i32,
    );

    /// How many actions a player may do; the list has their numbers.
    #[wasm_bindgen(js_name = listActions)]
    pub fn list_actions(g: u32, ctx: u32, player: i32) -> usize;

    /// What the action with this number is: a code of `codes::drawn`.
    #[wasm_bindgen(js_name = actionAt)]
    pub fn action_at(number: u32) -> i32;

    /// Keeps the arguments of the move with this number.
    #[wasm_bindgen(js_name = argsAt)]
    pub fn args_at(number: u32) -> u32;

    /// Draws an action by a number from 0 up to 1, and returns a code of `codes::drawn`. Its arguments are kept under the
    /// number of `drawn_args`.
    #[wasm_bindgen(js_name = drawAction)]
    pub fn draw_action(g: u32, ctx: u32, player: i32, number: f64) -> i32;

    /// The same, of those that have not been drawn yet.
    #[wasm_bindgen(js_name = drawAgain)]
    pub fn draw_again(number: f64) -> i32;

    #[wasm_bindgen(js_name = drawnArgs)]
    pub fn drawn_args() -> u32;

    /// Keeps a `G` as it may be. The number is where its random numbers begin.
    #[wasm_bindgen(js_name = makeUpG)]
    pub fn make_up_g(g: u32, ctx: u32, number: f64) -> i32;

    /// Whether one `G` shows what another one shows.
    #[wasm_bindgen(js_name = isSameG)]
    pub fn is_same_g(one: u32, other: u32) -> i32;

    /// Who plays, in the order of the seats: a list that is kept.
    #[wasm_bindgen(js_name = setSeats)]
    pub fn set_seats(players: u32);

    /// Who has won, by their seat, or a code of `codes::judged`.
    #[wasm_bindgen(js_name = judgeMatch)]
    pub fn judge_match(outcome: u32, g: u32, ctx: u32) -> i32;

    /// What a player has achieved; NaN if that is nothing.
    #[wasm_bindgen(js_name = askObjectives)]
    pub fn ask_objectives(g: u32, ctx: u32, player: i32) -> f64;

    /// What was thrown last has failed this action: of nobody, if there is no player; one that was drawn, if there is no number.
    #[wasm_bindgen(js_name = noteThrown)]
    pub fn note_thrown(player: i32, action: i32);

    /// An action was refused.
    #[wasm_bindgen(js_name = noteRefused)]
    pub fn note_refused(player: i32, action: i32, message: &str);

    /// What has been found out: a list of `findings::Finding`.
    pub fn report(findings: &JsValue);
}

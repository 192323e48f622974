//! The functions that a search imports in addition to the engine's: `pkg-template/lib/ai/search-host.ts`,
//! through `search_imports.js`. `src/js/imports.rs` describes how.

use wasm_bindgen::prelude::*;

// For `pkg-template/lib/ai/search.ts`, which connects the imports.
#[wasm_bindgen(module = "/src/js/bots/search_imports.js")]
extern "C" {
    /// The object with all of them.
    #[wasm_bindgen(reexport, js_name = searchImports)]
    pub type SearchImports;
}

#[wasm_bindgen(module = "/src/js/bots/search_imports.js", js_namespace = searchImports)]
extern "C" {
    /// Copies `G`. Moves and hooks change the copy from now on. It always has the same number.
    #[wasm_bindgen(js_name = forkG)]
    pub fn fork_g(g: u32) -> i32;

    /// Runs a move on this `G` and stores the result under the same number. Returns a code of
    /// `codes::answer`.
    #[wasm_bindgen(js_name = runMoveInPlace)]
    pub fn run_move_in_place(callback: u32, g: u32, ctx: u32, apis: u32, args: u32) -> i32;

    /// Runs a hook in the same way.
    #[wasm_bindgen(js_name = runHookInPlace)]
    pub fn run_hook_in_place(callback: u32, g: u32, ctx: u32, apis: u32, method: u32) -> i32;

    /// Asks an `endIf`. Returns a code of `codes::ending`.
    #[wasm_bindgen(js_name = askEndingOf)]
    pub fn ask_ending_of(callback: u32, g: u32, ctx: u32, apis: u32) -> i32;

    /// Returns the number of the game's outcome after it has ended.
    #[wasm_bindgen(js_name = outcomeId)]
    pub fn outcome_id() -> u32;

    /// Sets the two `ctx` objects of the search: that of callbacks and that of the state.
    #[wasm_bindgen(js_name = showCtx)]
    pub fn show_ctx(for_callbacks: u32, of_state: u32);

    /// Changes the plain fields of both objects.
    #[wasm_bindgen(js_name = updateCtx)]
    pub fn update_ctx(
        turn: u32,
        current_player: i32,
        play_order_pos: i32,
        phase: i32,
        num_moves: u32,
        acting: i32,
    );

    /// Lists the possible actions of a player. Returns their number; the list contains their numbers.
    #[wasm_bindgen(js_name = listActions)]
    pub fn list_actions(g: u32, ctx: u32, player: i32) -> usize;

    /// Returns the kind of the action with this number, a code of `codes::drawn`.
    #[wasm_bindgen(js_name = actionAt)]
    pub fn action_at(number: u32) -> i32;

    /// Stores the arguments of the move with this number.
    #[wasm_bindgen(js_name = argsAt)]
    pub fn args_at(number: u32) -> u32;

    /// Draws an action with a number that is at least 0 and less than 1. Returns a code of `codes::drawn`.
    /// The number of its arguments is `drawn_args`.
    #[wasm_bindgen(js_name = drawAction)]
    pub fn draw_action(g: u32, ctx: u32, player: i32, number: f64) -> i32;

    /// Draws again, without the actions drawn before.
    #[wasm_bindgen(js_name = drawAgain)]
    pub fn draw_again(number: f64) -> i32;

    #[wasm_bindgen(js_name = drawnArgs)]
    pub fn drawn_args() -> u32;

    /// Stores a possible complete `G`. `number` is the seed of its random numbers.
    #[wasm_bindgen(js_name = makeUpG)]
    pub fn make_up_g(g: u32, ctx: u32, number: f64) -> i32;

    /// Returns whether both `G` look the same.
    #[wasm_bindgen(js_name = isSameG)]
    pub fn is_same_g(one: u32, other: u32) -> i32;

    /// Sets the players in the order of their seats: a stored list.
    #[wasm_bindgen(js_name = setSeats)]
    pub fn set_seats(players: u32);

    /// Returns the seat that has won, or a code of `codes::judged`.
    #[wasm_bindgen(js_name = judgeMatch)]
    pub fn judge_match(outcome: u32, g: u32, ctx: u32) -> i32;

    /// Returns what a player has achieved of their objectives, or `NaN` for nothing.
    #[wasm_bindgen(js_name = askObjectives)]
    pub fn ask_objectives(g: u32, ctx: u32, player: i32) -> f64;

    /// Reports the last exception as the failure of an action. Without a player, it belongs to nobody;
    /// without a number, the action was drawn.
    #[wasm_bindgen(js_name = noteThrown)]
    pub fn note_thrown(player: i32, action: i32);

    /// Reports the refusal of an action.
    #[wasm_bindgen(js_name = noteRefused)]
    pub fn note_refused(player: i32, action: i32, message: &str);

    /// Passes results: a list of `findings::Finding`.
    pub fn report(findings: &JsValue);
}

//! The engine as JavaScript uses it: one match of one game on this page.

use alloc::boxed::Box;
#[cfg(feature = "engine")]
use alloc::rc::Rc;

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

#[cfg(feature = "engine")]
use super::host::GameHost;
#[cfg(feature = "engine")]
use super::names::Names;
#[cfg(not(feature = "bindgen"))]
use super::object_table::Release;
use super::online::OnlineClient;
#[cfg(feature = "engine")]
use super::read::definition;
#[cfg(doc)]
use crate::codes::{applied, request, step_rights};
#[cfg(feature = "engine")]
use crate::core::ActionContext;
#[cfg(doc)]
use crate::core::EventKind;

/// A game with the state of one match. The game may be written in any language. Its methods are those of
/// `Match`.
#[boundary]
pub struct GameEngine(pub(super) Box<dyn Match>);

#[cfg(feature = "engine")]
#[wasm_bindgen]
impl GameEngine {
    /// Creates an engine for the game in the list, from `pkg-template/lib/game/definition.ts`.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "only JavaScript creates it")]
    pub fn new() -> GameEngine {
        let names = Rc::new(Names::default());
        let game = definition::read(&names);
        let host = GameHost::new(names, Rc::clone(&game.plugins), game.differences);
        GameEngine::hosting(game, host, Rc::new(ActionContext::new()))
    }
}

/// The exports of a [`GameEngine`]. A master's engine plays all matches of a game, and stores the present
/// state of each.
///
/// Only numbers cross, in both directions. Values are in the host's table, and lists that the host passes are
/// in its `list`. The page's garbage collector thus sees everything that a match refers to.
///
/// Each method takes `&self` and holds no borrow while the game's code runs: games call back into the engine
/// for `events` and `random`. If the game throws, the import catches and stores the exception. The guard
/// around the method throws it again, and the method's result does not matter.
#[boundary(GameEngine)]
pub trait Match {
    /// Starts a match. Returns `false` if the number of players is not allowed, or if the game's hooks call
    /// forbidden events at the start.
    fn start(&self, num_players: f64, setup_data: u32) -> bool;

    /// Makes the move with this index in the list of names from `readDefinition`. Returns a code of
    /// [`applied`], as all actions do.
    fn make_move(&self, id: usize, args: u32) -> i32;

    /// Calls the event with this index in [`EventKind::ALL`] for the player. Its argument is in the list. An
    /// invalid index is refused, as for moves and plugins.
    fn make_event(&self, kind: usize) -> i32;

    /// Undoes the last action of this turn.
    fn undo(&self) -> i32;

    /// Redoes the last undone action.
    fn redo(&self) -> i32;

    /// Runs `onPlayerLeave`, then removes the player permanently. Only masters call it.
    fn leave_match(&self) -> i32;

    /// Ends the time of the player of `setPlayerID`, whose deadline has passed. Returns a code of [`applied`].
    /// `place` is the index of a move that was chosen for the player, with its arguments; a negative one: none.
    fn time_out(&self, deadline: f64, has_failed: bool, place: i32, args: u32) -> i32;

    /// Gives the players who are waited for the time again that they had at the last action: for a state that
    /// was loaded.
    fn restart_clock(&self);

    /// Gives the clock an order: an index into `CLOCK_ORDERS`. Returns a code of [`applied`].
    fn order_clock(&self, order: usize) -> i32;

    /// Sends an action to the plugin with this index.
    fn make_plugin_action(&self, index: usize, payload: u32) -> i32;

    /// Checks whether the rules allow a [`request`] of the player, without running the game's code. If not,
    /// the refusal is available. For moves, events and plugins, `place` is the index in the list of names; a
    /// negative one is unknown to the game.
    fn check(&self, request: u32, place: i32) -> bool;

    /// Returns `true` if a player may act, by a `ctx`. Both are in the list, the player at the end.
    fn is_active(&self) -> bool;

    /// Returns the [`step_rights`] of the only active player, with the number of their name in the higher
    /// bits.
    fn step_rights(&self) -> i32;

    /// Checks whether a move could be made now. If not, the refusal is available.
    fn can_move(&self, id: usize, args: u32) -> bool;

    /// Loads the state in the list, from `pkg-template/lib/engine/state.ts`, and clears the log. A state
    /// without a generator continues with the present one. Returns `false` while an action runs, or if the
    /// state is invalid.
    fn load_state(&self) -> bool;

    /// Sets whether the engine calls `look` at the end of each action, if that does not run the game's code.
    fn watch(&self, is_watched: bool);

    /// Takes a numbered snapshot of the present state. `setLook` passes its number and its most common fields
    /// to the host. The snapshot does not change later. Does nothing before the match has started.
    fn look(&self);

    /// Drops the snapshots from the first number to the last.
    fn forget_looks(&self, first: u32, last: u32);

    /// Returns `true` if the snapshot's player could undo (`back`) or redo.
    fn can_go(&self, snapshot: u32, back: bool) -> bool;

    /// Stores the snapshot's plugins' data, unfiltered.
    fn plugins(&self, snapshot: u32) -> u32;

    /// Stores the log entries of the snapshot's last action.
    fn deltalog(&self, snapshot: u32) -> u32;

    /// Stores the snapshot's `_undo`, the oldest entry first.
    fn undo_stack(&self, snapshot: u32) -> u32;

    /// Stores the snapshot's `_redo`, the nearest entry first.
    fn redo_stack(&self, snapshot: u32) -> u32;

    /// Stores the log from this entry on.
    fn log_from(&self, first: usize) -> u32;

    /// Passes the refusal of the last call to the host, if there was one.
    fn tell_refusal(&self);

    /// Sets the player who acts from now on to the name in the list. Without a name: the current player.
    #[boundary(js_name = setPlayerID)]
    fn set_player_id(&self);

    /// As `set_player_id`, with the number of the player's name.
    fn set_player_number(&self, number: usize);

    /// Sets the options of `src/js/options.rs`, before the first match.
    fn configure(&self, options: u32);

    /// Stores the present state in the slot with this number, in place of its content.
    fn fill_slot(&self, number: usize);

    /// Clears the slot with this number.
    fn clear_slot(&self, number: usize);

    /// Loads the state from the slot with this number, and clears the log.
    fn go_to(&self, number: usize);

    /// Returns the number of entries of `_undo`, from the oldest on, that the state shares with the one in
    /// the slot with this number.
    fn shared_undo(&self, number: usize) -> usize;

    /// Stores the state in boardgame.io's form, with the entries of `_undo` from this one on.
    fn export_state(&self, first_undo: usize) -> u32;

    /// Sets the credentials for log entries.
    fn set_credentials(&self, credentials: u32);

    /// Creates a client of a remote master for this game. It predicts as much as
    /// [`depth`](crate::codes::depth) says. `hides` is `true` if players' views may hide something.
    fn follow(&self, depth: u32, hides: bool) -> OnlineClient;

    /// Queues an event for the running action: `events.x()` in a move or hook. Its argument is in the list.
    /// Returns `false` if no action runs.
    fn call_event(&self, kind: usize) -> bool;

    /// Returns the next random number, or `NaN` if no action runs or the host has thrown.
    fn number(&self) -> f64;

    /// Sets metadata for the log entry of the running action. Returns `false` if no action runs.
    fn set_metadata(&self, metadata: u32) -> bool;

    /// Emits an effect of the running action. Returns `false` if no action runs.
    fn emit(&self, effect: u32) -> bool;

    /// Stores the present state in the slot with this number, together with the ledger in the list, from
    /// `pkg-template/lib/online/storage/stored-codec.ts`.
    fn hold(&self, number: usize);

    /// Proposes the result of an action: decides on it, runs it if nothing speaks against it, and notes the
    /// result. The match in the slot stays unchanged. Returns `true` if there is something to store. It is
    /// then in another slot, and the host has received it with the decision.
    ///
    /// The list contains the names of the player and of their session, then numbers in the order of `codes`:
    ///
    /// - the slots of the match and of the next match,
    /// - the state that the player saw,
    /// - the numbers of the two names, if they have any,
    /// - the provenance: a `seq` of 0 stands for a sender without sessions, a `depends_on` of 0 for none,
    /// - the [`request`], its index among the names (negative if the game has no such name), and a value: a
    ///   move's arguments, a plugin's payload, or the error of an invalid action.
    ///
    /// The argument of an event follows.
    fn propose(&self) -> bool;

    /// Drops everything that the match contains.
    #[cfg(not(feature = "bindgen"))]
    #[boundary(inside)]
    fn release(&self);

    /// Makes the match usable again after a panic.
    #[cfg(not(feature = "bindgen"))]
    #[boundary(inside)]
    fn recover(&self);
}

#[cfg(not(feature = "bindgen"))]
impl Release for GameEngine {
    fn release(&self) {
        self.0.release();
    }

    fn recover(&self) {
        self.0.recover();
    }
}

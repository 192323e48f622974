//! The engine as JavaScript holds it: one match of one game, played in this page.

use alloc::boxed::Box;
#[cfg(feature = "engine")]
use alloc::rc::Rc;

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

#[cfg(not(feature = "bindgen"))]
use super::guests::Leaving;
#[cfg(feature = "engine")]
use super::host::GameHost;
#[cfg(feature = "engine")]
use super::names::Names;
use super::online::OnlineClient;
#[cfg(feature = "engine")]
use super::read::definition;
#[cfg(doc)]
use crate::codes::{applied, request, step_rights};
#[cfg(feature = "engine")]
use crate::core::ActionContext;
#[cfg(doc)]
use crate::core::EventKind;

/// A game with the state of one match, whatever the game is written in: `Match` has its methods.
#[boundary]
pub struct GameEngine(pub(super) Box<dyn Match>);

#[cfg(feature = "engine")]
#[wasm_bindgen]
impl GameEngine {
    /// An engine for the game in the list, which `pkg-template/lib/game/definition.ts` has read.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript alone makes it")]
    pub fn new() -> GameEngine {
        let names = Rc::new(Names::default());
        let game = definition::read(&names);
        let host = GameHost::new(names, Rc::clone(&game.plugins), game.differences);
        GameEngine::hosting(game, host, Rc::new(ActionContext::new()))
    }
}

/// The exports of a [`GameEngine`]. A master's engine plays all matches of a game: it keeps of each what its master goes on from.
///
/// Only numbers cross, in both directions: values are kept in the host's table, lists that are handed over lie in its
/// `list`. So a page's garbage collector sees all that a match refers to.
///
/// Every method takes `&self` and holds no borrow while the game's code runs: games call back into the engine, for
/// `events` and `random`, all the time. What the game throws is noted by the import that caught it, and thrown again by
/// the guard around the method: the answer does not matter then.
#[boundary(GameEngine)]
pub trait Match {
    /// Begins a match. False if a match cannot have so many players, or the game's hooks do at the start what they must
    /// not.
    fn start(&self, num_players: f64, setup_data: u32) -> bool;

    /// Makes the move with this index in the list of names that `readDefinition` makes. Answers what became of it, as
    /// [`applied`] says; so do all actions.
    fn make_move(&self, id: usize, args: u32) -> i32;

    /// Calls the event with this index in [`EventKind::ALL`] for the player. Its argument is in the list. A number that
    /// is no index is refused, as of moves and plugins.
    fn make_event(&self, kind: usize) -> i32;

    /// Takes back the last action of this turn.
    fn undo(&self) -> i32;

    /// Plays again what was undone.
    fn redo(&self) -> i32;

    /// Takes the player out of the match for good, after `onPlayerLeave`. A master's, and no client's.
    fn leave_match(&self) -> i32;

    /// Sends an action to the plugin with this index.
    fn make_plugin_action(&self, index: usize, payload: u32) -> i32;

    /// Whether the rules allow a [`request`] of the player; if not, why is known then. Asks none of the game's code. Moves, events
    /// and plugins come by their place in the lists of names: a negative one is of none that the game has.
    fn check(&self, request: u32, place: i32) -> bool;

    /// Whether a player may act, by a `ctx`: both are in the list, the player at the end.
    fn is_active(&self) -> bool;

    /// Who may act alone, and what of [`step_rights`] they could: the number of their name comes in the higher bits.
    fn step_rights(&self) -> i32;

    /// Whether a move could be made now. False if it would be refused, and why is known then.
    fn can_move(&self, id: usize, args: u32) -> bool;

    /// Takes over the state in the list, which `pkg-template/lib/engine/state.ts` has made; the log restarts. A state
    /// without a generator goes on with the present one. False while an action is being processed, or if the state
    /// cannot be played on.
    fn load_state(&self) -> bool;

    /// Whether each action that is done is looked at, as by `look`, before it returns; if that runs none of the game's code.
    fn watch(&self, is_watched: bool);

    /// Looks at the state as it is now. The host is sent what every look needs, and its number: `setLook`. For that number the state stays
    /// as it is, whatever happens later. Nothing, before the match has begun.
    fn look(&self);

    /// Forgets the looks from the first number to the last.
    fn forget_looks(&self, first: u32, last: u32);

    /// Whether the player who looks could undo, or redo.
    fn can_go(&self, look: u32, back: bool) -> bool;

    /// Keeps the plugins' data, unfiltered.
    fn plugins(&self, look: u32) -> u32;

    /// Keeps what the last action added to the log.
    fn deltalog(&self, look: u32) -> u32;

    /// Keeps `_undo`, the oldest first.
    fn undo_stack(&self, look: u32) -> u32;

    /// Keeps `_redo`, the nearest first.
    fn redo_stack(&self, look: u32) -> u32;

    /// Keeps the log from this entry on.
    fn log_from(&self, first: usize) -> u32;

    /// Reports to the host why the last call was refused, if it was.
    fn tell_refusal(&self);

    /// Sets the player who acts from now on, by the name in the list; none: the player whose turn it is.
    #[boundary(js_name = setPlayerID)]
    fn set_player_id(&self);

    /// As `set_player_id`, for a player whose name the host knows by number.
    fn set_player_number(&self, number: usize);

    /// Takes options, as `src/js/options.rs` has them, before the first match.
    fn configure(&self, options: u32);

    /// Keeps the state as it is now under a number of the caller's, in place of what was kept there.
    fn fill_slot(&self, number: usize);

    /// Forgets the state that is kept under this number.
    fn clear_slot(&self, number: usize);

    /// Takes over the state that is kept under this number; the log restarts.
    fn go_to(&self, number: usize);

    /// How many entries of `_undo`, from the oldest on, are those of the state that is kept under this number.
    fn shared_undo(&self, number: usize) -> usize;

    /// Keeps the state in boardgame.io's kind. Of `_undo`, it has the entries from this one on.
    fn export_state(&self, first_undo: usize) -> u32;

    /// Sets the credentials that go into log entries.
    fn set_credentials(&self, credentials: u32);

    /// A client of a remote master that plays this game. It predicts as far as [`depth`](crate::codes::depth) says, and knows
    /// whether viewers may be shown less than there is.
    fn follow(&self, depth: u32, hides: bool) -> OnlineClient;

    /// Queues an event for the action that is being processed: `events.x()` in a move or hook. Its argument is in the
    /// list. False if no action is.
    fn call_event(&self, kind: usize) -> bool;

    /// The next random number; NaN if no action is being processed, or the host has thrown.
    fn number(&self) -> f64;

    /// Notes metadata for the log entry of the action that is being processed. False if none is.
    fn set_metadata(&self, metadata: u32) -> bool;

    /// Keeps the state as it is now under a number of the caller's, with what its master remembers of the match, which is in the
    /// list: `pkg-template/lib/online/storage/ledger-codec.ts` has made it of what is stored.
    fn hold(&self, number: usize);

    /// Proposes the result of an action: decides on it, runs it if nothing is against it, and notes the result. The match that it
    /// is asked for stays what it is. Whether there is something to be stored: that is kept under a number then, and the host has been
    /// notified of it, as of what was decided.
    ///
    /// The list has the name of the player, and that of their session; then numbers, in the order of `codes`: under which the
    /// match is kept, and under which the next one is to be; the state that the player saw; the numbers of the two names, if they have
    /// any; how the action was made, where a `seq` of 0 stands for a sender without sessions, and a `depends_on` of 0 for none; and
    /// what is asked for: a [`request`], its place among the names, which is negative if the game has none of that name, and a
    /// value: a move's arguments, the payload for a plugin, or the error of what makes no sense. The argument of an event follows.
    fn propose(&self) -> bool;

    /// Forgets all that the match holds.
    #[cfg(not(feature = "bindgen"))]
    #[boundary(inside)]
    fn leave(&self);

    /// Makes the match usable again after a panic.
    #[cfg(not(feature = "bindgen"))]
    #[boundary(inside)]
    fn recover(&self);
}

#[cfg(not(feature = "bindgen"))]
impl Leaving for GameEngine {
    fn leave(&self) {
        self.0.leave();
    }

    fn recover(&self) {
        self.0.recover();
    }
}

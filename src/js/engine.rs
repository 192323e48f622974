//! The engine as JavaScript holds it: one match of one game, played in this page.

use alloc::boxed::Box;
use alloc::rc::Rc;

use rondel_derive::boundary;
#[cfg(feature = "bindgen")]
use wasm_bindgen::prelude::*;

use super::bound::BoundHost;
use super::entropy;
#[cfg(not(feature = "bindgen"))]
use super::guests::Leaving;
#[cfg(feature = "engine")]
use super::host::GameHost;
use super::hosted_match::{HostedMatch, Match};
use super::imports;
use super::looks::LookedAt;
use super::names::Names;
use super::online::OnlineClient;
use super::options::Options;
use super::read::ListReader;
#[cfg(feature = "engine")]
use super::read::definition;
use super::values::ValueId;
#[cfg(doc)]
use crate::codes::step_rights;
use crate::codes::{applied, place, problem, request};
#[cfg(feature = "engine")]
use crate::core::ActionContext;
use crate::core::{ActionKind, Differences, Event, EventKind, Game, Parser, SharedContext};
#[cfg(not(feature = "bindgen"))]
use crate::game::Data;

/// A game with the state of one match.
///
/// Only numbers cross, in both directions: values are kept in the host's table, lists that are handed over lie in its
/// `list`. So a page's garbage collector sees all that a match refers to.
///
/// Every method takes `&self` and holds no borrow while the game's code runs: games call back into the engine, for
/// `events` and `random`, all the time. What the game throws is noted by the import that caught it, and thrown again by
/// the guard around the method: the answer does not matter then.
#[boundary]
pub struct GameEngine {
    pub(super) hosted: Box<dyn Match>,
    names: Rc<Names>,
    differences: Differences,
    /// What callbacks work with.
    context: SharedContext<ValueId>,
}

impl GameEngine {
    /// An engine for a game, whatever the game is written in. The game's code works with the context, too.
    pub fn hosting<H: BoundHost>(
        game: Game<H::Function, ValueId>,
        host: H,
        context: SharedContext<ValueId>,
    ) -> GameEngine {
        let (names, differences) = (Rc::clone(&host.bound().names), game.differences);
        let hosted = Box::new(HostedMatch::new(game, host, Rc::clone(&context)));
        GameEngine { hosted, names, differences, context }
    }

    fn set_options(&self, options: Options) {
        if options.draws_securely {
            // Throws where there is no cryptographic generator: no other one takes its place.
            if entropy::number().is_err() {
                return;
            }
            self.context.draw_from(Rc::new(entropy::drawn));
        }
        self.hosted.configure(options);
    }

    /// The event whose argument is in the list.
    fn event(&self, kind: EventKind) -> Event<ValueId> {
        Parser::new(&mut ListReader::new(&self.names), self.differences).event(kind)
    }
}

#[cfg(feature = "engine")]
#[wasm_bindgen]
impl GameEngine {
    /// An engine for the game in the list, which `pkg-template/lib/game/definition.js` has read.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript alone makes it")]
    pub fn new() -> GameEngine {
        let names = Rc::new(Names::default());
        let game = definition::read(&names);
        let host = GameHost::new(names, Rc::clone(&game.plugins), game.differences);
        GameEngine::hosting(game, host, Rc::new(ActionContext::new()))
    }
}

#[boundary]
impl GameEngine {
    /// Begins a match. False if a match cannot have so many players, or the game's hooks do at the start what they must
    /// not.
    pub fn start(&self, num_players: f64, setup_data: u32) -> bool {
        // `as` takes a number beyond the range for the nearest one, and no match has so many players or so few.
        self.hosted.start(num_players as u32, setup_data)
    }

    /// Makes the move with this index in the list of names that `readDefinition` makes. Answers what became of it, as
    /// [`applied`] says; so do all actions.
    pub fn make_move(&self, id: usize, args: u32) -> i32 {
        self.hosted.apply(ActionKind::Move { id, args: ValueId::new(args) })
    }

    /// Calls the event with this index in [`EventKind::ALL`] for the player. Its argument is in the list. What is no index is
    /// refused, as of moves and plugins.
    pub fn make_event(&self, kind: usize) -> i32 {
        let Some(kind) = EventKind::at(kind) else {
            self.hosted.check(request::EVENT, place::NONE);
            return applied::REFUSED;
        };
        self.hosted.apply(ActionKind::Event(self.event(kind)))
    }

    /// Takes back the last action of this turn.
    pub fn undo(&self) -> i32 {
        self.hosted.apply(ActionKind::Undo)
    }

    /// Plays again what was undone.
    pub fn redo(&self) -> i32 {
        self.hosted.apply(ActionKind::Redo)
    }

    /// Takes the player out of the match for good, after `onPlayerLeave`. A master's, and no client's.
    pub fn leave_match(&self) -> i32 {
        self.hosted.apply(ActionKind::Leave)
    }

    /// Sends an action to the plugin with this index.
    pub fn make_plugin_action(&self, index: usize, payload: u32) -> i32 {
        self.hosted.apply(ActionKind::Plugin { index, payload: ValueId::new(payload) })
    }

    /// Whether the rules allow a [`request`] of the player; if not, why is known then. Asks none of the game's code. Moves, events
    /// and plugins come by their place in the lists of names: a negative one is of none that the game has.
    pub fn check(&self, request: u32, place: i32) -> bool {
        self.hosted.check(request, place)
    }

    /// Whether a player may act, by a `ctx`: both are in the list, the player at the end.
    pub fn is_active(&self) -> bool {
        self.hosted.is_active()
    }

    /// Who may act alone, and what of [`step_rights`] they could: the number of their name comes in the higher bits.
    pub fn step_rights(&self) -> i32 {
        self.hosted.step_rights()
    }

    /// Whether a move could be made now. False if it would be refused, and why is known then.
    pub fn can_move(&self, id: usize, args: u32) -> bool {
        self.hosted.can_move(id, args)
    }

    /// Takes over the state in the list, which `pkg-template/lib/engine/state.js` has made; the log restarts. A state
    /// without a generator goes on with the present one. False while an action is being processed, or if the state
    /// cannot be played on.
    pub fn load_state(&self) -> bool {
        self.hosted.load_state()
    }

    /// The state as it is now; it stays so, whatever happens later. The host is sent what every look at it needs:
    /// `setLook`. Nothing, before the match has begun.
    pub fn snapshot(&self) -> Option<Snapshot> {
        self.hosted.snapshot().map(Snapshot)
    }

    /// Keeps the log from this entry on.
    pub fn log_from(&self, first: usize) -> u32 {
        self.hosted.log_from(first)
    }

    /// Reports to the host why the last call was refused, if it was.
    pub fn tell_refusal(&self) {
        self.hosted.tell_refusal()
    }

    /// Sets the player who acts from now on, by the name in the list; none: the player whose turn it is.
    #[boundary(js_name = setPlayerID)]
    pub fn set_player_id(&self) {
        self.hosted.set_player_id()
    }

    /// As [`GameEngine::set_player_id`], for a player whose name the host knows by number.
    pub fn set_player_number(&self, number: usize) {
        self.hosted.set_player_number(number)
    }

    /// Takes options, as `src/js/options.rs` has them, before the first match.
    pub fn configure(&self, options: u32) {
        match ValueId::new(options).read() {
            Ok(options) => self.set_options(options),
            Err(expected) => refuse_options(expected),
        }
    }

    /// Keeps the state as it is now under a number of the caller's, in place of what was kept there.
    pub fn fill_slot(&self, number: usize) {
        self.hosted.fill_slot(number)
    }

    /// Forgets the state that is kept under this number.
    pub fn clear_slot(&self, number: usize) {
        self.hosted.clear_slot(number)
    }

    /// Takes over the state that is kept under this number; the log restarts.
    pub fn go_to(&self, number: usize) {
        self.hosted.go_to(number)
    }

    /// How many entries of `_undo`, from the oldest on, are those of the state that is kept under this number.
    pub fn shared_undo(&self, number: usize) -> usize {
        self.hosted.shared_undo(number)
    }

    /// Keeps the state in boardgame.io's kind. Of `_undo`, it has the entries from this one on.
    pub fn export_state(&self, first_undo: usize) -> u32 {
        self.hosted.export_state(first_undo)
    }

    /// Sets the credentials that go into log entries.
    pub fn set_credentials(&self, credentials: u32) {
        self.hosted.set_credentials(credentials)
    }

    /// A client of a remote master that plays this game. It predicts as far as [`depth`](crate::codes::depth) says, and knows
    /// whether viewers may be shown less than there is.
    pub fn follow(&self, depth: u32, hides: bool) -> OnlineClient {
        OnlineClient::of(self.hosted.follow(depth, hides))
    }

    /// Queues an event for the action that is being processed: `events.x()` in a move or hook. Its argument is in the
    /// list. False if no action is.
    pub fn call_event(&self, kind: usize) -> bool {
        let Some(kind) = EventKind::at(kind) else { return false };
        self.context.call_event(self.event(kind))
    }

    /// The next random number; NaN if no action is being processed, or the host has thrown.
    pub fn number(&self) -> f64 {
        self.context.number().unwrap_or(f64::NAN)
    }

    /// Notes metadata for the log entry of the action that is being processed. False if none is.
    pub fn set_metadata(&self, metadata: u32) -> bool {
        self.context.set_metadata((metadata != 0).then(|| ValueId::new(metadata)))
    }
}

fn refuse_options(expected: impl AsRef<str>) {
    imports::raise(problem::DEFINITION, "options", expected.as_ref());
}

/// A state that somebody looks at, for `getState()`. What is costly to build is built when it is asked for.
#[boundary]
pub struct Snapshot(Box<dyn LookedAt>);

#[boundary]
impl Snapshot {
    /// Whether the player who looks could undo, or redo.
    pub fn can_go(&self, back: bool) -> bool {
        self.0.can_go(back)
    }

    /// Keeps the plugins' data, unfiltered.
    pub fn plugins(&self) -> u32 {
        self.0.plugins()
    }

    /// Keeps what the last action added to the log.
    pub fn deltalog(&self) -> u32 {
        self.0.deltalog()
    }

    /// Keeps `_undo`, the oldest first.
    pub fn undo_stack(&self) -> u32 {
        self.0.undo_stack()
    }

    /// Keeps `_redo`, the nearest first.
    pub fn redo_stack(&self) -> u32 {
        self.0.redo_stack()
    }
}

#[cfg(not(feature = "bindgen"))]
impl Leaving for GameEngine {
    fn leave(&self) {
        self.hosted.leave();
    }

    fn recover(&self) {
        self.context.abandon();
    }
}

#[cfg(not(feature = "bindgen"))]
impl Leaving for Snapshot {
    fn leave(&self) {}

    fn recover(&self) {}
}

//! The search of bots as JavaScript uses it: for one game, in one position after another.

mod advice;
mod findings;
pub mod imports;
mod in_place;

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use self::advice::{AiFunctions, GameAdvice, KnownActions};
use self::findings::{Finding, SearchOptions};
pub use self::in_place::{Asked, InPlace};
use super::bound::BoundHost;
use super::host::GameHost;
use super::imports as engine_imports;
use super::memory;
use super::names::Names;
use super::read::state::StateReader;
use super::read::{ListReader, definition};
use super::values::ValueId;
use crate::bot::{Candidate, MatchWorld, PAUSE, Search, Settings, choose, follow_match, merge, players_of};
use crate::core::{
    ActionContext, Chance, Engine, EventKind, Parser, PlayerID, Random, SharedContext, State, check_state,
};

/// The search for a seat's move. Only numbers cross, as in `GameEngine`. No borrow is held while the game's
/// code runs.
#[wasm_bindgen]
pub struct Searcher {
    engine: Engine<GameHost>,
    names: Rc<Names>,
    context: SharedContext<ValueId>,
    /// Searched position. `None` while the search runs.
    position: RefCell<Option<Position>>,
    /// Candidates of the last report.
    reported: RefCell<Vec<Candidate<u32>>>,
    /// Generator for choices with a sharpness.
    random: RefCell<Random>,
}

/// A searched position with its search.
struct Position {
    root: State<GameHost>,
    players: Vec<PlayerID>,
    searcher: Option<PlayerID>,
    settings: Settings,
    ai: AiFunctions,
    search: Search<u32>,
    /// State in which the search paused.
    now: Option<State<GameHost>>,
    known: KnownActions,
}

/// Number of iterations after which a search without any result gives up.
const ENOUGH_TO_GIVE_UP: u32 = 200;

#[wasm_bindgen]
impl Searcher {
    /// Creates a searcher for the game in the list, from `pkg-template/lib/game/definition.ts`.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "only JavaScript creates it")]
    pub fn new() -> Searcher {
        let names = Rc::new(Names::default());
        let game = definition::read(&names);
        let host = GameHost::searching(Rc::clone(&names), Rc::clone(&game.plugins), game.differences);
        let context: SharedContext<ValueId> = Rc::new(ActionContext::new());
        Searcher {
            engine: Engine { game, host, context: Rc::clone(&context) },
            names,
            context,
            position: RefCell::new(None),
            reported: RefCell::new(Vec::new()),
            random: RefCell::new(Random::seeded("")),
        }
    }

    /// Starts with the position in the list: the searching player, the `SearchOptions`, and the state.
    /// Returns `false` if the state cannot be continued; the refusal contains the reason.
    pub fn begin(&self) -> bool {
        let mut list = ListReader::new(&self.names);
        let searcher = list.name();
        let Some(options) = findings::read::<SearchOptions>(&list.value()) else { return false };
        let (settings, ai) = (options.settings(), options.ai());
        let Some(root) = self.read_state(list) else { return false };
        if let Err(refusal) = check_state(&root, &self.engine.game) {
            engine_imports::set_refusal(refusal.kind.name(), &refusal.message, 0);
            return false;
        }
        let players = players_of(&root.ctx);
        self.hand_seats(&players);
        self.random.replace(Random::seeded(alloc::format!("{} chooses", options.seed)));
        let mut before = self.position.take();
        let search = before.as_mut().and_then(|before| before.search_of(&self.engine, &root, ai));
        let search = search.unwrap_or_else(|| Search::new(&settings));
        let mut known = before.map(|before| before.known).unwrap_or_default();
        known.begin();
        self.position.replace(Some(Position {
            root,
            players,
            searcher,
            settings,
            ai,
            search,
            now: None,
            known,
        }));
        true
    }

    /// Makes `iterations` iterations, or fewer if a playout is long; the next call resumes it. Returns `true`
    /// if more would not change the result.
    pub fn run(&self, iterations: u32) -> bool {
        let Some(mut position) = self.position.take() else { return true };
        memory::reserve();
        let is_done = position.run(&self.engine, iterations);
        self.position.replace(Some(position));
        is_done
    }

    /// Drops the search's results, which cannot be trusted.
    pub fn reset(&self) {
        if let Some(position) = &mut *self.position.borrow_mut() {
            position.search = Search::new(&position.settings);
            position.now = None;
            position.known.begin();
        }
    }

    /// Updates the `ctx` objects with the fields that were asked for.
    #[wasm_bindgen(js_name = syncCtx)]
    pub fn sync_ctx(&self) {
        if let Some(live) = &self.engine.host.bound().contexts.live {
            live.sync(&self.names);
        }
    }

    /// Returns the number of iterations in this position.
    pub fn iterations(&self) -> u32 {
        self.position.borrow().as_ref().map_or(0, |position| position.search.iterations())
    }

    /// Returns the number of nodes of the tree.
    pub fn size(&self) -> usize {
        self.position.borrow().as_ref().map_or(0, |position| position.search.size())
    }

    /// Reports the results for each action of a node. Node 0 is the position itself.
    #[wasm_bindgen(js_name = reportBelow)]
    pub fn report_below(&self, node: usize) {
        let position = self.position.borrow();
        let Some(Position { search, players, .. }) = position.as_ref() else { return };
        let below = search.below(node);
        let found: Vec<Finding> =
            below.iter().map(|(id, candidate)| Finding::of(*id, candidate, players)).collect();
        findings::report(&found);
        self.reported.replace(below.into_iter().map(|(_, candidate)| candidate).collect());
    }

    /// Merges the results of several searches, which are in the list. Reports them as `reportBelow` does.
    #[wasm_bindgen(js_name = mergeGiven)]
    pub fn merge_given(&self) {
        let position = self.position.borrow();
        let Some(Position { players, .. }) = position.as_ref() else { return };
        let given = ListReader::new(&self.names).value();
        let Some(given) = findings::read::<Vec<Vec<Finding>>>(&given) else { return };
        let given: Vec<Vec<Candidate<u32>>> = given
            .iter()
            .map(|found| found.iter().filter_map(|finding| finding.candidate(players)).collect())
            .collect();
        let merged = merge(&given);
        let found: Vec<Finding> = merged.iter().map(|candidate| Finding::of(0, candidate, players)).collect();
        findings::report(&found);
        self.reported.replace(merged);
    }

    /// Returns the index of the chosen action in the last report, or -1 if there is none. With a sharpness of
    /// `NaN`, chooses the best.
    pub fn choose(&self, sharpness: f64) -> i32 {
        let reported = self.reported.borrow();
        let power = (!sharpness.is_nan()).then_some(sharpness as u32);
        let chosen = choose(&reported, power, &mut self.random.borrow_mut());
        let place = chosen.and_then(|chosen| reported.iter().position(|known| core::ptr::eq(known, chosen)));
        place.map_or(-1, |place| place as i32)
    }

    /// Sets metadata, which nobody reads. Returns `false` if no action runs.
    #[wasm_bindgen(js_name = setMetadata)]
    pub fn set_metadata(&self, metadata: u32) -> bool {
        let metadata = ValueId::new(metadata);
        self.context.set_metadata(Some(metadata))
    }

    /// Emits an effect, which nobody receives. Returns `false` if no action runs.
    pub fn emit(&self, effect: u32) -> bool {
        self.context.emit(ValueId::new(effect))
    }

    /// Returns the next random number of the running action, or `NaN` if there is none.
    pub fn number(&self) -> f64 {
        self.context.number().unwrap_or(f64::NAN)
    }

    /// Queues an event for the running action, as in `GameEngine`.
    #[wasm_bindgen(js_name = callEvent)]
    pub fn call_event(&self, kind: usize) -> bool {
        EventKind::at(kind).is_some_and(|kind| {
            let list = &mut ListReader::new(&self.names);
            let event = Parser::new(list, self.engine.game.differences).event(kind);
            self.context.call_event(event)
        })
    }
}

impl Searcher {
    fn read_state(&self, list: ListReader<'_>) -> Option<State<GameHost>> {
        let game = &self.engine.game;
        let reader = StateReader {
            host: &self.engine.host,
            list,
            moves: &game.move_names,
            plugins: game.plugins.len(),
            differences: game.differences,
            random: Some(Chance::Seeded(Random::seeded(""))),
            has_source: false,
        };
        reader.state()
    }

    fn hand_seats(&self, players: &[PlayerID]) {
        let list = ValueId::new(engine_imports::make_list());
        for player in players {
            engine_imports::push_name(list.id(), self.names.number_of(Some(player)));
        }
        imports::set_seats(list.id());
    }
}

impl Position {
    /// Takes the search out and continues it in this state. Returns `None` if the match did not come from the
    /// searched position.
    fn search_of(
        &mut self,
        engine: &Engine<GameHost>,
        state: &State<GameHost>,
        ai: AiFunctions,
    ) -> Option<Search<u32>> {
        let Position { root, searcher, search, known, settings, .. } = self;
        if ai.has_determinize || self.ai.has_determinize {
            return None;
        }
        let advice = GameAdvice { host: &engine.host, root, ai, known };
        let mut world = MatchWorld::new(engine, root, searcher.clone(), advice);
        let has_followed = follow_match(&mut world, search, state);
        has_followed.then(|| core::mem::replace(search, Search::new(settings)))
    }

    fn run(&mut self, engine: &Engine<GameHost>, iterations: u32) -> bool {
        let Position { root, searcher, ai, search, known, now, .. } = self;
        let advice = GameAdvice { host: &engine.host, root, ai: *ai, known };
        let mut world = MatchWorld::new(engine, root, searcher.clone(), advice).resumed(now.take());
        let is_solved = search.run_with_pauses(&mut world, iterations, PAUSE);
        *now = world.into_now().filter(|_| search.is_paused());
        let made = search.iterations();
        is_solved || (made >= ENOUGH_TO_GIVE_UP && made == search.spoiled())
    }
}

//! The search of bots in the module of a game. It only needs positions from JavaScript.

use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use rondel_derive::boundary;

use super::super::bound::BoundHost;
use super::super::imports;
use super::super::names::Names;
use super::super::object_table::Release;
use super::super::read::ListReader;
use super::super::read::state::StateReader;
use super::super::values::ValueId;
use super::values::raise;
use crate::bot::{Candidate, PAUSE, Settings, choose, merge};
use crate::codes::problem;
use crate::core::{Chance, Engine, PlayerID, Random, State, check_state};
use crate::game::bots::{Deals, TypedSearch};
use crate::game::{Adapter, Game, Moves, args_of, args_or_none, read_args};

/// The search for a seat's move.
#[boundary]
pub struct Searcher(Box<dyn Searches>);

#[boundary]
impl Searcher {
    /// Starts with the position in the list: the searching player, the seed, the maximum number of actions of
    /// a playout, the maximum number of nodes, whether hidden values are dealt for each iteration, the
    /// ignored moves, and the state. Returns `false` if the state cannot be continued; the refusal contains
    /// the reason.
    pub fn begin(&self) -> bool {
        self.0.begin()
    }

    /// Makes `iterations` iterations, or fewer if a playout is long; the next call resumes it. Returns `true`
    /// if more would not change the result.
    pub fn run(&self, iterations: u32) -> bool {
        self.0.run(iterations)
    }

    /// Returns the number of iterations in this position.
    pub fn iterations(&self) -> u32 {
        self.0.iterations()
    }

    /// Returns the number of nodes of the tree.
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// Reports the results for each action of a node. Node 0 is the position itself.
    pub fn report_below(&self, node: usize) {
        self.0.report_below(node);
    }

    /// Merges the results of several searches, which are in the list: their number, and for each the number
    /// of candidates and the candidates. Reports them as `reportBelow` does.
    pub fn merge_given(&self) {
        self.0.merge_given();
    }

    /// Returns the index of the chosen action in the last report, or -1 if there is none. With a sharpness of
    /// `NaN`, chooses the best.
    pub fn choose(&self, sharpness: f64) -> i32 {
        self.0.choose(sharpness)
    }
}

impl Release for Searcher {
    fn release(&self) {
        self.0.release();
    }

    /// Drops the search that panicked.
    fn recover(&self) {
        self.0.recover();
    }
}

impl Searcher {
    /// Creates a searcher for games of this type, which this engine plays.
    pub fn of<G: Game>(engine: Engine<Adapter<G, ValueId>>) -> Self {
        let (search, reported, random) =
            (Cell::new(None), RefCell::new(Vec::new()), RefCell::new(Random::seeded("")));
        Searcher(Box::new(SearchOf { engine: Rc::new(engine), search, reported, random }))
    }
}

/// Function that receives the message of a panic.
type Note = Box<dyn FnOnce(&str)>;

/// Passes a panic of the game's code to the running search, if there is one. It reports its last action.
pub fn note_panic(message: &str) {
    if let Some(note) = WATCHED.take() {
        note(message);
    }
}

std::thread_local! {
    /// Function to call when the game's code panics in the running search. A panic removes it.
    static WATCHED: Cell<Option<Note>> = const { Cell::new(None) };
}

trait Searches {
    fn begin(&self) -> bool;
    fn run(&self, iterations: u32) -> bool;
    fn iterations(&self) -> u32;
    fn size(&self) -> usize;
    fn report_below(&self, node: usize);
    fn merge_given(&self);
    fn choose(&self, sharpness: f64) -> i32;
    fn release(&self);
    fn recover(&self);
}

struct SearchOf<G: Game> {
    engine: Rc<Engine<Adapter<G, ValueId>>>,
    /// Search. `None` while the game's code runs.
    search: Cell<Option<Box<TypedSearch<G, ValueId>>>>,
    /// Candidates of the last report.
    reported: RefCell<Vec<Candidate<G::Move>>>,
    /// Generator for choices with a sharpness.
    random: RefCell<Random>,
}

impl<G: Game> SearchOf<G> {
    fn names(&self) -> &Rc<Names> {
        &self.engine.host.bound().names
    }

    /// Calls `question` with the search, if there is one. After a panic there is none.
    fn ask<T: Default>(&self, question: impl FnOnce(&mut TypedSearch<G, ValueId>) -> T) -> T {
        let Some(mut search) = self.search.take() else { return T::default() };
        let result = question(&mut search);
        self.search.set(Some(search));
        result
    }

    fn read_state(&self, list: ListReader<'_>) -> Option<State<Adapter<G, ValueId>>> {
        let game = &self.engine.game;
        let reader = StateReader {
            host: &self.engine.host,
            list,
            moves: &game.move_names,
            plugins: 0,
            differences: game.differences,
            random: Some(Chance::Seeded(Random::seeded(""))),
            has_source: false,
        };
        reader.state()
    }

    fn try_begin(&self) -> Option<()> {
        let mut list = ListReader::new(self.names());
        let (searcher, seed) = (list.name(), list.text());
        let seed = seed.as_str();
        let settings =
            Settings { seed: seed.into(), playout_depth: list.number(), most_nodes: list.number() as usize };
        let deals = if list.flag() { Deals::EachTime } else { Deals::Once };
        let left_out = (0..list.number()).filter_map(|_| self.given_move(&mut list)).collect();
        let root = self.read_state(list)?;
        if let Err(refusal) = check_state(&root, &self.engine.game) {
            imports::set_refusal(refusal.kind.name(), &refusal.message, 0);
            return None;
        }
        self.random.replace(Random::seeded(format!("{seed} chooses").as_str()));
        self.reported.borrow_mut().clear();
        let before = self.search.take();
        match TypedSearch::new(Rc::clone(&self.engine), &root, searcher, deals, &settings) {
            Ok(search) => self.search.set(Some(Box::new(search.leaving_out(left_out).after(before)))),
            Err(why) => raise(problem::STATE, &why, "G"),
        }
        Some(())
    }

    fn report(&self, players: &[PlayerID], node: usize, candidate: &Candidate<G::Move>) {
        let Candidate { seat, action, visits, total, proven } = candidate;
        let player = self.names().number_of(players.get(*seat));
        let args = args_of(action).unwrap_or_else(|why| {
            raise(problem::STATE, &why.to_string(), "moves");
            String::new()
        });
        let (name, proven) = (name_of(action), proven.unwrap_or(f64::NAN));
        imports::add_candidate(node, player, name, &args, *visits, *total, proven);
    }

    fn given_move(&self, list: &mut ListReader<'_>) -> Option<G::Move> {
        let (name, args) = (list.text(), list.text());
        read_args(self.engine.game.move_names.find(&name)?, &args).ok()
    }

    /// Sets the function that reports a panic as the failure of the search's last action.
    fn watch(&self, search: &TypedSearch<G, ValueId>) {
        let (under_way, players, names) = (search.under_way(), search.players(), Rc::clone(self.names()));
        let note = move |message: &str| {
            let Some((seat, action)) = under_way.take() else { return };
            imports::note_failed(
                names.number_of(players.get(seat)),
                name_of(&action),
                &args_or_none(&action),
                message,
            );
        };
        WATCHED.set(Some(Box::new(note)));
    }

    fn given_candidate(&self, list: &mut ListReader<'_>, players: &[PlayerID]) -> Option<Candidate<G::Move>> {
        let (player, action) = (list.name(), self.given_move(list));
        let (visits, total, proven) = (list.number(), list.float(), list.float());
        let seat = players.iter().position(|known| Some(known) == player.as_ref())?;
        let action = action?;
        Some(Candidate { seat, action, visits, total, proven: (!proven.is_nan()).then_some(proven) })
    }
}

impl<G: Game> Searches for SearchOf<G> {
    fn begin(&self) -> bool {
        self.try_begin().is_some()
    }

    fn run(&self, iterations: u32) -> bool {
        let Some(mut search) = self.search.take() else { return true };
        self.watch(&search);
        let is_done = search.run_with_pauses(iterations, PAUSE);
        WATCHED.set(None);
        if let Some(failure) = search.take_failure() {
            let player = self.names().number_of(
                failure.seat.and_then(|seat| search.players().get(seat.index()).cloned()).as_ref(),
            );
            let (name, args) =
                failure.mv.as_ref().map_or_else(Default::default, |mv| (name_of(mv), args_or_none(mv)));
            imports::note_failed(player, name, &args, &failure.message);
        }
        self.search.set(Some(search));
        is_done
    }

    fn iterations(&self) -> u32 {
        self.ask(|search| search.iterations())
    }

    fn size(&self) -> usize {
        self.ask(|search| search.size())
    }

    fn report_below(&self, node: usize) {
        let (players, below) = self.ask(|search| (search.players(), search.below(node)));
        for (id, candidate) in &below {
            self.report(&players, *id, candidate);
        }
        self.reported.replace(below.into_iter().map(|(_, candidate)| candidate).collect());
    }

    fn merge_given(&self) {
        let players = self.ask(|search| search.players());
        let mut list = ListReader::new(self.names());
        let given: Vec<Vec<Candidate<G::Move>>> = (0..list.number())
            .map(|_| (0..list.number()).filter_map(|_| self.given_candidate(&mut list, &players)).collect())
            .collect();
        let merged = merge(&given);
        for candidate in &merged {
            self.report(&players, 0, candidate);
        }
        self.reported.replace(merged);
    }

    fn choose(&self, sharpness: f64) -> i32 {
        let reported = self.reported.borrow();
        let power = (!sharpness.is_nan()).then_some(sharpness as u32);
        let chosen = choose(&reported, power, &mut self.random.borrow_mut());
        let place = chosen.and_then(|chosen| reported.iter().position(|known| core::ptr::eq(known, chosen)));
        place.map_or(-1, |place| place as i32)
    }

    fn release(&self) {
        self.search.set(None);
    }

    fn recover(&self) {
        self.engine.context.abandon();
    }
}

/// Returns the name of a move in JavaScript.
fn name_of<M: Moves>(mv: &M) -> &'static str {
    M::DECLARED.get(mv.id()).map_or("", |info| info.name)
}

//! The search of bots for games in Rust, natively and in the game's module.

use std::boxed::Box;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::bot::{Advice, Candidate, MatchWorld, Search, Settings, follow_match, share_among_winners};
use crate::core::{self, ActionKind, Engine, Fault, PlayerID, State};
use crate::game::adapter::Adapter;
use crate::game::ctx::Ctx;
use crate::game::game::Game;
use crate::game::matches::list_moves;
use crate::game::moves::Moves;
use crate::game::random::Random;
use crate::game::seat::Seat;
use crate::game::shared::Shared;
use crate::game::stop::Stop;
use crate::game::values::{Carries, Data, Outcome, Value};
use crate::game::view::{Sight, determinized, seen_by};

/// Type of values in native matches of this game.
type Native<G> = Value<<G as Game>::Move>;

/// Number of iterations after which a search without any result gives up.
const ENOUGH_TO_GIVE_UP: u32 = 200;

/// An action of a search that failed.
#[derive(Clone, Debug)]
pub struct Failure<M> {
    /// Player who made the move.
    pub seat: Option<Seat>,
    /// The move. `None`: the failure was not in a move.
    pub mv: Option<M>,
    /// Description of the problem.
    pub message: String,
}

impl<M: Moves> fmt::Display for Failure<M> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.mv, self.seat) {
            (Some(mv), Some(seat)) => write!(to, "{mv:?} of player {seat}: {}", self.message),
            _ => to.write_str(&self.message),
        }
    }
}

/// Last action of a search, with the index of its player, to be read after a panic.
pub type UnderWay<M> = Cell<Option<(usize, M)>>;

/// A search for a seat's best move in one position, with the engine of the match.
pub struct TypedSearch<G: Game, V: Carries<G::Move> = Native<G>> {
    engine: Rc<Engine<Adapter<G, V>>>,
    root: State<Adapter<G, V>>,
    searcher: Option<PlayerID>,
    seat: Seat,
    deals: Deals,
    search: Search<G::Move>,
    /// State in which the search paused.
    now: Option<State<Adapter<G, V>>>,
    failure: Option<Failure<G::Move>>,
    under_way: Rc<UnderWay<G::Move>>,
    /// Moves that the search ignores.
    left_out: Vec<G::Move>,
    /// Search for the seat's last move, until this one starts. Its tree may contain this position.
    before: Option<Box<Self>>,
}

/// How often a search deals the values that its seat does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deals {
    /// Once, when the search begins. Does nothing in a game without hidden values.
    Once,
    /// For each iteration, so that the move is good on average over the possible games.
    EachTime,
    /// Never: the state is whole.
    Never,
}

impl<G: Game, V: Carries<G::Move>> TypedSearch<G, V> {
    /// Creates a search from a state, which is either whole or the seat's view. Without a seat, it searches
    /// for the current player.
    ///
    /// # Errors
    /// The reason why the values that the seat does not see could not be dealt.
    pub fn new(
        engine: Rc<Engine<Adapter<G, V>>>,
        state: &State<Adapter<G, V>>,
        searcher: Option<PlayerID>,
        deals: Deals,
        settings: &Settings,
    ) -> Result<Self, String> {
        let mut root = engine.fork(state).map_err(|fault| message_of(&fault))?;
        let searcher = searcher.or_else(|| root.ctx.current_player.clone());
        let seat = searcher.as_deref().and_then(Seat::parse).unwrap_or(Seat::new(0));
        let deals = if hides(&*root.g, seat) { deals } else { Deals::Never };
        if deals == Deals::Once {
            let mut random = core::Random::seeded(format!("{} deals", settings.seed).as_str());
            root = dealt(&root, seat, &mut random).ok_or_else(cannot_deal::<G>)?;
        }
        let (search, under_way) = (Search::new(settings), Rc::default());
        let (now, failure, left_out, before) = (None, None, Vec::new(), None);
        Ok(TypedSearch {
            engine,
            root,
            searcher,
            seat,
            deals,
            search,
            now,
            failure,
            under_way,
            left_out,
            before,
        })
    }

    /// Continues the tree of an earlier search if its match led to this position.
    pub fn after(self, before: Option<Box<Self>>) -> Self {
        // A search that was not run has no tree of its own.
        let before = before.map(|mut before| before.before.take().unwrap_or(before));
        TypedSearch { before, ..self }
    }

    /// Makes `iterations` iterations. Returns `true` if more would not change the result.
    pub fn run(&mut self, iterations: u32) -> bool {
        self.run_with_pauses(iterations, u32::MAX)
    }

    /// As [`TypedSearch::run`], but returns after `pause` actions of one playout. The next call resumes that
    /// playout.
    pub fn run_with_pauses(&mut self, iterations: u32, pause: u32) -> bool {
        if let Some(before) = self.before.take() {
            self.follow(*before);
        }
        let now = self.now.take();
        let TypedSearch { engine, root, searcher, seat, deals, search, failure, under_way, left_out, .. } =
            self;
        let (seat, deals, under_way) = (*seat, *deals, Some(&**under_way));
        let advice = GameAdvice { engine, root, seat, deals, failure, under_way, left_out };
        let mut world = MatchWorld::new(engine, root, searcher.clone(), advice).resumed(now);
        let is_solved = search.run_with_pauses(&mut world, iterations, pause);
        self.now = world.into_now().filter(|_| search.is_paused());
        let made = search.iterations();
        is_solved || (made >= ENOUGH_TO_GIVE_UP && made == search.spoiled())
    }

    /// Takes over the tree of the last search if it contains this position.
    fn follow(&mut self, before: Self) {
        let TypedSearch { engine, root, searcher, seat, deals, mut search, left_out, .. } = before;
        let is_like_this = Rc::ptr_eq(&engine, &self.engine)
            && self.deals != Deals::EachTime
            && (&searcher, &left_out) == (&self.searcher, &self.left_out);
        if !is_like_this {
            return;
        }
        // Failures while following the match do not count.
        let failure = &mut None;
        let (under_way, left_out) = (Some(&*self.under_way), left_out.as_slice());
        let advice = GameAdvice { engine: &engine, root: &root, seat, deals, failure, under_way, left_out };
        let mut world = MatchWorld::new(&engine, &root, searcher, advice);
        if follow_match(&mut world, &mut search, &self.root) {
            self.search = search;
        }
    }

    /// Returns the actions at a node of the tree with their statistics and child nodes. Node 0 is the
    /// position itself.
    pub fn below(&self, node: usize) -> Vec<(usize, Candidate<G::Move>)> {
        self.search.below(node)
    }

    /// Returns the first failure since the last call.
    pub fn take_failure(&mut self) -> Option<Failure<G::Move>> {
        self.failure.take()
    }
}

#[cfg(all(feature = "module", target_arch = "wasm32"))]
impl<G: Game, V: Carries<G::Move>> TypedSearch<G, V> {
    /// Returns the number of iterations so far.
    pub fn iterations(&self) -> u32 {
        self.search.iterations()
    }

    /// Returns the number of nodes of the tree.
    pub fn size(&self) -> usize {
        self.search.size()
    }

    /// Makes the search ignore these moves.
    pub fn leaving_out(self, moves: Vec<G::Move>) -> Self {
        TypedSearch { left_out: moves, ..self }
    }

    /// Returns the cell with the last action of the search.
    pub fn under_way(&self) -> Rc<UnderWay<G::Move>> {
        Rc::clone(&self.under_way)
    }

    /// Returns the players in the order of their seats.
    pub fn players(&self) -> Vec<PlayerID> {
        crate::bot::players_of(&self.root.ctx)
    }
}

/// The questions of a search, answered by a game in Rust.
pub struct GameAdvice<'a, G: Game, V: Carries<G::Move> = Native<G>> {
    engine: &'a Engine<Adapter<G, V>>,
    root: &'a State<Adapter<G, V>>,
    seat: Seat,
    deals: Deals,
    failure: &'a mut Option<Failure<G::Move>>,
    under_way: Option<&'a UnderWay<G::Move>>,
    left_out: &'a [G::Move],
}

impl<'a, G: Game> GameAdvice<'a, G> {
    /// Creates it for a whole state.
    pub fn of_whole(
        engine: &'a Engine<Adapter<G>>,
        root: &'a State<Adapter<G>>,
        failure: &'a mut Option<Failure<G::Move>>,
    ) -> Self {
        let (seat, deals) = (Seat::new(0), Deals::Never);
        GameAdvice { engine, root, seat, deals, failure, under_way: None, left_out: &[] }
    }
}

impl<G: Game, V: Carries<G::Move>> GameAdvice<'_, G, V> {
    fn set_under_way(&self, action: Option<(usize, G::Move)>) {
        if let Some(under_way) = self.under_way {
            under_way.set(action);
        }
    }
}

impl<G: Game, V: Carries<G::Move>> Advice<Adapter<G, V>> for GameAdvice<'_, G, V> {
    type Action = G::Move;

    fn enumerate(&mut self, state: &State<Adapter<G, V>>, player: &PlayerID, actions: &mut Vec<G::Move>) {
        list_moves(&self.engine.game, state, player, actions);
        if !self.left_out.is_empty() {
            actions.retain(|action| !self.left_out.contains(action));
        }
    }

    fn kind_of(&self, action: &G::Move) -> ActionKind<V> {
        ActionKind::Move { id: action.id(), args: V::of_move(action.clone()) }
    }

    fn judge(&mut self, state: &State<Adapter<G, V>>, players: &[PlayerID], rewards: &mut [f64]) {
        match state.ctx.gameover.as_ref().and_then(Data::outcome) {
            Some(Outcome::Winner(winner)) => share_among_winners(&[winner.index()], rewards),
            Some(Outcome::Winners(winners)) => {
                let seats: Vec<usize> = winners.iter().map(|winner| winner.index()).collect();
                share_among_winners(&seats, rewards);
            }
            Some(Outcome::Draw) => share_among_winners(&[], rewards),
            _ => score(state, players, rewards),
        }
    }

    fn determinize(&mut self, random: &mut core::Random) -> Result<Option<State<Adapter<G, V>>>, Stop> {
        self.set_under_way(None);
        if self.deals != Deals::EachTime {
            return Ok(None);
        }
        match dealt(self.root, self.seat, random) {
            Some(state) => Ok(Some(state)),
            None => Err(Stop::invalid(cannot_deal::<G>())),
        }
    }

    fn is_same_g(&self, one: &Shared<G, V::Shown<G>>, other: &Shared<G, V::Shown<G>>) -> bool {
        one.is(other) || (**one).same(other)
    }

    fn determinizes(&self) -> bool {
        self.deals == Deals::EachTime
    }

    fn note_begun(&mut self, seat: usize, action: &G::Move) {
        self.set_under_way(Some((seat, action.clone())));
    }

    fn note_failed(&mut self, player: Option<&PlayerID>, action: Option<&G::Move>, fault: &Fault<Stop, V>) {
        if self.failure.is_none() {
            let seat = player.and_then(|player| Seat::parse(player));
            *self.failure = Some(Failure { seat, mv: action.cloned(), message: message_of(fault) });
        }
    }
}

/// Returns `true` if the state contains values that this seat does not see.
fn hides<G: Game>(g: &G, seat: Seat) -> bool {
    let mut has_holes = false;
    g.clone().holes(Sight::of(Some(seat)), &mut |_| has_holes = true);
    has_holes
}

/// Returns the state with new values for what the seat does not see, or `None` if the state is a view and the
/// game has no `determinize`.
fn dealt<G: Game, V: Carries<G::Move>>(
    root: &State<Adapter<G, V>>,
    seat: Seat,
    random: &mut core::Random,
) -> Option<State<Adapter<G, V>>> {
    let generator = RefCell::new(random.clone());
    let numbers = Random::over(&generator);
    let view = seen_by(&*root.g, Some(seat));
    let own = view.determinize(&Ctx::of(&root.ctx), seat, &numbers);
    let g = own.or_else(|| determinized(&*root.g, Some(seat), &numbers));
    *random = generator.into_inner();
    Some(State { g: Shared::new(g?), ..root.clone() })
}

fn cannot_deal<G: Game>() -> String {
    format!(
        "{}: the bot cannot deal the hidden values of its view: the game has no `determinize`, or it returned `None`",
        G::NAME
    )
}

/// Writes the scores of a match that was cut short or that ended with the game's own outcome.
fn score<G: Game, V: Carries<G::Move>>(
    state: &State<Adapter<G, V>>,
    players: &[PlayerID],
    rewards: &mut [f64],
) {
    let ctx = Ctx::of(&state.ctx);
    for (player, reward) in players.iter().zip(rewards) {
        let known = Seat::parse(player).and_then(|seat| state.g.score(&ctx, seat));
        *reward = known.filter(|score| score.is_finite()).map_or(0.5, |score| score.clamp(0.0, 1.0));
    }
}

fn message_of<V: Data>(fault: &Fault<Stop, V>) -> String {
    match fault {
        Fault::Thrown(Stop::Unknown) => "it depends on a hidden value".to_string(),
        Fault::Thrown(stop) => stop.to_string(),
        Fault::Refused(refusal) => match refusal.payload.as_ref().and_then(Data::text) {
            Some(payload) => format!("{}: {payload}", refusal.message),
            None => refusal.message.clone(),
        },
    }
}

//! A search through the matches of a game in Rust, natively and in the game's module.

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

/// The values of native matches of this game.
type Native<G> = Value<<G as Game>::Move>;

/// After so many iterations it is known whether any leads to a result.
const ENOUGH_TO_GIVE_UP: u32 = 200;

/// What was done, and why it could not be.
#[derive(Clone, Debug)]
pub struct Failure<M> {
    /// Whose move it was.
    pub seat: Option<Seat>,
    /// The move. None: no move was at fault.
    pub mv: Option<M>,
    /// What was wrong.
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

/// What a search does last, and who does it, by their place among the players, to be read after a panic.
pub type UnderWay<M> = Cell<Option<(usize, M)>>;

/// A search for a seat's move in one position, by the engine of the match.
pub struct TypedSearch<G: Game, V: Carries<G::Move> = Native<G>> {
    engine: Rc<Engine<Adapter<G, V>>>,
    root: State<Adapter<G, V>>,
    searcher: Option<PlayerID>,
    seat: Seat,
    deals: Deals,
    search: Search<G::Move>,
    /// Where the search has paused.
    now: Option<State<Adapter<G, V>>>,
    failure: Option<Failure<G::Move>>,
    under_way: Rc<UnderWay<G::Move>>,
    /// Moves that are taken for none.
    left_out: Vec<G::Move>,
    /// The search for the seat's last move, until this one begins: it may know what comes next.
    before: Option<Box<Self>>,
}

/// When what the seat does not see is dealt again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deals {
    /// Once, as the search begins: the bot takes that for the truth. A game that hides nothing is searched as it is.
    Once,
    /// For each iteration: what is found is good whatever the others hold.
    EachTime,
    /// Never: the whole game is seen.
    Never,
}

impl<G: Game, V: Carries<G::Move>> TypedSearch<G, V> {
    /// A search from a state, as the seat sees it or whole. The player whose turn it is searches if there is no seat.
    ///
    /// # Errors
    /// Why nothing can be made up for what the seat does not see.
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

    /// The same, which goes on in the tree of an earlier search if the match has come from there, as far as one can see.
    pub fn after(self, before: Option<Box<Self>>) -> Self {
        // One that was not run knows nothing.
        let before = before.map(|mut before| before.before.take().unwrap_or(before));
        TypedSearch { before, ..self }
    }

    /// Makes so many iterations. True: more would find nothing out.
    pub fn run(&mut self, iterations: u32) -> bool {
        self.run_with_pauses(iterations, u32::MAX)
    }

    /// Does the same, but returns after so many actions of one playout. The next call resumes that playout.
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

    /// Takes over what the search before knows of this position.
    fn follow(&mut self, before: Self) {
        let TypedSearch { engine, root, searcher, seat, deals, mut search, left_out, .. } = before;
        let is_like_this = Rc::ptr_eq(&engine, &self.engine)
            && self.deals != Deals::EachTime
            && (&searcher, &left_out) == (&self.searcher, &self.left_out);
        if !is_like_this {
            return;
        }
        // What goes wrong on the way does not count.
        let failure = &mut None;
        let (under_way, left_out) = (Some(&*self.under_way), left_out.as_slice());
        let advice = GameAdvice { engine: &engine, root: &root, seat, deals, failure, under_way, left_out };
        let mut world = MatchWorld::new(&engine, &root, searcher, advice);
        if follow_match(&mut world, &mut search, &self.root) {
            self.search = search;
        }
    }

    /// What has been found out about each action at a node of the tree, with the node that it leads to; 0 is the position.
    pub fn below(&self, node: usize) -> Vec<(usize, Candidate<G::Move>)> {
        self.search.below(node)
    }

    /// What went wrong first, since it was asked last.
    pub fn take_failure(&mut self) -> Option<Failure<G::Move>> {
        self.failure.take()
    }
}

#[cfg(all(feature = "module", target_arch = "wasm32"))]
impl<G: Game, V: Carries<G::Move>> TypedSearch<G, V> {
    /// How many iterations have been made.
    pub fn iterations(&self) -> u32 {
        self.search.iterations()
    }

    /// How many nodes the tree has.
    pub fn size(&self) -> usize {
        self.search.size()
    }

    /// The same, which does not look at these moves.
    pub fn leaving_out(self, moves: Vec<G::Move>) -> Self {
        TypedSearch { left_out: moves, ..self }
    }

    /// What it does last.
    pub fn under_way(&self) -> Rc<UnderWay<G::Move>> {
        Rc::clone(&self.under_way)
    }

    /// Who plays, by their seats.
    pub fn players(&self) -> Vec<PlayerID> {
        crate::bot::players_of(&self.root.ctx)
    }
}

/// What a game in Rust gives a search.
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
    /// Of a game that is seen whole.
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

    fn makes_states_up(&self) -> bool {
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

/// Whether there is something in the game that this seat does not see.
fn hides<G: Game>(g: &G, seat: Seat) -> bool {
    let mut has_holes = false;
    g.clone().holes(Sight::of(Some(seat)), &mut |_| has_holes = true);
    has_holes
}

/// The state with what the seat does not see dealt again. None: the game has no `determinize`, and it is not seen whole.
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
        "{}: what is hidden cannot be made up from what the seat sees: the game has no `determinize`, or it returned none",
        G::NAME
    )
}

/// Writes what a match is worth to each player that has been cut short, or has ended in a way of the game's own.
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
        Fault::Thrown(Stop::Unknown) => "it depends on what is hidden".to_string(),
        Fault::Thrown(stop) => stop.to_string(),
        Fault::Refused(refusal) => match refusal.payload.as_ref().and_then(Data::text) {
            Some(payload) => format!("{}: {payload}", refusal.message),
            None => refusal.message.clone(),
        },
    }
}

//! A search through the matches of a game in Rust, natively and in the game's module.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::format;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use super::sought::Sought;
use crate::bot::{Advice, Candidate, MatchWorld, Search, Settings, share_among_winners};
use crate::core::{self, ActionKind, Engine, Fault, PlayerID, State};
use crate::game::adapter::Adapter;
use crate::game::build::Definition;
use crate::game::ctx::Ctx;
use crate::game::game::Game;
use crate::game::matches::list_moves;
use crate::game::moves::Moves;
use crate::game::random::Random;
use crate::game::seat::Seat;
use crate::game::shared::Shared;
use crate::game::stop::Stop;
use crate::game::values::{Data, Outcome};
use crate::game::view::{Sight, determinized, seen_by};

/// The host of a search.
pub type SearchHost<G> = Adapter<G, Sought<<G as Game>::Move>>;

/// Its state.
type SearchState<G> = State<SearchHost<G>>;

/// So many iterations tell whether any comes to something.
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

/// What a search does last, and who does it, by their place among the players: whoever looks after a panic finds it here.
pub type UnderWay<M> = Cell<Option<(usize, M)>>;

/// A search for a seat's move: of one position after another.
pub struct TypedSearch<G: Game> {
    engine: Engine<SearchHost<G>>,
    position: Option<Position<G>>,
    under_way: Rc<UnderWay<G::Move>>,
    /// Moves that are taken for none.
    left_out: Vec<G::Move>,
}

/// What is searched.
struct Position<G: Game> {
    root: SearchState<G>,
    searcher: Option<PlayerID>,
    seat: Seat,
    deals: Deals,
    search: Search<G::Move>,
    failure: Option<Failure<G::Move>>,
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

impl<G: Game> TypedSearch<G> {
    /// A search that has no position yet.
    ///
    /// # Errors
    /// What is wrong with the game's flow.
    pub fn new() -> Result<Self, String> {
        Ok(TypedSearch { engine: engine()?, position: None, under_way: Rc::default(), left_out: Vec::new() })
    }

    /// Begins with a position, as the seat sees it or whole. The player whose turn it is searches if there is no seat.
    ///
    /// # Errors
    /// Why nothing can be made up for what the seat does not see.
    pub fn begin<V: Data>(
        &mut self,
        state: &State<Adapter<G, V>>,
        searcher: Option<PlayerID>,
        deals: Deals,
        settings: &Settings,
    ) -> Result<(), String> {
        let mut root = position_of(state);
        let searcher = searcher.or_else(|| root.ctx.current_player.clone());
        let seat = searcher.as_deref().and_then(Seat::parse).unwrap_or(Seat::new(0));
        let deals = if hides(&*root.g, seat) { deals } else { Deals::Never };
        if deals == Deals::Once {
            let mut random = core::Random::seeded(format!("{} deals", settings.seed).as_str());
            root = dealt(&root, seat, &mut random).ok_or_else(cannot_deal::<G>)?;
        }
        let search = Search::new(settings);
        self.position = Some(Position { root, searcher, seat, deals, search, failure: None });
        Ok(())
    }

    /// Makes so many iterations. True: more would find nothing out.
    pub fn run(&mut self, iterations: u32) -> bool {
        // Taken out: a panic of the game's ends the search, and nothing of it can be trusted then.
        let Some(mut position) = self.position.take() else { return true };
        let is_done = position.run(self, iterations);
        self.position = Some(position);
        is_done
    }

    /// What has been found out about each action at a node of the tree, with the node that it leads to; 0 is the position.
    pub fn below(&self, node: usize) -> Vec<(usize, Candidate<G::Move>)> {
        self.position.as_ref().map_or_else(Vec::new, |position| position.search.below(node))
    }

    /// What went wrong first in this position, since it was asked last.
    pub fn take_failure(&mut self) -> Option<Failure<G::Move>> {
        self.position.as_mut()?.failure.take()
    }
}

#[cfg(all(feature = "module", target_arch = "wasm32"))]
impl<G: Game> TypedSearch<G> {
    /// How many iterations have been made in this position.
    pub fn iterations(&self) -> u32 {
        self.position.as_ref().map_or(0, |position| position.search.iterations())
    }

    /// How many nodes the tree has.
    pub fn size(&self) -> usize {
        self.position.as_ref().map_or(0, |position| position.search.size())
    }

    /// From now on these moves are not looked at.
    pub fn leave_out(&mut self, moves: Vec<G::Move>) {
        self.left_out = moves;
    }

    /// What it does last.
    pub fn under_way(&self) -> Rc<UnderWay<G::Move>> {
        Rc::clone(&self.under_way)
    }

    /// Who plays, by their seats.
    pub fn players(&self) -> Vec<PlayerID> {
        self.position.as_ref().map_or_else(Vec::new, |position| crate::bot::players_of(&position.root.ctx))
    }
}

impl<G: Game> Position<G> {
    fn run(&mut self, whole: &TypedSearch<G>, iterations: u32) -> bool {
        let TypedSearch { engine, under_way, left_out, .. } = whole;
        let Position { root, searcher, seat, deals, search, failure } = self;
        let (seat, deals, under_way) = (*seat, *deals, Some(&**under_way));
        let advice = GameAdvice { engine, root, seat, deals, failure, under_way, left_out };
        let mut world = MatchWorld::new(engine, root, searcher.clone(), advice);
        let is_solved = search.run(&mut world, iterations);
        let made = search.iterations();
        is_solved || (made >= ENOUGH_TO_GIVE_UP && made == search.spoiled())
    }
}

/// What a game in Rust says to a search.
pub struct GameAdvice<'a, G: Game> {
    engine: &'a Engine<SearchHost<G>>,
    root: &'a SearchState<G>,
    seat: Seat,
    deals: Deals,
    failure: &'a mut Option<Failure<G::Move>>,
    under_way: Option<&'a UnderWay<G::Move>>,
    left_out: &'a [G::Move],
}

impl<'a, G: Game> GameAdvice<'a, G> {
    /// Of a game that is seen whole.
    pub fn of_whole(
        engine: &'a Engine<SearchHost<G>>,
        root: &'a SearchState<G>,
        failure: &'a mut Option<Failure<G::Move>>,
    ) -> Self {
        let (seat, deals) = (Seat::new(0), Deals::Never);
        GameAdvice { engine, root, seat, deals, failure, under_way: None, left_out: &[] }
    }
}

impl<G: Game> GameAdvice<'_, G> {
    fn set_under_way(&self, action: Option<(usize, G::Move)>) {
        if let Some(under_way) = self.under_way {
            under_way.set(action);
        }
    }
}

impl<G: Game> Advice<SearchHost<G>> for GameAdvice<'_, G> {
    type Action = G::Move;

    fn enumerate(&mut self, state: &SearchState<G>, player: &PlayerID, actions: &mut Vec<G::Move>) {
        list_moves(&self.engine.game, state, player, actions);
        if !self.left_out.is_empty() {
            actions.retain(|action| !self.left_out.contains(action));
        }
    }

    fn kind_of(&self, action: &G::Move) -> ActionKind<Sought<G::Move>> {
        ActionKind::Move { id: action.id(), args: Sought::Move(action.clone()) }
    }

    fn judge(&mut self, state: &SearchState<G>, players: &[PlayerID], rewards: &mut [f64]) {
        match &state.ctx.gameover {
            Some(Sought::Outcome(Outcome::Winner(winner))) => share_among_winners(&[winner.index()], rewards),
            Some(Sought::Outcome(Outcome::Winners(winners))) => {
                let seats: Vec<usize> = winners.iter().map(|winner| winner.index()).collect();
                share_among_winners(&seats, rewards);
            }
            Some(Sought::Outcome(Outcome::Draw)) => share_among_winners(&[], rewards),
            _ => score(state, players, rewards),
        }
    }

    fn determinize(&mut self, random: &mut core::Random) -> Result<Option<SearchState<G>>, Stop> {
        self.set_under_way(None);
        if self.deals != Deals::EachTime {
            return Ok(None);
        }
        match dealt(self.root, self.seat, random) {
            Some(state) => Ok(Some(state)),
            None => Err(Stop::invalid(cannot_deal::<G>())),
        }
    }

    fn makes_states_up(&self) -> bool {
        self.deals == Deals::EachTime
    }

    fn note_begun(&mut self, seat: usize, action: &G::Move) {
        self.set_under_way(Some((seat, action.clone())));
    }

    fn note_failed(
        &mut self,
        player: Option<&PlayerID>,
        action: Option<&G::Move>,
        fault: &Fault<Stop, Sought<G::Move>>,
    ) {
        if self.failure.is_none() {
            let seat = player.and_then(|player| Seat::parse(player));
            *self.failure = Some(Failure { seat, mv: action.cloned(), message: message_of(fault) });
        }
    }
}

/// An engine to search with.
///
/// # Errors
/// What is wrong with the game's flow.
pub fn engine<G: Game>() -> Result<Engine<SearchHost<G>>, String> {
    Ok(Definition::<G, Sought<G::Move>>::new()?.engine())
}

/// A state of a match, to search from.
pub fn position_of<G: Game, V: Data>(state: &State<Adapter<G, V>>) -> SearchState<G> {
    let g = Shared::known(Rc::clone(state.g.inner()), ());
    state.converted(g, &Sought::of_value)
}

/// Whether there is something in the game that this seat does not see.
fn hides<G: Game>(g: &G, seat: Seat) -> bool {
    let mut has_holes = false;
    g.clone().holes(Sight::of(Some(seat)), &mut |_| has_holes = true);
    has_holes
}

/// The state with what the seat does not see dealt again. None: the game does not say how, and it is not seen whole.
fn dealt<G: Game>(root: &SearchState<G>, seat: Seat, random: &mut core::Random) -> Option<SearchState<G>> {
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
fn score<G: Game>(state: &SearchState<G>, players: &[PlayerID], rewards: &mut [f64]) {
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

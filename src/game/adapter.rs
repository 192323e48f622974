//! The engine's host for a game in Rust.

use std::borrow::ToOwned;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::rc::Rc;
use std::string::{String, ToString};
use std::vec::Vec;

use super::ctx::{Ctx, id_of};
use super::cx::Cx;
use super::ends::{PhaseEnd, TurnEnd};
use super::event::{Event, ending_for, ending_for_phase, removal};
use super::function::Function;
use super::game::Game;
use super::json::write_exactly;
use super::moves::Moves;
use super::random::Draw;
use super::seat::Seat;
use super::services::Services;
use super::setup::Setup;
use super::shared::Shared;
use super::stop::{Played, Stop};
use super::unwritten::Unwritten;
use super::values::{Carries, Outcome, Value, written};
use super::view::{Sight, seen_by};
use crate::core::{
    self, Ending, EndingChoice, GameValues, Host, Name, Obstacle, PlayerID, Position, Scope, ScopeMut,
    SharedContext, Time, Validity,
};

/// The engine's [`Host`] for a game in Rust. `V` is the type of values that the engine passes on unread, such
/// as arguments.
pub struct Adapter<G: Game, V: Carries<G::Move> = Value<<G as Game>::Move>> {
    context: SharedContext<V>,
    /// `false` on a page that predicts: moves and hooks may not draw random numbers, because the master draws
    /// them.
    draws: Cell<bool>,
    /// `true` if code asked for a random number and the context had none.
    is_exhausted: Cell<bool>,
    /// Problem of a value that the code of the current action returned and that has no JSON form.
    unwritten: Cell<Option<Unwritten>>,
    /// `true` if the last question about an ending read `ctx`.
    read_ctx: Cell<bool>,
    /// The last move, for `on_move` hooks.
    last_move: Cell<Option<G::Move>>,
    remembers_moves: bool,
    /// `true` if a search makes moves on a copy of `G`, because a refused move may have changed the original.
    copies: Cell<bool>,
    warnings: RefCell<Vec<String>>,
    bound: V::Bound<Self>,
    of: PhantomData<fn() -> G>,
}

/// Maximum number of stored warnings.
const MOST_WARNINGS: usize = 100;

impl<G: Game, V: Carries<G::Move>> Adapter<G, V> {
    /// Creates a host with a context that it shares with its engine.
    pub(super) fn new(context: SharedContext<V>, remembers_moves: bool) -> Self {
        Adapter {
            context,
            draws: Cell::new(true),
            is_exhausted: Cell::new(false),
            unwritten: Cell::new(None),
            read_ctx: Cell::new(false),
            last_move: Cell::new(None),
            remembers_moves,
            copies: Cell::new(false),
            warnings: RefCell::default(),
            bound: V::bound(),
            of: PhantomData,
        }
    }

    /// Returns the context that the engine and this host share.
    pub fn context(&self) -> &SharedContext<V> {
        &self.context
    }

    /// Returns the data that the binding stores with the host.
    pub fn beside(&self) -> &V::Bound<Self> {
        &self.bound
    }

    /// Sets whether moves and hooks may draw random numbers. A page that predicts sets `false`, because the
    /// master draws them.
    pub fn set_draws(&self, draws: bool) {
        self.draws.set(draws);
    }

    /// Returns the engine's warnings that were not printed, at most the first 100.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.borrow().clone()
    }

    fn cx<'a>(&'a self, ctx: &'a core::Ctx<V>, player: Option<&PlayerID>) -> Cx<'a> {
        Cx { ctx: Ctx::of(ctx), player: player.and_then(|player| Seat::parse(player)), services: self }
    }

    /// Parses the arguments of a move.
    fn read(&self, function: &Function<G>, ctx: &core::Ctx<V>, args: &V) -> Result<G::Move, String> {
        let Function::Play(id) = function else { return Err("it is no move".to_owned()) };
        let made: G::Move = args.read_args(*id)?;
        made.check_seats(ctx.num_players as usize)?;
        Ok(made)
    }

    /// Makes a move on this `G`. If the result is not valid, the caller must discard `G`.
    fn play(&self, made: G::Move, cx: &Cx<'_>, g: &mut G) -> Result<Validity<V>, Stop> {
        if self.remembers_moves {
            self.last_move.set(Some(made.clone()));
        }
        self.unwritten.set(None);
        self.validity_of(g.play(made, cx))
    }

    /// Converts the result of a move that a search made on its only copy of `G`. If the move was refused, it
    /// may have changed `G`. The search then discards the state, and from now on makes moves on copies,
    /// because the game lists moves that it refuses.
    fn check_in_place(&self, validity: Validity<V>) -> Result<Validity<V>, Stop> {
        let stop = match validity {
            Validity::Valid => return Ok(Validity::Valid),
            Validity::Invalid(why) => Stop::Invalid(why.and_then(|why| why.text()).map(Into::into)),
            Validity::Stopped(_) => Stop::Unknown,
        };
        self.copies.set(true);
        Err(stop)
    }

    /// Checks in debug builds that `G` has a JSON form, which costs as much as showing it. The error then
    /// belongs to the action that caused it and not to the first one that shows it.
    fn check_json_form(&self, g: &G) -> Result<(), Stop> {
        if !cfg!(debug_assertions) || self.context.searches() {
            return Ok(());
        }
        write_exactly(g, &mut Vec::new()).map_err(|why| self.report_unwritten(why.inside("G")))
    }

    /// Reports a value without JSON form and stops its action. Reports nothing during a search.
    #[cold]
    fn report_unwritten(&self, why: Unwritten) -> Stop {
        if !self.context.searches() {
            V::unwritable(&why.to_string());
        }
        Stop::unwritten(why)
    }

    fn hook(&self, function: &Function<G>, scope: &mut ScopeMut<'_, Self>) -> Result<Validity<V>, Stop> {
        let cx = self.cx(scope.ctx, scope.player_id.or(scope.acting));
        self.unwritten.set(None);
        let played = match function {
            Function::Hook(hook) => hook(scope.g.edit(), &cx),
            Function::OnMove(hook) => match self.last_move.take() {
                Some(made) => {
                    let played = hook(scope.g.edit(), &made, &cx);
                    self.last_move.set(Some(made));
                    played
                }
                None => return Ok(Validity::Valid),
            },
            _ => return Ok(Validity::Valid),
        };
        let validity = self.validity_of(played)?;
        if matches!(validity, Validity::Valid) {
            self.check_json_form(scope.g)?;
        }
        Ok(validity)
    }

    /// Converts the result of a move or hook into the engine's type.
    fn validity_of(&self, played: Played) -> Result<Validity<V>, Stop> {
        if self.is_exhausted.take() {
            return Err(Stop::invalid("there are no random numbers"));
        }
        match (played, self.unwritten.take()) {
            (Ok(()), None) => Ok(Validity::Valid),
            (Ok(()), Some(why)) => Err(self.report_unwritten(why)),
            (Err(Stop::Unwritten(why)), _) => Err(self.report_unwritten(*why)),
            (Err(Stop::Invalid(why)), _) => Ok(Validity::Invalid(why.map(|why| V::of_json(written(&why))))),
            (Err(Stop::Unknown), _) => Ok(Validity::Stopped(Obstacle::Unknown)),
        }
    }
}

impl<G: Game, V: Carries<G::Move>> Draw for Adapter<G, V> {
    fn number(&self) -> f64 {
        self.context.number().unwrap_or_else(|| {
            self.is_exhausted.set(true);
            0.0
        })
    }
}

impl<G: Game, V: Carries<G::Move>> Services for Adapter<G, V> {
    fn call(&self, event: Event) {
        if let Event::EndGame(Some(Outcome::Unwritten(why))) = &event {
            self.unwritten.set(Some(why.clone()));
        }
        self.context.call_event(event.build());
    }

    fn draws(&self) -> bool {
        self.draws.get()
    }

    fn log(&self, metadata: Result<String, Unwritten>) {
        match metadata {
            Ok(text) => {
                self.context.set_metadata(Some(V::of_json(text)));
            }
            Err(why) => self.unwritten.set(Some(why)),
        }
    }

    fn emit(&self, effect: Result<String, Unwritten>) {
        match effect {
            Ok(text) => {
                self.context.emit(V::of_json(text));
            }
            Err(why) => self.unwritten.set(Some(why)),
        }
    }
}

impl<G: Game, V: Carries<G::Move>> GameValues for Adapter<G, V> {
    type G = Shared<G, V::Shown<G>>;
    type Value = V;
}

impl<G: Game, V: Carries<G::Move>> Host for Adapter<G, V> {
    type Function = Function<G>;
    type Apis = ();
    type Exception = Stop;

    const COPIES_ON_WRITE: bool = true;

    fn setup(
        &self,
        _setup: Option<&Function<G>>,
        ctx: &core::Ctx<V>,
        _apis: &(),
        setup_data: &V,
    ) -> Result<Shared<G, V::Shown<G>>, Stop> {
        let data = setup_data.text();
        let setup = G::setup(&Setup { ctx: Ctx::of(ctx), services: self, data: data.as_deref() });
        if self.is_exhausted.take() {
            return Err(Stop::invalid("there are no random numbers"));
        }
        let g = setup.inspect_err(V::cannot_begin)?;
        self.check_json_form(&g)?;
        Ok(Shared::new(g))
    }

    fn run_move(
        &self,
        function: &Function<G>,
        scope: &Scope<'_, Self>,
        args: &V,
    ) -> Result<core::Played<Self>, Stop> {
        let made = match self.read(function, scope.ctx, args) {
            Ok(made) => made,
            Err(problem) => return Ok(core::Played::Stopped(Obstacle::Malformed(problem))),
        };
        let mut g = G::clone(scope.g);
        let cx = self.cx(scope.ctx, scope.player_id.or(scope.acting));
        Ok(match self.play(made, &cx, &mut g)? {
            Validity::Valid => {
                self.check_json_form(&g)?;
                core::Played::Done(scope.g.followed_by(g))
            }
            Validity::Invalid(why) => core::Played::Invalid(why),
            Validity::Stopped(obstacle) => core::Played::Stopped(obstacle),
        })
    }

    fn run_move_in_place(
        &self,
        function: &Function<G>,
        scope: &mut ScopeMut<'_, Self>,
        args: &V,
    ) -> Result<Validity<V>, Stop> {
        let made = match self.read(function, scope.ctx, args) {
            Ok(made) => made,
            Err(problem) => return Ok(Validity::Stopped(Obstacle::Malformed(problem))),
        };
        let cx = self.cx(scope.ctx, scope.player_id.or(scope.acting));
        if !self.copies.get() {
            let validity = self.play(made, &cx, scope.g.edit()).inspect_err(|_| self.copies.set(true))?;
            return self.check_in_place(validity);
        }
        let mut g = G::clone(scope.g);
        let validity = self.play(made, &cx, &mut g)?;
        if matches!(validity, Validity::Valid) {
            *scope.g = scope.g.followed_by(g);
        }
        Ok(validity)
    }

    fn run_hook(&self, function: &Function<G>, scope: &Scope<'_, Self>) -> Result<core::Played<Self>, Stop> {
        let mut g = scope.g.clone();
        let (method, apis) = (scope.method.unwrap_or(core::Method::Move), &());
        let Scope { ctx, player_id, acting, .. } = *scope;
        let validity =
            self.hook(function, &mut ScopeMut { g: &mut g, ctx, player_id, acting, method, apis })?;
        Ok(match validity {
            Validity::Valid => core::Played::Done(g),
            Validity::Invalid(why) => core::Played::Invalid(why),
            Validity::Stopped(obstacle) => core::Played::Stopped(obstacle),
        })
    }

    fn run_hook_in_place(
        &self,
        function: &Function<G>,
        scope: &mut ScopeMut<'_, Self>,
    ) -> Result<Validity<V>, Stop> {
        self.hook(function, scope)
    }

    /// A search's states share nothing with what pages were shown.
    fn fork(&self, g: &Shared<G, V::Shown<G>>) -> Result<Shared<G, V::Shown<G>>, Stop> {
        Ok(Shared::new(G::clone(g)))
    }

    fn true_value(&self) -> V {
        V::yes()
    }

    fn is_truthy(&self, value: &V) -> bool {
        value.is_truthy()
    }

    /// Does nothing during a search: the match itself warns its player.
    fn warn(&self, message: &str) {
        if self.context.searches() {
            return;
        }
        let mut warnings = self.warnings.borrow_mut();
        if !V::warn(message) && warnings.len() < MOST_WARNINGS {
            warnings.push(message.to_owned());
        }
    }

    fn ask_ending(&self, function: &Function<G>, scope: &Scope<'_, Self>) -> Result<Option<Ending<V>>, Stop> {
        self.read_ctx.set(false);
        let (g, ctx) = (&**scope.g, Ctx::of(scope.ctx).noting(&self.read_ctx));
        let usual = |raw| Ending { raw, choice: EndingChoice::Usual };
        Ok(match function {
            Function::Outcome => match g.outcome(&ctx) {
                Some(Outcome::Unwritten(why)) => return Err(self.report_unwritten(why)),
                outcome => outcome.map(V::of_outcome).map(usual),
            },
            Function::TurnEnd(ask) => match ask(g, &ctx) {
                TurnEnd::GoesOn => None,
                TurnEnd::Ends => Some(usual(V::yes())),
                TurnEnd::EndsFor(next) => Some(ending_for(next)),
                TurnEnd::EndsAndRemoves => Some(removal()),
            },
            Function::PhaseEnd(ask) => match ask(g, &ctx) {
                PhaseEnd::GoesOn => None,
                PhaseEnd::Ends => Some(usual(V::yes())),
                PhaseEnd::EndsFor(next) => Some(ending_for_phase(next)),
            },
            _ => None,
        })
    }

    fn ending_depends_on_g_alone(&self) -> bool {
        !self.read_ctx.get()
    }

    fn hides(&self, g: &Shared<G, V::Shown<G>>) -> bool {
        let mut has_holes = false;
        G::clone(g).holes(Sight::of(None), &mut |_| has_holes = true);
        has_holes
    }

    fn view(
        &self,
        g: &Shared<G, V::Shown<G>>,
        _ctx: &Rc<core::Ctx<V>>,
        viewer: Option<&PlayerID>,
    ) -> Result<Shared<G, V::Shown<G>>, Stop> {
        Ok(Shared::new(seen_by(&**g, viewer.and_then(|viewer| Seat::parse(viewer)))))
    }

    fn is_same_g(&self, one: &Shared<G, V::Shown<G>>, other: &Shared<G, V::Shown<G>>) -> bool {
        let text = |g: &Shared<G, V::Shown<G>>| {
            let mut text = Vec::new();
            write_exactly(&**g, &mut text).map(|()| text)
        };
        one.is(other) || text(one).is_ok_and(|one| text(other).is_ok_and(|other| one == other))
    }

    fn is_same_value(&self, one: &V, other: &V) -> bool {
        one.text() == other.text()
    }

    fn is_foreseen(
        &self,
        seen: &Shared<G, V::Shown<G>>,
        foreseen: &Shared<G, V::Shown<G>>,
        _base: &Shared<G, V::Shown<G>>,
        viewer: Option<&PlayerID>,
    ) -> bool {
        let viewer = viewer.and_then(|viewer| Seat::parse(viewer));
        self.is_same_g(seen, &Shared::new(seen_by(&**foreseen, viewer)))
    }

    fn shows_same_effects(&self, _viewer: Option<&PlayerID>, one: &[V], other: &[V]) -> bool {
        one.iter().map(V::text).eq(other.iter().map(V::text))
    }

    fn ask_time(&self, function: &Function<G>, scope: &Scope<'_, Self>) -> Result<Option<Time>, Stop> {
        let Function::Time(ask) = function else { return Ok(None) };
        let time = ask(scope.g, &Ctx::of(scope.ctx));
        match time.as_ref().map_or(Ok(()), Time::check) {
            Ok(()) => Ok(time),
            Err(problem) => Err(Stop::invalid(problem)),
        }
    }

    fn ask_next_phase(&self, function: &Function<G>, scope: &Scope<'_, Self>) -> Result<Option<Name>, Stop> {
        let Function::NextPhase(ask) = function else { return Ok(None) };
        Ok(ask(scope.g, &Ctx::of(scope.ctx)).map(Name::from))
    }

    fn ask_play_order(
        &self,
        function: &Function<G>,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Vec<PlayerID>>, Stop> {
        let Function::PlayOrder(ask) = function else { return Ok(None) };
        Ok(Some(ask(scope.g, &Ctx::of(scope.ctx)).into_iter().map(id_of).collect()))
    }

    fn ask_position(&self, function: &Function<G>, scope: &Scope<'_, Self>) -> Result<Position, Stop> {
        let ctx = Ctx::of(scope.ctx);
        let place = match function {
            Function::First(ask) => Some(ask(scope.g, &ctx)),
            Function::Next(ask) => ask(scope.g, &ctx),
            _ => None,
        };
        Ok(place.map_or(Position::Nowhere, |place| Position::At(i32::try_from(place).unwrap_or(i32::MAX))))
    }

    fn ask_flag(&self, function: &Function<G>, scope: &Scope<'_, Self>) -> Result<bool, Stop> {
        let Function::Condition(ask) = function else { return Ok(false) };
        Ok(ask(scope.g, &Ctx::of(scope.ctx)))
    }
}

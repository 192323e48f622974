//! The host of JavaScript games: asks the engine's questions across the boundary.

use alloc::rc::Rc;
use alloc::vec::Vec;

#[cfg(feature = "bots")]
use super::bots::{Asked, imports as search};
use super::bound::{Bound, BoundHost};
use super::imports::{self, Thrown, answered};
use super::names::Names;
use super::read::{self, FunctionId, ListReader};
use super::values::ValueId;
#[cfg(feature = "bots")]
use super::write::When;
use crate::codes::{answer, place, position};
use crate::core::{
    Ctx, Differences, Ending, GameValues, Host, Name, Parser, Played, PlayerID, PluginData, Position, Scope,
    State, Time, Validity,
};
#[cfg(feature = "bots")]
use crate::core::{EndingChoice, ScopeMut};

/// A JavaScript game as the engine sees it. It contains nothing of the game: functions are numbers, and the
/// guard around each export sets the host to which they belong.
pub struct GameHost {
    bound: Bound<GameHost>,
    #[cfg(feature = "bots")]
    in_place: super::bots::InPlace,
    plugins: Rc<[Name]>,
    differences: Differences,
}

impl GameHost {
    /// Creates a host with these plugins, in the game's order.
    pub fn new(names: Rc<Names>, plugins: Rc<[Name]>, differences: Differences) -> Self {
        GameHost {
            bound: Bound::new(names, differences),
            #[cfg(feature = "bots")]
            in_place: Default::default(),
            plugins,
            differences,
        }
    }

    /// Creates a host for searches, which shows them one `ctx` object.
    #[cfg(feature = "bots")]
    pub fn searching(names: Rc<Names>, plugins: Rc<[Name]>, differences: Differences) -> Self {
        let mut host = GameHost::new(names, plugins, differences);
        host.bound.contexts.live = Some(Default::default());
        host
    }

    /// Asks a question with the scope of a callback.
    fn ask(
        &self,
        question: fn(u32, u32, u32, u32) -> i32,
        function: FunctionId,
        scope: &Scope<'_, Self>,
    ) -> Result<i32, Thrown> {
        let ctx = self.bound.contexts.ctx_of(scope.ctx, scope.acting);
        answered(question(function, scope.g.id(), ctx.id(), apis_id(scope.apis)))
    }

    fn list(&self) -> ListReader<'_> {
        ListReader::new(&self.bound.names)
    }

    fn players(&self) -> Vec<PlayerID> {
        self.list().players()
    }

    /// Passes the plugins' data to the host before the call that needs them.
    fn push_data(data: &[ValueId]) {
        data.iter().for_each(|data| imports::push_data(data.id()));
    }

    fn new_data(&self, list: &mut ListReader<'_>) -> Vec<ValueId> {
        list.values(self.plugins.len())
    }
}

impl BoundHost for GameHost {
    const SHOWS_WITHOUT_CODE: bool = true;

    fn bound(&self) -> &Bound<Self> {
        &self.bound
    }

    fn show(&self, g: &ValueId) -> ValueId {
        g.clone()
    }

    fn read(&self, value: ValueId) -> Option<ValueId> {
        Some(value)
    }
}

impl GameValues for GameHost {
    type G = ValueId;
    type Value = ValueId;
}

impl Host for GameHost {
    type Function = FunctionId;
    type Apis = Option<ValueId>;
    type Exception = Thrown;

    fn setup(
        &self,
        setup: Option<&FunctionId>,
        ctx: &Ctx<ValueId>,
        apis: &Self::Apis,
        setup_data: &ValueId,
    ) -> Result<ValueId, Thrown> {
        let setup = setup.map_or(place::NONE, |setup| *setup as i32);
        let ctx = self.bound.contexts.build(ctx);
        stored_value(imports::setup(setup, ctx.id(), apis_id(apis), setup_data.id()))
    }

    fn run_move(
        &self,
        function: &FunctionId,
        scope: &Scope<'_, Self>,
        args: &ValueId,
    ) -> Result<Played<Self>, Thrown> {
        let ctx = self.bound.contexts.ctx_of(scope.ctx, scope.acting);
        let apis = apis_id(scope.apis);
        let answer = answered(imports::run_move(*function, scope.g.id(), ctx.id(), apis, args.id()))?;
        Ok(match u32::try_from(answer) {
            Ok(g) => Played::Done(ValueId::new(g)),
            Err(_) => Played::Invalid(payload(answer)),
        })
    }

    fn run_hook(&self, function: &FunctionId, scope: &Scope<'_, Self>) -> Result<Played<Self>, Thrown> {
        let ctx = self.bound.contexts.ctx_of(scope.ctx, scope.acting);
        let method = scope.method.map_or(0, |method| method as u32);
        stored_value(imports::run_hook(*function, scope.g.id(), ctx.id(), apis_id(scope.apis), method))
            .map(Played::Done)
    }

    #[cfg(feature = "bots")]
    fn fork(&self, g: &ValueId) -> Result<ValueId, Thrown> {
        self.in_place.fork(g)
    }

    #[cfg(feature = "bots")]
    fn run_move_in_place(
        &self,
        function: &FunctionId,
        scope: &mut ScopeMut<'_, Self>,
        args: &ValueId,
    ) -> Result<Validity<ValueId>, Thrown> {
        let ctx = self.bound.contexts.ctx_of(scope.ctx, scope.acting);
        let apis = apis_id(scope.apis);
        let said = answered(search::run_move_in_place(*function, scope.g.id(), ctx.id(), apis, args.id()))?;
        Ok(if said == answer::VALID { Validity::Valid } else { Validity::Invalid(None) })
    }

    #[cfg(feature = "bots")]
    fn run_hook_in_place(
        &self,
        function: &FunctionId,
        scope: &mut ScopeMut<'_, Self>,
    ) -> Result<Validity<ValueId>, Thrown> {
        let ctx = self.bound.contexts.ctx_of(scope.ctx, scope.acting);
        let (apis, method) = (apis_id(scope.apis), scope.method as u32);
        answered(search::run_hook_in_place(*function, scope.g.id(), ctx.id(), apis, method))
            .map(|_| Validity::Valid)
    }

    #[cfg(feature = "bots")]
    fn ending_depends_on_g_alone(&self) -> bool {
        self.in_place.goes_on_by_g()
    }

    #[cfg(feature = "bots")]
    fn ask_ending(
        &self,
        function: &FunctionId,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<ValueId>>, Thrown> {
        let contexts = &self.bound.contexts;
        // Few of these functions read more than `G`. For those, the rest is updated on demand.
        let ctx = contexts.show(scope.ctx, scope.acting, When::Asked).map(|objects| objects.for_callbacks);
        let ctx = ctx.unwrap_or_else(|| contexts.ctx_of(scope.ctx, scope.acting));
        let said = answered(search::ask_ending_of(*function, scope.g.id(), ctx.id(), apis_id(scope.apis)))?;
        Ok(match self.in_place.ending(said) {
            Asked::GoesOn => None,
            Asked::Over(outcome) => Some(Ending { raw: outcome, choice: EndingChoice::Usual }),
            Asked::Ends => Some(Parser::new(&mut self.list(), self.differences).ending()),
        })
    }

    #[cfg(not(feature = "bots"))]
    fn ask_ending(
        &self,
        function: &FunctionId,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<ValueId>>, Thrown> {
        let is_over = self.ask(imports::ask_ending, *function, scope)? != 0;
        Ok(is_over.then(|| Parser::new(&mut self.list(), self.differences).ending()))
    }

    fn ask_next_phase(&self, function: &FunctionId, scope: &Scope<'_, Self>) -> Result<Option<Name>, Thrown> {
        let is_some = self.ask(imports::ask_name, *function, scope)? != 0;
        Ok(if is_some { self.list().name() } else { None })
    }

    fn ask_play_order(
        &self,
        function: &FunctionId,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Vec<PlayerID>>, Thrown> {
        let is_some = self.ask(imports::ask_players, *function, scope)? != 0;
        Ok(is_some.then(|| self.players()))
    }

    fn ask_position(&self, function: &FunctionId, scope: &Scope<'_, Self>) -> Result<Position, Thrown> {
        Ok(match self.ask(imports::ask_position, *function, scope)? {
            position::AT => Position::At(self.list().float() as i32),
            position::NOWHERE => Position::Nowhere,
            position::TEXT => Position::of_text(&self.list().text()),
            _ => Position::Invalid(self.list().text()),
        })
    }

    fn ask_validity(
        &self,
        function: &FunctionId,
        scope: &Scope<'_, Self>,
        args: &ValueId,
    ) -> Result<Validity<ValueId>, Thrown> {
        let ctx = self.bound.contexts.ctx_of(scope.ctx, scope.acting);
        let apis = apis_id(scope.apis);
        let said = answered(imports::ask_validity(*function, scope.g.id(), ctx.id(), apis, args.id()))?;
        Ok(if said == answer::VALID { Validity::Valid } else { Validity::Invalid(payload(said)) })
    }

    fn ask_flag(&self, function: &FunctionId, scope: &Scope<'_, Self>) -> Result<bool, Thrown> {
        Ok(self.ask(imports::ask_flag, *function, scope)? != 0)
    }

    fn ask_time(&self, function: &FunctionId, scope: &Scope<'_, Self>) -> Result<Option<Time>, Thrown> {
        let is_some = self.ask(imports::ask_time, *function, scope)? != 0;
        Ok(is_some.then(|| read::definition::time_in(&mut self.list())))
    }

    fn set_hook_move(&self, name: &str, args: &ValueId) {
        imports::set_hook_move(name, args.id());
    }

    fn view(
        &self,
        g: &ValueId,
        ctx: &Rc<Ctx<ValueId>>,
        viewer: Option<&PlayerID>,
    ) -> Result<ValueId, Thrown> {
        let ctx = self.bound.contexts.ctx_of_state(ctx);
        stored_value(imports::view(g.id(), ctx.id(), self.bound.names.number_of(viewer)))
    }

    fn view_plugins(
        &self,
        g: &ValueId,
        ctx: &Rc<Ctx<ValueId>>,
        own: &Rc<[ValueId]>,
        viewer: Option<&PlayerID>,
    ) -> Result<Rc<[ValueId]>, Thrown> {
        if self.plugins.is_empty() {
            return Ok(Rc::clone(own));
        }
        let ctx = self.bound.contexts.ctx_of_state(ctx);
        Self::push_data(own);
        answered(imports::view_plugins(g.id(), ctx.id(), self.bound.names.number_of(viewer)))?;
        Ok(self.new_data(&mut self.list()).into())
    }

    fn is_same_value(&self, one: &ValueId, other: &ValueId) -> bool {
        imports::is_same_value(one.id(), other.id()) > 0
    }

    fn is_same_g(&self, one: &ValueId, other: &ValueId) -> bool {
        imports::is_same_value(one.id(), other.id()) > 0
    }

    fn is_foreseen(
        &self,
        seen: &ValueId,
        foreseen: &ValueId,
        base: &ValueId,
        _viewer: Option<&PlayerID>,
    ) -> bool {
        imports::is_foreseen(seen.id(), foreseen.id(), base.id()) > 0
    }

    fn are_foreseen(&self, seen: &[ValueId], foreseen: &[ValueId], base: &[ValueId]) -> bool {
        let mut data = seen.iter().zip(foreseen).zip(base);
        data.all(|((seen, foreseen), base)| imports::is_foreseen(seen.id(), foreseen.id(), base.id()) > 0)
    }

    fn shows_same_effects(&self, viewer: Option<&PlayerID>, one: &[ValueId], other: &[ValueId]) -> bool {
        let (one, other) = (list_of(one), list_of(other));
        imports::shows_same_effects(self.bound.names.number_of(viewer), one.id(), other.id()) > 0
    }

    fn discard_exception(&self) -> bool {
        imports::catch_thrown()
    }

    fn play_order_in(&self, g: &ValueId, field: &str) -> Result<Option<Vec<PlayerID>>, Thrown> {
        let is_some = answered(imports::players_in(g.id(), field))? != 0;
        Ok(is_some.then(|| self.players()))
    }

    fn true_value(&self) -> ValueId {
        ValueId::yes()
    }

    fn is_truthy(&self, value: &ValueId) -> bool {
        imports::is_truthy(value.id())
    }

    fn warn(&self, message: &str) {
        imports::warn(message);
    }

    fn mark_used(&self, arg: &ValueId) {
        imports::mark_used(arg.id());
    }

    fn set_up_plugins(&self, ctx: &Ctx<ValueId>) -> Result<Vec<ValueId>, Thrown> {
        if self.plugins.is_empty() {
            return Ok(Vec::new());
        }
        let ctx = self.bound.contexts.build(ctx);
        answered(imports::set_up_plugins(ctx.id()))?;
        Ok(self.new_data(&mut self.list()))
    }

    fn open_plugins(
        &self,
        g: Option<&ValueId>,
        ctx: &Ctx<ValueId>,
        plugins: &PluginData<Self>,
        player: Option<&PlayerID>,
    ) -> Result<Self::Apis, Thrown> {
        if self.plugins.is_empty() {
            return Ok(None);
        }
        let ctx = self.bound.contexts.build(ctx);
        let player = self.bound.names.number_of(player);
        Self::push_data(&plugins.own);
        stored_value(imports::open_plugins(ValueId::id_or_undefined(g), ctx.id(), player)).map(Some)
    }

    fn flush_plugins(&self, state: &mut State<Self>, apis: &Self::Apis) -> Result<(), Thrown> {
        if self.plugins.is_empty() {
            return Ok(());
        }
        let ctx = self.bound.contexts.build(&state.ctx);
        Self::push_data(&state.plugins.own);
        answered(imports::flush_plugins(state.g.id(), ctx.id(), apis_id(apis)))?;
        let mut list = self.list();
        state.g = list.value();
        state.plugins_mut().own = self.new_data(&mut list).into();
        if list.flag() {
            state.ctx = Rc::new(read::state::ctx(&mut list, self.differences));
        }
        Ok(())
    }

    fn ask_plugins(&self, state: &State<Self>) -> Result<Option<(Name, ValueId)>, Thrown> {
        if self.plugins.is_empty() {
            return Ok(None);
        }
        let ctx = self.bound.contexts.build(&state.ctx);
        Self::push_data(&state.plugins.own);
        let index = answered(imports::ask_plugins(state.g.id(), ctx.id()))?;
        let Ok(index) = usize::try_from(index) else { return Ok(None) };
        let plugin = self.plugins.get(index).cloned().unwrap_or_else(|| "?".into());
        Ok(Some((plugin, self.list().value())))
    }

    fn ask_no_client(&self, state: &State<Self>, apis: &Self::Apis) -> Result<bool, Thrown> {
        if self.plugins.is_empty() {
            return Ok(false);
        }
        let ctx = self.bound.contexts.build(&state.ctx);
        Self::push_data(&state.plugins.own);
        Ok(answered(imports::ask_no_client(state.g.id(), ctx.id(), apis_id(apis)))? != 0)
    }

    fn run_plugin_action(&self, index: usize, data: &ValueId, payload: &ValueId) -> Result<ValueId, Thrown> {
        stored_value(imports::run_plugin_action(index, data.id(), payload.id()))
    }
}

fn apis_id(apis: &Option<ValueId>) -> u32 {
    ValueId::id_or_undefined(apis.as_ref())
}

/// Returns the value that an import has stored.
fn stored_value(answer: i32) -> Result<ValueId, Thrown> {
    answered(answer).map(|id| ValueId::new(id as u32))
}

/// Returns the payload of `invalid(payload)`. `INVALID_MOVE` has none.
fn payload(answer: i32) -> Option<ValueId> {
    u32::try_from(answer::INVALID_WITH - answer).ok().map(ValueId::new)
}

fn list_of(values: &[ValueId]) -> ValueId {
    let list = ValueId::new(imports::make_list());
    values.iter().for_each(|value| imports::push_value(list.id(), value.id()));
    list
}

//! The context of one action and its callbacks: events, random numbers, log metadata.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ops::Deref;

use super::chance::{Chance, Source};
use super::clock::{Moment, TimeSource};
use super::ctx::Ctx;
use super::event::Event;
use super::ids::{Name, PlayerID};
use super::plugins::Metadata;
use super::random::Random;
pub use rondel_codes::Method;

/// Context of one action: its event queue, its random numbers and its log metadata. It belongs to the engine,
/// which clears it for each action. A host passes it to callbacks as `events`, `random` and `log`.
pub struct ActionContext<V> {
    busy: Cell<bool>,
    /// `true` while an action runs again to see what it shows. It draws no new numbers from the source.
    is_isolated: Cell<bool>,
    /// `true` during an action of a search.
    searches: Cell<bool>,
    method: Cell<Option<Method>>,
    turn: Cell<u32>,
    phase: RefCell<Option<Name>>,
    queue: RefCell<Vec<Rc<Queued<V>>>>,
    /// Origin of the action's random numbers: a generator in its present state, or the count of drawn numbers
    /// before the action.
    chance: RefCell<Chance>,
    /// Source of random numbers for all matches. `None`: each match has its own generator.
    source: RefCell<Option<Source>>,
    /// Source of the moments of actions. `None`: the clocks of matches do not run.
    time_source: RefCell<Option<TimeSource>>,
    /// Numbers that the action has drawn from the source.
    drawn: RefCell<Vec<f64>>,
    /// Number of elements of `drawn` that callbacks got since the action was cleared.
    used: Cell<usize>,
    restarted: RefCell<Restarted>,
    metadata: RefCell<Option<V>>,
    /// Metadata of hooks.
    hook_metadata: RefCell<Vec<V>>,
    /// Effects that callbacks have emitted, in the order of the calls.
    effects: RefCell<Vec<V>>,
    /// Metadata that outlive refusals, under `compat`. States share them.
    shared_metadata: RefCell<Option<Metadata<V>>>,
}

/// An open context, while its action runs. Dropping it closes the context.
pub(super) struct OpenContext<'a, V>(&'a ActionContext<V>);

impl<V> Deref for OpenContext<'_, V> {
    type Target = ActionContext<V>;

    fn deref(&self) -> &ActionContext<V> {
        self.0
    }
}

impl<V> Drop for OpenContext<'_, V> {
    fn drop(&mut self) {
        self.0.busy.set(false);
    }
}

/// Players whose situation (turn, phase or stage) restarts with an action. Their actions from earlier
/// situations are stale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restarted {
    /// `true` if the situation of all players restarts.
    pub everybody: bool,
    /// Players whose situation restarts, if not all.
    pub players: Vec<PlayerID>,
}

/// An event in the queue, with the turn, the phase and the callback in which it was called.
pub(super) struct Queued<V> {
    pub event: Event<V>,
    pub turn: u32,
    pub phase: Option<Name>,
    pub called_from: Option<Method>,
}

/// Maximum number of events of one action, against loops in which no turn begins. The engine refuses an
/// action with more.
pub(super) const MOST_EVENTS: usize = 10_000;

/// Maximum number of effects of one action, because the log keeps them. The engine refuses an action with more.
pub(super) const MOST_EFFECTS: usize = 1_000;

impl<V> ActionContext<V> {
    /// Creates a context without an action.
    pub fn new() -> Self {
        ActionContext {
            busy: Cell::new(false),
            is_isolated: Cell::new(false),
            searches: Cell::new(false),
            method: Cell::new(None),
            turn: Cell::new(0),
            phase: RefCell::new(None),
            queue: RefCell::new(Vec::new()),
            chance: RefCell::new(Chance::Seeded(Random::seeded(""))),
            source: RefCell::new(None),
            time_source: RefCell::new(None),
            drawn: RefCell::new(Vec::new()),
            used: Cell::new(0),
            restarted: RefCell::default(),
            metadata: RefCell::new(None),
            hook_metadata: RefCell::new(Vec::new()),
            effects: RefCell::new(Vec::new()),
            shared_metadata: RefCell::new(None),
        }
    }

    /// Returns `true` while an action runs.
    pub fn is_busy(&self) -> bool {
        self.busy.get()
    }

    /// Queues an event for the time after the callback. Returns `false` if no action runs.
    pub fn call_event(&self, event: Event<V>) -> bool {
        let mut queue = self.queue.borrow_mut();
        if !self.busy.get() || queue.len() > MOST_EVENTS {
            return self.busy.get();
        }
        queue.push(Rc::new(Queued {
            event,
            turn: self.turn.get(),
            phase: self.phase.borrow().clone(),
            called_from: self.method.get(),
        }));
        true
    }

    /// Draws all random numbers from this source from now on, in place of the matches' generators.
    pub fn draw_from(&self, source: Source) {
        self.source.replace(Some(source));
    }

    /// Takes the moments of all actions from this source from now on.
    pub fn tell_time(&self, source: TimeSource) {
        self.time_source.replace(Some(source));
    }

    /// Returns the moment of the action that begins.
    pub(super) fn moment(&self) -> Option<Moment> {
        let source = self.time_source.borrow().clone()?;
        source()
    }

    /// Returns `true` if random numbers come from a source.
    pub fn has_source(&self) -> bool {
        self.source.borrow().is_some()
    }

    /// Returns the next random number, or `None` if no action runs or the source has none.
    pub fn number(&self) -> Option<f64> {
        if !self.busy.get() {
            return None;
        }
        if let Chance::Seeded(random) = &mut *self.chance.borrow_mut() {
            return Some(random.number());
        }
        let known = self.drawn.borrow().get(self.used.get()).copied();
        let number = known.or_else(|| self.draw())?;
        self.used.set(self.used.get() + 1);
        Some(number)
    }

    /// Abandons the running action after its code has panicked.
    pub fn abandon(&self) {
        self.busy.set(false);
        self.method.set(None);
    }

    /// Sets metadata for the action's log entry. Those of a move replace its earlier ones; those of other
    /// callbacks are added. Returns `false` if no action runs.
    pub fn set_metadata(&self, metadata: Option<V>) -> bool {
        if !self.busy.get() {
            return false;
        }
        if let Some(shared) = &*self.shared_metadata.borrow() {
            shared.replace(metadata);
        } else if self.method.get() == Some(Method::Move) {
            self.metadata.replace(metadata);
        } else {
            self.hook_metadata.borrow_mut().extend(metadata);
        }
        true
    }

    /// Emits an effect of the action. Returns `false` if no action runs. Ignores effects of a search.
    pub fn emit(&self, effect: V) -> bool {
        let mut effects = self.effects.borrow_mut();
        if self.busy.get() && !self.searches.get() && effects.len() <= MOST_EFFECTS {
            effects.push(effect);
        }
        self.busy.get()
    }

    /// Returns `true` if the last action has emitted an effect.
    pub fn has_effects(&self) -> bool {
        !self.effects.borrow().is_empty()
    }

    /// Returns the effects that the last action has emitted.
    pub fn effects(&self) -> Vec<V>
    where
        V: Clone,
    {
        self.effects.borrow().clone()
    }

    /// Returns the players whose situation restarted with the last action.
    pub fn restarted(&self) -> Restarted {
        self.restarted.borrow().clone()
    }

    /// Notes that a player's situation restarts. `None`: that of all players.
    pub(super) fn note_restarted(&self, player: Option<&PlayerID>) {
        let mut restarted = self.restarted.borrow_mut();
        match player {
            None => restarted.everybody = true,
            Some(player) => restarted.players.push(player.clone()),
        }
    }

    /// Opens the context for an action with this origin of random numbers. Returns `None` if another action
    /// runs.
    pub(super) fn open(&self, chance: &Chance, metadata: Option<Metadata<V>>) -> Option<OpenContext<'_, V>> {
        if self.busy.replace(true) {
            return None;
        }
        self.searches.set(false);
        self.drawn.borrow_mut().clear();
        self.clear(chance, metadata);
        Some(OpenContext(self))
    }

    /// Turns the open action into one of a search. It draws from the state's generator even if matches draw
    /// from a source, because a search must draw the same numbers again with the same seed.
    pub(super) fn begin_search(&self, chance: &Chance) {
        self.searches.set(true);
        self.chance.replace(chance.clone());
    }

    /// Returns `true` during an action of a search.
    pub fn searches(&self) -> bool {
        self.searches.get()
    }

    /// Runs an action within the open one, which is unchanged afterwards.
    pub(super) fn isolated<R>(&self, chance: &Chance, run: impl FnOnce() -> R) -> R {
        let outside = ActionContext::new();
        self.swap(&outside);
        self.chance.replace(chance.clone());
        let was_isolated = self.is_isolated.replace(true);
        let result = run();
        self.is_isolated.set(was_isolated);
        self.swap(&outside);
        result
    }

    /// Exchanges everything that belongs to an action.
    fn swap(&self, other: &Self) {
        self.queue.swap(&other.queue);
        self.chance.swap(&other.chance);
        self.drawn.swap(&other.drawn);
        self.used.swap(&other.used);
        self.restarted.swap(&other.restarted);
        self.metadata.swap(&other.metadata);
        self.hook_metadata.swap(&other.hook_metadata);
        self.effects.swap(&other.effects);
        self.shared_metadata.swap(&other.shared_metadata);
    }

    /// Discards everything that the action has done so far. It gets the same random numbers again.
    pub(super) fn clear(&self, chance: &Chance, metadata: Option<Metadata<V>>) {
        self.drop_results();
        self.used.set(0);
        self.chance.replace(match chance {
            // The match used a generator until now.
            Chance::Seeded(_) if self.has_source() && !self.searches() => Chance::UNTOUCHED,
            chance => chance.clone(),
        });
        // Cleared, not replaced, to reuse its memory.
        let mut restarted = self.restarted.borrow_mut();
        restarted.everybody = false;
        restarted.players.clear();
        self.shared_metadata.replace(metadata);
    }

    /// Runs a callback of this kind. Events that it calls are queued with its kind.
    pub(super) fn within<R>(&self, method: Method, ctx: &Ctx<V>, run: impl FnOnce() -> R) -> R {
        self.method.set(Some(method));
        self.turn.set(ctx.turn);
        self.phase.replace(ctx.phase.clone());
        let answer = run();
        self.method.set(None);
        answer
    }

    /// Returns the origin of random numbers after those drawn so far.
    pub(super) fn chance(&self) -> Chance {
        match &*self.chance.borrow() {
            Chance::Secure { drawn } => Chance::Secure { drawn: drawn + self.used.get() as u64 },
            seeded => seeded.clone(),
        }
    }

    fn draw(&self) -> Option<f64> {
        let source = self.source.borrow().clone().filter(|_| !self.is_isolated.get())?;
        let number = source()?;
        self.drawn.borrow_mut().push(number);
        Some(number)
    }

    pub(super) fn metadata(&self) -> Option<V>
    where
        V: Clone,
    {
        match &*self.shared_metadata.borrow() {
            Some(shared) => shared.borrow().clone(),
            None => self.metadata.borrow().clone(),
        }
    }

    /// Returns the metadata that hooks have set with `log.setMetadata`.
    pub(super) fn hook_metadata(&self) -> Vec<V>
    where
        V: Clone,
    {
        self.hook_metadata.borrow().clone()
    }

    /// Returns the queued event with this index.
    pub(super) fn queued(&self, index: usize) -> Option<Rc<Queued<V>>> {
        self.queue.borrow().get(index).cloned()
    }

    /// Returns `true` if an event was called.
    pub(super) fn has_queued(&self) -> bool {
        !self.queue.borrow().is_empty()
    }

    /// Drops what a refused move has left: events, effects and log metadata.
    pub(super) fn drop_results(&self) {
        self.drop_events();
        self.effects.borrow_mut().clear();
        self.metadata.replace(None);
        self.hook_metadata.borrow_mut().clear();
    }

    /// Drops all queued events.
    pub(super) fn drop_events(&self) {
        self.queue.borrow_mut().clear();
    }

    /// Returns `true` if an event from this index on satisfies the condition.
    pub(super) fn any_queued(&self, from: usize, condition: impl Fn(&Queued<V>) -> bool) -> bool {
        self.queue.borrow().iter().skip(from).any(|queued| condition(queued))
    }

    /// Removes the first event from this index on that satisfies the condition, and returns it.
    pub(super) fn take_queued(
        &self,
        from: usize,
        condition: impl Fn(&Queued<V>) -> bool,
    ) -> Option<Rc<Queued<V>>> {
        let mut queue = self.queue.borrow_mut();
        let index = queue.iter().skip(from).position(|queued| condition(queued))? + from;
        Some(queue.remove(index))
    }

    /// Calls `call` with the callback and the phase of each event from this index on. It must not call
    /// events.
    pub(super) fn for_each_caller(&self, from: usize, mut call: impl FnMut(Option<Method>, Option<&Name>)) {
        for queued in self.queue.borrow().iter().skip(from) {
            call(queued.called_from, queued.phase.as_ref());
        }
    }
}

impl<V> Default for ActionContext<V> {
    fn default() -> Self {
        ActionContext::new()
    }
}

/// A context shared by the engine and its host.
pub type SharedContext<V> = Rc<ActionContext<V>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_context_takes_and_gives_nothing() {
        let context: ActionContext<u8> = ActionContext::new();
        assert!(!context.call_event(Event::EndPhase));
        assert!(!context.set_metadata(Some(1)));
        assert_eq!((context.number(), context.metadata()), (None, None));
    }

    #[test]
    fn each_action_begins_with_a_clear_context() {
        let context: ActionContext<u8> = ActionContext::new();
        let random = Chance::Seeded(Random::seeded("7"));
        let open = context.open(&random, None);
        assert!(context.call_event(Event::EndPhase) && context.set_metadata(Some(1)));
        let first = context.number();
        drop(open);
        let _open = context.open(&random, None);
        assert!(context.queued(0).is_none());
        assert_eq!((context.number(), context.metadata()), (first, None));
    }

    #[test]
    fn metadata_of_hooks_do_not_replace_those_of_the_move() {
        let context = ActionContext::new();
        let _open = context.open(&Chance::Seeded(Random::seeded("")), None);
        let ctx = Ctx::before_first_turn(2, None);
        context.within(Method::Move, &ctx, || [1, 2].map(|noted| context.set_metadata(Some(noted))));
        context.within(Method::TurnOnMove, &ctx, || [3, 4].map(|noted| context.set_metadata(Some(noted))));
        assert_eq!((context.metadata(), context.hook_metadata()), (Some(2), Vec::from([3, 4])));
        context.clear(&Chance::Seeded(Random::seeded("")), None);
        assert_eq!((context.metadata(), context.hook_metadata()), (None, Vec::new()));
    }

    #[test]
    fn one_action_is_processed_at_a_time() {
        let context: ActionContext<u8> = ActionContext::new();
        let random = Chance::Seeded(Random::seeded(""));
        let open = context.open(&random, None);
        assert!(open.is_some() && context.is_busy());
        assert!(context.open(&random, None).is_none() && context.is_busy());
        drop(open);
        assert!(!context.is_busy());
    }

    #[test]
    fn an_event_remembers_where_and_when_it_was_called() {
        let context: ActionContext<u8> = ActionContext::new();
        let _open = context.open(&Chance::Seeded(Random::seeded("")), None);
        let ctx = Ctx { turn: 3, ..Ctx::before_first_turn(2, Some("draw".into())) };
        context.within(Method::TurnOnMove, &ctx, || context.call_event(Event::EndStage));
        context.call_event(Event::EndPhase);
        let mut callers = Vec::new();
        context.for_each_caller(0, |method, phase| callers.push((method, phase.cloned())));
        assert_eq!(callers.first(), Some(&(Some(Method::TurnOnMove), Some("draw".into()))));
        assert_eq!(callers.get(1).map(|(method, _)| *method), Some(None));
        assert_eq!(context.queued(0).map(|queued| queued.turn), Some(3));
    }
}

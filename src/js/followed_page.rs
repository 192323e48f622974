//! The page of a client: JavaScript objects by number.

use alloc::rc::Rc;

use super::bound::BoundHost;
use super::imports;
use super::memory;
use super::read::ListReader;
use super::read::state::StateReader;
use super::values::ValueId;
use super::write::Converter;
use crate::codes::{Wait, answer, place};
use crate::core::{Engine, Refusal, State, check_state};
use crate::sync::{Ahead, LoadError, Page, Seen};

/// The page of a client.
pub struct FollowedPage<H: BoundHost>(pub Rc<Engine<H>>);

impl<H: BoundHost> FollowedPage<H> {
    /// Returns the JavaScript object of a state.
    pub fn value_of(&self, seen: &Seen<H, ValueId>) -> ValueId {
        match seen {
            Seen::Confirmed(confirmed) => confirmed.sent.clone(),
            Seen::Ahead(ahead) => {
                let known = ahead.shown.borrow().clone();
                known.unwrap_or_else(|| {
                    let made = self.made(ahead);
                    ahead.shown.replace(Some(made.clone()));
                    made
                })
            }
        }
    }

    fn made(&self, ahead: &Ahead<H, ValueId>) -> ValueId {
        let Ahead { state, can_undo, base, .. } = ahead;
        let (base, host) = (base.borrow(), &self.0.host);
        let converter = Converter::of(&self.0);
        let plugins = converter.plugins(&state.plugins);
        ValueId::new(imports::keep_ahead(
            base.confirmed.sent.id(),
            host.show(&state.g).id(),
            host.bound().contexts.ctx_of_state(&state.ctx).id(),
            plugins.id(),
            converter.log(&base.log),
            state.deltalog.len(),
            state.state_id as f64,
            *can_undo,
        ))
    }

    /// Reads the state in the list.
    fn read(&self) -> Option<State<H>> {
        let Engine { game, host, context } = &*self.0;
        let reader = StateReader {
            host,
            list: ListReader::new(&host.bound().names),
            moves: &game.move_names,
            plugins: game.plugins.len(),
            differences: game.differences,
            random: None,
            has_source: context.has_source(),
        };
        reader.state()
    }
}

impl<H: BoundHost> Page<H> for FollowedPage<H> {
    type Sent = ValueId;
    type Action = ValueId;
    type Error = ValueId;

    fn load(&self, sent: &ValueId) -> Result<State<H>, LoadError<ValueId>> {
        let misfit = imports::hand_over(sent.id());
        if misfit == answer::THREW {
            self.has_failed();
            return Err(LoadError::Thrown);
        }
        if misfit != place::NONE {
            return Err(LoadError::Misfit(ValueId::new(misfit as u32)));
        }
        let read = self.read();
        if self.has_failed() {
            return Err(LoadError::Thrown);
        }
        let Some(state) = read else { return Err(LoadError::Thrown) };
        match check_state(&state, &self.0.game) {
            Ok(()) => {
                memory::reserve();
                Ok(state)
            }
            Err(refusal) => Err(LoadError::Misfit(self.error(*refusal))),
        }
    }

    fn shows_same(&self, one: &Seen<H, ValueId>, other: &Seen<H, ValueId>) -> bool {
        imports::is_same(self.value_of(one).id(), self.value_of(other).id()) > 0
    }

    fn error(&self, refusal: Refusal<ValueId>) -> ValueId {
        let payload = ValueId::id_or_undefined(refusal.payload.as_ref());
        ValueId::new(imports::keep_refusal(refusal.kind.name(), &refusal.message, payload))
    }

    fn waits(&self, action: &ValueId, why: Wait) {
        imports::waits(action.id(), why as u32);
    }

    fn begin(&self, action: &ValueId) {
        imports::begin(action.id());
    }

    fn replays(&self) {
        imports::replays();
    }

    fn emits(&self, action: &ValueId, effects: &[ValueId]) {
        effects.iter().for_each(|effect| imports::emits(action.id(), effect.id()));
    }

    fn has_failed(&self) -> bool {
        imports::catch_thrown()
    }
}

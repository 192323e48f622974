//! Matches at their masters, played by one engine for all matches of a game.

use alloc::rc::Rc;

use super::bound::BoundHost;
use super::hosted_match::HostedMatch;
use super::imports;
use super::ledger::{read_ledger, write_ledger};
use super::memory;
use super::names::Names;
use super::read::{ListReader, chosen_move, request_of};
use super::values::ValueId;
use super::write::Converter;
use crate::codes::{self, admitted, announcement, request};
use crate::core::{
    ActionKind, ClockOrder, Name, Parser, PlayerID, Refusal, Request, State, Timeout, ends_history,
    shorten_history,
};
use crate::sync::{Ack, Announcement, Asked, Decision, Keeper, Master, Proposal, Provenance};

/// An action for a master, as `GameEngine::propose` describes it. The argument of an event comes next in the
/// list.
struct Asking<'a> {
    from: usize,
    to: usize,
    seen: u64,
    player: PlayerID,
    provenance: Option<Provenance>,
    request: u32,
    place: i32,
    /// `true` if the `onTimeout` of a time-out has failed.
    ahead: bool,
    value: ValueId,
    argument: ListReader<'a>,
}

impl<H: BoundHost> HostedMatch<H> {
    /// Stores the present state in a slot, with the ledger in the list.
    pub(super) fn hold_as_stored(&self, number: usize) {
        let ledger = read_ledger(&mut self.list());
        if let Some(state) = self.state.borrow().clone() {
            self.fill(number, Master::restored(state, ledger));
        }
    }

    /// Proposes the result of the action in the list. Returns `true` if there is something to store.
    pub(super) fn propose_as_master(&self) -> bool {
        let asking = self.asking();
        let Some(held) = self.held(asking.from) else { return false };
        let (from, request, to) = (held.state(), asking.request, asking.to);
        let owner = Owner { hosted: self, from, request };
        let proposal = match (request, ClockOrder::at(asking.place as usize)) {
            (request::LEAVE, _) => held.propose_leave(&self.engine, &owner, &asking.player),
            (request::TIMEOUT, _) => {
                let Asking { player, seen: deadline, ahead: has_failed, place, value, .. } = asking;
                let (deadline, chosen) = (deadline as f64, chosen_move(place, value));
                let timeout = Timeout { player, deadline, has_failed, chosen };
                held.propose_timeout(&self.engine, &owner, timeout)
            }
            (request::CLOCK, Some(order)) => held.propose_clock(&self.engine, &owner, order),
            _ => held.propose(&self.engine, &owner, &self.asked(asking, &owner)),
        };
        // The guard throws an exception again. Nothing of the proposal must stay.
        !imports::has_thrown() && self.conclude(proposal, to)
    }

    /// Reads the action from the list.
    fn asking(&self) -> Asking<'_> {
        let names = &self.engine.host.bound().names;
        let mut list = ListReader::from(names, 2);
        let mut numbers = list.floats::<12>().into_iter();
        let mut next = || numbers.next().unwrap_or_default();
        codes::asked! {
            from = next() as usize;
            to = next() as usize;
            seen = next() as u64;
            player = next();
            session = next();
            seq = next() as u64;
            first = next() as u64;
            depends_on = next() as u64;
            ahead = next() != 0.0;
            request = next() as u32;
            place = next() as i32;
            value = ValueId::new(next() as u32);
        }
        let [player, session] = named(names, [player, session]);
        let provenance = (seq > 0).then(|| Provenance {
            session,
            seq,
            first,
            depends_on: (depends_on > 0).then_some(depends_on),
            ahead,
        });
        Asking { from, to, seen, player, provenance, request, place, ahead, value, argument: list }
    }

    /// Passes the decision to the host. Returns `true` if there is something to store.
    fn conclude(&self, proposal: Proposal<H, ValueId>, to: usize) -> bool {
        let (error, refused) = match &proposal.decision {
            Decision::Repeated | Decision::Done => (ValueId::undefined(), None),
            Decision::Refused(error) => (error.clone(), None),
            Decision::TurnedAway { error, ack } => {
                let range = |ack: &Ack<ValueId>| ack.refused.first().map(|(first, _)| (*first, ack.last));
                (error.clone(), ack.as_ref().and_then(range))
            }
        };
        let (first, last) = refused.unwrap_or_default();
        let names = &self.engine.host.bound().names;
        let ledger =
            proposal.next.as_ref().map(|next| write_ledger(names, next.ledger())).unwrap_or_default();
        imports::conclude(code_of(proposal.announcement), error.id(), first as f64, last as f64, &ledger);
        let Some(next) = proposal.next else { return false };
        self.state.replace(Some(Rc::clone(next.state())));
        self.fill(to, next);
        true
    }

    /// Converts the action for the master, with the error if it is invalid.
    fn asked(&self, asking: Asking<'_>, owner: &Owner<'_, H>) -> Asked<ValueId, ValueId> {
        let Asking { seen, player, provenance, request, place, value, mut argument, .. } = asking;
        let game = &self.engine.game;
        let named = request_of(request, place);
        let allowed =
            || game.check(&owner.from.ctx, Some(&player), named).map_err(|refusal| owner.error(*refusal));
        let action = match (request, named) {
            (request::NOTHING, _) => Err(value),
            (request::UNDO, _) => Ok(ActionKind::Undo),
            (request::REDO, _) => Ok(ActionKind::Redo),
            (_, Request::Move(Some(id))) => Ok(ActionKind::Move { id, args: value }),
            (_, Request::Plugin(Some(index))) => Ok(ActionKind::Plugin { index, payload: value }),
            // Checked by its name first: with this argument it may be another event.
            (_, Request::Event(Some(kind))) => {
                allowed().map(|_| ActionKind::Event(Parser::new(&mut argument, game.differences).event(kind)))
            }
            _ => Err(allowed().err().unwrap_or_else(ValueId::undefined)),
        };
        Asked { player, action, provenance, seen }
    }
}

/// Returns the first two names of the list, by their numbers if they have any. Resolves numbers first,
/// because a new name may get a number that was another's.
fn named(names: &Names, numbers: [f64; 2]) -> [Name; 2] {
    let [player, session] = numbers.map(|number| names.numbered(usize::try_from(number as i64).ok()?));
    let at = |known: Option<Name>, place| known.or_else(|| names.name_at(place)).unwrap_or_default();
    [at(player, 0), at(session, 1)]
}

fn code_of(announcement: Announcement) -> i32 {
    match announcement {
        Announcement::Nothing => announcement::NOTHING,
        Announcement::State => announcement::STATE,
        Announcement::Acks => announcement::ACKS,
        Announcement::Match => announcement::MATCH,
    }
}

/// The owner of all masters, in JavaScript.
struct Owner<'a, H: BoundHost> {
    hosted: &'a HostedMatch<H>,
    /// State in which the action runs.
    from: &'a State<H>,
    request: u32,
}

impl<H: BoundHost> Keeper<H> for Owner<'_, H> {
    type Error = ValueId;

    fn error(&self, Refusal { kind, message, payload }: Refusal<ValueId>) -> ValueId {
        let payload = ValueId::id_or_undefined(payload.as_ref());
        ValueId::new(imports::make_error(kind.name(), &message, payload) as u32)
    }

    /// Asks the host whether the state can be stored and sent.
    fn admit(&self, mut next: State<H>) -> Result<Rc<State<H>>, ValueId> {
        let game = &self.hosted.engine.game;
        shorten_history(&mut next, game);
        memory::reserve();
        let is_end =
            ends_history(self.from, game) || (self.request != request::UNDO && ends_history(&next, game));
        let state = Converter::of(&self.hosted.engine).state(&next, 0);
        match imports::admit(state, is_end) {
            admitted::YES => Ok(Rc::new(next)),
            admitted::LOADED => self.hosted.state.borrow().clone().ok_or_else(ValueId::undefined),
            error => Err(ValueId::new(error as u32)),
        }
    }
}

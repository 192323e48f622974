//! The answers of a JavaScript game's `ai` to a search, called across the boundary.

use alloc::vec::Vec;

use super::super::bound::BoundHost;
use super::super::host::GameHost;
use super::super::imports::{Thrown, answered, catch_thrown, numbers_at};
use super::super::names::Names;
use super::super::read::ListReader;
use super::super::values::ValueId;
use super::super::write::When;
use super::imports;
use crate::bot::{Advice, Draw, share_among_winners};
use crate::codes::{drawn, judged, place, value};
use crate::core::{ActionKind, Ctx, Differences, Event, EventKind, Fault, Parser, PlayerID, Random, State};

/// The optional functions of a game's `ai`.
#[derive(Clone, Copy, Default)]
pub struct AiFunctions {
    /// `determinize`: returns a possible complete state for a seat's view.
    pub has_determinize: bool,
    /// `score`: returns the value of a state.
    pub has_score: bool,
    /// `objectives`: ends playouts early.
    pub has_objectives: bool,
}

/// Actions by the numbers that JavaScript gives them.
#[derive(Default)]
pub struct KnownActions {
    kinds: Vec<ActionKind<ValueId>>,
    drawn_args: Option<ValueId>,
    /// Buffer, reused for each list of actions.
    numbers: Vec<f64>,
    has_failed: bool,
}

impl KnownActions {
    /// Starts a search without failures.
    pub fn begin(&mut self) {
        self.has_failed = false;
    }
}

/// Advice for one search.
pub struct GameAdvice<'a> {
    /// The game.
    pub host: &'a GameHost,
    /// Searched position.
    pub root: &'a State<GameHost>,
    /// Functions that the game's `ai` has.
    pub ai: AiFunctions,
    /// Known actions.
    pub known: &'a mut KnownActions,
}

impl GameAdvice<'_> {
    fn names(&self) -> &Names {
        &self.host.bound().names
    }

    /// Returns the `ctx` of a state as games and bots see it.
    fn ctx_of(&self, ctx: &Ctx<ValueId>, player: Option<&PlayerID>) -> ValueId {
        let contexts = &self.host.bound().contexts;
        contexts.show(ctx, player, When::Now).map_or_else(|| contexts.build(ctx), |objects| objects.of_state)
    }

    /// Returns the action for a number of `codes::drawn`.
    fn kind(&self, said: i32, args: &ValueId) -> ActionKind<ValueId> {
        match usize::try_from(said) {
            Ok(id) => ActionKind::Move { id, args: args.clone() },
            Err(_) => ActionKind::Event(self.event((drawn::EVENT - said) as usize)),
        }
    }

    /// Parses the event whose argument is in the list.
    fn event(&self, place: usize) -> Event<ValueId> {
        let kind = EventKind::at(place).unwrap_or(EventKind::EndTurn);
        Parser::new(&mut ListReader::new(self.names()), Differences::default()).event(kind)
    }

    /// Loads the actions that were listed for the first time.
    fn learn(&mut self, number: u32) {
        while self.known.kinds.len() <= number as usize {
            let next = self.known.kinds.len() as u32;
            let args = ValueId::new(imports::args_at(next));
            let kind = self.kind(imports::action_at(next), &args);
            self.known.kinds.push(kind);
        }
    }
}

impl Advice<GameHost> for GameAdvice<'_> {
    type Action = u32;

    fn enumerate(&mut self, state: &State<GameHost>, player: &PlayerID, actions: &mut Vec<u32>) {
        let ctx = self.ctx_of(&state.ctx, Some(player));
        let seat = self.names().number_of(Some(player));
        let count = imports::list_actions(state.g.id(), ctx.id(), seat);
        let mut numbers = core::mem::take(&mut self.known.numbers);
        numbers.resize(count, 0.0);
        numbers_at(0, &mut numbers);
        for number in &numbers {
            self.learn(*number as u32);
            actions.push(*number as u32);
        }
        self.known.numbers = numbers;
    }

    fn kind_of(&self, action: &u32) -> ActionKind<ValueId> {
        let known = self.known.kinds.get(*action as usize).cloned();
        known.unwrap_or_else(|| ActionKind::Event(Event::EndTurn(None)))
    }

    fn draws(&self) -> bool {
        true
    }

    fn draw(
        &mut self,
        state: &State<GameHost>,
        player: &PlayerID,
        draw: Draw,
        number: f64,
    ) -> Option<ActionKind<ValueId>> {
        let said = match draw {
            Draw::Again => imports::draw_again(number),
            Draw::First => {
                let ctx = self.ctx_of(&state.ctx, Some(player));
                let seat = self.names().number_of(Some(player));
                imports::draw_action(state.g.id(), ctx.id(), seat, number)
            }
        };
        if said == drawn::NOTHING {
            return None;
        }
        let args = self.known.drawn_args.get_or_insert_with(|| ValueId::new(imports::drawn_args())).clone();
        Some(self.kind(said, &args))
    }

    fn judge(&mut self, state: &State<GameHost>, players: &[PlayerID], rewards: &mut [f64]) {
        let outcome = ValueId::id_or_undefined(state.ctx.gameover.as_ref());
        let ctx = self.ai.has_score.then(|| self.ctx_of(&state.ctx, players.first()));
        let said =
            imports::judge_match(outcome, state.g.id(), ctx.as_ref().map_or(value::UNDEFINED, ValueId::id));
        match usize::try_from(said) {
            Ok(winner) => share_among_winners(&[winner], rewards),
            Err(_) if said == judged::LISTED => numbers_at(0, rewards),
            Err(_) => share_among_winners(&[], rewards),
        }
    }

    fn is_judgement_final(&self) -> bool {
        !self.ai.has_score
    }

    fn determinize(&mut self, random: &mut Random) -> Result<Option<State<GameHost>>, Thrown> {
        if !self.ai.has_determinize {
            return Ok(None);
        }
        let ctx = self.ctx_of(&self.root.ctx, None);
        let made_up = answered(imports::make_up_g(self.root.g.id(), ctx.id(), random.number()))?;
        Ok(Some(State { g: ValueId::new(made_up as u32), ..self.root.clone() }))
    }

    fn is_same_g(&self, one: &ValueId, other: &ValueId) -> bool {
        imports::is_same_g(one.id(), other.id()) == 1
    }

    fn determinizes(&self) -> bool {
        self.ai.has_determinize
    }

    fn objective(&mut self, state: &State<GameHost>, player: &PlayerID) -> Option<f64> {
        if !self.ai.has_objectives {
            return None;
        }
        let ctx = self.ctx_of(&state.ctx, Some(player));
        let score = imports::ask_objectives(state.g.id(), ctx.id(), self.names().number_of(Some(player)));
        (!score.is_nan()).then_some(score)
    }

    fn note_failed(
        &mut self,
        player: Option<&PlayerID>,
        action: Option<&u32>,
        fault: &Fault<Thrown, ValueId>,
    ) {
        let is_first = !core::mem::replace(&mut self.known.has_failed, true);
        let (player, action) =
            (self.names().number_of(player), action.map_or(place::NONE, |action| *action as i32));
        match fault {
            Fault::Thrown(Thrown) => {
                catch_thrown();
                imports::note_thrown(player, action);
            }
            Fault::Refused(refusal) if is_first => imports::note_refused(player, action, &refusal.message),
            Fault::Refused(_) => {}
        }
    }
}

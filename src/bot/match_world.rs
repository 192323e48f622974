//! A match of the engine as a [`World`].

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::world::{Played, Seat, World, play_any_listed};
use rondel_core::{
    Action, ActionKind, Alea, Chance, Ctx, Engine, Fault, Halt, Host, PlayerID, Random, State, as_text,
};

/// The answers of a game to a search, in addition to its rules: the game's `ai`.
pub trait Advice<H: Host> {
    /// Type of the actions of a player. A small value, because a search copies and compares many.
    type Action: Clone + PartialEq;

    /// Adds the possible actions of the player to `actions`, in the same order each time.
    fn enumerate(&mut self, state: &State<H>, player: &PlayerID, actions: &mut Vec<Self::Action>);

    /// Returns the move or event of an action.
    fn kind_of(&self, action: &Self::Action) -> ActionKind<H::Value>;

    /// Writes the value of the state for each player, as [`World::judge`] does.
    fn judge(&mut self, state: &State<H>, players: &[PlayerID], rewards: &mut [f64]);

    /// Returns a possible complete state for the view of the bot's seat, with random numbers of this
    /// generator. Returns `None` if the bot sees the whole state.
    ///
    /// # Errors
    /// Exceptions of the game's code.
    fn determinize(&mut self, _random: &mut Random) -> Result<Option<State<H>>, H::Exception> {
        Ok(None)
    }

    /// Returns `true` if both `G` show bots the same and allow them the same actions.
    fn is_same_g(&self, one: &H::G, other: &H::G) -> bool;

    /// Returns `true` if [`Advice::determinize`] returns states.
    fn determinizes(&self) -> bool {
        false
    }

    /// As [`World::objective`].
    fn objective(&mut self, _state: &State<H>, _player: &PlayerID) -> Option<f64> {
        None
    }

    /// As [`World::is_judgement_final`].
    fn is_judgement_final(&self) -> bool {
        true
    }

    /// Returns `true` if [`Advice::draw`] is implemented, so that playouts need no list of actions.
    fn draws(&self) -> bool {
        false
    }

    /// Draws one of the possible actions of the player, each with the same chance, with a number that is at
    /// least 0 and less than 1. Returns `None` if no action is left.
    fn draw(
        &mut self,
        _state: &State<H>,
        _player: &PlayerID,
        _draw: Draw,
        _number: f64,
    ) -> Option<ActionKind<H::Value>> {
        None
    }

    /// Notes that a listed action is about to be made.
    fn note_begun(&mut self, _seat: Seat, _action: &Self::Action) {}

    /// Notes that an action failed or was refused. Without an action: a drawn one, or, also without a player,
    /// something else.
    fn note_failed(
        &mut self,
        _player: Option<&PlayerID>,
        _action: Option<&Self::Action>,
        _fault: &Fault<H::Exception, H::Value>,
    ) {
    }
}

/// Number of the draw in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// First draw, from all actions.
    First,
    /// Another draw without the actions drawn before, because they were refused.
    Again,
}

/// A match that a search continues from one state, in the engine's search mode.
pub struct MatchWorld<'a, H: Host, D: Advice<H>> {
    engine: &'a Engine<H>,
    root: &'a State<H>,
    advice: D,
    players: Vec<PlayerID>,
    searcher: Option<PlayerID>,
    now: Option<State<H>>,
}

impl<'a, H: Host, D: Advice<H>> MatchWorld<'a, H, D> {
    /// Creates a world that begins with this state. If several players may act, the searcher acts first.
    pub fn new(engine: &'a Engine<H>, root: &'a State<H>, searcher: Option<PlayerID>, advice: D) -> Self {
        let players = players_of(&root.ctx);
        MatchWorld { engine, root, advice, players, searcher, now: None }
    }

    /// Continues a world in the state in which a search paused.
    pub fn resumed(self, now: Option<State<H>>) -> Self {
        MatchWorld { now, ..self }
    }

    /// Returns the present state, for [`MatchWorld::resumed`].
    pub fn into_now(self) -> Option<State<H>> {
        self.now
    }

    /// Returns the players in the order of their seats.
    pub fn players(&self) -> &[PlayerID] {
        &self.players
    }

    /// Returns the present state, if the match was begun.
    pub fn now(&self) -> Option<&State<H>> {
        self.now.as_ref()
    }

    pub(super) fn root(&self) -> &State<H> {
        self.root
    }

    /// Returns `true` if the present state is like this one.
    pub(super) fn is_at(&self, state: &State<H>) -> bool {
        let is_same =
            |now: &State<H>| is_same_ctx(&now.ctx, &state.ctx) && self.advice.is_same_g(&now.g, &state.g);
        self.now.as_ref().is_some_and(is_same)
    }

    fn fork(&mut self, random: &mut Random) -> Result<State<H>, Fault<H::Exception, H::Value>> {
        let made_up = self.advice.determinize(random).map_err(Fault::Thrown)?;
        let mut state = self.engine.fork(made_up.as_ref().unwrap_or(self.root))?;
        let prng = Alea { c: 1.0, s0: random.number(), s1: random.number(), s2: random.number() };
        state.plugins_mut().random =
            Chance::Seeded(Random { seed: Rc::clone(&random.seed), prng: Some(prng) });
        Ok(state)
    }

    fn act(&mut self, seat: Seat, listed: Option<&D::Action>, kind: ActionKind<H::Value>) -> Played {
        let (Some(state), Some(player)) = (&mut self.now, self.players.get(seat)) else {
            return Played::Spoiled;
        };
        let action = Action { kind, player_id: Some(player.clone()), credentials: None };
        let before = generator(state);
        let halt = match self.engine.advance(state, &action) {
            Ok(()) if generator(state) == before => return Played::Done,
            Ok(()) => return Played::ByChance,
            Err(halt) => halt,
        };
        let played = match &halt {
            Halt::Refused(_) => Played::Refused,
            Halt::Spoiled(_) => Played::Spoiled,
        };
        self.advice.note_failed(action.player_id.as_ref(), listed, &halt.into_fault());
        played
    }
}

impl<H: Host, D: Advice<H>> World for MatchWorld<'_, H, D> {
    type Action = D::Action;

    fn seats(&self) -> usize {
        self.players.len()
    }

    fn begin(&mut self, random: &mut Random) -> bool {
        match self.fork(random) {
            Ok(state) => self.now = Some(state),
            Err(fault) => {
                self.now = None;
                self.advice.note_failed(None, None, &fault);
            }
        }
        self.now.is_some()
    }

    fn mover(&self) -> Option<Seat> {
        let ctx = &self.now.as_ref()?.ctx;
        let seat = |player: &PlayerID| self.players.iter().position(|known| known == player);
        if ctx.gameover.is_some() {
            return None;
        }
        let Some(active) = &ctx.active_players else { return seat(ctx.current_player.as_ref()?) };
        let searcher = self.searcher.as_ref().filter(|player| active.contains(player));
        let in_order = || ctx.play_order.iter().map(as_text).find(|player| active.contains(player));
        let any = || active.entries().iter().next().map(|(player, _)| player.clone());
        seat(&searcher.cloned().or_else(in_order).or_else(any)?)
    }

    fn enumerate(&mut self, seat: Seat, actions: &mut Vec<D::Action>) {
        if let (Some(state), Some(player)) = (&self.now, self.players.get(seat)) {
            self.advice.enumerate(state, player, actions);
        }
    }

    fn play(&mut self, seat: Seat, action: &D::Action) -> Played {
        let kind = self.advice.kind_of(action);
        self.advice.note_begun(seat, action);
        self.act(seat, Some(action), kind)
    }

    fn play_any(&mut self, seat: Seat, random: &mut Random, actions: &mut Vec<D::Action>) -> Option<Played> {
        if !self.advice.draws() {
            return play_any_listed(self, seat, random, actions);
        }
        let mut draw = Draw::First;
        loop {
            let (state, player) = (self.now.as_ref()?, self.players.get(seat)?);
            let kind = self.advice.draw(state, player, draw, random.number())?;
            match self.act(seat, None, kind) {
                Played::Refused => draw = Draw::Again,
                played => return Some(played),
            }
        }
    }

    fn judge(&mut self, rewards: &mut [f64]) {
        if let Some(state) = &self.now {
            self.advice.judge(state, &self.players, rewards);
        }
    }

    fn objective(&mut self, seat: Seat) -> Option<f64> {
        self.advice.objective(self.now.as_ref()?, self.players.get(seat)?)
    }

    fn is_turn_shared(&self) -> bool {
        let active = self.now.as_ref().and_then(|state| state.ctx.active_players.as_ref());
        active.is_some_and(|active| active.entries().as_slice().len() > 1)
    }

    fn deals_each_time(&self) -> bool {
        self.advice.determinizes()
    }

    fn is_judgement_final(&self) -> bool {
        self.advice.is_judgement_final()
    }
}

/// Returns the seats, and other players in the game's play order. Shares the IDs of the play order, because
/// identical strings are compared fastest.
pub fn players_of<V>(ctx: &Ctx<V>) -> Vec<PlayerID> {
    let in_order: Vec<PlayerID> = ctx.play_order.iter().map(as_text).collect();
    let mut players: Vec<PlayerID> = (0..ctx.num_players)
        .map(|seat| PlayerID::from(alloc::format!("{seat}")))
        .map(|seat| in_order.iter().find(|known| **known == seat).cloned().unwrap_or(seat))
        .collect();
    for player in in_order {
        if !players.contains(&player) {
            players.push(player);
        }
    }
    players
}

/// Returns `true` if the same actions are possible by `ctx`. Ignores the fields that contain the game's own
/// values.
fn is_same_ctx<V>(one: &Ctx<V>, other: &Ctx<V>) -> bool {
    one.turn == other.turn
        && one.current_player == other.current_player
        && one.play_order == other.play_order
        && one.play_order_pos == other.play_order_pos
        && one.phase == other.phase
        && one.num_moves == other.num_moves
        && one.gameover.is_some() == other.gameover.is_some()
        && one.removed == other.removed
        && one.active_players == other.active_players
}

/// Returns the generator of a state, to detect whether a number was drawn.
fn generator<H: Host>(state: &State<H>) -> Option<Alea> {
    match &state.plugins.random {
        Chance::Seeded(random) => random.prng,
        Chance::Secure { .. } => None,
    }
}

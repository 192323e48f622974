//! A match of the engine as a world for searches.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::world::{Played, Seat, World, play_any_listed};
use rondel_core::{
    Action, ActionKind, Alea, Chance, Ctx, Engine, Fault, Halt, Host, PlayerID, Random, State, as_text,
};

/// What a game gives bots, besides its rules: its `ai`.
pub trait Advice<H: Host> {
    /// Something that a player may do. A small value: a search copies and compares many.
    type Action: Clone + PartialEq;

    /// Adds what the player may do now, in the same order each time.
    fn enumerate(&mut self, state: &State<H>, player: &PlayerID, actions: &mut Vec<Self::Action>);

    /// The move or event that an action stands for.
    fn kind_of(&self, action: &Self::Action) -> ActionKind<H::Value>;

    /// Writes what the state is worth to each of the players, as [`World::judge`] does.
    fn judge(&mut self, state: &State<H>, players: &[PlayerID], rewards: &mut [f64]);

    /// A state as it may be, made up from what the bot's seat sees, with numbers of this generator. None: the bot sees
    /// everything there is.
    ///
    /// # Errors
    /// What the game's code throws.
    fn determinize(&mut self, _random: &mut Random) -> Result<Option<State<H>>, H::Exception> {
        Ok(None)
    }

    /// Whether one `G` is like another: bots are shown the same, and may do the same.
    fn is_same_g(&self, one: &H::G, other: &H::G) -> bool;

    /// Whether [`Advice::determinize`] makes states up.
    fn makes_states_up(&self) -> bool {
        false
    }

    /// As [`World::objective`].
    fn objective(&mut self, _state: &State<H>, _player: &PlayerID) -> Option<f64> {
        None
    }

    /// As [`World::is_judged_for_good`].
    fn judges_for_good(&self) -> bool {
        true
    }

    /// Whether [`Advice::draw`] draws, so that playouts need no list of actions.
    fn draws(&self) -> bool {
        false
    }

    /// Draws one of the actions that the player may do now, each with the same chance, by a number from 0 up to 1. None: there
    /// is none left.
    fn draw(
        &mut self,
        _state: &State<H>,
        _player: &PlayerID,
        _draw: Draw,
        _number: f64,
    ) -> Option<ActionKind<H::Value>> {
        None
    }

    /// An action of a listed kind is about to be done.
    fn note_begun(&mut self, _seat: Seat, _action: &Self::Action) {}

    /// Something has failed, or was refused. No action: one that was drawn, or none if there is no player either.
    fn note_failed(
        &mut self,
        _player: Option<&PlayerID>,
        _action: Option<&Self::Action>,
        _fault: &Fault<H::Exception, H::Value>,
    ) {
    }
}

/// Whether an action is the first that is drawn in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Of all actions.
    First,
    /// Of those that have not been drawn yet: what was drawn has been refused.
    Again,
}

/// A match that is played on from one state, in the engine's search mode.
pub struct MatchWorld<'a, H: Host, D: Advice<H>> {
    engine: &'a Engine<H>,
    root: &'a State<H>,
    advice: D,
    players: Vec<PlayerID>,
    searcher: Option<PlayerID>,
    now: Option<State<H>>,
}

impl<'a, H: Host, D: Advice<H>> MatchWorld<'a, H, D> {
    /// A world that begins with this state. The searcher goes first where several players may act.
    pub fn new(engine: &'a Engine<H>, root: &'a State<H>, searcher: Option<PlayerID>, advice: D) -> Self {
        let players = players_of(&root.ctx);
        MatchWorld { engine, root, advice, players, searcher, now: None }
    }

    /// The same world in this state, to which a paused search has played it.
    pub fn resumed(self, now: Option<State<H>>) -> Self {
        MatchWorld { now, ..self }
    }

    /// The state that the match has come to, for [`MatchWorld::resumed`].
    pub fn into_now(self) -> Option<State<H>> {
        self.now
    }

    /// The players, by their seats.
    pub fn players(&self) -> &[PlayerID] {
        &self.players
    }

    /// The state that the match has come to, since it was begun last.
    pub fn now(&self) -> Option<&State<H>> {
        self.now.as_ref()
    }

    pub(super) fn root(&self) -> &State<H> {
        self.root
    }

    /// Whether the match has come to a state like this one.
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

    fn is_dealt_anew(&self) -> bool {
        self.advice.makes_states_up()
    }

    fn is_judged_for_good(&self) -> bool {
        self.advice.judges_for_good()
    }
}

/// The seats, and any other player who has a turn by the game's own play order. Their names are those of the play order, as far as they
/// are in it: the same text in the same place is compared the quickest.
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

/// Whether the same may be done, as far as `ctx` says. Numbers alone are compared of what a game says itself.
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

/// The generator of a state, by which it is seen whether a number was drawn.
fn generator<H: Host>(state: &State<H>) -> Option<Alea> {
    match &state.plugins.random {
        Chance::Seeded(random) => random.prng,
        Chance::Secure { .. } => None,
    }
}

//! The beginning of a match: `setup`, and the first phase and turn.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ctx::Ctx;
use super::error::Fault;
use super::flow::Flow;
use super::host::{Host, Outcome};
use super::open_action::OpenAction;
use super::plugins::PluginData;
use super::stack::Stack;
use super::state::State;

/// Options of a new match.
pub struct Start<V> {
    /// Number of players.
    pub num_players: u32,
    /// Second argument of `setup`.
    pub setup_data: V,
    /// Seed of `random`. `None`: that of the game's definition.
    pub seed: Option<Rc<str>>,
}

impl<V: Clone> Start<V> {
    /// Returns the state at the beginning of the match. The game's own plugins have no data yet.
    pub(super) fn begin<H: Host<Value = V>>(
        &self,
        open: &OpenAction<'_, H>,
        plugins: PluginData<H>,
    ) -> Outcome<State<H>, H> {
        let (game, host) = (open.game, open.host);
        let ctx = Ctx::before_first_turn(self.num_players, game.start.clone());
        let own = host.set_up_plugins(&ctx).map_err(Fault::Thrown)?.into();
        let plugins = PluginData { own, ..plugins };
        let apis = host.open_plugins(None, &ctx, &plugins, None).map_err(Fault::Thrown)?;
        let g = host.setup(game.setup.as_ref(), &ctx, &apis, &self.setup_data).map_err(Fault::Thrown)?;
        let mut state = State {
            g,
            ctx: Rc::new(ctx),
            plugins: Rc::new(plugins),
            deltalog: Vec::new(),
            undo: Stack::default(),
            redo: Stack::default(),
            state_id: 0,
        };
        let mut flow = Flow::new(open, &apis, None, 0);
        flow.start_game(&mut state)?;
        let begun = state.clone();
        match flow.flush(&mut state) {
            Err(Fault::Refused(refusal)) if !game.differences.refuses_bad_start() => {
                host.warn(&refusal.message);
                state = begun;
            }
            flushed => flushed?,
        }
        open.follow_clock(None, &mut state, None)?;
        if !game.disable_undo {
            state.undo = Stack::of(state.undo_entry(None));
        }
        Ok(state)
    }
}

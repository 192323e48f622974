//! The undo history: who may undo and redo, and the resulting states.

use alloc::rc::Rc;

use super::error::{Fault, RefusalKind, refuse};
use super::game::Toggle;
use super::host::{GameOf, Host, Outcome, Scope};
use super::ids::PlayerID;
use super::log::LogAction;
use super::open_action::OpenAction;
use super::reveal::has_revealed;
use super::stack::Stack;
use super::state::State;
use super::undo::UndoEntry;

/// State after an undo or a redo.
type Stepped<H> = Outcome<State<H>, H>;

/// An undo that a player may do now.
pub(super) struct UndoStep<'a, H: Host> {
    /// Entry of the action to undo.
    last: &'a UndoEntry<H>,
    /// Entry to restore.
    restored: &'a UndoEntry<H>,
    /// History without the last action.
    below: &'a Stack<UndoEntry<H>>,
}

/// A redo that a player may do now.
pub(super) struct RedoStep<'a, H: Host> {
    /// Entry to restore.
    first: &'a UndoEntry<H>,
    /// Redo history after this step.
    below: &'a Stack<UndoEntry<H>>,
}

impl<'a, H: Host> UndoStep<'a, H> {
    /// Returns the undo that this player may do now, or the refusal.
    pub fn find(
        game: &GameOf<H>,
        host: &H,
        state: &'a State<H>,
        player: Option<&PlayerID>,
    ) -> Outcome<Self, H> {
        if game.disable_undo {
            return refuse(RefusalKind::ActionDisabled, "the game has disabled undo", &[]);
        }
        let Some(step) = UndoStep::last(state) else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to undo", &[]);
        };
        if player.is_some() && player != step.last.player_id.as_ref() {
            let message = "only the player of the last action can undo it";
            return refuse(RefusalKind::ActionInvalid, message, &[]);
        }
        let undoable = step.undoable(game, host, state)?;
        if undoable == Some(false) {
            let name = step.last.move_id.map_or("", |id| game.move_name(id));
            return refuse(RefusalKind::ActionInvalid, "the move {name} cannot be undone", &[name]);
        }
        if step.has_drawn(game) && !(game.differences.undo_keeps_secrets() && undoable == Some(true)) {
            let message = "the last action has drawn random numbers; `undoable: true` permits an undo";
            return refuse(RefusalKind::ActionInvalid, message, &[]);
        }
        Ok(step)
    }

    /// Refuses the undo of a move that has shown a viewer something new.
    pub fn check_secrets(&self, open: &OpenAction<'_, H>) -> Outcome<(), H> {
        if !has_revealed(open, self.restored, self.last) {
            return Ok(());
        }
        let name = self.last.move_id.map_or("", |id| open.game.move_name(id));
        let template = "the move {name} has shown a player something new; `undoable: true` permits an undo";
        refuse(RefusalKind::ActionInvalid, template, &[name])
    }

    /// Returns `true` if [`UndoStep::check_secrets`] must decide.
    pub fn may_have_revealed(&self) -> bool {
        self.last.args.is_some()
    }

    /// Returns the undo of the last action, if there was one.
    fn last(state: &'a State<H>) -> Option<Self> {
        let (last, below) = state.undo.pop()?;
        let (restored, _) = below.pop()?;
        Some(UndoStep { last, restored, below })
    }

    /// Returns the state after the undo.
    pub fn take(self, open: &OpenAction<'_, H>, state: &State<H>, player: Option<&PlayerID>) -> Stepped<H> {
        self.check_secrets(open)?;
        let next = restore(open, state, self.restored, LogAction::Undo(player.cloned()))?;
        Ok(State { undo: self.below.clone(), redo: state.redo.push(self.last.clone()), ..next })
    }

    /// Returns `true` if the last action has drawn random numbers. Under `compat` those of a generator do not
    /// count, because it draws the same ones again.
    fn has_drawn(&self, game: &GameOf<H>) -> bool {
        let (now, before) = (&self.last.plugins.random, &self.restored.plugins.random);
        if game.differences.undo_keeps_secrets() { now != before } else { now.has_drawn_since(before) }
    }

    /// Returns what the game says about an undo of the last action. `None`: nothing.
    fn undoable(&self, game: &GameOf<H>, host: &H, state: &State<H>) -> Outcome<Option<bool>, H> {
        let Some(id) = self.last.move_id else { return Ok(None) };
        let player = self.last.player_id.as_ref();
        match game.find_move(&self.restored.ctx, id, player).map(|declared| &declared.undoable) {
            Some(Toggle::Ask(function)) => {
                let apis = H::Apis::default();
                let (g, ctx, player_id, method) = (&state.g, &state.ctx, None, None);
                let scope = Scope { g, ctx, player_id, acting: player, method, apis: &apis };
                host.ask_flag(function, &scope).map(Some).map_err(Fault::Thrown)
            }
            Some(Toggle::Always(undoable)) => Ok(Some(*undoable)),
            Some(Toggle::Unset) => Ok(None),
            None => Ok(Some(false)),
        }
    }
}

impl<'a, H: Host> RedoStep<'a, H> {
    /// Returns the redo that this player may do now, or the refusal.
    pub fn find(game: &GameOf<H>, state: &'a State<H>, player: Option<&PlayerID>) -> Outcome<Self, H> {
        if game.disable_undo {
            return refuse(RefusalKind::ActionDisabled, "the game has disabled redo", &[]);
        }
        let Some((first, below)) = state.redo.pop() else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to redo", &[]);
        };
        if player.is_some() && player != first.player_id.as_ref() {
            let message = "only the player who made the undo can redo it";
            return refuse(RefusalKind::ActionInvalid, message, &[]);
        }
        Ok(RedoStep { first, below })
    }

    /// Returns the state after the redo.
    pub fn take(self, open: &OpenAction<'_, H>, state: &State<H>, player: Option<&PlayerID>) -> Stepped<H> {
        let next = restore(open, state, self.first, LogAction::Redo(player.cloned()))?;
        Ok(State { undo: state.undo.push(self.first.clone()), redo: self.below.clone(), ..next })
    }
}

/// Shortens a state's history to what its next action may need: the top entry, the one below it, and the redo
/// history.
pub fn shorten_history<H: Host>(state: &mut State<H>, game: &GameOf<H>) {
    if game.disable_undo {
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        return;
    }
    let Some((last, below)) = state.undo.pop() else { return };
    let bottom = below.pop().map_or_else(Stack::default, |(entry, _)| Stack::of(entry.clone()));
    state.undo = bottom.push(last.clone());
}

/// Returns `true` if no later undo can go back beyond the last action: it was the first one, or it cannot be
/// undone because of its declaration or because it drew random numbers.
pub fn ends_history<H: Host>(state: &State<H>, game: &GameOf<H>) -> bool {
    let Some(step) = UndoStep::last(state) else { return true };
    let UndoEntry { player_id, move_id, .. } = step.last;
    let declared = move_id.and_then(|id| game.find_move(&step.restored.ctx, id, player_id.as_ref()));
    match declared.map(|declared| &declared.undoable) {
        Some(Toggle::Always(false)) => true,
        Some(Toggle::Always(true) | Toggle::Ask(_)) if game.differences.undo_keeps_secrets() => false,
        _ => step.has_drawn(game),
    }
}

/// Returns the state of an entry as the state after an action, with an empty history. The clock is not set
/// back.
fn restore<H: Host>(
    open: &OpenAction<'_, H>,
    state: &State<H>,
    entry: &UndoEntry<H>,
    logged: LogAction<H::Value>,
) -> Outcome<State<H>, H> {
    let (now, then) = (&state.ctx, &entry.ctx);
    // The turn is the same, but stages may differ, or a removed player may have returned.
    if now.active_players != then.active_players || now.current_player != then.current_player {
        open.context.note_restarted(None);
    }
    let player = logged.player().cloned();
    let mut next = State {
        g: entry.g.clone(),
        ctx: Rc::clone(&entry.ctx),
        plugins: entry.plugins.clone(),
        deltalog: open.first_entry(state, logged, None),
        undo: Stack::default(),
        redo: Stack::default(),
        state_id: state.state_id + 1,
    };
    if open.game.is_timed {
        next.ctx_mut().clock.clone_from(&state.ctx.clock);
        open.follow_clock(Some(state), &mut next, player.as_ref())?;
    }
    Ok(next)
}

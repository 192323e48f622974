//! The moves of a definition.

use rondel::core::{Check, Move, MoveNames, Moves, Toggle};

use super::super::table::{Answer, Callback, GameState, Table, callback};

/// Moves in the order of their declaration.
pub type NamedMoves<G> = Vec<(&'static str, Move<Callback<G>>)>;

/// Declaration of a move in long form.
pub struct MoveRules<G>(pub(super) Move<Callback<G>>);

impl<G: GameState> MoveRules<G> {
    /// Sets `undoable`.
    pub fn undoable(mut self, undoable: bool) -> Self {
        self.0.undoable = Toggle::Always(undoable);
        self
    }

    /// Sets `undoable` to a function.
    pub fn ask_undoable<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.undoable = Toggle::Ask(callback(code));
        self
    }

    /// Sets `redact`.
    pub fn redact(mut self, redact: bool) -> Self {
        self.0.redact = Toggle::Always(redact);
        self
    }

    /// Sets `redact` to a function.
    pub fn ask_redact<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.redact = Toggle::Ask(callback(code));
        self
    }

    /// Sets `validate`.
    pub fn validate<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.check = Check::Ask(callback(code));
        self
    }

    /// Sets `client: false`.
    pub fn not_on_clients(mut self) -> Self {
        self.0.client = false;
        self
    }

    /// Sets `strict: true`.
    pub fn strict(mut self) -> Self {
        self.0.strict = true;
        self
    }

    /// Sets `ignoreStaleStateID: true`.
    pub fn ignore_stale_state_id(mut self) -> Self {
        self.0.ignores_stale = true;
        self
    }

    /// Sets `noLimit: true`.
    pub fn no_limit(mut self) -> Self {
        self.0.no_limit = true;
        self
    }
}

/// Returns a move without options.
pub fn short_form<G: GameState, A: Answer>(
    code: impl Fn(&mut Table<'_, G>) -> A + 'static,
) -> Move<Callback<G>> {
    Move::new(callback(code))
}

/// Returns the moves by ID.
pub fn intern<G>(names: &mut MoveNames, declared: NamedMoves<G>) -> Moves<Callback<G>> {
    let mut moves = Moves::default();
    for (name, declared) in declared {
        moves.insert(names.intern(name), declared);
    }
    moves
}

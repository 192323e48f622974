//! The moves of a definition.

use rondel::core::{Check, Move, MoveNames, Moves, Toggle};

use super::super::table::{Answer, Callback, GameState, Table, callback};

/// Moves in the order of their declaration.
pub type NamedMoves<G> = Vec<(&'static str, Move<Callback<G>>)>;

/// A move, and what its long form says besides `move`.
pub struct MoveRules<G>(pub(super) Move<Callback<G>>);

impl<G: GameState> MoveRules<G> {
    /// `undoable`
    pub fn undoable(mut self, undoable: bool) -> Self {
        self.0.undoable = Toggle::Always(undoable);
        self
    }

    /// `undoable`, as a function.
    pub fn ask_undoable<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.undoable = Toggle::Ask(callback(code));
        self
    }

    /// `redact`
    pub fn redact(mut self, redact: bool) -> Self {
        self.0.redact = Toggle::Always(redact);
        self
    }

    /// `redact`, as a function.
    pub fn ask_redact<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.redact = Toggle::Ask(callback(code));
        self
    }

    /// `validate`
    pub fn validate<A: Answer>(mut self, code: impl Fn(&mut Table<'_, G>) -> A + 'static) -> Self {
        self.0.check = Check::Ask(callback(code));
        self
    }

    /// `client: false`
    pub fn not_on_clients(mut self) -> Self {
        self.0.client = false;
        self
    }

    /// `strict: true`
    pub fn strict(mut self) -> Self {
        self.0.strict = true;
        self
    }

    /// `ignoreStaleStateID: true`
    pub fn ignore_stale_state_id(mut self) -> Self {
        self.0.ignores_stale = true;
        self
    }

    /// `noLimit: true`
    pub fn no_limit(mut self) -> Self {
        self.0.no_limit = true;
        self
    }
}

/// A move without options.
pub fn short_form<G: GameState, A: Answer>(
    code: impl Fn(&mut Table<'_, G>) -> A + 'static,
) -> Move<Callback<G>> {
    Move::new(callback(code))
}

/// Moves by number.
pub fn intern<G>(names: &mut MoveNames, declared: NamedMoves<G>) -> Moves<Callback<G>> {
    let mut moves = Moves::default();
    for (name, declared) in declared {
        moves.insert(names.intern(name), declared);
    }
    moves
}

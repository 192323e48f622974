//! The games of a module by number, from the types in `rondel::export!`.

use alloc::rc::Rc;

use super::super::engine::GameEngine;
use super::super::imports;
use super::super::object_table::ExportValue;
use super::super::values::ValueId;
use super::panics;
use super::searcher::Searcher;
use super::values::raise;
use super::viewer::Viewer;
use crate::codes::problem;
use crate::core::Engine;
use crate::game::{Definition, Game};

/// A game that a module exports.
pub struct ExportedGame {
    engine: fn() -> Option<GameEngine>,
    viewer: fn() -> Option<Viewer>,
    searcher: fn() -> Option<Searcher>,
    #[cfg(rondel_types)]
    describe: fn() -> Result<alloc::string::String, alloc::string::String>,
}

impl ExportedGame {
    /// Creates the exported game of this type.
    pub const fn of<G: Game>() -> Self {
        ExportedGame {
            engine: engine_of::<G>,
            viewer: viewer_of::<G>,
            searcher: searcher_of::<G>,
            #[cfg(rondel_types)]
            describe: crate::game::describe::<G>,
        }
    }
}

/// Creates an engine for the game with this number. Returns the engine's number, or 0 if there is no such
/// game.
pub fn new_engine(games: &[ExportedGame], game: u32) -> u32 {
    made(games, game, |game| (game.engine)())
}

/// Creates a viewer for the game with this number.
pub fn new_viewer(games: &[ExportedGame], game: u32) -> u32 {
    made(games, game, |game| (game.viewer)())
}

/// Creates a searcher for the game with this number.
pub fn new_searcher(games: &[ExportedGame], game: u32) -> u32 {
    made(games, game, |game| (game.searcher)())
}

/// Stores a description of the game with this number for the host. Returns its length in bytes, or 0 if there
/// is none.
#[cfg(rondel_types)]
pub fn describe(games: &[ExportedGame], game: u32) -> usize {
    panics::report_to_host();
    let Some(game) = games.get(game as usize) else { return 0 };
    match (game.describe)() {
        Ok(text) => rondel_boundary::leave(text),
        Err(why) => {
            refuse(&why);
            0
        }
    }
}

/// Returns no description: it would enlarge a release build.
#[cfg(not(rondel_types))]
pub fn describe(_: &[ExportedGame], _: u32) -> usize {
    0
}

fn made<T: ExportValue<Raw = u32>>(
    games: &[ExportedGame],
    game: u32,
    make: impl FnOnce(&ExportedGame) -> T,
) -> u32 {
    panics::report_to_host();
    games.get(game as usize).map_or(0, |game| make(game).into_raw())
}

fn engine_of<G: Game>() -> Option<GameEngine> {
    let Engine { mut game, host, context } = defined::<G>()?.engine();
    game.seed = imports::seed().into();
    Some(GameEngine::hosting(game, host, Rc::clone(&context)))
}

fn searcher_of<G: Game>() -> Option<Searcher> {
    Some(Searcher::of::<G>(defined::<G>()?.engine()))
}

fn viewer_of<G: Game>() -> Option<Viewer> {
    Some(Viewer::of::<G>(defined::<G>()?.game))
}

fn defined<G: Game>() -> Option<Definition<G, ValueId>> {
    Definition::new().map_err(|why| refuse(&why)).ok()
}

/// Throws an error for an invalid game, with the path of the problem.
fn refuse(why: &str) {
    raise(problem::DEFINITION, why, "flow");
}

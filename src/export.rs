//! The macro that exports the games of a crate from its module.

/// Exports games from the module that `npx rondel build-game` makes of a crate. The first game has the number
/// 0. Write it once in a crate, with the types that implement [`Game`](crate::game::Game). Put games that are
/// played on one page into one crate, so that they share the engine.
///
/// ```
/// # mod games {
/// # use rondel::prelude::*;
/// # #[state] pub struct Countdown { left: u32 }
/// # #[derive(Clone, Debug, PartialEq, Moves)] pub enum Move { Take }
/// # impl Game for Countdown {
/// #     type Move = Move;
/// #     const NAME: &'static str = "countdown";
/// #     fn setup(_: &Setup) -> Result<Self> { Ok(Countdown { left: 10 }) }
/// #     fn play(&mut self, _: Move, _: &Cx) -> Played { self.left -= 1; Ok(()) }
/// # }
/// # }
/// # use games::Countdown;
/// rondel::export!(Countdown);
/// # fn main() {}
/// ```
///
/// In other builds, such as `cargo test`, the macro expands to nothing.
#[cfg(not(all(feature = "module", target_arch = "wasm32", not(feature = "bindgen"))))]
#[macro_export]
macro_rules! export {
    ($($game:ty),+ $(,)?) => {
        const _: () = {
            const fn is_a_game<G: $crate::game::Game>() {}
            $(is_a_game::<$game>();)+
        };
    };
}

/// Exports games from a module.
#[cfg(all(feature = "module", target_arch = "wasm32", not(feature = "bindgen")))]
#[macro_export]
macro_rules! export {
    ($($game:ty),+ $(,)?) => {
        const _: () = {
            const GAMES: &[$crate::js::ExportedGame] = &[$($crate::js::ExportedGame::of::<$game>()),+];
            $crate::js::boundary::export!("rondel_games", () -> u32 { GAMES.len() as u32 });
            $crate::js::boundary::export!("rondel_describe", (game: u32) -> usize { $crate::js::describe(GAMES, game) });
            $crate::js::boundary::export!("gameengine_new", (game: u32) -> u32 { $crate::js::new_engine(GAMES, game) });
            $crate::js::boundary::export!("viewer_new", (game: u32) -> u32 { $crate::js::new_viewer(GAMES, game) });
            $crate::js::boundary::export!("searcher_new", (game: u32) -> u32 { $crate::js::new_searcher(GAMES, game) });
        };
    };
}

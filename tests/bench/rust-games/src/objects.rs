//! Two thousand objects, of which a move changes one.

use rondel::prelude::*;

/// An object on a board.
#[state]
pub struct Thing {
    id: u32,
    x: i32,
    y: i32,
    owner: Option<Seat>,
}

impl Thing {
    /// Creates two thousand objects.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..2000).map(|id| Thing { id, x: 0, y: 0, owner: None })
    }

    /// Moves an object one step and gives it to the player.
    pub fn push(found: Option<&mut Self>, player: Seat) -> Played {
        let Some(thing) = found else { return invalid("no such thing") };
        thing.x += 1;
        thing.owner = Some(player);
        Ok(())
    }
}

/// State of the game.
#[state]
pub struct Objects {
    things: Vec<Thing>,
}

/// Moves of the game.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Pushes an object one step.
    Push {
        /// Index of the object.
        at: usize,
    },
}

impl Game for Objects {
    type Move = Move;
    const NAME: &'static str = "objects";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(Objects { things: Thing::all().collect() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(..=1))
    }

    fn play(&mut self, Move::Push { at }: Move, cx: &Cx) -> Played {
        Thing::push(self.things.get_mut(at), cx.player())
    }
}

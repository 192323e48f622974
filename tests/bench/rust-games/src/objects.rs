//! Two thousand objects, of which a move touches one.

use rondel::prelude::*;

/// An object.
#[state]
pub struct Thing {
    id: u32,
    x: i32,
    y: i32,
    owner: Option<Seat>,
}

impl Thing {
    /// Two thousand of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..2000).map(|id| Thing { id, x: 0, y: 0, owner: None })
    }

    /// If there is one at this place, it moves one step, and is the player's.
    pub fn push(found: Option<&mut Self>, player: Seat) -> Played {
        let Some(thing) = found else { return invalid("no such thing") };
        thing.x += 1;
        thing.owner = Some(player);
        Ok(())
    }
}

/// All of them.
#[state]
pub struct Objects {
    things: Vec<Thing>,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Pushes an object one step.
    Push {
        /// Its place.
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

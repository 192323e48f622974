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
        Ok(Objects { things: (0..2000).map(|id| Thing { id, x: 0, y: 0, owner: None }).collect() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(..=1))
    }

    fn play(&mut self, Move::Push { at }: Move, cx: &Cx) -> Played {
        let Some(thing) = self.things.get_mut(at) else { return invalid("no such thing") };
        thing.x += 1;
        thing.owner = Some(cx.player());
        Ok(())
    }
}

//! The objects of `objects.rs` in a list that states share.

use rondel::prelude::*;

use crate::objects::{Move, Thing};

/// State of the game.
#[state]
pub struct Listed {
    things: List<Thing>,
}

impl Game for Listed {
    type Move = Move;
    const NAME: &'static str = "listed";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(Listed { things: Thing::all().collect() })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(..=1))
    }

    fn play(&mut self, Move::Push { at }: Move, cx: &Cx) -> Played {
        Thing::push(self.things.get_mut(at), cx.player())
    }
}

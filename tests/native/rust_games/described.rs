//! Tests of `describe`, the input of `build-game`.

use rondel::game::describe;
use rondel::prelude::*;
use serde_json::{Value, json};

use super::duel::Duel;

#[state]
struct Plain {
    left: u32,
}

#[derive(Clone, Debug, PartialEq, Moves)]
enum Move {
    Take,
}

impl Game for Plain {
    type Move = Move;
    const NAME: &'static str = "plain";
    const VERSION: Option<u32> = Some(3);

    fn setup(_: &Setup) -> Result<Self> {
        Ok(Plain { left: 3 })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.players(2..=4).predict(Predict::Nothing).disable_undo().disable_events([EventKind::EndTurn])
    }

    fn play(&mut self, _: Move, _: &Cx) -> Played {
        self.left -= 1;
        Ok(())
    }
}

fn described<G: Game>() -> Value {
    serde_json::from_str(&describe::<G>().unwrap()).unwrap()
}

#[test]
fn a_game_with_hidden_cards_is_described_as_players_see_it() {
    assert_eq!(
        described::<Duel>(),
        json!({
            "name": "duel",
            "minPlayers": 2,
            "maxPlayers": 4,
            "moves": [
                { "name": "draw", "args": [] },
                { "name": "attack", "args": [{ "name": "card", "type": "Card" }, { "name": "seat", "type": "string" }] },
                { "name": "parry", "args": [{ "name": "card", "type": "Card" }] },
                { "name": "pass", "args": [] },
                { "name": "done", "args": [] },
            ],
            "phases": ["draft", "fight"],
            "stages": ["react"],
            "types": [
                {
                    "name": "Duel",
                    "type": "{ \"deck\": Card[] | number; \"hands\": (Card[] | number)[]; \"table\": Card[]; \"points\": number[] }",
                },
                { "name": "Card", "type": "number" },
                { "name": "Options", "type": "{ \"cards\"?: number | null }" },
            ],
            "outcome": "{ winner: string } | { winners: string[] } | { draw: true }",
            "G": "Duel",
            "setupData": "Options",
            "hides": true,
            "enumerates": true,
            "migrates": false,
        })
    );
}

#[test]
fn describe_contains_the_declarations_of_a_game() {
    assert_eq!(
        described::<Plain>(),
        json!({
            "name": "plain",
            "version": 3,
            "minPlayers": 2,
            "maxPlayers": 4,
            "predict": "none",
            "disableUndo": true,
            "disabledEvents": ["endTurn"],
            "moves": [{ "name": "take", "args": [] }],
            "phases": [],
            "stages": [],
            "types": [{ "name": "Plain", "type": "{ \"left\": number }" }],
            "outcome": "{ winner: string } | { winners: string[] } | { draw: true }",
            "G": "Plain",
            "hides": false,
            "enumerates": false,
            "migrates": true,
        })
    );
}

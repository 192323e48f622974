//! Games with hidden hands, a hidden number, and moves that a client can predict wrongly.

use std::rc::Rc;

use rondel::core::{Chance, PluginData, Random, Stack, State};
use serde_json::{Value, json};

use crate::support::{DONE, INVALID_MOVE, NativeHost, Rules, Table, Thrown};

/// State of the games. A hidden card is 0 in a view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// Tickets of the moves that were made. Each move has its own ticket.
    pub done: Vec<u64>,
    /// Counter that hooks increase.
    pub rounds: u64,
    /// Hidden cards.
    pub deck: Vec<u64>,
    /// Cards of each player, which only they see.
    pub hands: Vec<Vec<u64>>,
    /// Played cards.
    pub table: Vec<u64>,
    /// Number that only the master knows.
    pub secret: u64,
}

/// State of a match.
pub type Full = State<NativeHost<World>>;

/// Returns the view of a player, or of a spectator.
pub fn view(state: &Full, player: Option<&str>) -> Full {
    let World { done, rounds, deck, hands, table, .. } = state.g.clone();
    let hide = |cards: Vec<u64>| vec![0; cards.len()];
    let own = player.and_then(|player| player.parse::<usize>().ok());
    let hands = hands.into_iter().enumerate();
    let hands = hands.map(|(seat, hand)| if own == Some(seat) { hand } else { hide(hand) }).collect();
    State {
        g: World { done, rounds, deck: hide(deck), hands, table, secret: 0 },
        ctx: state.ctx.clone(),
        plugins: Rc::new(PluginData {
            random: Chance::Seeded(Random::seeded("")),
            own: [].into(),
            metadata: None,
        }),
        deltalog: Vec::new(),
        undo: Stack::default(),
        redo: Stack::default(),
        state_id: state.state_id,
    }
}

/// Returns the base of all games: the current player makes any number of moves.
pub fn cards() -> Rules<World> {
    Rules::<World>::new()
        .setup(|t| {
            let players = u64::from(t.ctx.num_players);
            t.g.hands =
                (1..=players).map(|player| (1..=4).map(|card| 10 * player + card).collect()).collect();
            t.g.deck = (101..=108).collect();
            t.g.secret = 3;
        })
        .moves("mark", mark)
        .long_move("strictly", mark, |rules| rules.strict())
        // Only the master knows whether it is valid.
        .moves("guess", |t| {
            if t.g.secret == t.number(1) as u64 {
                return INVALID_MOVE;
            }
            mark(t);
            DONE
        })
        // Valid or not, depending on the moves of others meanwhile.
        .moves("odd", |t| {
            if t.g.done.len() % 2 == 0 {
                return INVALID_MOVE;
            }
            mark(t);
            DONE
        })
        .moves("play", |t| {
            let seat: usize = t.player().parse().unwrap();
            let index = t.number(1);
            if index >= t.g.hands[seat].len() {
                return INVALID_MOVE;
            }
            let card = t.g.hands[seat].remove(index);
            t.g.table.push(card);
            mark(t);
            DONE
        })
        // A client does not see the drawn card.
        .moves("draw", |t| {
            let seat: usize = t.player().parse().unwrap();
            match t.g.deck.pop() {
                None => return Ok(json!(INVALID_MOVE)),
                Some(0) => return Err(Thrown("this card is face down".into())),
                Some(card) => t.g.hands[seat].push(card),
            }
            mark(t);
            Ok(Value::Null)
        })
        .moves("roll", |t| {
            let thrown = t.d6();
            t.g.table.push(thrown);
            mark(t);
        })
        .long_move("whisper", mark, |rules| rules.not_on_clients())
        .moves("finish", |t| {
            mark(t);
            t.call("endTurn");
        })
        .moves("step", |t| {
            mark(t);
            t.call_with("setStage", json!("b"));
        })
}

/// Returns a game with this number of moves in each turn.
pub fn turns(max_moves: u32) -> Rules<World> {
    cards().turn(|turn| turn.max_moves(max_moves).on_end(|t| t.g.rounds += 1))
}

/// Returns a game in which all players may act at any time.
pub fn all_at_once() -> Rules<World> {
    cards().turn(|turn| turn.active_players(json!({ "all": null })).on_move(|t| t.g.rounds += 1))
}

/// Returns a game in which all players make two moves in one stage, in any order, then one in another. Then
/// the current player goes on.
pub fn draft() -> Rules<World> {
    cards().turn(|turn| {
        turn.active_players(json!({ "all": "a" }))
            .stage("a", |stage| stage.max_moves(2).next(json!("b")))
            .stage("b", |stage| stage.max_moves(1).moves("mark", mark))
            .on_begin(|t| t.g.rounds += 1)
    })
}

/// Returns a game with two alternating phases, one of which draws random numbers at its beginning.
pub fn phases() -> Rules<World> {
    let is_time = |t: &mut Table<'_, World>| t.g.done.len() % 4 == 3;
    cards()
        .phase("day", |phase| {
            phase
                .start()
                .next("night")
                .end_if(is_time)
                .turn(|turn| turn.max_moves(2))
                .on_end(|t| t.g.rounds += 1)
        })
        .phase("night", |phase| {
            phase
                .next("day")
                .end_if(|t| t.g.done.len() % 4 == 1)
                .turn(|turn| turn.active_players(json!({ "all": null, "maxMoves": 1 })))
                .on_begin(|t| {
                    t.g.rounds += 1 + t.d6();
                })
        })
}

/// Returns a game that ends soon.
pub fn short() -> Rules<World> {
    turns(2).end_if(|t| if t.g.done.len() >= 9 { json!({ "winner": "0" }) } else { Value::Null })
}

fn mark(t: &mut Table<'_, World>) {
    let ticket = t.number(0) as u64;
    t.g.done.push(ticket);
}

//! Tests of whole games.

use serde_json::json;

use crate::support::{DONE, INVALID_MOVE, Match, Rules, Table, check};

/// State of tic-tac-toe: nine cells, each empty or marked by a player.
#[derive(Clone, Debug, Default)]
pub struct Board(pub [Option<char>; 9]);

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub fn tic_tac_toe() -> Rules<Board> {
    Rules::new().moves("place", place).turn(|turn| turn.max_moves(1)).end_if(|t| match t.g.winner() {
        Some(winner) => json!({ "winner": winner }),
        None => json!(t.g.0.iter().all(Option::is_some)),
    })
}

fn place(t: &mut Table<'_, Board>) -> &'static str {
    let (cell, mark) = (t.number(0), t.player().chars().next());
    match t.g.0.get_mut(cell) {
        Some(empty @ None) => {
            *empty = mark;
            DONE
        }
        _ => INVALID_MOVE,
    }
}

impl Board {
    fn winner(&self) -> Option<String> {
        let won = LINES
            .into_iter()
            .find(|[a, b, c]| self.0[*a].is_some() && self.0[*a] == self.0[*b] && self.0[*b] == self.0[*c]);
        won.and_then(|[a, ..]| self.0[a]).map(String::from)
    }

    fn show(&self) -> String {
        let rows = self.0.chunks(3).map(|row| row.iter().map(|cell| cell.unwrap_or('.')).collect());
        rows.collect::<Vec<String>>().join(" ")
    }
}

#[test]
fn tic_tac_toe_is_won() {
    let mut game = Match::begin(tic_tac_toe(), 2);
    game.play("0", "place 4").play("1", "place 0").play("0", "place 2").play("1", "place 1");
    assert_eq!(game.state.g.show(), "110 .0. ...");
    game.play("0", "place 6");
    assert_eq!(game.description(), r#"game over: {"winner":"0"}"#);
    assert_eq!(game.refused("1", "place 8"), "refused gameover: the game is over: nobody can make a move");
}

#[test]
fn tic_tac_toe_refuses_invalid_moves() {
    check(
        tic_tac_toe(),
        2,
        "
        start       -> turn 1 of 0
        0 place 4   -> turn 2 of 1
        1 place 4   -> refused invalid_move: invalid move: place
        0 place 5   -> refused inactive_player: player 0 is not active and cannot make a move
        1 take 4    -> refused unavailable_move: the move ? is not available
        1 place 5   -> turn 3 of 0
        ",
    );
}

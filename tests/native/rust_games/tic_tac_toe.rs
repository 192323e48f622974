//! Tests of the smallest game.

use rondel::core::RefusalKind;
use rondel::prelude::*;

#[state]
pub struct TicTacToe {
    cells: [Option<Seat>; 9],
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    Mark { cell: usize },
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Game for TicTacToe {
    type Move = Move;
    const NAME: &'static str = "tic-tac-toe";

    fn setup(_: &Setup) -> Result<Self> {
        Ok(TicTacToe { cells: [None; 9] })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.turn(|turn| turn.limit(1..=1))
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        match mv {
            Move::Mark { cell } => match self.cells.get_mut(cell) {
                Some(free) if free.is_none() => {
                    *free = Some(cx.player());
                    Ok(())
                }
                _ => invalid("taken"),
            },
        }
    }

    fn outcome(&self, _: &Ctx) -> Option<Outcome> {
        let line = LINES.iter().find(|[a, b, c]| {
            self.cells[*a].is_some() && self.cells[*a] == self.cells[*b] && self.cells[*b] == self.cells[*c]
        });
        match line {
            Some([a, ..]) => self.cells[*a].map(Outcome::Winner),
            None => self.cells.iter().all(Option::is_some).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, _: &Ctx, _: Seat, out: &mut Vec<Move>) {
        let free = self.cells.iter().enumerate().filter(|(_, mark)| mark.is_none());
        out.extend(free.map(|(cell, _)| Move::Mark { cell }));
    }
}

fn after(cells: &[usize]) -> Match<TicTacToe> {
    let mut game = Match::<TicTacToe>::new(2).start().unwrap();
    for cell in cells {
        game.play(game.ctx().current(), Move::Mark { cell: *cell }).unwrap();
    }
    game
}

#[test]
fn three_in_a_row_win() {
    let mut game = after(&[0, 3, 1, 4, 2]);
    assert_eq!(game.outcome(), Some(&Outcome::Winner(Seat::new(0))));
    let error = game.play(1, Move::Mark { cell: 5 }).unwrap_err();
    assert!(matches!(error, MatchError::Refused { kind: RefusalKind::GameOver, .. }), "{error}");
}

#[test]
fn nine_marks_without_a_row_are_a_draw() {
    assert_eq!(after(&[0, 1, 2, 4, 3, 5, 7, 6, 8]).outcome(), Some(&Outcome::Draw));
}

#[test]
fn a_forbidden_move_changes_nothing_and_has_a_reason() {
    let mut game = after(&[0]);
    let before = game.g().clone();
    let error = game.play(1, Move::Mark { cell: 0 }).unwrap_err();
    assert_eq!(error.to_string(), "invalid move: mark: \"taken\"");
    assert_eq!(error.payload(), Some("taken".to_owned()));
    assert_eq!((game.g(), game.state().state_id), (&before, 1));
}

#[test]
fn arguments_that_are_no_move_are_refused_with_their_place() {
    let mut game = after(&[]);
    for (args, expected) in [
        ("[\"x\"]", "mark: cell: invalid type: string \"x\", expected usize"),
        ("[]", "mark: cell is missing"),
        ("[-1]", "mark: cell: invalid value: integer `-1`, expected usize"),
        ("[1, 2]", "mark: more arguments than 1"),
        ("7", "invalid type: integer `7`, expected a list of arguments"),
    ] {
        let error = game.play_json(0, "mark", args).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert_eq!(game.play_json(0, "flip", "[]").unwrap_err().to_string(), "no move is called \"flip\"");
    assert!(game.play_json(0, "mark", "[1e9]").is_err());
}

#[test]
fn players_move_in_turn() {
    let mut game = after(&[0]);
    assert_eq!((game.ctx().turn(), game.active()), (2, vec![Seat::new(1)]));
    assert!(game.play(0, Move::Mark { cell: 1 }).is_err());
    assert!(game.is_open(1, Move::MARK) && !game.is_open(0, Move::MARK));
    let mut moves = Vec::new();
    game.moves(1, &mut moves);
    assert_eq!(moves.len(), 8);
    game.moves(0, &mut moves);
    assert_eq!(moves, []);
}

#[test]
fn a_check_makes_no_move() {
    let game = after(&[0]);
    assert_eq!(game.check(1, Move::Mark { cell: 1 }), Ok(()));
    assert_eq!(game.check(1, Move::Mark { cell: 0 }).unwrap_err().payload(), Some("taken".to_owned()));
    assert_eq!(game.state().state_id, 1);
}

#[test]
fn the_log_has_a_move_and_the_end_of_its_turn() {
    let log = |game: &Match<TicTacToe>| format!("{:?}", game.state().deltalog);
    let game = after(&[4, 0]);
    assert_eq!(
        log(&game),
        "[LogEntry { action: Move { id: 0, args: [0], player_id: Some(\"1\"), credentials: None }, state_id: 1, turn: 2, \
         phase: None, automatic: false, redact: None, metadata: None, hook_metadata: [], effects: [], time: None, lag: 0.0 }, LogEntry { action: Event { kind: EndTurn, \
         args: Yes }, state_id: 1, turn: 2, phase: None, automatic: true, redact: None, metadata: None, hook_metadata: [], effects: [], time: None, lag: 0.0 }]"
    );
    assert_eq!(game.state().undo.depth(), 1);
}

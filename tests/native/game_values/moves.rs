//! Tests of `derive(Moves)`, and of moves from strangers.

use rondel::game::Moves as _;
use rondel::game::derived::ArgsOf;
use rondel::prelude::*;
use serde::de::DeserializeSeed;

#[state]
#[derive(Copy)]
struct Card(u8);

#[state]
struct Offer {
    to: Seat,
    cards: Vec<Card>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
enum Move {
    #[rondel(undoable = false, no_limit)]
    Draw,
    Attack(Card, Seat),
    MarkCell {
        cell_number: usize,
        note: Option<String>,
    },
    #[rondel(redact, strict)]
    Trade(Offer),
}

fn read(name: &str, args: &str) -> std::result::Result<Move, String> {
    let id = Move::DECLARED.iter().position(|info| info.name == name).ok_or("no such move")?;
    let mut json = serde_json::Deserializer::from_str(args);
    ArgsOf::<Move>::new(id).deserialize(&mut json).map_err(|error| error.to_string())
}

#[test]
fn moves_are_declared_in_order_under_their_names_in_javascript() {
    let declared: Vec<String> = Move::DECLARED.iter().map(|info| format!("{info:?}")).collect();
    assert_eq!(
        declared,
        [
            "MoveInfo { name: \"draw\", arguments: [], undoable: Some(false), redact: false, no_limit: true, strict: false, ignores_stale: false }",
            "MoveInfo { name: \"attack\", arguments: [\"argument 1\", \"argument 2\"], undoable: None, redact: false, no_limit: false, strict: false, ignores_stale: false }",
            "MoveInfo { name: \"markCell\", arguments: [\"cellNumber\", \"note\"], undoable: None, redact: false, no_limit: false, strict: false, ignores_stale: false }",
            "MoveInfo { name: \"trade\", arguments: [\"argument 1\"], undoable: None, redact: true, no_limit: false, strict: true, ignores_stale: false }",
        ]
    );
    assert_eq!((Move::MARK_CELL.id(), Move::MARK_CELL.name()), (2, "markCell"));
}

#[test]
fn arguments_are_read_by_position_and_errors_say_where() {
    assert_eq!(read("attack", r#"[7,"1"]"#), Ok(Move::Attack(Card(7), Seat::new(1))));
    assert_eq!(read("markCell", "[4]"), Ok(Move::MarkCell { cell_number: 4, note: None }));
    assert_eq!(read("markCell", "[4,null]"), Ok(Move::MarkCell { cell_number: 4, note: None }));
    assert_eq!(read("draw", "[]"), Ok(Move::Draw));
    for (name, args, problem) in [
        ("markCell", r#"["x"]"#, "markCell: cellNumber: invalid type: string \"x\", expected usize"),
        ("markCell", "[]", "markCell: cellNumber is missing"),
        ("markCell", "[-1]", "markCell: cellNumber: invalid value: integer `-1`, expected usize"),
        (
            "markCell",
            "[1e9]",
            "markCell: cellNumber: invalid type: floating point `1000000000.0`, expected usize",
        ),
        ("attack", "[7]", "attack: argument 2 is missing"),
        (
            "attack",
            "[7,1]",
            "attack: argument 2: invalid type: integer `1`, expected a player, such as \"0\"",
        ),
        (
            "attack",
            r#"[7,"01"]"#,
            "attack: argument 2: invalid value: string \"01\", expected a player, such as \"0\"",
        ),
        ("attack", r#"[300,"1"]"#, "attack: argument 1: invalid value: integer `300`, expected u8"),
        ("draw", "[1]", "draw: more arguments than 0"),
        ("draw", "{}", "invalid type: map, expected a list of arguments"),
        ("trade", r#"[{"to":"1"}]"#, "trade: argument 1: missing field `cards`"),
    ] {
        let error = read(name, args).expect_err(args);
        assert!(error.starts_with(problem), "{name} {args}: {error}");
    }
}

#[test]
fn half_of_a_surrogate_pair_is_refused_in_words_that_name_the_argument() {
    for half in [r#""a\ud800""#, r#""\ud800b""#, r#""\ud800\ud800""#, r#""\udc00""#] {
        let id = Move::MARK_CELL.id();
        let args = format!("[4,{half}]");
        let mut json = serde_json::Deserializer::from_str(&args);
        let error = ArgsOf::<Move>::new(id).deserialize(&mut json).expect_err(&args);
        let problem = "markCell: note: expected whole characters, got a string with half of a surrogate pair";
        assert_eq!(rondel::game::reason_of(&error), problem, "{args}");
    }
}

#[test]
fn seats_that_are_not_at_the_table_are_found_wherever_an_argument_names_them() {
    let offer = |to| Move::Trade(Offer { to: Seat::new(to), cards: vec![Card(200)] });
    assert_eq!(offer(1).check_seats(2), Ok(()));
    assert_eq!(
        offer(7).check_seats(2),
        Err("trade: argument 1: \"7\" is not a player of this match, whose players are \"0\" to \"1\""
            .to_owned())
    );
    assert!(Move::Attack(Card(9), Seat::new(2)).check_seats(2).is_err());
    assert_eq!(Move::MarkCell { cell_number: 99, note: Some("7".into()) }.check_seats(2), Ok(()));
}

#[test]
fn a_move_is_written_as_boardgame_io_writes_it() {
    let attack = Move::Attack(Card(7), Seat::new(1));
    let text = r#"{"type":"attack","args":[7,"1"]}"#;
    assert_eq!(serde_json::to_string(&attack).ok().as_deref(), Some(text));
    assert_eq!(serde_json::from_str::<Move>(text).ok(), Some(attack));
    for (text, problem) in [
        (r#"{"args":[],"type":"draw"}"#, "a move begins with its type"),
        (r#"{"type":"fly","args":[]}"#, "no move is called fly"),
        (r#"{"type":"draw"}"#, "draw: no args"),
        ("7", "invalid type: integer `7`, expected a move: { type, args }"),
    ] {
        let error = serde_json::from_str::<Move>(text).expect_err(text).to_string();
        assert!(error.starts_with(problem), "{text}: {error}");
    }
}

//! Tests of numbers that are stored and read again.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rondel::game::{Data, Value, patch_of, patched};
use rondel::prelude::*;

/// A number that a fast reader rounds to the one next to it.
const FRACTION: f64 = 0.095_319_094_369_187_96;

#[derive(Clone, Debug, PartialEq, Moves)]
enum Move {
    Wait,
}

fn stored(number: f64) -> Result<f64, String> {
    Value::<Move>::of(&number).read()
}

#[test]
fn a_fraction_is_read_as_the_number_that_was_written() {
    assert_eq!(stored(FRACTION), Ok(FRACTION));
}

#[test]
fn a_whole_number_that_javascript_has_none_for_is_not_shown() {
    let why = "9007199254740993 is larger than 2^53, which JavaScript cannot represent exactly: use a string or several numbers";
    assert_eq!(patch_of(&((1_u64 << 53) + 1), &0).unwrap_err().to_string(), why);
    assert!(patch_of(&i64::MIN, &0).is_err());
    assert_eq!(patch_of(&(1_u64 << 53), &0), Ok(Some("[9007199254740992]".into())));
}

#[test]
fn as_a_key_a_number_is_a_text_and_may_be_large() {
    let large = BTreeMap::from([(u64::MAX, 1)]);
    let patch = patch_of(&vec![large], &vec![]);
    assert_eq!(patch, Ok(Some(r#"[0,0,[{"18446744073709551615":1}]]"#.into())));
    assert_eq!(
        patched(serde_json::json!([]), &patch.unwrap_or_default().unwrap_or_default()),
        Ok(serde_json::json!([{"18446744073709551615": 1}]))
    );
}

proptest! {
    #[test]
    fn any_number_is_read_as_it_was_written(number in any::<f64>()) {
        prop_assert_eq!(stored(number).map(f64::to_bits), Ok(number.to_bits()));
    }
}

/// A state with many types of numbers.
#[state]
struct Board {
    weights: Vec<Weight>,
    names: BTreeMap<String, f32>,
    #[public]
    foreign: Foreign,
    below: Option<Box<Board>>,
}

#[state]
enum Weight {
    Known { grams: f64 },
    Pair(f64, f64),
    Nothing,
}

/// A type without `Changes`.
#[derive(Clone, Debug, PartialEq, rondel::serde::Serialize, rondel::serde::Deserialize)]
#[serde(crate = "rondel::serde")]
struct Foreign(Option<f64>);

fn board() -> Board {
    let weights = vec![Weight::Nothing, Weight::Known { grams: 1.5 }, Weight::Pair(0.0, 1.0)];
    Board { weights, names: BTreeMap::from([("a b".into(), 1.0)]), foreign: Foreign(None), below: None }
}

/// Returns the errors for a board: as a change of another one, and as a new value.
fn said_of(board: &Board, old: &Board) -> [String; 2] {
    let whole = patch_of(&vec![board.clone()], &vec![]);
    [patch_of(board, old).unwrap_err().to_string(), whole.unwrap_err().to_string()]
}

#[test]
fn a_number_that_json_has_no_text_for_is_not_shown_as_null() {
    let nan = |path: &str| {
        let said = format!("{path}: JSON cannot represent NaN");
        [said.clone(), format!("[0].{said}")]
    };
    let with = |weight: Weight| Board { weights: vec![Weight::Nothing, weight, Weight::Nothing], ..board() };
    let known = Weight::Known { grams: f64::NAN };
    assert_eq!(said_of(&with(known), &board()), nan("weights[1].known.grams"));
    let names = BTreeMap::from([("a b".into(), f32::NAN)]);
    assert_eq!(said_of(&Board { names, ..board() }, &board()), nan("names[\"a b\"]"));
    let foreign = Foreign(Some(f64::NAN));
    assert_eq!(said_of(&Board { foreign, ..board() }, &board()), nan("foreign"));
    let put_in = Board { weights: vec![Weight::Nothing, Weight::Pair(0.0, f64::NAN)], ..board() };
    assert_eq!(said_of(&put_in, &with(Weight::Nothing)), nan("weights[1].pair[1]"));
    let infinite = with(Weight::Pair(f64::NEG_INFINITY, 0.0));
    assert!(said_of(&infinite, &board())[0].contains("weights[1].pair[0]: JSON cannot represent -inf"));
}

/// Returns a board with this number of others below it.
fn deep(levels: usize) -> Board {
    (0..levels).fold(board(), |below, _| Board { below: Some(Box::new(below)), ..board() })
}

#[test]
fn a_state_that_is_too_deep_is_not_shown() {
    // Each board is an object, and the last ones contain lists of objects.
    let deepest = deep(114);
    let patch = patch_of(&vec![deepest.clone()], &vec![]).unwrap().unwrap();
    let shown = patched(serde_json::json!([]), &patch).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Board>>(&shown.to_string()).unwrap(), vec![deepest.clone()]);
    // A state that grows by one level with each move. Each patch is small.
    let mut last = deepest.clone();
    let mut end = &mut last;
    while end.below.is_some() {
        end = end.below.as_mut().unwrap();
    }
    end.below = Some(Box::new(deep(3)));
    for said in said_of(&last, &deepest) {
        assert!(said.contains("below.below.below."), "{said}");
        assert!(said.ends_with("…: more than 120 lists and objects are nested"), "{said}");
    }
}

#[test]
fn the_writer_gives_the_text_of_serde_json() {
    let texts = vec![Some("\"\\\n\u{1}é𝄞".to_owned()), None];
    let numbers = (-7_i32, 1.5_f32, 1e21_f64, (255_u8, true, 'x', ()));
    let keyed =
        BTreeMap::from([(i64::MIN, BTreeMap::from([("a\"b".to_owned(), -0.0_f64)])), (1, BTreeMap::new())]);
    let weights = [Weight::Nothing, Weight::Known { grams: 0.1 }, Weight::Pair(5e-324, 1.0)];
    let value = (texts, numbers, keyed, (weights.to_vec(), board()));
    let expected = serde_json::to_string(&value).unwrap();
    assert_eq!(patch_of(&vec![value], &vec![]), Ok(Some(format!("[0,0,[{expected}]]"))));
}

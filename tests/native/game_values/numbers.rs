//! Numbers that are stored, and read again.

use proptest::prelude::*;
use rondel::game::{Data, Value, patch_of, patched};

/// Which a fast reader takes for the number beside it.
const FRACTION: f64 = 0.095_319_094_369_187_96;

fn stored(number: f64) -> Result<f64, String> {
    Value::of(&number).read()
}

#[test]
fn a_fraction_is_read_as_the_number_that_was_written() {
    assert_eq!(stored(FRACTION), Ok(FRACTION));
}

#[test]
fn a_whole_number_that_javascript_has_none_for_is_not_shown() {
    let why = "9007199254740993 is beyond 2^53, and JavaScript reads another number: make it a text, or several numbers";
    assert_eq!(patch_of(&((1_u64 << 53) + 1), &0), Err(why.into()));
    assert!(patch_of(&i64::MIN, &0).is_err());
    assert_eq!(patch_of(&(1_u64 << 53), &0), Ok(Some("[9007199254740992]".into())));
}

#[test]
fn as_a_key_a_number_is_a_text_and_may_be_large() {
    let large = std::collections::BTreeMap::from([(u64::MAX, 1)]);
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

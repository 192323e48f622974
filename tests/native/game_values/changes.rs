//! Tests of patches: applied to the old JSON value, they give the new one.

use std::collections::{BTreeMap, VecDeque};

use proptest::collection::{btree_map, vec, vec_deque};
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use rondel::game::{Changes, patch_of, patched};
use rondel::prelude::*;
use serde::{Deserialize, Serialize};

/// A foreign type: neither `View` nor `PartialEq`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Foreign {
    words: Vec<String>,
}

#[state]
enum Kind {
    Nothing,
    #[serde(rename = "a \"number\"")]
    Number(i64),
    Pair(bool, Option<String>),
    Deep {
        inner_part: Box<Kind>,
        list_of: Vec<u8>,
    },
    Tagged(#[public] Vec<u8>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, View)]
#[serde(tag = "kind")]
enum Odd {
    A { x: u8 },
    B { x: u8 },
}

#[derive(Clone, Debug, Serialize, Deserialize, View)]
struct Two(u8, #[serde(skip)] u8, #[public] Foreign, Vec<bool>);

#[derive(Clone, Debug, Serialize, Deserialize, View)]
struct One(#[public] Vec<u8>);

#[derive(Clone, Debug, Serialize, Deserialize, View)]
#[serde(transparent)]
struct Named {
    values: Vec<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, View)]
struct Generic<T> {
    items: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<T>,
    #[serde(flatten)]
    more: BTreeMap<String, u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, View)]
struct Forms {
    two: Two,
    one: One,
    named: Named,
    generic: Generic<u8>,
    nothing: (),
}

#[derive(Clone, Debug, Serialize, Deserialize, View)]
struct Everything {
    numbers: Vec<u32>,
    kinds: VecDeque<Kind>,
    map: BTreeMap<String, Kind>,
    by_number: BTreeMap<i8, Option<f64>>,
    seats: PerSeat<Option<Seat>>,
    #[serde(rename = "__proto__")]
    proto: (u8, f32),
    odd: Odd,
    #[hidden]
    pile: Pile<u8>,
    #[hidden]
    secret: Secret<(u8, char)>,
    #[public]
    foreign: Foreign,
    #[serde(skip)]
    unseen: u8,
    grid: [[bool; 2]; 2],
}

fn kind() -> impl Strategy<Value = Kind> {
    let leaf = prop_oneof![
        Just(Kind::Nothing),
        (-(1_i64 << 53)..=1 << 53).prop_map(Kind::Number),
        (any::<bool>(), text_or_none()).prop_map(|(flag, text)| Kind::Pair(flag, text)),
        vec(0..3_u8, 0..3).prop_map(Kind::Tagged),
    ];
    leaf.prop_recursive(2, 6, 1, |inner| {
        (inner, vec(0..3_u8, 0..4))
            .prop_map(|(inner, list_of)| Kind::Deep { inner_part: Box::new(inner), list_of })
    })
}

fn text_or_none() -> impl Strategy<Value = Option<String>> {
    prop_oneof![Just(None), key().prop_map(Some)]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("__proto__".to_owned()),
        Just("\"\\\u{1}\u{2028}é".to_owned()),
        Just("7".to_owned()),
        "[a-d]"
    ]
}

fn everything() -> impl Strategy<Value = Everything> {
    let one = (vec(0..4_u32, 0..6), vec_deque(kind(), 0..4), btree_map(key(), kind(), 0..4));
    let numbers = prop_oneof![Just(None), any::<f64>().prop_map(Some)];
    let two = (
        btree_map(-2..3_i8, numbers, 0..3),
        vec(prop_oneof![Just(None), Just(Some(1))], 2),
        any::<(u8, f32)>(),
    );
    let odd = prop_oneof![(0..2_u8).prop_map(|x| Odd::A { x }), (0..2_u8).prop_map(|x| Odd::B { x })];
    let pile = prop_oneof![vec(0..3_u8, 0..4).prop_map(Pile::from), (0..3_usize).prop_map(Pile::hidden)];
    let secret = prop_oneof![Just(Secret::hidden()), any::<(u8, char)>().prop_map(Secret::new)];
    let three = (odd, pile, secret, vec("[ab]", 0..2), 0..2_u8, any::<[[bool; 2]; 2]>());
    (one, two, three).prop_map(|((numbers, kinds, map), (by_number, seats, proto), three)| {
        let (odd, pile, secret, words, unseen, grid) = three;
        let seats = PerSeat::new(2, |seat| seats.get(seat.index()).copied().flatten().map(Seat::new));
        let foreign = Foreign { words };
        Everything { numbers, kinds, map, by_number, seats, proto, odd, pile, secret, foreign, unseen, grid }
    })
}

fn forms() -> impl Strategy<Value = Forms> {
    let bytes = || vec(0..3_u8, 0..4);
    let maybe = prop_oneof![Just(None), (0..2_u8).prop_map(Some)];
    let parts =
        (0..3_u8, vec("[ab]", 0..2), vec(any::<bool>(), 0..3), maybe, btree_map("[x-z]", 0..2_u8, 0..2));
    (bytes(), bytes(), bytes(), parts).prop_map(
        |(one, values, items, (number, words, flags, maybe, more))| Forms {
            two: Two(number, 7, Foreign { words }, flags),
            one: One(one),
            named: Named { values },
            generic: Generic { items, maybe, more },
            nothing: (),
        },
    )
}

proptest! {
    #[test]
    fn a_patch_takes_the_form_that_serde_writes(old in forms(), new in forms()) {
        check(&old, &new);
    }

    #[test]
    fn a_patch_makes_the_new_value_of_the_old_one(old in everything(), new in everything()) {
        check(&old, &new);
    }

    #[test]
    fn a_patch_of_lists_makes_the_new_one_of_the_old_one(
        old in vec(vec(0..3_u8, 0..3), 0..8), new in vec(vec(0..3_u8, 0..3), 0..8),
    ) {
        check(&old, &new);
    }
}

fn check<T: Changes>(old: &T, new: &T) {
    let (was, is) = (written(old), written(new));
    match patch_of(new, old) {
        Ok(None) => assert_eq!(was, is),
        Ok(Some(patch)) => {
            assert_ne!(was, is, "{patch}");
            let value = |text: &str| serde_json::from_str(text).expect("it is JSON");
            assert_eq!(patched(value(&was), &patch), Ok(value(&is)), "{patch}");
        }
        Err(problem) => panic!("{problem}"),
    }
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}

#[test]
fn a_changed_list_keeps_its_other_items() {
    let old: Vec<(u8, u8)> = (0..6).map(|at| (at, 0)).collect();
    let mut new = old.clone();
    new.get_mut(1).expect("it is there").1 = 9;
    new.push((7, 7));
    assert_eq!(patch_of(&new, &old), Ok(Some(r#"[6,0,[[7,7]],[1,{"1":[9]}]]"#.to_owned())));
    let mut new = old.clone();
    new.get_mut(3).expect("it is there").1 = 9;
    new.remove(0);
    assert_eq!(patch_of(&new, &old), Ok(Some(r#"[0,1,[],[3,{"1":[9]}]]"#.to_owned())));
}

#[test]
fn the_order_of_keys_is_that_of_a_fresh_map() {
    let map = |keys: &[&str]| keys.iter().map(|key| ((*key).to_owned(), 1)).collect::<BTreeMap<_, _>>();
    let patch = |new: &[&str], old: &[&str]| patch_of(&map(new), &map(old)).ok().flatten();
    assert_eq!(patch(&["a", "b", "c"], &["a", "c"]).as_deref(), Some(r#"[["a","b","c"],{"b":[1]}]"#));
    assert_eq!(patch(&["a", "c", "d"], &["a", "b", "c"]).as_deref(), Some(r#"{"b":[],"d":[1]}"#));
}

#[test]
fn an_invalid_patch_is_an_error() {
    let value = serde_json::json!({ "list": [1], "number": 1 });
    for patch in [
        "7",
        "[]",
        "{",
        r#"{"list":[0,2,[]]}"#,
        r#"{"list":[1,0,7]}"#,
        r#"{"list":[0,0,[],{}]}"#,
        r#"{"list":[1,[2]]}"#,
        r#"{"list":[0,[]]}"#,
        r#"{"list":[0,[2],0]}"#,
        r#"{"list":{"1":[2]}}"#,
        r#"{"list":{"x":[2]}}"#,
        r#"{"number":[0,[2]]}"#,
        r#"{"number":{"a":[1]}}"#,
        r#"[["new"],{}]"#,
        r#"[[7],{}]"#,
        r#"{"list":[18446744073709551615,1,[]]}"#,
    ] {
        assert!(patched(value.clone(), patch).is_err(), "{patch}");
    }
}

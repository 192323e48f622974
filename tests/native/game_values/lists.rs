//! Tests of `List`: the same content, JSON form and patches as those of a `Vec`.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use rondel::game::{patch_of, patched, seen_by};
use rondel::prelude::*;

#[derive(Clone, Debug)]
enum Edit {
    Set(usize, u8),
    Push(u8),
    Pop,
    Insert(usize, u8),
    Remove(usize),
    Double,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = 0..150_usize;
    let edit = prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(place, item)| Edit::Set(place, item)),
        any::<u8>().prop_map(Edit::Push),
        proptest::prelude::Just(Edit::Pop),
        (place.clone(), any::<u8>()).prop_map(|(place, item)| Edit::Insert(place, item)),
        place.prop_map(Edit::Remove),
        proptest::prelude::Just(Edit::Double),
    ];
    vec(edit, 1..20)
}

/// Makes the same change in both, and compares the results.
fn edit(list: &mut List<u8>, twin: &mut Vec<u8>, edit: &Edit) {
    match *edit {
        Edit::Set(place, item) => {
            let places = (list.get_mut(place), twin.get_mut(place));
            if let (Some(one), Some(other)) = places {
                (*one, *other) = (item, item);
            } else {
                assert_eq!((list.get(place), twin.get(place)), (None, None));
            }
        }
        Edit::Push(item) => {
            list.push(item);
            twin.push(item);
        }
        Edit::Pop => assert_eq!(list.pop(), twin.pop()),
        Edit::Insert(place, item) => {
            list.insert(place, item);
            twin.insert(place.min(twin.len()), item);
        }
        Edit::Remove(place) => {
            assert_eq!(list.remove(place), (place < twin.len()).then(|| twin.remove(place)));
        }
        Edit::Double => {
            list.iter_mut().for_each(|item| *item = item.wrapping_mul(2));
            twin.iter_mut().for_each(|item| *item = item.wrapping_mul(2));
        }
    }
}

proptest! {
    #[test]
    fn holds_what_a_vec_holds_and_leaves_copies_as_they_were(begun in vec(any::<u8>(), 0..140), edits in edits()) {
        let (mut list, mut twin) = (List::from(begun.clone()), begun.clone());
        let before = list.clone();
        for made in &edits {
            edit(&mut list, &mut twin, made);
            assert_eq!((list.len(), list.is_empty()), (twin.len(), twin.is_empty()));
        }
        assert!(list.iter().eq(&twin) && list.iter().rev().eq(twin.iter().rev()) && before.iter().eq(&begun));
        assert!((0..twin.len()).all(|place| list[place] == twin[place]));
        assert_eq!(list, List::from(twin.clone()));
        let text = serde_json::to_string(&list).unwrap();
        assert_eq!(text, serde_json::to_string(&twin).unwrap());
        assert_eq!(serde_json::from_str::<List<u8>>(&text).unwrap(), list);
        // The patch is the same as that of a `Vec`.
        assert_eq!(patch_of(&list, &before), patch_of(&twin, &begun));
        let old = serde_json::to_value(&begun).unwrap();
        let patch = patch_of(&list, &before).unwrap().unwrap_or_else(|| "{}".to_owned());
        assert_eq!(patched(old, &patch).unwrap(), serde_json::to_value(&twin).unwrap());
    }
}

#[state]
struct Field {
    #[hidden]
    mine: Secret<bool>,
    number: u8,
}

#[state]
struct Mines {
    fields: List<Field>,
}

#[test]
fn hidden_values_of_items_are_hidden_in_views_only() {
    let mines =
        Mines { fields: (0..70).map(|number| Field { mine: Secret::new(number == 69), number }).collect() };
    let seen = seen_by(&mines, None);
    assert!(seen.fields.iter().all(|field| field.mine.get().is_err()));
    assert_eq!((mines.fields[69].mine.get(), seen.fields[69].number), (Ok(&true), 69));
}

/// Everybody sees the lists, whatever their items are.
#[state]
struct Atlas {
    #[public]
    names: List<String>,
    #[public]
    pages: Vec<Mines>,
}

#[test]
fn lists_may_be_public() {
    let names: List<String> = ["north".to_owned()].into_iter().collect();
    let atlas = Atlas { names, pages: Vec::new() };
    assert_eq!(seen_by(&atlas, None), atlas);
}

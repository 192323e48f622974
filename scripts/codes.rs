//! Prints the table of codes, `src/codes/table.rs`, as JavaScript: `lib/engine/codes.js` of the package.
//! scripts/build compiles this file with rustc alone, in half a second.

use std::sync::Mutex;

/// The table.
macro_rules! table {
    ($($entries:tt)*) => {{
        $($entries)*
        ()
    }};
}

/// A list of the names, and the index of each.
macro_rules! names {
    ($(#[doc = $doc:literal])* $kind:ident as $list:ident, $prefix:ident { $($variant:ident = $name:literal,)* }) => {
        list(&[$($doc),*], stringify!($list), format!("{:?}", [$($name),*]));
        places(stringify!($prefix), &[$(stringify!($variant)),*]);
        $(NAMES.lock().expect("one thread").push((constant(stringify!($prefix), stringify!($variant)), $name));)*
    };
}

/// The first names of a list, up to a name that is not included.
macro_rules! first {
    ($(#[doc = $doc:literal])* $part:ident = $list:ident, $prefix:ident before $kind:ident::$variant:ident) => {
        let end = constant(stringify!($prefix), stringify!($variant));
        list(&[$($doc),*], stringify!($part), format!("/* @__PURE__ */ {}.slice(0, {end})", stringify!($list)));
    };
}

/// A list of some of the names.
macro_rules! some {
    ($(#[doc = $doc:literal])* $some:ident: $kind:ident as $prefix:ident { $($variant:ident,)* }) => {
        let names = [$(name_of(&constant(stringify!($prefix), stringify!($variant)))),*];
        list(&[$($doc),*], stringify!($some), format!("{names:?}"));
    };
}

/// A map with the index of each name as key.
macro_rules! each {
    ($(#[doc = $doc:literal])* $each:ident: $kind:ident as $prefix:ident, $of:ident { $($variant:ident = $some:ident,)* }) => {
        let entries = [$(format!("[{}, {}]", constant(stringify!($prefix), stringify!($variant)), stringify!($some))),*];
        list(&[$($doc),*], stringify!($each), format!("/* @__PURE__ */ new Map([{}])", entries.join(", ")));
    };
}

/// A map from the index of each preset to its behaviour.
macro_rules! presets {
    (
        $(#[doc = $doc:literal])*
        $presets:ident: $kind:ident as $prefix:ident, $one:ident as $one_prefix:ident, $other:ident as $other_prefix:ident {
            $($variant:ident = $first:ident, $second:ident;)*
        }
    ) => {
        let entries = [$(format!(
            "[{}, [{}, {}]]",
            constant(stringify!($prefix), stringify!($variant)),
            constant(stringify!($one_prefix), stringify!($first)),
            constant(stringify!($other_prefix), stringify!($second)),
        )),*];
        list(&[$($doc),*], stringify!($presets), format!("/* @__PURE__ */ new Map([{}])", entries.join(", ")));
    };
}

/// The names of the fields in JavaScript. TypeScript checks the writers of records with them.
macro_rules! record {
    ($(#[doc = $doc:literal])* $name:ident as $list:ident { $($field:ident,)* }) => {
        let fields = [$(in_camel_case(stringify!($field))),*];
        list(&[$($doc),*], stringify!($list), format!("/** @type {{const}} */ ({fields:?})"));
    };
}

/// The stored names of the fields with their kinds, for the codecs of stored types.
macro_rules! stored {
    (
        $(#[doc = $doc:literal])*
        $name:ident as $kind:ident: $form:ident {
            $($(#[doc = $what:literal])* $field:ident $(= $stored:literal)?: $of:ty,)*
        }
    ) => {
        let fields = [$({
            let own = in_camel_case(stringify!($field));
            let names = [own.as_str(), $($stored)?];
            format!("[{:?}, {}]", names[names.len() - 1], kind(stringify!($of)))
        }),*];
        let record = in_capitals(stringify!($kind));
        list(&[$($doc),*], &record, format!("/** @type {{const}} */ ({{ {}: [{}] }})", stringify!($form), fields.join(", ")));
        RECORDS.lock().expect("one thread").push(stringify!($kind));
    };
}

/// The number of each variant.
macro_rules! kinds {
    ($(#[doc = $doc:literal])* $kind:ident as $prefix:ident { $($(#[doc = $what:literal])* $variant:ident,)* }) => {
        heading(&[$($doc),*]);
        places(stringify!($prefix), &[$(stringify!($variant)),*]);
    };
}

/// A list of the values, and the index of each.
macro_rules! values {
    ($(#[doc = $doc:literal])* $group:ident as $list:ident { $($name:ident = $value:ident,)* }) => {
        list(&[$($doc),*], stringify!($list), format!("[{}]", [$(stringify!($value)),*].join(", ")));
        places(stringify!($group), &[$(stringify!($name)),*]);
    };
}

/// A constant for each code, with the group's name as its prefix.
macro_rules! codes {
    ($(#[doc = $doc:literal])* $group:ident: $type:ty { $($(#[doc = $what:literal])* $name:ident = $code:expr,)* }) => {
        heading(&[$($doc),*]);
        $(
            let code: $type = $code;
            let (doc, group) = (comment(&[$($what),*]), stringify!($group).to_uppercase());
            println!("{doc}export const {group}_{} = {code:?};", stringify!($name));
        )*
        println!();
    };
}

/// One constant.
macro_rules! constant {
    ($(#[doc = $doc:literal])* $name:ident: $type:ty = $value:expr) => {
        // Other constants may refer to it.
        #[allow(dead_code)]
        const $name: $type = $value;
        println!("{}export const {} = {:?};\n", comment(&[$($doc),*]), stringify!($name), $name);
    };
}

/// Lists, to be printed last: bundlers inline constants only if nothing but constants comes before.
static LISTS: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// Listed names, with the constant of each.
static NAMES: Mutex<Vec<(String, &str)>> = Mutex::new(Vec::new());

/// Kinds that are records.
static RECORDS: Mutex<Vec<&str>> = Mutex::new(Vec::new());

fn main() {
    println!("// Generated from src/codes/table.rs by scripts/build: what both languages must agree on.\n");
    include!("../src/codes/table.rs");
    include!("../src/codes/records.rs");
    include!("../src/codes/limits.rs");
    include!("../src/codes/clock.rs");
    print!("{}", LISTS.lock().expect("one thread").join("\n"));
}

fn list(doc: &[&str], name: &str, value: String) {
    LISTS.lock().expect("one thread").push(format!("{}export const {name} = {value};\n", comment(doc)));
}

fn comment(lines: &[&str]) -> String {
    let text: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    if text.is_empty() { String::new() } else { format!("/** {} */\n", text.join(" ")) }
}

/// Prints a comment for a group of constants, not for the next line alone.
fn heading(lines: &[&str]) {
    println!("//{}", lines.concat());
}

/// Returns `{ list: SESSION }` for `List<Session>`, and `"count"` for `Count`.
fn kind(name: &str) -> String {
    if let Some((outer, inner)) = name.split_once('<') {
        return format!(
            "{{ {}: {} }}",
            in_lower_camel_case(outer),
            kind(inner.strip_suffix('>').expect("a closing bracket"))
        );
    }
    let is_record = RECORDS.lock().expect("one thread").contains(&name);
    if is_record { in_capitals(name) } else { format!("{:?}", in_lower_camel_case(name)) }
}

/// Returns `byPlayer` for `ByPlayer`.
fn in_lower_camel_case(name: &str) -> String {
    name[..1].to_lowercase() + &name[1..]
}

/// Prints the index of each name as a constant with this prefix.
fn places(prefix: &str, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        println!("export const {} = {place};", constant(prefix, name));
    }
    println!();
}

fn constant(prefix: &str, name: &str) -> String {
    format!("{}_{}", prefix.to_uppercase(), in_capitals(name))
}

fn name_of(constant: &str) -> &'static str {
    let names = NAMES.lock().expect("one thread");
    names.iter().find(|(known, _)| known == constant).expect("a name of the table").1
}

/// Returns `numPlayers` for `num_players`, and `playerID` for `player_id`.
fn in_camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    let capitalised =
        |word: &str| if word == "id" { "ID".into() } else { word[..1].to_uppercase() + &word[1..] };
    words.fold(first, |all, word| all + &capitalised(word))
}

/// Returns `TURN_ON_MOVE` for `TurnOnMove`.
fn in_capitals(name: &str) -> String {
    if name.to_uppercase() == name {
        return name.into();
    }
    let mut capitals = String::new();
    for (index, letter) in name.chars().enumerate() {
        if index > 0 && letter.is_uppercase() {
            capitals.push('_');
        }
        capitals.extend(letter.to_uppercase());
    }
    capitals
}

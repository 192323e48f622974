//! Prints what both languages must agree on as JavaScript: `lib/engine/codes.js` of the package. The table is
//! `src/codes/table.rs`; scripts/build compiles this with rustc alone, in half a second.

/// The whole table.
macro_rules! table {
    ($($entries:tt)*) => {{
        $($entries)*
        ()
    }};
}

/// A list of the names, and the place of each.
macro_rules! names {
    ($(#[doc = $doc:literal])* $kind:ident as $list:ident, $prefix:ident { $($variant:ident = $name:literal,)* }) => {
        comment(&[$($doc),*]);
        println!("export const {} = {:?};", stringify!($list), [$($name),*]);
        places(stringify!($prefix), &[$(stringify!($variant)),*]);
    };
}

/// The number of each.
macro_rules! kinds {
    ($(#[doc = $doc:literal])* $kind:ident as $prefix:ident { $($(#[doc = $what:literal])* $variant:ident,)* }) => {
        heading(&[$($doc),*]);
        places(stringify!($prefix), &[$(stringify!($variant)),*]);
    };
}

/// A list of the values, and the place of each.
macro_rules! values {
    ($(#[doc = $doc:literal])* $group:ident as $list:ident { $($name:ident = $value:ident,)* }) => {
        comment(&[$($doc),*]);
        println!("export const {} = [{}];", stringify!($list), [$(stringify!($value)),*].join(", "));
        places(stringify!($group), &[$(stringify!($name)),*]);
    };
}

/// A constant for each, with the group's name before its own.
macro_rules! codes {
    ($(#[doc = $doc:literal])* $group:ident: $type:ty { $($(#[doc = $what:literal])* $name:ident = $code:expr,)* }) => {
        heading(&[$($doc),*]);
        $(
            comment(&[$($what),*]);
            let code: $type = $code;
            println!("export const {}_{} = {code:?};", stringify!($group).to_uppercase(), stringify!($name));
        )*
        println!();
    };
}

/// One constant.
macro_rules! constant {
    ($(#[doc = $doc:literal])* $name:ident: $type:ty = $value:expr) => {
        comment(&[$($doc),*]);
        let value: $type = $value;
        println!("export const {} = {value:?};", stringify!($name));
        println!();
    };
}

fn main() {
    println!("// Generated from src/codes/table.rs by scripts/build: what both languages must agree on.\n");
    include!("../src/codes/table.rs");
}

fn comment(lines: &[&str]) {
    let text: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    if !text.is_empty() {
        println!("/** {} */", text.join(" "));
    }
}

/// Of what follows, not of the next line alone.
fn heading(lines: &[&str]) {
    println!("//{}", lines.concat());
}

/// Names by place, as constants with this prefix.
fn places(prefix: &str, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        println!("export const {}_{} = {place};", prefix.to_uppercase(), in_capitals(name));
    }
    println!();
}

/// `TurnOnMove` as `TURN_ON_MOVE`.
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

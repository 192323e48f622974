//! Conversions of names between naming conventions.

use proc_macro2::Ident;

/// Returns `PlayCard` or `play_card` in camelCase: `playCard`.
pub fn camel(ident: &Ident) -> String {
    let mut out = String::new();
    let mut is_up = false;
    for letter in plain(ident).chars() {
        match letter {
            '_' => is_up = !out.is_empty(),
            _ if out.is_empty() => out.extend(letter.to_lowercase()),
            _ if is_up => {
                out.extend(letter.to_uppercase());
                is_up = false;
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Words that TypeScript does not accept as names of parameters; `this` would not count as an argument.
/// `package-files.js` of `build-game` has the same words, because exports cannot have these names.
const WORDS: &str = "arguments await break case catch class const continue debugger default delete do else enum eval export extends \
    false finally for function if implements import in instanceof interface let new null package private protected public return \
    static super switch this throw true try typeof var void while with yield";

/// Returns a JavaScript name that TypeScript accepts as a parameter: `class_` for `class`.
pub fn parameter(name: String) -> String {
    if WORDS.split(' ').any(|word| word == name) { name + "_" } else { name }
}

/// Returns the name of a constant: `PLAY_CARD` for `PlayCard`.
pub fn shouting(ident: &Ident) -> Ident {
    Ident::new(&snake(&plain(ident)).to_uppercase(), ident.span())
}

/// Returns the name without `r#`.
pub fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(Into::into).unwrap_or(text)
}

/// Returns `play_card` for `PlayCard`, as serde does.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// A naming convention of serde's `rename_all`.
#[derive(Clone, Copy)]
pub struct Case(&'static str);

const CASES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

impl Case {
    /// Returns the convention with this name.
    pub fn named(name: &str) -> Option<Self> {
        CASES.into_iter().find(|known| *known == name).map(Case)
    }

    /// Returns the name of a field in serde's form.
    pub fn of_field(self, name: &str) -> String {
        match self.0 {
            "lowercase" | "snake_case" => name.into(),
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => name.to_ascii_uppercase(),
            "PascalCase" => pascal(name),
            "camelCase" => with_small_start(&pascal(name)),
            "kebab-case" => name.replace('_', "-"),
            _ => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// Returns the name of a variant in serde's form.
    pub fn of_variant(self, name: &str) -> String {
        match self.0 {
            "PascalCase" => name.into(),
            "lowercase" => name.to_ascii_lowercase(),
            "UPPERCASE" => name.to_ascii_uppercase(),
            "camelCase" => with_small_start(name),
            "snake_case" => snake(name),
            "SCREAMING_SNAKE_CASE" => snake(name).to_ascii_uppercase(),
            "kebab-case" => snake(name).replace('_', "-"),
            _ => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn pascal(name: &str) -> String {
    let mut out = String::new();
    let mut is_up = true;
    for letter in name.chars() {
        match letter {
            '_' => is_up = true,
            _ if is_up => {
                out.push(letter.to_ascii_uppercase());
                is_up = false;
            }
            _ => out.push(letter),
        }
    }
    out
}

fn with_small_start(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// Returns the text as a JSON string with quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

//! What an author has written above an item, as a comment of TypeScript's: editors show it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The values of an item's attributes `doc`, in their order: one for each line of `///`.
pub type Docs<'a> = &'a [&'a str];

/// The comment above an item; empty if nothing is written of it. Those of what it consists of are listed below its own.
pub fn comment_of(docs: Docs<'_>, parts: &[(&str, Docs<'_>)]) -> String {
    written(&sections(docs, parts, |name| format!("- `{name}`: ")))
}

/// The comment above a move, with its arguments.
pub fn comment_of_move(docs: Docs<'_>, arguments: &[(&str, Docs<'_>)]) -> String {
    // With a dash: `{` behind the name would begin a type.
    written(&sections(docs, arguments, |name| format!("@param {name} - ")))
}

fn sections(docs: Docs<'_>, parts: &[(&str, Docs<'_>)], head: impl Fn(&str) -> String) -> Vec<String> {
    let mut lines = lines_of(docs);
    let parts = parts.iter().map(|(name, docs)| (name, lines_of(docs)));
    for (at, (name, part)) in parts.filter(|(_, part)| !part.is_empty()).enumerate() {
        if at == 0 && !lines.is_empty() {
            lines.push(String::new());
        }
        let start = core::iter::once(head(name)).chain(core::iter::repeat("  ".to_owned()));
        lines.extend(start.zip(part).map(|(start, line)| start + &line));
    }
    lines
}

fn written(lines: &[String]) -> String {
    // Between them stands what Markdown reads as nothing.
    let safe = |line: &String| line.replace("*/", "*\\/");
    match lines {
        [] => String::new(),
        [line] => format!("/** {} */", safe(line)),
        _ => {
            let lines: Vec<String> = lines.iter().map(|line| format!(" * {}", safe(line))).collect();
            let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
            format!("/**\n{}\n */", lines.join("\n"))
        }
    }
}

/// The lines of a text as rustdoc reads them: without the stars of `/** … */`, and without the indentation that all of them have.
fn lines_of(docs: Docs<'_>) -> Vec<String> {
    let docs: Vec<String> = docs.iter().map(|text| text.replace("\r\n", "\n")).collect();
    let lines: Vec<&str> = docs.iter().flat_map(|text| undecorated(text)).collect();
    let is_blank = |line: &&str| line.trim().is_empty();
    let margin = lines.iter().filter(|line| !is_blank(line)).map(|line| indentation(line)).min();
    let from = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let to = lines.iter().rposition(|line| !is_blank(line)).map_or(from, |last| last + 1);
    let inner = lines.get(from..to).unwrap_or_default().iter();
    inner.map(|line| without_tag(line.get(margin.unwrap_or(0)..).unwrap_or_default().trim_end())).collect()
}

/// The lines of a text. If all but the first begin with a star, it is `/** … */`, and they are without it.
fn undecorated(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split(['\n', '\r', '\u{2028}', '\u{2029}']).collect();
    let Some((first, others)) = lines.split_first_mut() else { return lines };
    let is_star = |line: &str| line.trim_start().starts_with('*');
    if !is_star(first) && others.iter().all(|line| line.trim().is_empty() || is_star(line)) {
        for line in others {
            *line = line.trim_start().strip_prefix('*').unwrap_or(line);
        }
    }
    lines
}

fn indentation(line: &str) -> usize {
    line.bytes().take_while(|letter| matches!(letter, b' ' | b'\t')).count()
}

/// The line, in which no tag of JSDoc's begins.
fn without_tag(line: &str) -> String {
    let text = line.trim_start();
    match text.strip_prefix('@') {
        Some(rest) => format!("{}\\@{rest}", line.strip_suffix(text).unwrap_or_default()),
        None => line.to_owned(),
    }
}

//! Doc comments of a game as TypeScript comments, which editors show.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Values of an item's `doc` attributes in order, one for each line of `///`.
pub type Docs<'a> = &'a [&'a str];

/// Returns the comment of an item with its parts in a list below it, or an empty string without any docs.
pub fn comment_of(docs: Docs<'_>, parts: &[(&str, Docs<'_>)]) -> String {
    written(&sections(docs, parts, |name| format!("- `{name}`: ")))
}

/// Returns the comment of a move with its arguments as `@param` tags.
pub fn comment_of_move(docs: Docs<'_>, arguments: &[(&str, Docs<'_>)]) -> String {
    // The dash separates: TypeScript reads `{` after the name as a type.
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
    // A backslash between them is invisible in Markdown.
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

/// Returns the lines of a doc comment as rustdoc reads them: without the stars of `/** … */` and the common
/// indentation.
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

/// Returns the lines of a text. If all lines except the first begin with a star, removes the stars.
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

/// Escapes `@` at the beginning of a line, so that JSDoc does not read it as a tag.
fn without_tag(line: &str) -> String {
    let text = line.trim_start();
    match text.strip_prefix('@') {
        Some(rest) => format!("{}\\@{rest}", line.strip_suffix(text).unwrap_or_default()),
        None => line.to_owned(),
    }
}

//! Formatting of texts. The standard library's would add five kilobytes to every page.

use alloc::string::String;

/// Fills the parts into the holes of a template. The word in braces only describes the part.
#[cold]
#[inline(never)]
pub fn fill(template: &'static str, parts: &[&str]) -> String {
    let mut parts = parts.iter();
    let mut text = String::new();
    for (i, piece) in template.split(['{', '}']).enumerate() {
        let is_hole = i % 2 == 1;
        text.push_str(if is_hole { parts.next().copied().unwrap_or_default() } else { piece });
    }
    text
}

/// Returns the texts, separated by commas. `join` would add 130 bytes to every page.
pub fn listed(texts: &[String]) -> String {
    texts.iter().fold(String::new(), |all, text| match all.as_str() {
        "" => text.clone(),
        _ => fill("{all}, {text}", &[&all, text]),
    })
}

/// Shortens a text to this number of UTF-16 units by removing its middle. Messages may quote texts of
/// strangers between the place and the expected value.
pub fn shortened(text: String, most: usize) -> String {
    if text.encode_utf16().nth(most).is_none() {
        return text;
    }
    let (before, behind) = (most / 2, most.saturating_sub(1) / 2);
    let begin = text.get(..bytes_of(text.chars(), before)).unwrap_or_default();
    let end = text.get(text.len() - bytes_of(text.chars().rev(), behind)..).unwrap_or_default();
    fill("{begin}…{end}", &[begin, end])
}

/// Returns the number of bytes of the characters that fit into this number of UTF-16 units.
fn bytes_of(characters: impl Iterator<Item = char>, mut units: usize) -> usize {
    let fitting = characters.map_while(|character| {
        units = units.checked_sub(character.len_utf16())?;
        Some(character.len_utf8())
    });
    fitting.sum()
}

/// Returns the number in digits.
pub fn number(value: impl Into<i64>) -> String {
    digits(value.into())
}

fn digits(value: i64) -> String {
    let mut text = match value {
        0..10 => String::new(),
        10.. => digits(value / 10),
        _ => return fill("-{value}", &[&digits(-value)]),
    };
    text.push(char::from(b'0' + (value % 10) as u8));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_replace_holes_and_keep_their_own_braces() {
        assert_eq!(fill("{player} cannot {attempt}{name}.", &["{0}", "leave", ""]), "{0} cannot leave.");
        assert_eq!(fill("nothing to fill", &[]), "nothing to fill");
    }

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        assert_eq!(shortened("place: 'xx', expected u8".into(), 24), "place: 'xx', expected u8");
        assert_eq!(shortened("place: 'xxx', expected u8".into(), 23), "place: 'xxx…expected u8");
        assert_eq!(shortened("place: 'xxx', expected u8".into(), 24), "place: 'xxx'…expected u8");
        // A character with two units is never divided.
        assert_eq!(shortened("🂡🂢🂣🂤".into(), 8), "🂡🂢🂣🂤");
        assert_eq!(shortened("🂡🂢🂣🂤".into(), 7), "🂡…🂤");
        assert_eq!(shortened("abc".into(), 0), "…");
    }

    #[test]
    fn a_number_is_written_in_digits() {
        assert_eq!(
            [0, 9, 10, -1, -120, 4_294_967_295_i64].map(number),
            ["0", "9", "10", "-1", "-120", "4294967295"]
        );
    }
}

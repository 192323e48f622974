//! Why a value has no text of JSON's, and which part of it is at fault.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// Why a value cannot be written: the path of the part at fault, and what is wrong there. It reads `hands[1].weight: NaN …`.
///
/// ```
/// use rondel::game::patch_of;
///
/// let why = patch_of(&vec![1.5, f64::NAN], &vec![1.5, 2.0]).unwrap_err();
/// assert_eq!(why.to_string(), "[1]: NaN is no number that JSON has a text for");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    path: String,
    problem: String,
}

/// So many letters of a path are shown.
const LONGEST_PATH: usize = 80;

impl Unwritten {
    /// The value itself is at fault.
    #[cold]
    pub fn new(problem: impl fmt::Display) -> Self {
        Unwritten { path: String::new(), problem: problem.to_string() }
    }

    /// The same, of a value in which this one stands: under a key, as `.key`, or as an item, `[3]`.
    #[cold]
    pub fn inside(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        if let Some((end, _)) = self.path.char_indices().nth(LONGEST_PATH) {
            self.path.truncate(end);
            self.path.push('…');
        }
        self
    }

    /// The same, under a key that is text of JSON's, or an index.
    #[cold]
    pub fn under_key(self, key: &str) -> Self {
        let name = key.trim_matches('"');
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let step = if name.parse::<usize>().is_ok() {
            format!("[{name}]")
        } else if name.chars().all(is_word) {
            format!(".{name}")
        } else {
            format!("[{key}]")
        };
        self.inside(&step)
    }
}

impl fmt::Display for Unwritten {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.strip_prefix('.').unwrap_or(&self.path) {
            "" => to.write_str(&self.problem),
            path => write!(to, "{path}: {}", self.problem),
        }
    }
}

impl core::error::Error for Unwritten {}

impl From<Unwritten> for String {
    fn from(why: Unwritten) -> Self {
        why.to_string()
    }
}

impl serde::ser::Error for Unwritten {
    fn custom<T: fmt::Display>(problem: T) -> Self {
        Unwritten::new(problem)
    }
}

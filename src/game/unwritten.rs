//! The error for values without JSON form.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// Reason why a value has no JSON form, with the path of the part. `Display` writes `hands[1].weight: NaN …`.
///
/// ```
/// use rondel::game::patch_of;
///
/// let why = patch_of(&vec![1.5, f64::NAN], &vec![1.5, 2.0]).unwrap_err();
/// assert_eq!(why.to_string(), "[1]: JSON cannot represent NaN");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritten {
    path: String,
    problem: String,
}

/// Maximum number of characters of a displayed path.
const LONGEST_PATH: usize = 80;

impl Unwritten {
    /// Creates the error for the value itself.
    #[cold]
    pub fn new(problem: impl fmt::Display) -> Self {
        Unwritten { path: String::new(), problem: problem.to_string() }
    }

    /// Adds a step to the front of the path: `.key` for a member, `[3]` for an item.
    #[cold]
    pub fn inside(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        if let Some((end, _)) = self.path.char_indices().nth(LONGEST_PATH) {
            self.path.truncate(end);
            self.path.push('…');
        }
        self
    }

    /// Adds a step for a key as JSON text, or for an index.
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

//! How strong a bot is.

/// How long a bot thinks, and how often it does something else than what it holds for best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Iterations for each of its actions.
    pub iterations: u32,
    /// As in [`choose`](super::choose).
    pub sharpness: Option<u32>,
}

impl Difficulty {
    /// For those who are learning the game.
    pub const EASY: Difficulty = Difficulty { iterations: 30, sharpness: Some(1) };
    /// For those who know it.
    pub const MEDIUM: Difficulty = Difficulty { iterations: 200, sharpness: Some(3) };
    /// For those who want to be beaten.
    pub const HARD: Difficulty = Difficulty { iterations: 2_000, sharpness: None };

    /// The difficulty with this name: `easy`, `medium` or `hard`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "easy" => Some(Self::EASY),
            "medium" => Some(Self::MEDIUM),
            "hard" => Some(Self::HARD),
            _ => None,
        }
    }
}

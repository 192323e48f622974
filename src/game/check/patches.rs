//! Check that the patches of views, applied as pages apply them, give the new views.

use std::format;
use std::string::{String, ToString};

use super::played::{Player, Wrong};
use super::worlds::{difference, json, name_of, viewers};
use crate::game::changes::patch_of;
use crate::game::game::Game;
use crate::game::patched::patched;
use crate::game::view::seen_by;

impl<G: Game> Player<'_, G> {
    /// Checks the patches of the last move for each viewer.
    pub fn check_patches(&self, before: &G) -> Result<(), Wrong> {
        for viewer in viewers(&self.game) {
            let (old, new) = (seen_by(before, viewer), seen_by(self.game.g(), viewer));
            let wrong = |problem: String| ("changes", format!("the view of {}: {problem}", name_of(viewer)));
            let patch = patch_of(&new, &old).map_err(|why| wrong(why.inside("G").to_string()))?;
            let after = match &patch {
                None => json(&old),
                Some(patch) => patched(json(&old), patch).map_err(wrong)?,
            };
            if let Some(difference) = difference(&after, &json(&new)) {
                return Err(wrong(format!("{difference}, with and without a patch")));
            }
        }
        Ok(())
    }
}

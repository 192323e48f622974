//! Check that outcomes and refusals have the types that the flow declares for TypeScript.

use std::format;
use std::string::ToString;

use serde_json::Value as Json;

use super::played::{Player, Wrong};
use crate::game::game::Game;
use crate::game::matches::MatchError;
use crate::game::texts::PayloadType;
use crate::game::values::Outcome;

impl<G: Game> Player<'_, G> {
    /// Checks the outcome of the match.
    pub fn check_outcome(&self) -> Result<(), Wrong> {
        let Some(outcome @ Outcome::Other(_)) = self.game.outcome() else { return Ok(()) };
        let text = outcome.to_json();
        let problem = match self.texts.outcome() {
            Some(PayloadType { is, .. }) if is(&text) => return Ok(()),
            Some(_) => format!("{text} is not of the type that flow.outcome declares"),
            None => format!("the match ends with {text}, whose type flow.outcome::<T>() has to declare"),
        };
        Err(("outcome", problem))
    }

    /// Checks the payload of a refusal.
    pub fn check_refusal_payload(&self, error: &MatchError) -> Result<(), Wrong> {
        let (Some(PayloadType { is, .. }), Some(payload)) = (self.texts.refusal(), error.payload::<Json>())
        else {
            return Ok(());
        };
        if payload.is_string() || is(&payload.to_string()) {
            return Ok(());
        }
        Err(("refusal", format!("{payload} is not of the type that flow.refusal declares")))
    }
}

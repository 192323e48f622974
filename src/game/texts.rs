//! What a flow says for who describes the game: how TypeScript knows it.

use std::string::String;
use std::vec::Vec;

use serde::de::DeserializeOwned;

use super::names::Names;
use super::types::{Typed, Types};

/// Whether games can be described. The release of a module cannot do it, and has nothing of this.
const ARE_DESCRIBED: bool = cfg!(any(rondel_types, not(target_arch = "wasm32")));

/// What a flow says for who describes the game.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// One, or none where games are not described: that takes no byte.
    said: [Said; ARE_DESCRIBED as usize],
}

/// Each text is behind a function that writes it.
#[derive(Clone, Debug, Default)]
struct Said {
    phases: Vec<fn() -> String>,
    stages: Vec<fn() -> String>,
    outcome: Option<PayloadType>,
    refusal: Option<PayloadType>,
}

/// The type of what a game writes as JSON.
#[derive(Clone, Copy, Debug)]
pub struct PayloadType {
    /// What TypeScript calls it.
    pub text: fn(&mut Types) -> String,
    /// Whether it is what a text of JSON's says.
    pub is: fn(&str) -> bool,
}

impl Texts {
    /// What writes the comments above the phases.
    pub fn phases(&self) -> impl Iterator<Item = fn() -> String> {
        self.said.iter().flat_map(|said| said.phases.iter().copied())
    }

    /// What writes the comments above the stages.
    pub fn stages(&self) -> impl Iterator<Item = fn() -> String> {
        self.said.iter().flat_map(|said| said.stages.iter().copied())
    }

    /// What an [`Outcome::Other`](super::Outcome::Other) holds.
    pub fn outcome(&self) -> Option<PayloadType> {
        self.said.first()?.outcome
    }

    /// What refused moves give as a reason, besides texts.
    pub fn refusal(&self) -> Option<PayloadType> {
        self.said.first()?.refusal
    }

    pub(super) fn add_phases<N: Names>(&mut self) {
        self.said.iter_mut().for_each(|said| said.phases.push(N::comment));
    }

    pub(super) fn add_stages<N: Names>(&mut self) {
        self.said.iter_mut().for_each(|said| said.stages.push(N::comment));
    }

    /// Takes the stages of a turn.
    pub(super) fn append(&mut self, turn: &Texts) {
        self.said.iter_mut().zip(&turn.said).for_each(|(said, turn)| said.stages.extend(&turn.stages));
    }

    pub(super) fn set_outcome<T: Typed + DeserializeOwned>(&mut self) {
        self.said.iter_mut().for_each(|said| said.outcome = Some(PayloadType::of::<T>()));
    }

    pub(super) fn set_refusal<T: Typed + DeserializeOwned>(&mut self) {
        self.said.iter_mut().for_each(|said| said.refusal = Some(PayloadType::of::<T>()));
    }
}

impl PayloadType {
    fn of<T: Typed + DeserializeOwned>() -> Self {
        PayloadType { text: T::type_text, is: |text| serde_json::from_str::<T>(text).is_ok() }
    }
}

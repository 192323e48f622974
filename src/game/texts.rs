//! The parts of a flow that only the description of the game needs, for TypeScript.

use std::string::String;
use std::vec::Vec;

use serde::de::DeserializeOwned;

use super::names::Names;
use super::types::{Typed, Types};

/// `true` if this build can describe games. A release build of a module cannot, and contains none of this.
const ARE_DESCRIBED: bool = cfg!(any(rondel_types, not(target_arch = "wasm32")));

/// The parts of a flow that only the description of the game needs.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// One element, or none in builds without descriptions, where it takes no space.
    said: [Said; ARE_DESCRIBED as usize],
}

/// Functions that write the texts.
#[derive(Clone, Debug, Default)]
struct Said {
    phases: Vec<fn() -> String>,
    stages: Vec<fn() -> String>,
    outcome: Option<PayloadType>,
    refusal: Option<PayloadType>,
}

/// Type of a value that a game writes as JSON.
#[derive(Clone, Copy, Debug)]
pub struct PayloadType {
    /// Returns the name of the type in TypeScript.
    pub text: fn(&mut Types) -> String,
    /// Returns `true` if a JSON text is of this type.
    pub is: fn(&str) -> bool,
}

impl Texts {
    /// Returns the functions that write the comments of the phases.
    pub fn phases(&self) -> impl Iterator<Item = fn() -> String> {
        self.said.iter().flat_map(|said| said.phases.iter().copied())
    }

    /// Returns the functions that write the comments of the stages.
    pub fn stages(&self) -> impl Iterator<Item = fn() -> String> {
        self.said.iter().flat_map(|said| said.stages.iter().copied())
    }

    /// Returns the type of the value in an [`Outcome::Other`](super::Outcome::Other).
    pub fn outcome(&self) -> Option<PayloadType> {
        self.said.first()?.outcome
    }

    /// Returns the type of payloads of refused moves, in addition to strings.
    pub fn refusal(&self) -> Option<PayloadType> {
        self.said.first()?.refusal
    }

    pub(super) fn add_phases<N: Names>(&mut self) {
        self.said.iter_mut().for_each(|said| said.phases.push(N::comment));
    }

    pub(super) fn add_stages<N: Names>(&mut self) {
        self.said.iter_mut().for_each(|said| said.stages.push(N::comment));
    }

    /// Adds the stages of a turn.
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

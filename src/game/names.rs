//! The names of phases and of stages: enums without fields.

use alloc::string::String;

/// Names of phases or stages, by `derive(Phases)` or `derive(Stages)` on an enum without fields. JavaScript sees
/// `Phase::FirstRound` as `'firstRound'`.
pub trait Names: Sized + 'static {
    /// All names, as JavaScript sees them.
    const ALL: &'static [&'static str];

    /// This name, as JavaScript sees it.
    fn name(&self) -> &'static str;

    /// What has this name.
    fn named(name: &str) -> Option<Self>;

    /// What is written above them, as a comment of TypeScript's; empty if nothing is.
    fn comment() -> String {
        String::new()
    }
}

/// Names of phases.
///
/// ```
/// use rondel::prelude::*;
///
/// #[derive(Phases)]
/// enum Phase { Draft, Fight }
///
/// assert_eq!(Phase::ALL, ["draft", "fight"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name phases",
    note = "make it an enum without fields, with `#[derive(Phases)]`"
)]
pub trait Phases: Names {}

/// Names of stages.
///
/// ```
/// use rondel::prelude::*;
///
/// #[derive(Stages)]
/// enum Stage { React }
///
/// assert_eq!(Stage::React.name(), "react");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name stages",
    note = "make it an enum without fields, with `#[derive(Stages)]`"
)]
pub trait Stages: Names {}

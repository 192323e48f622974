//! The names of phases and of stages: enums without fields.

use alloc::string::String;

/// Names of phases or stages. Derive `Phases` or `Stages` for an enum without fields. JavaScript sees
/// `Phase::FirstRound` as `'firstRound'`.
pub trait Names: Sized + 'static {
    /// All names in JavaScript.
    const ALL: &'static [&'static str];

    /// Returns the name in JavaScript.
    fn name(&self) -> &'static str;

    /// Returns the variant with this name.
    fn named(name: &str) -> Option<Self>;

    /// Returns the doc comment of the enum as a TypeScript comment, or an empty string.
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

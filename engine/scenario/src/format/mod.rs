//! The format of a scenario, as types that define what a file may contain.

mod action;
mod duration;
mod expect;
mod expectations;
mod facts;
pub(crate) mod fields;
mod given;
mod load;
mod menus;
pub(crate) mod names;
mod read;
#[cfg(feature = "schema")]
mod schema;

use serde::Deserialize;
use waybill_machines::Timestamp;

pub use action::{
    Action, Answers, ClientOpen, CodeWord, CurrentWord, Describe, FlowWord, ForgotPasswordSubmit,
    LoginSubmit, PasskeyAnswer, PasskeyBegin, PasswordSubmit, ResetPasswordOpen,
    ResetPasswordSubmit, SsoBegin, SsoCallback, SsoDenied, Step, Stored,
};
pub use duration::Duration;
pub use expect::{CallPattern, Expect, TransitionPattern};
pub use facts::FactsChange;
pub use given::{Given, GivenPackage, GivenUser, GivenVersion};
pub use load::{Document, parse};
pub use menus::MenusPattern;
pub(crate) use read::merge;
#[cfg(feature = "schema")]
pub use schema::json_schema;

/// A scenario.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What happens, as one sentence. Always the first line of the file.
    pub scenario: String,
    /// The requirements that the scenario proves.
    pub covers: Vec<String>,
    /// The time at which it begins.
    #[serde(default = "new_year")]
    pub at: Timestamp,
    /// The initial situation.
    #[serde(default)]
    pub given: Given,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

const fn new_year() -> Timestamp {
    Timestamp::from_ms(1_767_225_600_000)
}

//! The format of a story, as types: what they can hold is what a file may say.

mod action;
mod duration;
mod expect;
mod expectations;
mod facts;
mod fields;
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
    Action, Answers, CodeWord, CurrentWord, Describe, LoginSubmit, PasswordSubmit, Step, Stored,
};
pub use duration::Duration;
pub use expect::{CallPattern, Expect, TransitionPattern};
pub use facts::FactsChange;
pub use given::{Given, GivenUser};
pub use load::{Document, parse};
pub use menus::MenusPattern;
pub(crate) use read::lay;
#[cfg(feature = "schema")]
pub use schema::json_schema;

/// One story.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What happens, as one sentence. Always the first line of the file.
    pub scenario: String,
    /// The requirements that the story proves.
    pub covers: Vec<String>,
    /// When it begins.
    #[serde(default = "new_year")]
    pub at: Timestamp,
    /// The world in which it plays.
    #[serde(default)]
    pub given: Given,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

const fn new_year() -> Timestamp {
    Timestamp::from_ms(1_767_225_600_000)
}

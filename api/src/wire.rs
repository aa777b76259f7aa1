//! What goes over HTTP: a type for each body, query and answer, in a file an area. From these the browser's types and
//! the OpenAPI document are generated, with what `schema` derives; the server itself needs neither.

pub mod access;
pub mod installation;
pub mod logs;
pub mod release_bundles;
pub mod session;
pub mod status;
pub mod support;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The names of people, by their ids. They stand beside what refers to people, so that one whose name was erased is not
/// taken for nobody.
pub type Names = BTreeMap<String, Option<String>>;

/// An empty object.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Empty {}

/// The step that comes next: the state that a machine is in afterwards.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Next {
    /// Its name.
    pub next: &'static str,
}

/// Which part of a list is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PageQuery {
    /// Number of rows to skip.
    pub offset: Option<usize>,
    /// Maximum number of rows.
    pub limit: Option<usize>,
}

/// Why something was not done, as a problem of RFC 9457.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Problem {
    /// Names the kind of problem: `urn:waybill:problem:` and the code.
    pub r#type: String,
    /// What the status says.
    pub title: String,
    /// The status.
    pub status: u16,
    /// What is wrong, as a sentence.
    pub detail: String,
    /// Names this very answer: `urn:waybill:trace:` and the trace.
    pub instance: String,
    /// The same in our own words.
    pub error: ProblemDetails,
}

/// Why something was not done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProblemDetails {
    /// Names the reason.
    pub code: String,
    /// What is wrong, as a sentence.
    pub message: String,
    /// The field that is wrong.
    pub field: Option<String>,
    /// Retry after this many milliseconds.
    pub retry_after_ms: Option<i64>,
    /// The trace of the request, which log lines carry.
    pub trace: String,
}

//! What users and the server did.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_engine::{ActKind, Change};
use waybill_machines::Timestamp;

use super::Names;

/// Which acts to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ListActs {
    /// The id of a user: only what this user did, or what was done to their account.
    pub user: Option<String>,
    /// Only records of machines that have acts of this kind.
    pub kind: Option<ActKind>,
    /// `next` of the page before.
    pub before: Option<String>,
    /// Maximum number of records, at most 200.
    pub limit: Option<usize>,
}

/// What a request has led to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TraceQuery {
    /// Its trace.
    pub trace: String,
    /// When it was, within a minute.
    pub at: Timestamp,
}

/// Which acts of the caller's own session to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ListChanges {
    /// `next` of the page before.
    pub before: Option<String>,
    /// Maximum number of records, at most 200.
    pub limit: Option<usize>,
}

/// A page of acts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ActsPage {
    /// The records, newest first.
    pub records: Vec<Change>,
    /// The users that they name.
    pub names: Names,
    /// The keys of the repositories in which they did it, by id; those that were deleted have none.
    pub repositories: BTreeMap<String, String>,
    /// Where older records follow; null at the beginning. A page may be short, or empty, and be followed by others.
    pub next: Option<String>,
}

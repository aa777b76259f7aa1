//! Types of the HTTP API, one for each request body, query and response body, and of the socket, in a file per area.
//! The browser's types and the OpenAPI document are generated from them with the feature `schema`; the server itself
//! does not need it.

pub mod access;
pub mod applications;
pub mod archive;
pub mod audit;
pub mod builds;
pub mod cleanup;
pub mod client_logins;
pub mod components;
pub mod console_repositories;
pub mod directories;
pub mod distribution;
pub mod download_rules;
pub mod git;
pub mod groups;
pub mod image_layers;
pub mod image_promotion;
pub mod installation;
pub mod lifecycle;
pub mod logs;
pub mod mail;
pub mod own_account;
pub mod package_details;
pub mod package_stats;
pub mod package_usage;
pub mod package_versions;
pub mod packages;
pub mod passkeys;
pub mod people;
pub mod permissions;
pub mod projects;
pub mod provisioning;
pub mod proxies;
pub mod proxy_sign_in;
pub mod public_builds;
pub mod public_people;
pub mod registration;
pub mod release_bundles;
pub mod repositories;
pub mod sbom;
pub mod scanning;
pub mod search;
pub mod session;
pub mod shell;
pub mod sign_in_page;
pub mod socket;
pub mod sso;
pub mod status;
pub mod support;
pub mod trash;
pub mod tree;
pub mod trusted_issuers;
pub mod usage;
pub mod webhook_deliveries;
pub mod webhooks;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// User names by user id, sent next to data that refers to users. Null is a user whose name was erased.
pub type Names = BTreeMap<String, Option<String>>;

/// An empty object.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Empty {}

/// The next step of a form.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Next {
    /// The state of the machine after the request.
    pub next: &'static str,
}

/// Paging of a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PageQuery {
    /// Number of rows to skip.
    pub offset: Option<usize>,
    /// Maximum number of rows.
    pub limit: Option<usize>,
    /// Only rows after this one; each list says what names its rows.
    pub after: Option<String>,
}

/// Where a page of a list ends. Rows that are added meanwhile do not move those of the next page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PageInfo {
    /// Whether there are rows after this page.
    pub has_next_page: bool,
    /// The value of `after` for the next page; null for an empty page.
    pub end_cursor: Option<String>,
}

/// An error as problem details of RFC 9457.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Problem {
    /// `urn:waybill:problem:` and the error code.
    pub r#type: String,
    /// The reason phrase of the status.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong, as a sentence.
    pub detail: String,
    /// Identifies this response: `urn:waybill:trace:` and the trace id.
    pub instance: String,
    /// The error in the form that the console uses.
    pub error: ProblemDetails,
}

/// Details of an error.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProblemDetails {
    /// The error code.
    pub code: String,
    /// What is wrong, as a sentence.
    pub message: String,
    /// The invalid field, if there is one.
    pub field: Option<String>,
    /// Retry after this many milliseconds.
    pub retry_after_ms: Option<i64>,
    /// The trace id of the request, which is also in the log.
    pub trace: String,
}

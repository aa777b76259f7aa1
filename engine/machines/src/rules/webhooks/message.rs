//! What a webhook is sent: an event, with what it happened to by the names of platform-api 3.4. It has neither secrets
//! nor personal values.

use serde::{Deserialize, Serialize};

use super::WebhookEventType;
use crate::rules::download_rules::{DownloadRuleKind, DownloadViolationReason};
use crate::rules::repositories::PackageType;
use crate::secret::PersonId;
use crate::time::Timestamp;

/// An event that a webhook is sent. It is the same at each attempt and each redelivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookMessage {
    /// The id, by which receivers recognise what they have received before.
    pub id: String,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: WebhookEventType,
    /// What it happened to.
    pub data: WebhookData,
    /// The trace of what has caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
}

/// What an event happened to, as it is on the wire. Each event has the fields of its domain.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct WebhookData {
    /// Whether it is a test, which is about nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<bool>,
    /// The key of a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo_key: Option<String>,
    /// The path of a file in the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The name of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The SHA-256 of its content, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Its size in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Where a file was copied or moved from: repository and path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_repo_path: Option<String>,
    /// Where a file was copied or moved to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_repo_path: Option<String>,
    /// The name of a property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property_key: Option<String>,
    /// The values of the property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property_values: Option<Vec<String>>,
    /// The name of an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_name: Option<String>,
    /// The tag of the image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The name of a build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_name: Option<String>,
    /// The number of the build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_number: Option<String>,
    /// When the build was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_started: Option<String>,
    /// The name of a release bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release_bundle_name: Option<String>,
    /// The version of the release bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release_bundle_version: Option<String>,
    /// The size of its files together, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release_bundle_size: Option<u64>,
    /// The installations that the release bundle is distributed to, or removed from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_node_info_list: Option<Vec<WebhookEdgeNode>>,
    /// The number of the distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<u32>,
    /// The environment that the release bundle is promoted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
    /// The type of a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_type: Option<PackageType>,
    /// The name of a package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_name: Option<String>,
    /// The version of the package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package_version: Option<String>,
    /// The name of a rule about downloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_name: Option<String>,
    /// What the rule is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_kind: Option<DownloadRuleKind>,
    /// What violates the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<DownloadViolationReason>,
    /// The id of a user. The name, which is a personal value, is added where a request is made of the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<PersonId>,
}

/// An installation that a release bundle is distributed to. Its address is in no record of a distribution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookEdgeNode {
    /// The key of the target.
    pub edge_node_name: String,
}

impl WebhookMessage {
    /// The trace of the request that has caused the event.
    pub fn trace_id(&self) -> Option<&str> {
        let command = self.trace.as_deref()?;
        // A command of a request is named by its trace; one over the socket is its own trace.
        command.strip_prefix("c_").map_or(Some(command), |trace| trace.split('_').next())
    }
}

impl WebhookData {
    /// What it is about, as one text: repository and path, the build with its number, the release bundle, or the id of
    /// the user.
    pub fn subject(&self) -> String {
        let pair = |first: &Option<String>, second: &Option<String>, between: &str| match second {
            Some(second) => format!("{}{between}{second}", first.as_deref().unwrap_or_default()),
            None => first.clone().unwrap_or_default(),
        };
        if self.repo_key.is_some() {
            pair(&self.repo_key, &self.path, "/")
        } else if self.build_name.is_some() {
            pair(&self.build_name, &self.build_number, " #")
        } else if let Some(user) = &self.user_id {
            user.0.clone()
        } else {
            pair(&self.release_bundle_name, &self.release_bundle_version, " ")
        }
    }
}

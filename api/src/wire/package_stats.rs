//! How packages are used, and how risky they are.

use async_graphql::{Enum, SimpleObject};
use serde::{Deserialize, Serialize};
use waybill_platform::repositories::{RiskLevel, RiskReason};

/// How risky it is to depend on a package.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OperationalRisk {
    /// How risky.
    pub risk_level: OperationalRiskLevel,
    /// Why.
    pub reasons: Vec<OperationalRiskReason>,
}

/// How risky a package is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Enum)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[graphql(remote = "RiskLevel")]
pub enum OperationalRiskLevel {
    /// Nothing is known against it.
    None,
    /// Something deserves attention.
    Low,
    /// It may not be maintained.
    Medium,
    /// It should not be chosen for anything new.
    High,
}

/// Why a package is risky.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Enum)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[graphql(remote = "RiskReason")]
pub enum OperationalRiskReason {
    /// Its latest version is deprecated.
    Deprecated,
    /// Its latest version is yanked, and so are all others.
    Yanked,
    /// It has no version that is not a pre-release.
    PreRelease,
    /// It has no release of the last year.
    NoReleaseForOneYear,
    /// It has no release of the last two years.
    NoReleaseForTwoYears,
    /// It has no release of the last four years.
    NoReleaseForFourYears,
}

/// How much was downloaded in the current month, in UTC.
#[derive(Debug, Clone, Serialize, SimpleObject)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DataTransfer {
    /// The month, such as 2026-11.
    pub month: String,
    /// The bytes that were sent; null for users who are no administrators.
    pub bytes: Option<u64>,
    /// How many bytes a month may have; null without a quota.
    pub quota_bytes: Option<u64>,
    /// Whether the quota is reached.
    pub is_reached: bool,
}

/// Which downloads are counted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PackageDownloadsQuery {
    /// The id of the package.
    pub package_id: String,
    /// One version of it; all of them without.
    pub version: Option<String>,
    /// How many days, up to today: 1 to 366, 90 by default.
    pub days: Option<u32>,
}

/// The downloads of a package or a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackageDownloads {
    /// All days, the oldest first.
    pub days: Vec<DownloadsOfDay>,
}

/// The downloads of a day.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DownloadsOfDay {
    /// The day in UTC: yyyy-mm-dd.
    pub day: String,
    /// How many files were downloaded.
    pub downloads: u64,
}

/// Whether a user follows a package.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FollowRequest {
    /// The id of the package.
    pub package_id: String,
    /// Whether the user follows it from now on.
    pub follow: bool,
}

/// Who follows a package.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PackageFollowers {
    /// How many users.
    pub followers: u64,
    /// Whether the caller does.
    pub followed: bool,
}

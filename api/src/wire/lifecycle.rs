//! Release bundles that are created and promoted here, in the format of the platform's public API. Fields that are not
//! known are ignored, as those of later clients.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::release_bundles::Status;

/// The options of creating or promoting a release bundle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct LifecycleQuery {
    /// The key of the project of builds that name no repository of build-infos.
    pub project: Option<String>,
    /// `false` to be answered at the end.
    pub r#async: Option<bool>,
}

/// The rows of a list of promotions.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PromotionRecordsQuery {
    /// Number of rows to skip.
    pub offset: Option<usize>,
    /// Maximum number of rows.
    pub limit: Option<usize>,
}

/// A release bundle to be created.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct NewReleaseBundle {
    /// Its name.
    pub release_bundle_name: String,
    /// Its version.
    pub release_bundle_version: String,
    /// What it is created from: `artifacts`, `builds` or `release_bundles`.
    pub source_type: Option<String>,
    /// The files, builds or bundles.
    pub source: Option<ReleaseBundleSource>,
    /// Whether it can be changed later, which is not possible here.
    pub draft: Option<bool>,
}

/// What a release bundle is created from.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReleaseBundleSource {
    /// Files in local repositories.
    pub artifacts: Option<Vec<ReleaseBundleSourceFile>>,
    /// Runs of builds, with the files that came out of them.
    pub builds: Option<Vec<ReleaseBundleSourceBuild>>,
    /// Bundles that were created here, with their files.
    pub release_bundles: Option<Vec<ReleaseBundleSourceBundle>>,
}

/// A file that is in a release bundle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReleaseBundleSourceFile {
    /// The key of its repository, a slash and its path.
    pub path: String,
    /// Its SHA-256, if the file must have that content.
    pub sha256: Option<String>,
}

/// A run of a build whose files are in a release bundle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ReleaseBundleSourceBuild {
    /// The name of the build.
    pub build_name: String,
    /// The number of the run.
    pub build_number: String,
    /// `artifactory-build-info`, or `KEY-build-info` for a build of the project with this key.
    pub build_repository: Option<String>,
    /// Whether the files that went into the run are meant, too, which is not possible here.
    pub include_dependencies: Option<bool>,
}

/// A release bundle whose files are in another one.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleSourceBundle {
    /// Its name.
    pub release_bundle_name: String,
    /// Its version.
    pub release_bundle_version: String,
}

/// A release bundle was created.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleCreated {
    /// Always `release-bundles-v2`.
    pub repository_key: &'static str,
    /// Its name.
    pub release_bundle_name: String,
    /// Its version.
    pub release_bundle_version: String,
    /// When it was created.
    pub created: Timestamp,
}

/// A release bundle with a page of its files.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleContents {
    /// Its status.
    pub status: Status,
    /// Its name.
    pub release_bundle_name: String,
    /// Its version.
    pub release_bundle_version: String,
    /// When it was created.
    pub created: Timestamp,
    /// The name of the user who created it.
    pub created_by: Option<String>,
    /// A page of its files, by path, as far as the user may read them.
    pub artifacts: Vec<ReleaseBundleFile>,
    /// The number of its files.
    pub total: u32,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
}

/// A file of a release bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundleFile {
    /// Its path: in its repository, or in an imported bundle.
    pub path: String,
    /// Its SHA-256.
    pub checksum: String,
    /// The key of its repository; null in an imported bundle.
    pub source_repository_key: Option<String>,
    /// The package type of its repository; null in an imported bundle.
    pub package_type: Option<PackageType>,
    /// Its size in bytes.
    pub size: u64,
}

/// A promotion of a release bundle to an environment.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct NewReleaseBundlePromotion {
    /// The environment.
    pub environment: String,
    /// The keys of the repositories that files are copied to; without any, all of the environment.
    pub included_repository_keys: Option<Vec<String>>,
    /// The keys of repositories that files are not copied to.
    pub excluded_repository_keys: Option<Vec<String>>,
}

/// A promotion of a release bundle has begun.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundlePromotionBegun {
    /// Always `release-bundles-v2`.
    pub repository_key: &'static str,
    /// The name of the bundle.
    pub release_bundle_name: String,
    /// The version of the bundle.
    pub release_bundle_version: String,
    /// The environment.
    pub environment: String,
    /// The keys of the repositories that files are copied to.
    pub included_repository_keys: Vec<String>,
    /// The keys of repositories that files are not copied to.
    pub excluded_repository_keys: Vec<String>,
    /// When it began, in milliseconds since 1970.
    pub created_millis: i64,
}

/// Promotions of release bundles.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundlePromotionRecords {
    /// A page of the promotions, the newest first.
    pub promotions: Vec<ReleaseBundlePromotionRecord>,
    /// Total number of rows.
    pub total: usize,
    /// Maximum number of rows of this page.
    pub limit: usize,
    /// Number of rows that were skipped.
    pub offset: usize,
}

/// A promotion of a release bundle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReleaseBundlePromotionRecord {
    /// `STARTED`, `COMPLETED` or `FAILED`.
    pub status: &'static str,
    /// The environment.
    pub environment: String,
    /// The keys of the repositories that files were copied to, as far as the user may know of them.
    pub repository_keys: Vec<String>,
    /// When it began, in milliseconds since 1970.
    pub created_millis: i64,
    /// The name of the user who promoted the bundle.
    pub created_by: Option<String>,
    /// The name of the bundle.
    pub release_bundle_name: String,
    /// The version of the bundle.
    pub release_bundle_version: String,
}

//! What is wrong with a version, how much the installation holds, and the web server before it (PKG-08).

use serde::{Deserialize, Serialize};
use waybill_machines::rules::licence::Licence;

use super::scanning::{ScanStatus, Vulnerability};

/// What is wrong with a version. If it cannot be found out, the error has the time of the answer in its header `date`,
/// as all answers have, which a console keeps to show since when it has not been known.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct VersionViolations {
    /// Whether it was compared with advisories.
    pub scan_status: ScanStatus,
    /// The advisories that are about it, the most severe first.
    pub violations: Vec<Vulnerability>,
    /// What is not clear about its licence. What an installation permits is not known here.
    pub license_problems: Vec<LicenseProblem>,
}

/// What is not clear about the licence of a version.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LicenseProblem {
    /// The problem.
    pub kind: LicenseProblemKind,
    /// What its author writes; null if that is nothing.
    pub license: Option<String>,
}

/// A problem with a licence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LicenseProblemKind {
    /// The author names none.
    Missing,
    /// What the author writes means no licence that SPDX has.
    Unidentified,
}

/// How many files there are.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ArtifactCount {
    /// The numbers, as the console's overview has them.
    pub widget_data: ArtifactCountData,
}

/// The number of files that the caller may read.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ArtifactCountData {
    /// The files of the repositories of which the caller may read everything, each as often as it occurs.
    pub artifact_count: u64,
    /// Whether there are more: the files of repositories of which the caller may read only a part are not counted.
    pub is_lower_bound: bool,
}

/// How many accounts use the installation. What single users store and download is not counted by user, and the
/// licences of this platform have no limit of users.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UserUsage {
    /// The people whose accounts are enabled.
    pub users: usize,
    /// The programs whose accounts are enabled.
    pub robots: usize,
    /// The licence that counts at present.
    pub licence: Licence,
}

/// The web server before the installation, by the names of the platform's public API. It follows the configuration file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebServer {
    /// Its key: `direct`, since the server does not know which program is before it.
    pub key: &'static str,
    /// Its kind, in capitals.
    #[serde(rename = "webServerType")]
    pub kind: &'static str,
    /// The path of the repositories at this server.
    pub artifactory_app_context: String,
    /// The same as clients see it, with the base path.
    pub public_app_context: String,
    /// The host that clients use.
    pub server_name: String,
    /// The host or address at which this server listens.
    pub artifactory_server_name: String,
    /// The port of it.
    pub artifactory_port: u16,
    /// How Docker clients distinguish repositories: by the first part of the path.
    pub docker_reverse_proxy_method: &'static str,
    /// Whether clients connect without TLS.
    pub use_http: bool,
    /// Whether clients connect with TLS.
    pub use_https: bool,
    /// The port without TLS; the usual one if it is not used.
    pub http_port: u16,
    /// The port with TLS, likewise.
    pub https_port: u16,
}

/// The same with the repositories that Docker clients reach through it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsoleWebServer {
    /// The web server.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", ts(flatten))]
    pub web_server: WebServer,
    /// The repositories.
    pub reverse_proxy_repositories: ReverseProxyRepositories,
}

/// The repositories that Docker clients reach through a web server.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReverseProxyRepositories {
    /// Those that the caller may read, by key.
    pub reverse_proxy_repo_configs: Vec<ReverseProxyRepository>,
}

/// Where Docker clients reach a repository.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReverseProxyRepository {
    /// Its key, with which names of images begin.
    pub repo_ref: String,
    /// The host.
    pub server_name: String,
    /// The port.
    pub port: u16,
}

/// The web server that a program wants. What it leaves out may be as it is. A text has at most 4,096 characters.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedWebServer {
    /// Its key.
    pub key: Option<String>,
    /// Its kind.
    pub web_server_type: Option<String>,
    /// The path of the repositories at this server.
    pub artifactory_app_context: Option<String>,
    /// The same as clients see it.
    pub public_app_context: Option<String>,
    /// The host that clients use.
    pub server_name: Option<String>,
    /// The host or address at which this server listens.
    pub artifactory_server_name: Option<String>,
    /// The port of it.
    pub artifactory_port: Option<u16>,
    /// How Docker clients distinguish repositories.
    pub docker_reverse_proxy_method: Option<String>,
    /// Whether clients connect without TLS.
    pub use_http: Option<bool>,
    /// Whether clients connect with TLS.
    pub use_https: Option<bool>,
    /// The port without TLS.
    pub http_port: Option<u16>,
    /// The port with TLS.
    pub https_port: Option<u16>,
    /// The file of the private key, as the other server names it.
    pub ssl_key: Option<String>,
    /// The file of the certificate, likewise.
    pub ssl_certificate: Option<String>,
}

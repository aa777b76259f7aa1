//! The licence and the logo of the installation, and the services of a server for testing.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::logo::PictureFormat;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::licences::{LicenceChange, LicenceStatus};
use waybill_platform::status::Run;

use super::{Empty, Names};

/// The licence and its history.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Licences {
    /// The effective licence, and the installed key.
    pub standing: LicenceStatus,
    /// Earlier changes, newest first.
    pub history: Vec<LicenceChange>,
    /// The users who made the changes.
    pub names: Names,
}

/// A licence key to install.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewLicence {
    /// The text of the key.
    #[serde(rename = "licenseKey")]
    pub licence_key: String,
}

/// The licence in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicLicence {
    /// The licence type.
    #[serde(rename = "type")]
    pub licence: Licence,
    /// When it expires.
    #[serde(rename = "validThrough")]
    pub valid_through: Option<Timestamp>,
    /// The licence holder.
    #[serde(rename = "licensedTo")]
    pub licensed_to: Option<String>,
}

/// A key was installed, in the format of the platform's public API.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicLicenceInstalled {
    /// Always 200.
    pub status: u16,
    /// Always empty.
    pub messages: Empty,
}

/// The uploaded logo, if there is one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UploadedLogo {
    /// Its details; null if no logo is uploaded.
    pub logo: Option<LogoDetails>,
}

/// Details of the uploaded logo.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LogoDetails {
    /// The URL path of the picture.
    pub address: String,
    /// The picture format.
    pub format: PictureFormat,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its size in bytes.
    pub bytes: u32,
    /// When it was uploaded.
    pub at: Timestamp,
    /// The name of the user who uploaded it.
    pub by: Option<String>,
}

/// The services of a server for testing.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestServices {
    /// The full list.
    pub services: Vec<TestService>,
}

/// A service of a server for testing.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestService {
    /// Its name.
    pub service: ServiceId,
    /// The id of this instance of the service.
    pub service_id: String,
    /// The state of its task.
    pub run: Option<Run>,
}

/// How far a clock is put forward.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClockOrder {
    /// In milliseconds.
    pub advance_ms: u32,
}

/// The time of a server for testing.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestTime {
    /// Now.
    pub at: Timestamp,
}

/// An action on a service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceOrder {
    /// The action.
    pub action: ServiceAction,
}

/// The actions on a service of a server for testing.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ServiceAction {
    /// Stops it.
    Stop,
    /// Starts it.
    Start,
    /// Makes it crash.
    Crash,
}

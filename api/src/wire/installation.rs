//! The licence and the logo of the installation, and what testers may do to its services.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::machines::logo::PictureFormat;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::licences::{Happening, Standing};
use waybill_platform::status::Run;

use super::{Empty, Names};

/// The licence, and what happened to it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Licences {
    /// What counts, and the key that is installed.
    pub standing: Standing,
    /// What happened before, the newest first.
    pub history: Vec<Happening>,
    /// Who did it.
    pub names: Names,
}

/// A key that is to be installed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewLicence {
    /// The key.
    #[serde(rename = "licenseKey")]
    pub licence_key: String,
}

/// The licence in the words of the platform's own call.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicLicence {
    /// What it is.
    #[serde(rename = "type")]
    pub licence: Licence,
    /// Until when it counts.
    #[serde(rename = "validThrough")]
    pub valid_through: Option<Timestamp>,
    /// Whom it was made out to.
    #[serde(rename = "licensedTo")]
    pub licensed_to: Option<String>,
}

/// A key was installed, in the words of the platform's own call.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicLicenceInstalled {
    /// Always 200.
    pub status: u16,
    /// Always empty.
    pub messages: Empty,
}

/// The logo that was uploaded, if one was.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UploadedLogo {
    /// What is known of it.
    pub logo: Option<LogoDetails>,
}

/// What is known of an uploaded logo.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LogoDetails {
    /// Where the picture is.
    pub address: String,
    /// How it is written.
    pub format: PictureFormat,
    /// Its width in pixels.
    pub width: u32,
    /// Its height likewise.
    pub height: u32,
    /// How many bytes it has.
    pub bytes: u32,
    /// When it was uploaded.
    pub at: Timestamp,
    /// By whom.
    pub by: Option<String>,
}

/// The services of a server for testing.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestServices {
    /// The full list.
    pub services: Vec<TestService>,
}

/// One of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestService {
    /// Its name.
    pub service: ServiceId,
    /// Its id.
    pub service_id: String,
    /// What its task is doing.
    pub run: Option<Run>,
}

/// What is to be done to a service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServiceOrder {
    /// The action.
    pub action: ServiceAction,
}

/// What testers may do to a service.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ServiceAction {
    /// Stop it.
    Stop,
    /// Start it.
    Start,
    /// Let it crash.
    Crash,
}

//! The switch of provisioning (SCIM).

use serde::{Deserialize, Serialize};

/// Whether clients provision users and groups.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProvisioningPage {
    /// Whether clients with a token for it may create, change and delete users and groups.
    pub enabled: bool,
    /// The name of the sign-in provider whose subjects the external ids of users are; null if they are not.
    pub provider: Option<String>,
    /// The address that a client is given.
    pub address: String,
}

/// What is set from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedProvisioning {
    /// Whether clients with a token for it may create, change and delete users and groups.
    pub enabled: bool,
    /// The name of the sign-in provider whose subjects the external ids of users are. A missing or empty one is none.
    pub provider: Option<String>,
}

//! Directories that check passwords of users (SSO-02).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::user_directories::{DirectoryServer, UserDirectory};
use waybill_platform::secret::Secret;

/// All directories.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedUserDirectories {
    /// All of them, in the order in which they are asked.
    pub directories: Vec<DescribedUserDirectory>,
}

/// A directory that checks passwords.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedUserDirectory {
    /// Its unique name.
    pub name: String,
    /// What users and administrators read.
    pub label: String,
    /// The server that is asked.
    pub server: DirectoryServer,
    /// Whether a password of this installation there is stored. It is never read back.
    pub has_password: bool,
    /// The group here that each group of the directory leads to.
    pub group_map: BTreeMap<String, String>,
    /// Whether a user who is not known here gets a new account.
    pub creates_accounts: bool,
    /// Whether it is asked.
    pub enabled: bool,
    /// Its place among the directories, which are asked from the lowest.
    pub order: u16,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A directory to add, or what one is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedUserDirectory {
    /// Its name; that of the address, if it has one.
    pub name: Option<String>,
    /// What users and administrators read.
    pub label: String,
    /// The server that is asked.
    pub server: DirectoryServer,
    /// The password of this installation there; the stored one stays if it is missing, and is removed if it is empty.
    pub password: Option<Secret>,
    /// The group here that each group of the directory leads to; none if it is missing.
    pub group_map: Option<BTreeMap<String, String>>,
    /// Whether a user who is not known here gets a new account; false if it is missing.
    pub creates_accounts: Option<bool>,
    /// Whether it is asked; true if it is missing.
    pub enabled: Option<bool>,
    /// Its place among the directories, which are asked from the lowest; 0 if it is missing.
    pub order: Option<u16>,
}

impl WantedUserDirectory {
    /// The directory under a name, and the password.
    pub fn named(self, name: String) -> (UserDirectory, Option<Secret>) {
        let directory = UserDirectory {
            name,
            label: self.label.trim().to_owned(),
            server: self.server,
            group_map: self.group_map.unwrap_or_default(),
            creates_accounts: self.creates_accounts.unwrap_or(false),
            enabled: self.enabled.unwrap_or(true),
            order: self.order.unwrap_or(0),
        };
        (directory, self.password)
    }
}

/// A test of a directory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct UserDirectoryTest {
    /// The name of a user to find there; none if it is missing.
    pub user: Option<Secret>,
}

/// A user and a password at a directory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DirectoryCredentials {
    /// The name there.
    pub user: Secret,
    /// The password there.
    pub password: Secret,
}

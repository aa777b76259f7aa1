//! Directories that check the passwords of users: LDAP servers, and servers with the API of Crowd. What an
//! administrator enters for one, and which settings are valid (SSO-02).

pub mod distinguished_name;
pub mod filter;
mod problem;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::groups::check_group_name;
use super::mail::is_host;
use super::sign_in_providers::{
    MAPPED_GROUPS_MAX, MAPPED_VALUE_CHARS_MAX, PROVIDER_LABEL_CHARS_MAX,
};
use super::trusted_issuers::{is_issuer_name, is_issuer_url};
use distinguished_name::normalized;
use filter::{Filter, Placeholder, is_attribute_name};

pub use problem::DirectoryProblem;

/// The most directories of an installation. Each is asked in turn while a user waits.
pub const USER_DIRECTORIES_MAX: usize = 5;
/// The longest distinguished name, in characters.
pub const DISTINGUISHED_NAME_CHARS_MAX: usize = 512;
/// The longest name of an attribute, in characters.
pub const ATTRIBUTE_CHARS_MAX: usize = 64;
/// The longest password of this installation at a directory, in characters.
pub const DIRECTORY_PASSWORD_CHARS_MAX: usize = 1_024;
/// The longest name of this installation at a server of Crowd, in characters.
pub const APPLICATION_CHARS_MAX: usize = 128;
/// The longest that a directory is, in bytes of its JSON: a record has it twice, and 32 KiB at most.
pub const USER_DIRECTORY_BYTES_MAX: usize = 12 * 1_024;

/// A directory. The password of this installation at it is kept apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UserDirectory {
    /// Its unique name.
    pub name: String,
    /// What users and administrators read.
    pub label: String,
    /// The server that is asked.
    pub server: DirectoryServer,
    /// The group here that each group of the directory leads to. None of them gives administration.
    pub group_map: BTreeMap<String, String>,
    /// Whether a user who is not known here gets a new account.
    pub creates_accounts: bool,
    /// Whether it is asked.
    pub enabled: bool,
    /// Its place among the directories, which are asked from the lowest.
    pub order: u16,
}

/// The server of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DirectoryServer {
    /// An LDAP server.
    Ldap(Box<LdapServer>),
    /// A server with the API of Crowd.
    Crowd(CrowdServer),
}

/// An LDAP server: how users and their groups are found in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LdapServer {
    /// The name or the address of its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection to it is encrypted.
    pub security: LdapSecurity,
    /// The distinguished name that this installation has there; none if it searches without one.
    pub bind_dn: Option<String>,
    /// Below which entry users are.
    pub user_base: String,
    /// The filter that finds a user, with `{user}` where the typed name is.
    pub user_filter: String,
    /// The attribute by which a user is known, whatever else changes.
    pub id_attribute: LdapId,
    /// The attribute by which a new account is named.
    pub name_attribute: String,
    /// The attribute with the mail address of a new account; none if it gets none.
    pub mail_attribute: Option<String>,
    /// Below which entry groups are; none if groups are not taken over.
    pub group_base: Option<String>,
    /// The filter that finds the groups of a user, with `{dn}` where the distinguished name of the user is, or
    /// `{user}` where the value of the naming attribute is.
    pub group_filter: String,
    /// The attribute that names a group.
    pub group_name_attribute: String,
    /// Whether the groups of groups are those of the user too.
    pub nested_groups: bool,
}

/// A server with the API of Crowd.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CrowdServer {
    /// Its address, to which `/rest/usermanagement/1` is added.
    pub url: String,
    /// The name that this installation has there.
    pub application: String,
}

/// How the connection to an LDAP server is encrypted. Passwords of users are sent over it, so that it always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LdapSecurity {
    /// It begins in clear text and must be encrypted before anything is sent.
    Starttls,
    /// It is encrypted from its first byte.
    Tls,
}

/// An attribute by which an entry is known, whatever else of it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LdapId {
    /// `entryUUID` (RFC 4530).
    EntryUuid,
    /// `objectGUID` of Active Directory.
    ObjectGuid,
}

impl LdapId {
    /// The name of the attribute.
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::EntryUuid => "entryUUID",
            Self::ObjectGuid => "objectGUID",
        }
    }
}

impl DirectoryServer {
    /// The kind on the wire.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Ldap(_) => "ldap",
            Self::Crowd(_) => "crowd",
        }
    }

    /// Who this installation is there; none if it has no name there, and so no password.
    pub fn account(&self) -> Option<&str> {
        match self {
            Self::Ldap(server) => server.bind_dn.as_deref(),
            Self::Crowd(server) => Some(&server.application),
        }
    }

    /// Where it is, with how it is connected to.
    pub fn address(&self) -> String {
        match self {
            Self::Ldap(server) => {
                let LdapServer { host, port, security, .. } = &**server;
                let scheme = match security {
                    LdapSecurity::Starttls => "ldap+starttls",
                    LdapSecurity::Tls => "ldaps",
                };
                format!("{scheme}://{host}:{port}")
            }
            Self::Crowd(server) => server.url.clone(),
        }
    }
}

impl UserDirectory {
    /// Whether a password that was given for this one may be sent for another.
    pub fn is_same_server(&self, other: &Self) -> bool {
        let (here, there) = (&self.server, &other.server);
        here.kind() == there.kind()
            && here.address() == there.address()
            && here.account() == there.account()
    }

    /// By what name accounts know it: no provider has one like it.
    pub fn provider(&self) -> String {
        provider_of(&self.name)
    }
}

/// The beginning of the names by which accounts know directories.
const PROVIDER_PREFIX: &str = "directory/";

/// By what name accounts know the directory with a name.
pub fn provider_of(name: &str) -> String {
    format!("{PROVIDER_PREFIX}{name}")
}

/// The name of the directory that an account knows by this name; none if it is that of something else.
pub fn directory_of(provider: &str) -> Option<&str> {
    provider.strip_prefix(PROVIDER_PREFIX)
}

/// Checks a directory. Whether it may be connected to, and what its groups permit, is asked when it is saved, and at
/// each sign-in.
///
/// # Errors
///
/// The first [`DirectoryProblem`].
pub fn check_directory(wanted: &UserDirectory) -> Result<(), DirectoryProblem> {
    unless(is_issuer_name(&wanted.name), DirectoryProblem::Name)?;
    let is_padded = wanted.label.trim() != wanted.label;
    let is_label = is_text(&wanted.label, PROVIDER_LABEL_CHARS_MAX) && !is_padded;
    unless(is_label, DirectoryProblem::Label)?;
    match &wanted.server {
        DirectoryServer::Ldap(server) => check_ldap(server)?,
        DirectoryServer::Crowd(server) => {
            let is_url = is_issuer_url(&server.url) && !server.url.ends_with('/');
            unless(is_url, DirectoryProblem::Url)?;
            // A colon would end the name in the header that has it.
            let is_name = is_text(&server.application, APPLICATION_CHARS_MAX)
                && !server.application.contains(':');
            unless(is_name, DirectoryProblem::Application)?;
        }
    }
    unless(is_group_map(wanted), DirectoryProblem::GroupMap)?;
    let bytes = serde_json::to_string(wanted).map_or(usize::MAX, |text| text.len());
    unless(bytes <= USER_DIRECTORY_BYTES_MAX, DirectoryProblem::TooLarge)
}

/// Checks a directory, and whether this installation may have a password there.
///
/// # Errors
///
/// The first [`DirectoryProblem`].
pub fn check_with_password(
    wanted: &UserDirectory,
    has_password: bool,
) -> Result<(), DirectoryProblem> {
    check_directory(wanted)?;
    // A name without a password would be let in as one without a name (RFC 4513, 5.1.2).
    unless(has_password == wanted.server.account().is_some(), DirectoryProblem::Password)
}

/// Whether a text may be the password of this installation at a directory.
pub fn is_directory_password(password: &str) -> bool {
    (1..=DIRECTORY_PASSWORD_CHARS_MAX).contains(&password.chars().count())
        && !password.chars().any(char::is_control)
}

fn check_ldap(server: &LdapServer) -> Result<(), DirectoryProblem> {
    unless(is_host(&server.host), DirectoryProblem::Host)?;
    unless(server.port != 0, DirectoryProblem::Port)?;
    let is_name = |name: &String| is_distinguished_name(name);
    unless(server.bind_dn.as_ref().is_none_or(is_name), DirectoryProblem::BindDn)?;
    unless(is_name(&server.user_base), DirectoryProblem::UserBase)?;
    let found = Filter::parse(&server.user_filter);
    let finds_users = found.is_some_and(|filter| {
        filter.uses(Placeholder::User) && !filter.uses(Placeholder::DistinguishedName)
    });
    unless(finds_users, DirectoryProblem::UserFilter)?;
    unless(is_attribute(&server.name_attribute), DirectoryProblem::NameAttribute)?;
    let is_mail = server.mail_attribute.as_deref().is_none_or(is_attribute);
    unless(is_mail, DirectoryProblem::MailAttribute)?;
    unless(server.group_base.as_ref().is_none_or(is_name), DirectoryProblem::GroupBase)?;
    let found = Filter::parse(&server.group_filter);
    let finds_groups = found.is_some_and(|filter| {
        let by_name = filter.uses(Placeholder::DistinguishedName);
        // Groups of groups are found by their distinguished names.
        by_name || (filter.uses(Placeholder::User) && !server.nested_groups)
    });
    unless(finds_groups, DirectoryProblem::GroupFilter)?;
    unless(is_attribute(&server.group_name_attribute), DirectoryProblem::GroupNameAttribute)
}

fn unless(is_valid: bool, problem: DirectoryProblem) -> Result<(), DirectoryProblem> {
    if is_valid { Ok(()) } else { Err(problem) }
}

fn is_group_map(wanted: &UserDirectory) -> bool {
    let has_groups = match &wanted.server {
        DirectoryServer::Ldap(server) => server.group_base.is_some(),
        DirectoryServer::Crowd(_) => true,
    };
    let map = &wanted.group_map;
    (map.is_empty() || has_groups)
        && map.len() <= MAPPED_GROUPS_MAX
        && map.keys().all(|group| is_text(group, MAPPED_VALUE_CHARS_MAX))
        && map.values().all(|group| check_group_name(group).is_ok())
}

fn is_distinguished_name(name: &str) -> bool {
    name.chars().count() <= DISTINGUISHED_NAME_CHARS_MAX
        && normalized(name).is_some_and(|name| !name.is_empty())
}

/// The name of an attribute (RFC 4512, 2.5), without options.
fn is_attribute(name: &str) -> bool {
    name.len() <= ATTRIBUTE_CHARS_MAX && is_attribute_name(name)
}

fn is_text(text: &str, chars_max: usize) -> bool {
    (1..=chars_max).contains(&text.chars().count()) && !text.chars().any(is_invisible)
}

#[cfg(test)]
mod tests;

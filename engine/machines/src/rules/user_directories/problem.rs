//! What is wrong with a directory, as a sentence, a field and a code.

use std::fmt;

use super::{APPLICATION_CHARS_MAX, DIRECTORY_PASSWORD_CHARS_MAX};
use crate::rejection::{Rejection, RejectionCode};
use crate::rules::sign_in_providers::{MAPPED_GROUPS_MAX, PROVIDER_LABEL_CHARS_MAX};

/// What is wrong with a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirectoryProblem {
    /// The name cannot be one.
    Name,
    /// The label is empty, too long, or has invisible characters.
    Label,
    /// The host is neither a name nor an address.
    Host,
    /// There is no such port.
    Port,
    /// The distinguished name of this installation is none.
    BindDn,
    /// The password cannot be one, or there is one without a name or a name without one.
    Password,
    /// The entry of the users has no distinguished name.
    UserBase,
    /// The filter of users is not valid, or does not have the typed name.
    UserFilter,
    /// The attribute that names accounts cannot be one.
    NameAttribute,
    /// The attribute of mail addresses cannot be one.
    MailAttribute,
    /// The entry of the groups has no distinguished name.
    GroupBase,
    /// The filter of groups is not valid, or does not have the name of the user.
    GroupFilter,
    /// The attribute that names groups cannot be one.
    GroupNameAttribute,
    /// The address is not valid.
    Url,
    /// The name of this installation cannot be one.
    Application,
    /// The map of groups has too much, or groups are not taken over.
    GroupMap,
    /// A group of the map does not exist.
    GroupUnknown,
    /// A group of the map gives administration.
    GroupAdministers,
    /// All of it is too large for a record.
    TooLarge,
    /// The name or the kind would change.
    Fixed,
    /// The password would be sent to another server, or with another name, than the one that it was given for.
    PasswordKept,
}

impl DirectoryProblem {
    /// The field that it is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::Fixed => "name",
            Self::Label => "label",
            Self::Host => "host",
            Self::Port => "port",
            Self::BindDn => "bind_dn",
            Self::Password | Self::PasswordKept => "password",
            Self::UserBase => "user_base",
            Self::UserFilter => "user_filter",
            Self::NameAttribute => "name_attribute",
            Self::MailAttribute => "mail_attribute",
            Self::GroupBase => "group_base",
            Self::GroupFilter => "group_filter",
            Self::GroupNameAttribute => "group_name_attribute",
            Self::Url => "url",
            Self::Application => "application",
            Self::GroupMap | Self::GroupUnknown | Self::GroupAdministers | Self::TooLarge => {
                "group_map"
            }
        }
    }

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Fixed => RejectionCode::UserDirectoryFixed,
            Self::PasswordKept => RejectionCode::UserDirectoryPasswordKept,
            _ => RejectionCode::UserDirectoryInvalid,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for DirectoryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str(
                "A name has 1 to 64 lower-case letters, digits and hyphens, and begins with no hyphen.",
            ),
            Self::Label => {
                write!(f, "A label has 1 to {PROVIDER_LABEL_CHARS_MAX} visible characters.")
            }
            Self::Host => f.write_str(
                "Enter the name or the address of the host, without scheme, port and path.",
            ),
            Self::Port => f.write_str("A port is a number from 1 to 65535."),
            Self::BindDn | Self::UserBase | Self::GroupBase => f.write_str(
                "Enter a distinguished name, such as ou=people,dc=example,dc=org.",
            ),
            Self::Password => write!(
                f,
                "Enter the password of this installation at the directory, of at most {DIRECTORY_PASSWORD_CHARS_MAX} \
                 characters in one line. Without a distinguished name there is none."
            ),
            Self::UserFilter => f.write_str(
                "Enter a filter with {user} where the typed name is, such as (uid={user}).",
            ),
            Self::GroupFilter => f.write_str(
                "Enter a filter with {dn} where the distinguished name of the user is, such as (member={dn}). Only \
                 without groups of groups it may have {user} instead.",
            ),
            Self::NameAttribute | Self::MailAttribute | Self::GroupNameAttribute => {
                f.write_str("Enter the name of an attribute, such as uid.")
            }
            Self::Url => f.write_str(
                "Enter the address of the server, such as https://crowd.example.org/crowd, without parameters and \
                 without a slash at its end.",
            ),
            Self::Application => write!(
                f,
                "The name of an application has 1 to {APPLICATION_CHARS_MAX} visible characters without a colon."
            ),
            Self::GroupMap => write!(
                f,
                "At most {MAPPED_GROUPS_MAX} groups of the directory lead to groups here, each with 1 to 256 visible \
                 characters. They need the entry below which groups are."
            ),
            Self::GroupUnknown => f.write_str("There is no group with this name."),
            Self::GroupAdministers => f.write_str(
                "The members of this group may administer the installation. Only an administrator makes another one.",
            ),
            Self::TooLarge => f.write_str("The directory is too large with this map of groups."),
            Self::Fixed => f.write_str("The name and the kind of a directory cannot change."),
            Self::PasswordKept => f.write_str(
                "The server or the name of this installation changes: enter the password again, which is not sent to \
                 another server.",
            ),
        }
    }
}

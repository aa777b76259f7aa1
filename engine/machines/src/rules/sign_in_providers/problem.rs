//! What is wrong with a provider, as a sentence, a field and a code.

use std::fmt;

use super::{
    CERTIFICATES_MAX, CLIENT_SECRET_CHARS_MAX, GOOGLE_ISSUER, MAPPED_GROUPS_MAX,
    PROVIDER_LABEL_CHARS_MAX, PROVIDER_SCOPES_MAX, SECOND_FACTOR_VALUES_MAX,
};
use crate::rejection::{Rejection, RejectionCode};

/// What is wrong with a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderProblem {
    /// The name cannot be one.
    Name,
    /// The label is empty, too long, or has invisible characters.
    Label,
    /// The address is not valid for its kind.
    Issuer,
    /// The client id is empty, too long, or has white space.
    ClientId,
    /// The client secret cannot be one, or the kind has none.
    ClientSecret,
    /// The address at which users sign in with SAML is not valid.
    SsoUrl,
    /// The address at which users sign out with SAML is not valid.
    SloUrl,
    /// There is no certificate, there are too many, or one cannot be used.
    Certificates,
    /// The kind needs settings that are missing, or has settings of another one.
    Kind,
    /// There are too many scopes, or one cannot be one.
    Scopes,
    /// The claim of the groups cannot be one, or the kind has none.
    GroupsClaim,
    /// The map of groups has too much, or no claim to read.
    GroupMap,
    /// A group of the map does not exist.
    GroupUnknown,
    /// A group of the map gives administration, of the installation or of a project.
    GroupAdministers,
    /// The claim of the name cannot be one.
    NameClaim,
    /// The values that count as a second factor are too many, or the kind has none.
    SecondFactor,
    /// All of it is too large for a record.
    TooLarge,
    /// The name would change.
    Fixed,
    /// The client secret would be sent for another client than the one that it was given for.
    SecretKept,
}

impl ProviderProblem {
    /// The field that it is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::Fixed => "name",
            Self::Label => "label",
            Self::Issuer => "issuer",
            Self::ClientId => "client_id",
            Self::ClientSecret | Self::SecretKept => "client_secret",
            Self::SsoUrl => "sso_url",
            Self::SloUrl => "slo_url",
            Self::Certificates => "certificates",
            Self::Kind => "kind",
            Self::Scopes => "scopes",
            Self::GroupsClaim => "groups_claim",
            Self::GroupMap | Self::GroupUnknown | Self::GroupAdministers | Self::TooLarge => {
                "group_map"
            }
            Self::NameClaim => "name_claim",
            Self::SecondFactor => "amr_satisfies",
        }
    }

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Fixed => RejectionCode::SignInProviderFixed,
            Self::SecretKept => RejectionCode::SignInProviderSecretKept,
            _ => RejectionCode::SignInProviderInvalid,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for ProviderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str(
                "A name has 1 to 64 lower-case letters, digits and hyphens, and begins with no hyphen.",
            ),
            Self::Label => {
                write!(f, "A label has 1 to {PROVIDER_LABEL_CHARS_MAX} visible characters.")
            }
            Self::Issuer => write!(
                f,
                "Enter the address of the provider as its tokens have it, without parameters. That of Google is \
                 {GOOGLE_ISSUER}; those of GitHub and Bitbucket do not end with a slash. For SAML it is the entity id."
            ),
            Self::SsoUrl => f.write_str(
                "Enter the address at which the identity provider signs users in, with https. With http only one of \
                 this machine is taken.",
            ),
            Self::SloUrl => f.write_str(
                "Enter the address at which the identity provider signs users out, with https, or none.",
            ),
            Self::Certificates => write!(
                f,
                "Enter 1 to {CERTIFICATES_MAX} certificates with keys of RSA that have at least 2,048 bits, as the \
                 metadata of the identity provider has them (X509Certificate)."
            ),
            Self::Kind => f.write_str(
                "Providers of SAML need the settings of SAML, which no other kind has.",
            ),
            Self::ClientId => {
                f.write_str("A client id has 1 to 256 visible characters without white space.")
            }
            Self::ClientSecret => write!(
                f,
                "A client secret has 1 to {CLIENT_SECRET_CHARS_MAX} characters in one line. Providers of SAML have none."
            ),
            Self::Scopes => write!(
                f,
                "There are at most {PROVIDER_SCOPES_MAX} scopes, without white space, quotes and backslashes."
            ),
            Self::GroupsClaim => f.write_str(
                "The name of a claim has 1 to 128 visible characters. GitHub and Bitbucket have no claim of groups.",
            ),
            Self::GroupMap => write!(
                f,
                "At most {MAPPED_GROUPS_MAX} values lead to groups, each with 1 to 256 visible characters. They need \
                 the claim that has them."
            ),
            Self::GroupUnknown => f.write_str("There is no group with this name."),
            Self::GroupAdministers => f.write_str(
                "The members of this group administer the installation or a project. Only an administrator makes \
                 another one.",
            ),
            Self::NameClaim => f.write_str("The name of a claim has 1 to 128 visible characters."),
            Self::SecondFactor => write!(
                f,
                "At most {SECOND_FACTOR_VALUES_MAX} values count as a second factor, each with 1 to 256 visible \
                 characters. GitHub and Bitbucket have none."
            ),
            Self::TooLarge => f.write_str("The provider is too large with this map of groups."),
            Self::Fixed => f.write_str("The name of a provider cannot change."),
            Self::SecretKept => f.write_str(
                "The issuer, the kind or the client id changes: enter the client secret again, which is not sent to \
                 another provider.",
            ),
        }
    }
}

//! Why a webhook is not valid, in sentences for the administrator who enters it.

use std::fmt;

use super::template::TemplateProblem;
use crate::rejection::{Rejection, RejectionCode};

/// What is wrong with a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookProblem {
    /// The key cannot be one.
    Key,
    /// The description is too long, or has invisible characters.
    Description,
    /// It has no event, or events of several domains.
    Events,
    /// It belongs to a project, and its events do not.
    EventsOfNoProject,
    /// What narrows its events is of another domain, names nothing, or too much.
    Filter,
    /// The address cannot be one.
    Url,
    /// The key of the proxy cannot be one.
    Proxy,
    /// The name of a secret cannot be one, or there are too many.
    SecretName,
    /// A header has no name or no value, is there twice, or cannot be sent.
    Headers,
    /// A header is the platform's own.
    HeaderReserved(String),
    /// The value of a header is a credential, and would be readable.
    HeaderReadable(String),
    /// The payload, or the value of a header, has a placeholder that is wrong.
    Payload(TemplateProblem),
    /// The key would change.
    Fixed,
    /// The project would change.
    ProjectFixed,
    /// Secrets would be sent to another address than the one that they were given for.
    KeptSecrets,
    /// It has no secret that can be rotated.
    NotRotated,
    /// There is no secret before the newest one.
    NoEarlierSecret,
}

impl WebhookProblem {
    /// The field that it is about.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Key | Self::Fixed => "key",
            Self::Description => "description",
            Self::Events | Self::EventsOfNoProject => "event_filter.event_types",
            Self::Filter => "event_filter.criteria",
            Self::Url => "handlers.url",
            Self::Proxy => "handlers.proxy",
            Self::SecretName | Self::KeptSecrets | Self::NotRotated | Self::NoEarlierSecret => {
                "handlers.secrets"
            }
            Self::Headers | Self::HeaderReserved(_) | Self::HeaderReadable(_) => "handlers.headers",
            Self::Payload(_) => "handlers.payload",
            Self::ProjectFixed => "project_key",
        }
    }

    /// The stable code.
    pub const fn code(&self) -> RejectionCode {
        match self {
            Self::Fixed => RejectionCode::WebhookFixed,
            Self::KeptSecrets => RejectionCode::WebhookSecretsKept,
            Self::NotRotated => RejectionCode::WebhookNotRotated,
            Self::NoEarlierSecret => RejectionCode::WebhookNoEarlierSecret,
            _ => RejectionCode::WebhookInvalid,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(&self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field()).with("problem", self)
    }
}

impl fmt::Display for WebhookProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key => f.write_str("Name cannot contain special characters"),
            Self::Description => f.write_str("A description has at most 500 visible characters."),
            Self::Events => f.write_str("A webhook has at least one event, all of one domain."),
            Self::EventsOfNoProject => f.write_str(
                "A webhook of a project has events of files, properties, images, builds or the archive: others belong \
                 to no project.",
            ),
            Self::Filter => f.write_str(
                "Choose what the events are about: at least one name, pattern or 'any', and at most 200 names and 50 \
                 patterns of 256 bytes.",
            ),
            Self::Url => f.write_str("Enter a valid URL"),
            Self::Proxy => f.write_str("Choose a proxy by its key."),
            Self::SecretName => f.write_str("A secret name cannot contain special characters"),
            Self::Headers => f.write_str("Header must contain name and value"),
            Self::HeaderReserved(name) => {
                write!(f, "The header '{name}' is set by the platform; choose another name.")
            }
            Self::HeaderReadable(name) => {
                write!(f, "The value of the header '{name}' is a credential; enter it as a secret.")
            }
            Self::Payload(problem) => problem.fmt(f),
            Self::Fixed => f.write_str("The key of a webhook cannot change."),
            Self::ProjectFixed => f.write_str("The project of a webhook cannot change."),
            Self::KeptSecrets => f.write_str(
                "The address changes: enter the secrets again, which are not sent to another receiver.",
            ),
            Self::NotRotated => f.write_str(
                "Only the secret that signs events can be rotated; other secrets are replaced by their names.",
            ),
            Self::NoEarlierSecret => f.write_str("There is no earlier secret that still counts."),
        }
    }
}

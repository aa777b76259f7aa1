//! Why a directory does not answer as it should. Administrators read it in a test, and the log has it; users who sign
//! in read one notice for all of it.

use waybill_outbound::OutboundError;

/// Why a directory cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DirectoryFault {
    /// It cannot be connected to.
    #[error("{0}")]
    Outbound(OutboundError),
    /// It does not begin TLS.
    #[error("the directory does not begin TLS at this port")]
    NoTls,
    /// It takes too long.
    #[error("the directory took too long")]
    TooSlow,
    /// It ends the connection.
    #[error("the directory ended the connection")]
    Ended,
    /// It sends more than it has a reason for.
    #[error("the directory sends too much")]
    TooMuch,
    /// What it sends is not valid.
    #[error("{0} is not valid")]
    Malformed(&'static str),
    /// It does not take the name and the password of this installation.
    #[error("the directory does not take the name and the password of this installation")]
    NotLetIn,
    /// The password of this installation is not in the vault.
    #[error("the password of this installation at the directory is missing; enter it again")]
    PasswordMissing,
    /// It refers to another server, which is not followed.
    #[error("the directory refers to another server, which is not followed; enter that server")]
    Referral,
    /// The entry below which is searched does not exist.
    #[error("the directory has no entry with the distinguished name below which is searched")]
    NoBase,
    /// It answers with another code.
    #[error("the directory answers with the code {0}")]
    Code(u32),
    /// It answers with a status of HTTP.
    #[error("the directory answers with the status {0}")]
    Status(u16),
    /// Several entries have the name.
    #[error("several entries match the name; the filter has to find one")]
    Ambiguous,
    /// The entry has no id, or several.
    #[error("the entry of the user has no id that is valid")]
    NoId,
    /// The user is in too many groups.
    #[error("the user is in too many groups of the directory")]
    TooManyGroups,
}

impl From<OutboundError> for DirectoryFault {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::TooSlow => Self::TooSlow,
            OutboundError::Disconnected => Self::Ended,
            OutboundError::TooLarge { .. } => Self::TooMuch,
            error => Self::Outbound(error),
        }
    }
}

impl DirectoryFault {
    /// Whether the directory is not to be asked again at once: it is not there at the moment, so that the next users
    /// need not wait for it, or it does not take the password of this installation, whose account it may lock.
    pub(super) const fn is_outage(&self) -> bool {
        // Where this server is busy, others of its own requests are in the way.
        let is_busy = matches!(self, Self::Outbound(OutboundError::Busy));
        let is_away = matches!(self, Self::Outbound(_) | Self::TooSlow | Self::Ended);
        matches!(self, Self::NotLetIn) || (is_away && !is_busy)
    }

    /// Whether it concerns one user alone, whose password was right: others find the directory as it was.
    pub(super) const fn is_about_user(&self) -> bool {
        matches!(self, Self::NoId | Self::TooManyGroups)
    }

    /// Writes the reason into the log.
    pub(super) fn log(&self, directory: &str) {
        tracing::warn!(service = "access", directory, problem = %self, "a directory could not be asked");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn a_directory_that_refuses_this_installation_is_not_asked_again_at_once() {
        assert!(DirectoryFault::NotLetIn.is_outage());
        assert!(DirectoryFault::TooSlow.is_outage());
        assert!(!DirectoryFault::Outbound(OutboundError::Busy).is_outage());
        assert!(!DirectoryFault::Ambiguous.is_outage());
    }
}

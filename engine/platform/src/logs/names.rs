//! Which log files there are: each is named by a service and a kind, and nothing else is ever opened.

use std::fmt;

use waybill_machines::rules::services::ServiceId;

use super::LogsError;

/// What a log file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogKind {
    /// What the service says of itself.
    Service,
    /// The requests that it answered.
    Request,
    /// Who was let in and who was not.
    Access,
    /// What was made, changed and removed.
    Audit,
}

impl LogKind {
    /// Every kind, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Service, Self::Request, Self::Access, Self::Audit];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::Request => "request",
            Self::Access => "access",
            Self::Audit => "audit",
        }
    }
}

/// A log file of a service. Its name is its id on the wire: `artifactory-request.log`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogId {
    /// Whose.
    pub service: ServiceId,
    /// What it is about.
    pub kind: LogKind,
}

impl LogId {
    /// The file of a service.
    pub const fn new(service: ServiceId, kind: LogKind) -> Self {
        Self { service, kind }
    }

    /// The file that a client names, if it is one of this service's.
    pub fn of(service: ServiceId, name: &str) -> Result<Self, LogsError> {
        let files = LogKind::ALL.map(|kind| Self::new(service, kind));
        let found = files.into_iter().find(|file| file.to_string() == name);
        found.ok_or(LogsError::UnknownLog { service })
    }

    /// The names of all files of a service.
    pub fn names(service: ServiceId) -> Vec<String> {
        LogKind::ALL.map(|kind| Self::new(service, kind).to_string()).to_vec()
    }

    /// The name without its ending, which the names of rotated files begin with.
    pub fn stem(&self) -> String {
        format!("{}-{}", self.service, self.kind.as_str())
    }
}

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}.log", self.service, self.kind.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [LOGV-02]
    #[test]
    fn only_the_names_of_a_service_s_own_files_are_ids() {
        let of = |name| LogId::of(ServiceId::Access, name);
        assert_eq!(of("access-request.log").map(|log| log.kind), Ok(LogKind::Request));
        for name in [
            "",
            "access-request",
            "access-request.log\0",
            "../access/access-request.log",
            "access-request.2026-11-21T10-00-00.log",
            "artifactory-request.log",
            "/etc/passwd",
            "%2e%2e/access-request.log",
        ] {
            assert!(matches!(of(name), Err(LogsError::UnknownLog { .. })), "{name}");
        }
    }
}

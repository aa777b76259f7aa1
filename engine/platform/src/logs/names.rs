//! The names of log files: each consists of a service and a kind, and no other file is ever opened.

use std::fmt;

use waybill_machines::rules::services::ServiceId;

use super::LogsError;

/// The subject of a log file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogKind {
    /// What the service reports about itself.
    Service,
    /// The requests that it answered.
    Request,
    /// Accepted and denied sign-ins.
    Access,
    /// What was created, changed and removed.
    Audit,
}

impl LogKind {
    /// Every kind, in display order.
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
    /// The service whose log it is.
    pub service: ServiceId,
    /// The subject.
    pub kind: LogKind,
}

impl LogId {
    /// A file of a service.
    pub const fn new(service: ServiceId, kind: LogKind) -> Self {
        Self { service, kind }
    }

    /// The file with this name, if it is one of the service's.
    pub fn of(service: ServiceId, name: &str) -> Result<Self, LogsError> {
        let files = LogKind::ALL.map(|kind| Self::new(service, kind));
        let found = files.into_iter().find(|file| file.to_string() == name);
        found.ok_or(LogsError::UnknownLog { service })
    }

    /// The names of all files of a service.
    pub fn names(service: ServiceId) -> Vec<String> {
        LogKind::ALL.map(|kind| Self::new(service, kind).to_string()).to_vec()
    }

    /// The name without its extension, with which the names of rotated files begin.
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

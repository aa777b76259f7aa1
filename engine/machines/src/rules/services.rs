//! The services of the platform: their names, their types, and references to their nodes (DET-08, STATUS-01).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A service of the platform. Its name is used in paths, records, settings and log lines (DET-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ServiceId {
    /// The repository service.
    Artifactory,
    /// The access service: sign-in and permissions.
    Access,
    /// The metadata of packages.
    Metadata,
    /// Events, which are delivered to subscribers.
    Event,
    /// The connection to the vendor.
    Jfconnect,
    /// The entry point of all other services.
    Router,
    /// The scanning service.
    Xray,
    /// The distribution service, which creates and sends release bundles.
    Distribution,
    /// Mission control.
    Mc,
    /// The insight service, which creates reports.
    Insight,
    /// The tracker, for peer-to-peer downloads.
    Tracker,
    /// The build service.
    Pipelines,
    /// The replicator, which copies between installations.
    Replicator,
    /// The link between installations.
    Jflink,
    /// The runtime service, for what runs in clusters.
    Runtime,
}

/// The type of a service for display (STATUS-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ServiceType {
    /// Repositories.
    Repository,
    /// Scanning.
    Scanning,
    /// Mission control.
    MissionControl,
    /// Distribution of release bundles.
    Distribution,
    /// Peer-to-peer downloads.
    Tracker,
    /// Builds.
    Pipelines,
    /// Reports.
    Insight,
    /// All other services.
    Others,
}

/// The error for an unknown service name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownService(String);

impl fmt::Display for UnknownService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = ServiceId::ALL.iter().map(|service| service.as_str()).collect();
        write!(f, "there is no service {:?}; there are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownService {}

impl ServiceId {
    /// Every service, in display order.
    pub const ALL: [Self; 15] = [
        Self::Artifactory,
        Self::Access,
        Self::Metadata,
        Self::Event,
        Self::Jfconnect,
        Self::Router,
        Self::Xray,
        Self::Distribution,
        Self::Mc,
        Self::Insight,
        Self::Tracker,
        Self::Pipelines,
        Self::Replicator,
        Self::Jflink,
        Self::Runtime,
    ];

    /// The name of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Artifactory => "artifactory",
            Self::Access => "access",
            Self::Metadata => "metadata",
            Self::Event => "event",
            Self::Jfconnect => "jfconnect",
            Self::Router => "router",
            Self::Xray => "xray",
            Self::Distribution => "distribution",
            Self::Mc => "mc",
            Self::Insight => "insight",
            Self::Tracker => "tracker",
            Self::Pipelines => "pipelines",
            Self::Replicator => "replicator",
            Self::Jflink => "jflink",
            Self::Runtime => "runtime",
        }
    }

    /// The type of the service.
    pub const fn service_type(self) -> ServiceType {
        match self {
            Self::Artifactory => ServiceType::Repository,
            Self::Xray => ServiceType::Scanning,
            Self::Mc => ServiceType::MissionControl,
            Self::Distribution => ServiceType::Distribution,
            Self::Tracker => ServiceType::Tracker,
            Self::Pipelines => ServiceType::Pipelines,
            Self::Insight => ServiceType::Insight,
            Self::Access
            | Self::Metadata
            | Self::Event
            | Self::Jfconnect
            | Self::Router
            | Self::Replicator
            | Self::Jflink
            | Self::Runtime => ServiceType::Others,
        }
    }

    /// The prefix of a service id: `jfrt` of `jfrt@01h...`.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Artifactory => "jfrt",
            Self::Access => "jfac",
            Self::Metadata => "jfmd",
            Self::Event => "jfevt",
            Self::Jfconnect => "jfcon",
            Self::Router => "jfrou",
            Self::Xray => "jfxr",
            Self::Distribution => "jfds",
            Self::Mc => "jfmc",
            Self::Insight => "jfin",
            Self::Tracker => "jftrk",
            Self::Pipelines => "jfpip",
            Self::Replicator => "jfrep",
            Self::Jflink => "jflnk",
            Self::Runtime => "jfrun",
        }
    }
}

impl ServiceType {
    /// Every type, in display order.
    pub const ALL: [Self; 8] = [
        Self::Repository,
        Self::Scanning,
        Self::MissionControl,
        Self::Distribution,
        Self::Tracker,
        Self::Pipelines,
        Self::Insight,
        Self::Others,
    ];
}

/// A reference to one node of one service, which sends heartbeats and can be removed (STATUS-02).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeRef {
    /// The id of the service instance, such as `jfrt@01h...`. Two mission controls have different ids.
    pub service_id: String,
    /// The id of the node that it runs on.
    pub node_id: String,
}

/// The maximum length of an id, in characters.
pub const ID_CHARS_MAX: usize = 56;

impl NodeRef {
    /// Whether both ids are well-formed. An empty or too long id, or one with other characters, refers to nothing.
    pub fn is_well_formed(&self) -> bool {
        let (prefix, rest) = self.service_id.split_once('@').unwrap_or_default();
        let is_word = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        self.service_id.len() <= ID_CHARS_MAX
            && is_word(prefix)
            && is_word(rest)
            && is_node_id(&self.node_id)
    }
}

/// Whether a text is a valid node id: lowercase letters, digits, `-`, `_` and single dots inside.
pub fn is_node_id(text: &str) -> bool {
    let is_fine =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    (1..=ID_CHARS_MAX).contains(&text.len())
        && text.bytes().all(is_fine)
        && text.split('.').all(|part| !part.is_empty())
}

impl fmt::Display for ServiceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ServiceId {
    type Err = UnknownService;

    fn from_str(text: &str) -> Result<Self, UnknownService> {
        let found = Self::ALL.into_iter().find(|service| service.as_str() == text);
        found.ok_or_else(|| UnknownService(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// covers: [DET-08]
    #[test]
    fn every_service_has_one_name_and_one_prefix() {
        for service in ServiceId::ALL {
            assert_eq!(service.as_str().parse(), Ok(service));
            let json = serde_json::to_string(&service).expect("a name");
            assert_eq!(json, format!("\"{service}\""));
        }
        let prefixes: BTreeSet<_> = ServiceId::ALL.map(ServiceId::prefix).into();
        assert_eq!(prefixes.len(), ServiceId::ALL.len());
        for name in
            "mc insight artifactory access metadata distribution pipelines event replicator \
                     tracker jfconnect jflink xray runtime"
                .split_whitespace()
        {
            assert!(name.parse::<ServiceId>().is_ok(), "{name}");
        }
        for name in ["", "MC", "../mc", "artifactory ", "event-log"] {
            assert!(name.parse::<ServiceId>().is_err(), "{name}");
        }
    }

    /// covers: [STATUS-02]
    #[test]
    fn ids_that_climb_or_are_too_long_are_not_well_formed() {
        let node = |service_id: &str, node_id: &str| NodeRef {
            service_id: service_id.into(),
            node_id: node_id.into(),
        };
        assert!(node("jfrt@01h", "node-1.example").is_well_formed());
        for service_id in ["", "@", "jfrt@", "@01h", "jfrt", "jfrt@../x", "jfrt@1@2", "JFRT@1"] {
            assert!(!node(service_id, "n").is_well_formed(), "{service_id}");
        }
        for node_id in ["", ".", "..", "../n", "n/..", "a..b", ".n", "N", "n ", "n\0"] {
            assert!(!node("jfrt@1", node_id).is_well_formed(), "{node_id}");
        }
        assert!(!node("jfrt@1", &"n".repeat(ID_CHARS_MAX + 1)).is_well_formed());
        assert!(!node(&format!("jfrt@{}", "1".repeat(ID_CHARS_MAX)), "n").is_well_formed());
    }
}

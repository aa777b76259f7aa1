//! The services that a platform is made of: their names, what they are to people, and what names one of them in
//! the world (DET-08, STATUS-01).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A service of the platform. Its plain name stands in paths, records, settings and log lines (DET-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ServiceId {
    /// The repository service.
    Artifactory,
    /// Who may sign in, and what they may do.
    Access,
    /// What is known of packages.
    Metadata,
    /// What happens, told to whoever waits for it.
    Event,
    /// The connection to the vendor.
    Jfconnect,
    /// The entrance to all the others.
    Router,
    /// The scanning service.
    Xray,
    /// Release bundles, made and sent.
    Distribution,
    /// Mission control.
    Mc,
    /// Reports about the platform.
    Insight,
    /// Peer-to-peer downloads.
    Tracker,
    /// Builds.
    Pipelines,
    /// Copies between installations.
    Replicator,
    /// The link between installations.
    Jflink,
    /// What runs in clusters.
    Runtime,
}

/// What a service is to people: services are shown by this (STATUS-01).
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
    /// Distribution.
    Distribution,
    /// Peer-to-peer downloads.
    Tracker,
    /// Builds.
    Pipelines,
    /// Reports.
    Insight,
    /// What keeps the others together.
    Others,
}

/// A name that no service has.
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
    /// Every service, in the order in which they are shown.
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

    /// The plain name.
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

    /// What it is to people.
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

    /// What the id of one such service in the world begins with: `jfrt` of `jfrt@01h...`.
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
    /// Every type, in the order in which they are shown.
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

/// One node of one service: what heart-beats, and what can be removed (STATUS-02).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeRef {
    /// What names the service in the world, such as `jfrt@01h...`. Two mission controls have two.
    pub service_id: String,
    /// The node that it runs on.
    pub node_id: String,
}

/// An id has at most this many characters.
pub const ID_CHARS_MAX: usize = 56;

impl NodeRef {
    /// Whether both ids can be ids at all: what is longer, empty or made of other characters names nothing.
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

/// Whether a text can name a node: small letters, digits, `-`, `_` and single dots inside.
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
    fn ids_that_climb_out_or_are_huge_name_nothing() {
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

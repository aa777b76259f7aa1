//! What webhooks can be sent, by domain: the names of platform-api 3.4, in one table.

use serde::{Deserialize, Serialize};

/// Declares the domains with their event types, and what their events are narrowed by.
macro_rules! webhook_events {
    ($($(#[$of_domain:meta])* $domain:ident = $name:literal, $narrowed:ident: {
        $($event:ident = $type:literal / $record:literal,)*
    })*) => {
        /// A kind of thing that events are about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        pub enum WebhookDomain {
            $($(#[$of_domain])* #[serde(rename = $name)] $domain,)*
        }

        impl WebhookDomain {
            /// All domains, as pages list them.
            pub const ALL: &[Self] = &[$(Self::$domain),*];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$domain => $name,)* }
            }

            /// What its events are narrowed by.
            pub const fn narrowed_by(self) -> NarrowedBy {
                match self { $(Self::$domain => NarrowedBy::$narrowed,)* }
            }
        }

        /// Something that happens, which webhooks can be sent.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[allow(missing_docs, reason = "the names say it, and the table below is read as a whole")]
        pub enum WebhookEventType {
            $($(#[serde(rename = $record)] $event,)*)*
        }

        impl WebhookEventType {
            /// All of them, by domain.
            pub const ALL: &[Self] = &[$($(Self::$event,)*)*];

            /// What it is about.
            pub const fn domain(self) -> WebhookDomain {
                match self { $($(Self::$event => WebhookDomain::$domain,)*)* }
            }

            /// The name of its type on the wire, which is unique within its domain.
            pub const fn type_name(self) -> &'static str {
                match self { $($(Self::$event => $type,)*)* }
            }
        }
    };
}

/// What the events of a domain can be narrowed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NarrowedBy {
    /// Repositories, and the paths in them.
    Repositories,
    /// The names of builds.
    Builds,
    /// The names of release bundles.
    Bundles,
    /// Nothing.
    Nothing,
}

webhook_events! {
    /// A file in a repository.
    Artifact = "artifact", Repositories: {
        ArtifactDeployed = "deployed" / "artifact.deployed",
        ArtifactDeleted = "deleted" / "artifact.deleted",
        ArtifactMoved = "moved" / "artifact.moved",
        ArtifactCopied = "copied" / "artifact.copied",
        ArtifactCached = "cached" / "artifact.cached",
    }
    /// A property of a file.
    ArtifactProperty = "artifact_property", Repositories: {
        PropertyAdded = "added" / "artifact_property.added",
        PropertyDeleted = "deleted" / "artifact_property.deleted",
    }
    /// A tag of an image.
    Docker = "docker", Repositories: {
        DockerPushed = "pushed" / "docker.pushed",
        DockerDeleted = "deleted" / "docker.deleted",
        DockerPromoted = "promoted" / "docker.promoted",
    }
    /// A build.
    Build = "build", Builds: {
        BuildUploaded = "uploaded" / "build.uploaded",
        BuildDeleted = "deleted" / "build.deleted",
        BuildPromoted = "promoted" / "build.promoted",
    }
    /// A release bundle.
    ReleaseBundle = "release_bundle", Bundles: {
        BundleCreated = "created" / "release_bundle.created",
        BundleSigned = "signed" / "release_bundle.signed",
        BundleDeleted = "deleted" / "release_bundle.deleted",
    }
    /// The distribution of a release bundle.
    Distribution = "distribution", Bundles: {
        DistributeStarted = "distribute_started" / "distribution.distribute_started",
        DistributeCompleted = "distribute_completed" / "distribution.distribute_completed",
        DistributeAborted = "distribute_aborted" / "distribution.distribute_aborted",
        DistributeFailed = "distribute_failed" / "distribution.distribute_failed",
        DistributionDeleteStarted = "delete_started" / "distribution.delete_started",
        DistributionDeleteCompleted = "delete_completed" / "distribution.delete_completed",
        DistributionDeleteFailed = "delete_failed" / "distribution.delete_failed",
    }
    /// A release bundle that another server has distributed to this one.
    ArtifactoryReleaseBundle = "artifactory_release_bundle", Bundles: {
        BundleReceived = "received" / "artifactory_release_bundle.received",
        BundleDeleteStarted = "delete_started" / "artifactory_release_bundle.delete_started",
        BundleDeleteCompleted = "delete_completed" / "artifactory_release_bundle.delete_completed",
        BundleDeleteFailed = "delete_failed" / "artifactory_release_bundle.delete_failed",
    }
    /// The same, by the name that destinations use.
    Destination = "destination", Bundles: {
        DestinationReceived = "received" / "destination.received",
        DestinationDeleteStarted = "delete_started" / "destination.delete_started",
        DestinationDeleteCompleted = "delete_completed" / "destination.delete_completed",
        DestinationDeleteFailed = "delete_failed" / "destination.delete_failed",
    }
    /// The archive of versions.
    ArtifactLifecycle = "artifact_lifecycle", Nothing: {
        VersionArchived = "archive" / "artifact_lifecycle.archive",
        VersionRestored = "restore" / "artifact_lifecycle.restore",
    }
    /// A release bundle of version 2.
    ReleaseBundleV2 = "release_bundle_v2", Bundles: {
        BundleV2Started = "release_bundle_v2_started" / "release_bundle_v2.started",
        BundleV2Failed = "release_bundle_v2_failed" / "release_bundle_v2.failed",
        BundleV2Completed = "release_bundle_v2_completed" / "release_bundle_v2.completed",
    }
    /// The promotion of a release bundle of version 2.
    ReleaseBundleV2Promotion = "release_bundle_v2_promotion", Bundles: {
        PromotionStarted = "release_bundle_v2_promotion_started" / "release_bundle_v2_promotion.started",
        PromotionFailed = "release_bundle_v2_promotion_failed" / "release_bundle_v2_promotion.failed",
        PromotionCompleted = "release_bundle_v2_promotion_completed" / "release_bundle_v2_promotion.completed",
    }
    /// A rule for downloads.
    Policy = "policy", Repositories: {
        PolicyViolated = "violated" / "policy.violated",
    }
    /// A user.
    User = "user", Nothing: {
        UserLocked = "locked" / "user.locked",
    }
}

impl WebhookDomain {
    /// Whether webhooks of projects may have its events: each is about a file or a build, which belongs to a project or
    /// to none. Who violates a rule, and which release bundles there are, is the installation's.
    pub const fn is_of_projects(self) -> bool {
        match self {
            Self::Artifact
            | Self::ArtifactProperty
            | Self::Docker
            | Self::Build
            | Self::ArtifactLifecycle => true,
            Self::ReleaseBundle
            | Self::Distribution
            | Self::ArtifactoryReleaseBundle
            | Self::Destination
            | Self::ReleaseBundleV2
            | Self::ReleaseBundleV2Promotion
            | Self::Policy
            | Self::User => false,
        }
    }
}

impl WebhookDomain {
    /// Whether its events are about an environment, and can be narrowed by it.
    pub const fn has_environments(self) -> bool {
        matches!(self, Self::ReleaseBundleV2Promotion)
    }
}

impl WebhookEventType {
    /// The event type of a domain with a name on the wire; none if the domain has none of that name.
    pub fn of(domain: WebhookDomain, type_name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|event| event.domain() == domain && event.type_name() == type_name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// covers: [HOOK-04]
    #[test]
    fn every_event_is_found_by_its_domain_and_its_type() {
        let mut names = BTreeSet::new();
        for event in WebhookEventType::ALL.iter().copied() {
            assert_eq!(WebhookEventType::of(event.domain(), event.type_name()), Some(event));
            let name = serde_json::to_string(&event).expect("JSON");
            assert!(name.starts_with(&format!("\"{}.", event.domain().name())), "{name}");
            assert!(names.insert(name));
        }
        assert_eq!(WebhookEventType::of(WebhookDomain::User, "deployed"), None);
        for domain in WebhookDomain::ALL.iter().copied() {
            assert!(
                WebhookEventType::ALL.iter().any(|event| event.domain() == domain),
                "{domain:?}"
            );
        }
    }
}

//! The kinds of manifests, each with its media type.

use super::INDEX;

/// The kinds of manifests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Image,
    Index,
    DockerImage,
    DockerList,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Image, Self::Index, Self::DockerImage, Self::DockerList];

    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Image => "application/vnd.oci.image.manifest.v1+json",
            Self::Index => INDEX,
            Self::DockerImage => "application/vnd.docker.distribution.manifest.v2+json",
            Self::DockerList => "application/vnd.docker.distribution.manifest.list.v2+json",
        }
    }

    pub(super) fn of(media_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.media_type() == media_type)
    }

    pub(super) const fn lists_manifests(self) -> bool {
        matches!(self, Self::Index | Self::DockerList)
    }
}

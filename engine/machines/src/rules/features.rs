//! The capabilities of an installation beyond its licence (DET-03).

use serde::{Deserialize, Serialize};

/// A feature that can be enabled or disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// One menu for all services.
    UnifiedNavigation,
    /// Browsing of artifacts, which the new Set Me Up requires.
    ArtifactBrowser,
    /// Quick setup (QUICK-01).
    QuickSetup,
    /// The free tier's landing page for a first deployment (NAV-13, QUICK-01).
    QuickDeploy,
    /// The onboarding wizard for new administrators (NAV-13).
    NewOnboarding,
    /// The free tier (NAV-14).
    FreeTier,
    /// The education centre, which replaces Getting Started (NAV-14).
    EducationCentre,
    /// Scanning of Git repositories.
    GitScanning,
    /// The template and demo routes (ROUTE-08).
    Tested,
}

impl Feature {
    /// Every feature, in the order of the variants.
    pub const ALL: [Self; 9] = [
        Self::UnifiedNavigation,
        Self::ArtifactBrowser,
        Self::QuickSetup,
        Self::QuickDeploy,
        Self::NewOnboarding,
        Self::FreeTier,
        Self::EducationCentre,
        Self::GitScanning,
        Self::Tested,
    ];
}

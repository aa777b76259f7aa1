//! What an installation supports, beyond its licence (DET-03).

use serde::{Deserialize, Serialize};

/// A feature that can be switched on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Menus are one for all services.
    UnifiedNavigation,
    /// Artifacts can be browsed, which the new Set Me Up needs.
    ArtifactBrowser,
    /// Quick setup may be shown (QUICK-01).
    QuickSetup,
    /// The free tier's landing page leads through a first deployment (NAV-13, QUICK-01).
    QuickDeploy,
    /// A new administrator is led through the onboarding wizard (NAV-13).
    NewOnboarding,
    /// The installation is of the free tier (NAV-14).
    FreeTier,
    /// The education centre takes the place of Getting Started (NAV-14).
    EducationCentre,
    /// Git repositories can be scanned.
    GitScanning,
    /// The template and demo routes may be entered (ROUTE-08).
    Tested,
}

impl Feature {
    /// Every feature, in the order of the declaration.
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

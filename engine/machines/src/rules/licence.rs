//! Licence types and their levels (LIC-01).

use serde::{Deserialize, Serialize};

/// The licence types that an installation can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum Licence {
    None,
    Oss,
    Conan,
    Jcr,
    Commercial,
    CommercialX,
    Trial,
    Edge,
    EdgeTrial,
    Enterprise,
    EnterpriseX,
    EnterprisePlusTrial,
    EnterprisePlus,
}

impl Licence {
    /// Every type, the least first.
    pub const ALL: [Self; 13] = [
        Self::None,
        Self::Oss,
        Self::Conan,
        Self::Jcr,
        Self::Commercial,
        Self::CommercialX,
        Self::Trial,
        Self::Edge,
        Self::EdgeTrial,
        Self::Enterprise,
        Self::EnterpriseX,
        Self::EnterprisePlusTrial,
        Self::EnterprisePlus,
    ];

    /// The level that features are compared by, from 0 (no licence) to 5.
    pub const fn level(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Oss | Self::Conan | Self::Jcr => 1,
            Self::Commercial | Self::CommercialX => 2,
            Self::Trial => 3,
            Self::Edge | Self::EdgeTrial | Self::Enterprise | Self::EnterpriseX => 4,
            Self::EnterprisePlusTrial | Self::EnterprisePlus => 5,
        }
    }

    /// No licence is installed: the console can only be used to install one (NAV-08).
    pub const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    /// Enterprise Plus, bought or on trial: what distribution asks for (ROUTE-07).
    pub const fn is_enterprise_plus(self) -> bool {
        self.level() >= Self::EnterprisePlus.level()
    }

    /// The types that the scanning service works with (NAV-15). The document calls them eligible without naming them;
    /// these are the ones that carry it in their name, and the trials.
    pub const fn includes_scanning(self) -> bool {
        matches!(
            self,
            Self::CommercialX
                | Self::Trial
                | Self::EnterpriseX
                | Self::EnterprisePlusTrial
                | Self::EnterprisePlus
        )
    }
}

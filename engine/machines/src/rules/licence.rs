//! Licence types and their levels (LIC-01).

use serde::{Deserialize, Serialize};

/// The licence types of an installation.
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

/// Something that a licence permits, if the service that provides it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Entitlement {
    /// Using the console (NAV-08).
    Console,
    /// Showing the results of the scanning service (NAV-15).
    Scanning,
    /// Creating and sending release bundles, not only receiving them (ROUTE-07).
    Distribution,
}

impl Licence {
    /// Everything that the licence permits.
    pub fn entitlements(self) -> Vec<Entitlement> {
        [
            (Entitlement::Console, !self.is_none()),
            (Entitlement::Scanning, self.includes_scanning()),
            (Entitlement::Distribution, self.is_enterprise_plus()),
        ]
        .into_iter()
        .filter_map(|(entitlement, is_open)| is_open.then_some(entitlement))
        .collect()
    }

    /// Every type, in ascending order.
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

    /// The level that features are compared with, from 0 (no licence) to 5.
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

    /// Whether no licence is installed; then the console can only be used to install one (NAV-08).
    pub const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }

    /// Whether it is Enterprise Plus, bought or on trial, which distribution requires (ROUTE-07).
    pub const fn is_enterprise_plus(self) -> bool {
        self.level() >= Self::EnterprisePlus.level()
    }

    /// Whether release bundles can be searched (SEARCH-01): on an edge, and with Enterprise Plus, bought or on trial.
    pub const fn receives_bundles(self) -> bool {
        matches!(self, Self::Edge | Self::EdgeTrial) || self.is_enterprise_plus()
    }

    /// Whether the licence permits several nodes of one service: high availability (STATUS-01).
    pub const fn is_high_availability(self) -> bool {
        self.level() >= Self::Enterprise.level()
    }

    /// Whether the scanning service works with this licence (NAV-15): the commercial, trial, edge and enterprise types.
    pub const fn includes_scanning(self) -> bool {
        !matches!(self, Self::None | Self::Oss | Self::Conan | Self::Jcr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [LIC-01]
    #[test]
    fn every_type_has_the_level_of_the_requirements() {
        let levels = Licence::ALL.map(|licence| (licence, licence.level()));
        let expected = [
            (Licence::None, 0),
            (Licence::Oss, 1),
            (Licence::Conan, 1),
            (Licence::Jcr, 1),
            (Licence::Commercial, 2),
            (Licence::CommercialX, 2),
            (Licence::Trial, 3),
            (Licence::Edge, 4),
            (Licence::EdgeTrial, 4),
            (Licence::Enterprise, 4),
            (Licence::EnterpriseX, 4),
            (Licence::EnterprisePlusTrial, 5),
            (Licence::EnterprisePlus, 5),
        ];
        assert_eq!(levels, expected);
    }
}

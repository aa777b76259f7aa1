//! How risky it is to depend on a package, by what is known of its latest version (PKG-04).

use waybill_machines::Timestamp;
use waybill_versions::Scheme;

use super::PackageRow;

const YEAR_MS: i64 = 365 * 24 * 60 * 60 * 1_000;

/// How risky a package is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RiskLevel {
    /// Nothing is known against it.
    None,
    /// Something deserves attention.
    Low,
    /// It may not be maintained.
    Medium,
    /// It should not be chosen for anything new.
    High,
}

/// Why a package is risky.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RiskReason {
    /// Its latest version is deprecated.
    Deprecated,
    /// Its latest version is yanked, and so are all others.
    Yanked,
    /// It has no version that is not a pre-release.
    PreRelease,
    /// It has no release of the last year.
    NoReleaseForOneYear,
    /// It has no release of the last two years.
    NoReleaseForTwoYears,
    /// It has no release of the last four years.
    NoReleaseForFourYears,
}

impl RiskReason {
    /// How risky a package is because of it.
    pub const fn level(self) -> RiskLevel {
        match self {
            Self::Deprecated | Self::Yanked | Self::NoReleaseForFourYears => RiskLevel::High,
            Self::NoReleaseForTwoYears => RiskLevel::Medium,
            Self::PreRelease | Self::NoReleaseForOneYear => RiskLevel::Low,
        }
    }

    /// The reasons that apply to a package.
    pub fn of(package: &PackageRow, now: Timestamp) -> Vec<Self> {
        let scheme = Scheme::of(package.id.package_type);
        let is_pre_release =
            scheme.is_some_and(|scheme| scheme.is_prerelease(&package.latest_version));
        let age = match now.ms_since(package.released_at) / YEAR_MS {
            ..=0 => None,
            1 => Some(Self::NoReleaseForOneYear),
            2..=3 => Some(Self::NoReleaseForTwoYears),
            _ => Some(Self::NoReleaseForFourYears),
        };
        let applies = [
            package.deprecated.then_some(Self::Deprecated),
            package.yanked.then_some(Self::Yanked),
            is_pre_release.then_some(Self::PreRelease),
            age,
        ];
        applies.into_iter().flatten().collect()
    }
}

/// How risky a package is because of all of these.
pub fn risk_level(reasons: &[RiskReason]) -> RiskLevel {
    reasons.iter().map(|reason| reason.level()).max().unwrap_or(RiskLevel::None)
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::repositories::PackageType;

    use super::super::PackageId;
    use super::*;

    fn released(days_ago: i64, latest: &str) -> (PackageRow, Timestamp) {
        let now = Timestamp::from_ms(10 * YEAR_MS);
        let released_at = Timestamp::from_ms(10 * YEAR_MS - days_ago * 24 * 60 * 60 * 1_000);
        let row = PackageRow {
            id: PackageId { package_type: PackageType::Npm, name: "a".into() },
            created_at: released_at,
            modified_at: released_at,
            released_at,
            deprecated: false,
            yanked: false,
            description: String::new(),
            latest_version: latest.into(),
            versions_count: 1,
            licence: String::new(),
            tags: Vec::new(),
            downloads: 0,
            repositories: Vec::new(),
        };
        (row, now)
    }

    #[test]
    fn a_package_is_risky_by_age_and_marks() {
        let level = |(row, now): (PackageRow, Timestamp)| risk_level(&RiskReason::of(&row, now));
        assert_eq!(level(released(1, "1.0.0")), RiskLevel::None);
        assert_eq!(level(released(-1, "1.0.0")), RiskLevel::None);
        assert_eq!(level(released(366, "1.0.0")), RiskLevel::Low);
        assert_eq!(level(released(3 * 366, "1.0.0")), RiskLevel::Medium);
        assert_eq!(level(released(4 * 366, "1.0.0")), RiskLevel::High);
        assert_eq!(level(released(1, "1.0.0-rc.1")), RiskLevel::Low);
        let (row, now) = released(366, "1.0.0-rc.1");
        let row = PackageRow { deprecated: true, ..row };
        let reasons =
            [RiskReason::Deprecated, RiskReason::PreRelease, RiskReason::NoReleaseForOneYear];
        assert_eq!(RiskReason::of(&row, now), reasons);
        assert_eq!(level((row, now)), RiskLevel::High);
    }
}

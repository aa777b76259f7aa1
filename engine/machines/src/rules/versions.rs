//! Versions of services, compared numerically.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A version of three numbers. A suffix after a dash or plus sign is dropped, because no rule uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(as = "String"))]
pub struct Version(pub u16, pub u16, pub u16);

/// The error for a text that is not a valid version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidVersion(String);

impl fmt::Display for InvalidVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no version: three numbers with dots between them are wanted", self.0)
    }
}

impl std::error::Error for InvalidVersion {}

impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let core = text.split(['-', '+']).next().unwrap_or_default();
        let mut numbers = core.split('.').map(str::parse::<u16>);
        match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch)), None) => {
                Ok(Self(major, minor, patch))
            }
            _ => Err(InvalidVersion(text.chars().take(40).collect())),
        }
    }
}

impl TryFrom<String> for Version {
    type Error = InvalidVersion;

    fn try_from(text: String) -> Result<Self, InvalidVersion> {
        text.parse()
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        let version = |text: &str| text.parse::<Version>();
        assert!(
            version("7.48.0").expect("a version") < version("7.100.1-rev3").expect("a version")
        );
        assert_eq!(version("2.16.0").expect("a version").to_string(), "2.16.0");
        for text in ["", "7", "7.48", "7.48.x", "7.48.0.1", "-1.0.0", "70000.0.0"] {
            assert!(version(text).is_err(), "{text}");
        }
    }
}

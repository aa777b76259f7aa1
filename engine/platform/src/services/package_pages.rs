//! How many rows the pages of packages have.

use serde::{Deserialize, Serialize};

use super::{BadSetting, ServiceError, Settings};
use crate::repositories::CATALOGUE_PAGE_MAX;

/// How many rows a page of packages has where a query asks for no number (PKG-06): the table
/// `[installation.package_pages]` of the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PackagePages {
    /// Lists of packages.
    pub first_level: usize,
    /// Lists of the versions of a package.
    pub second_level: usize,
    /// The versions with one name.
    pub single: usize,
}

impl Default for PackagePages {
    fn default() -> Self {
        Self::ADMINISTRATORS
    }
}

impl PackagePages {
    /// Those of administrators, whatever is configured.
    pub const ADMINISTRATORS: Self = Self { first_level: 100, second_level: 100, single: 1 };

    /// Those of an administrator, or of another caller.
    ///
    /// # Errors
    ///
    /// [`ServiceError`], if the settings cannot be read.
    pub async fn of(settings: &dyn Settings, is_admin: bool) -> Result<Self, ServiceError> {
        if is_admin { Ok(Self::ADMINISTRATORS) } else { settings.package_pages().await }
    }

    pub(super) fn check(self) -> Result<(), BadSetting> {
        for (setting, rows) in [
            ("package_pages.first_level", self.first_level),
            ("package_pages.second_level", self.second_level),
            ("package_pages.single", self.single),
        ] {
            if !(1..=CATALOGUE_PAGE_MAX).contains(&rows) {
                return Err(BadSetting { setting, wanted: "must be 1 to 100" });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_to_a_hundred_rows() {
        let read = |json: &str| serde_json::from_str::<PackagePages>(json);
        let refused = |json: &str| read(json).unwrap().check().err().map(|error| error.setting);
        assert_eq!(read("{}").unwrap(), PackagePages::default());
        assert_eq!(refused(r#"{"first_level":1,"second_level":100,"single":100}"#), None);
        for (json, setting) in [
            (r#"{"first_level":0}"#, "package_pages.first_level"),
            (r#"{"second_level":101}"#, "package_pages.second_level"),
            (r#"{"single":0}"#, "package_pages.single"),
        ] {
            assert_eq!(refused(json), Some(setting), "{json}");
        }
        assert!(read(r#"{"third_level":1}"#).is_err());
    }
}

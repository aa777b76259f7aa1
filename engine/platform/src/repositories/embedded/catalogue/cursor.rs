//! Where a page ends: the package or the version itself, so that what arrives or goes moves nothing, and the query that
//! it belongs to.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::visit::Hit;
use super::walk::End;
use crate::repositories::{PackageQuery, RepositoryError, VersionQuery};
use crate::secret::hex;

/// The longest cursor, in characters.
const CURSOR_MAX: usize = 2_048;

/// What a query is about, apart from where its page begins and how long that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct About([u8; 8]);

impl About {
    fn of(query: &impl Serialize) -> Result<Self, RepositoryError> {
        let json = serde_json::to_vec(query);
        let json = json.map_err(|_| RepositoryError::Defect("a query cannot be written"))?;
        let mut short = [0; 8];
        short.copy_from_slice(&Sha256::digest(json)[..8]);
        Ok(Self(short))
    }

    fn text(self) -> String {
        hex(&self.0)
    }
}

/// The end of a page of packages.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackageCursor {
    about: String,
    lower: String,
    name: String,
    package_type: PackageType,
    modified_ms: i64,
}

impl PackageCursor {
    pub(super) fn about(query: &PackageQuery) -> Result<About, RepositoryError> {
        About::of(&(&query.filter, query.order, query.descending))
    }

    pub(super) fn of(hit: &Hit<'_>, about: About) -> Self {
        Self {
            about: about.text(),
            lower: hit.lower.to_owned(),
            name: hit.name.to_owned(),
            package_type: hit.package_type,
            modified_ms: hit.modified_at.as_ms(),
        }
    }

    pub(super) fn read(text: &str, about: About) -> Result<Self, RepositoryError> {
        let read: Self = read(text)?;
        if read.about == about.text() { Ok(read) } else { Err(RepositoryError::ForeignCursor) }
    }

    pub(super) fn written(&self) -> Result<String, RepositoryError> {
        written(self)
    }

    pub(super) fn end(&self) -> End<'_> {
        End {
            lower: &self.lower,
            name: &self.name,
            package_type: self.package_type,
            modified_at: Timestamp::from_ms(self.modified_ms),
        }
    }
}

/// The end of a page of versions.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VersionCursor {
    about: String,
    pub(super) name: String,
    pub(super) created_ms: i64,
}

impl VersionCursor {
    pub(super) fn about(query: &VersionQuery) -> Result<About, RepositoryError> {
        About::of(&VersionQuery { limit: 0, cursor: None, ..query.clone() })
    }

    /// The end of a page whose last version is this one.
    pub(super) fn of(name: &str, created_at: Timestamp, about: About) -> Self {
        Self { about: about.text(), name: name.to_owned(), created_ms: created_at.as_ms() }
    }

    pub(super) fn read(text: &str, about: About) -> Result<Self, RepositoryError> {
        let read: Self = read(text)?;
        if read.about == about.text() { Ok(read) } else { Err(RepositoryError::ForeignCursor) }
    }

    pub(super) fn written(&self) -> Result<String, RepositoryError> {
        written(self)
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, RepositoryError> {
    let foreign = || RepositoryError::ForeignCursor;
    (text.len() <= CURSOR_MAX).then_some(()).ok_or_else(foreign)?;
    let json = BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| foreign())?;
    serde_json::from_slice(&json).map_err(|_| foreign())
}

fn written(cursor: &impl Serialize) -> Result<String, RepositoryError> {
    let json = serde_json::to_vec(cursor);
    let json = json.map_err(|_| RepositoryError::Defect("a cursor cannot be written"))?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(json))
}

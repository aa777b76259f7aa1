//! Parts of long lists.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use waybill_machines::Timestamp;
use waybill_machines::machines::release_bundle::{Bundle, Origin};

use super::{BundleError, StoredBundle};

/// A part of a long list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRange {
    /// Only rows after this position: of bundles a [`BundleCursor`], of artifacts a path.
    pub after: Option<String>,
    /// The number of those rows to skip.
    pub offset: usize,
    /// The most rows to return.
    pub limit: usize,
}

/// The position of a bundle in the list: the newest first, then by name and version. It does not move when bundles are
/// added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BundleCursor {
    created: Reverse<Timestamp>,
    name: String,
    version: String,
}

impl BundleCursor {
    /// The position of a bundle.
    pub fn of(stored: &StoredBundle) -> Self {
        let Bundle { name, version, .. } = stored.bundle.clone();
        Self { created: Reverse(stored.created), name, version }
    }
}

impl fmt::Display for BundleCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.created.0.as_ms(), self.name, self.version)
    }
}

impl FromStr for BundleCursor {
    type Err = BundleError;

    fn from_str(text: &str) -> Result<Self, BundleError> {
        let mut parts = text.splitn(3, '/');
        let created = parts.next().and_then(|ms| ms.parse().ok()).map(Timestamp::from_ms);
        let (Some(created), Some(name), Some(version)) = (created, parts.next(), parts.next())
        else {
            return Err(BundleError::Cursor);
        };
        Ok(Self { created: Reverse(created), name: name.to_owned(), version: version.to_owned() })
    }
}

/// A filter for bundles, and a page of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleFilter {
    /// Only bundles of this origin.
    pub origin: Option<Origin>,
    /// Only bundles with this name.
    pub name: Option<String>,
    /// The page.
    pub portion: PageRange,
}

/// A part of a list, and the length of the whole list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The part.
    pub rows: Vec<T>,
    /// Whether there are rows after it.
    pub has_next: bool,
    /// The length of the whole list.
    pub total: usize,
}

//! What a query asks for, from the texts that it has.

use async_graphql::Error;
use waybill_machines::Timestamp;
use waybill_machines::rules::search::types_named;
use waybill_platform::repositories::{PackageFilter as Filter, PackageId};

use super::scanning::Scan;
use crate::wire::packages::{PackageFilter, SortType};

/// The id of a package.
pub(super) fn package_id(text: &str) -> Result<PackageId, Error> {
    let read = text.parse::<PackageId>();
    read.map_err(|error| Error::new(format!("`{}`: {error}.", short(text))))
}

/// A filter of packages. A type of packages that this release does not serve leaves none.
pub(super) fn package_filter(wanted: PackageFilter, scan: &Scan) -> Result<Filter, Error> {
    let severities = wanted.severities.unwrap_or_default();
    let filter = Filter {
        types: wanted.package_type.as_deref().and_then(types_named),
        repositories: wanted.repos.unwrap_or_default(),
        name: wanted.lowercase_name.or(wanted.name).unwrap_or_default(),
        description: wanted.description.unwrap_or_default(),
        tags: wanted.tags.unwrap_or_default(),
        licences: wanted.licenses.unwrap_or_default(),
        version: wanted.version.unwrap_or_default(),
        checksum: wanted.checksum.unwrap_or_default(),
        after: time("after", wanted.after)?,
        before: time("before", wanted.before)?,
        affected: scan.database().affected_by(&wanted.cve.unwrap_or_default(), &severities),
    };
    Ok(filter.in_scope(wanted.scope.as_deref()))
}

/// Whether a list of versions begins with the newest one.
pub(super) const fn descending(sort: Option<SortType>) -> bool {
    match sort {
        Some(sort) => sort.is_descending(),
        None => true,
    }
}

/// A time: one of RFC 3339, or the beginning of a day in UTC.
pub(super) fn time(field: &str, text: Option<String>) -> Result<Option<Timestamp>, Error> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let read = text.parse().or_else(|_| format!("{text}T00:00:00Z").parse::<Timestamp>());
    read.map(Some).map_err(|_| {
        Error::new(format!(
            "`{field}` is a day (yyyy-mm-dd) or a time of RFC 3339, and not `{}`.",
            short(&text)
        ))
    })
}

/// The beginning of a text, for an error.
fn short(text: &str) -> String {
    text.chars().take(80).collect()
}

//! The documents that Maven reads to find versions: made of what is stored, whatever clients send.

use std::collections::BTreeMap;

use waybill_machines::Timestamp;
use waybill_platform::repositories::{Package, StoredRepository, StoredVersion};

use super::layout::{Build, METADATA, Place, group_at, is_snapshot, package_at, package_of};
use super::plugins;
use super::versions::sort;
use super::xml::escaped;
use crate::caller::PackageClient;
use crate::components::package_index::{Document, Wanted, document, missing};
use crate::error::ApiError;
use crate::state::AppState;

/// The document in a folder: about a snapshot, an artifact or the plugins of a group.
///
/// # Errors
///
/// 404 if nothing is there that the client may see; 401 to a client without credentials.
pub(super) async fn of_folder(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    folder: &str,
) -> Result<Document, ApiError> {
    let snapshot = folder.rsplit_once('/').filter(|(_, version)| is_snapshot(version));
    if let Some((package, version)) = snapshot
        && let Some((group, artifact)) = package_at(package)
    {
        let form = format!("{METADATA} {version}");
        let wanted = wanted(repository, &group, artifact, package, form);
        return about(state, client, wanted, |known| {
            let mut versions = known.versions.iter();
            let stored = versions.find(|stored| stored.version == version)?;
            of_snapshot(&group, artifact, stored)
        })
        .await;
    }
    let of_package = match package_at(folder) {
        None => Err(missing(client, repository)),
        Some((group, artifact)) => {
            let wanted = wanted(repository, &group, artifact, folder, METADATA.to_owned());
            about(state, client, wanted, |known| of_artifact(&group, artifact, known)).await
        }
    };
    match (of_package, group_at(folder)) {
        (Err(missing), Some(group)) => {
            let plugins = plugins::of_group(state, client, repository, &group).await?;
            plugins.ok_or(missing)
        }
        (found, _) => found,
    }
}

/// A document of a package.
struct OfPackage<'a> {
    repository: &'a StoredRepository,
    package: String,
    folder: &'a str,
    form: String,
}

fn wanted<'a>(
    repository: &'a StoredRepository,
    group: &str,
    artifact: &str,
    folder: &'a str,
    form: String,
) -> OfPackage<'a> {
    OfPackage { repository, package: package_of(group, artifact), folder, form }
}

async fn about(
    state: &AppState,
    client: &PackageClient,
    OfPackage { repository, package, folder, form }: OfPackage<'_>,
    write: impl FnOnce(&Package) -> Option<String>,
) -> Result<Document, ApiError> {
    let (package, folder) = (package.as_str(), folder.to_owned());
    let wanted = Wanted { repository, package, folder, form: form.into() };
    document(state, client, wanted, async |known| {
        write(known).map(String::into_bytes).ok_or_else(|| missing(client, repository))
    })
    .await
}

/// The places of the files of a version, with the times at which they were published.
fn places(stored: &StoredVersion) -> impl Iterator<Item = (Place, Timestamp)> {
    stored.files.iter().filter_map(|file| Some((Place::parse(&file.path)?, file.published_at)))
}

/// What is known of an artifact. A version without a pom is not offered: clients would not find what it needs.
fn of_artifact(group: &str, artifact: &str, known: &Package) -> Option<String> {
    let has_pom = |stored: &&StoredVersion| places(stored).any(|(place, _)| place.is_pom());
    let versions: Vec<&StoredVersion> = known.versions.iter().filter(has_pom).collect();
    let versions = sort(versions, |stored| &stored.version);
    let latest = &versions.last()?.version;
    let release = versions.iter().rev().find(|stored| !is_snapshot(&stored.version));
    let times = versions.iter().flat_map(|stored| &stored.files).map(|file| file.published_at);
    let updated = digits(times.max()?, "");

    let mut text = begin(group, Some(artifact), None);
    text.push_str("  <versioning>\n");
    text.push_str(&line(4, "latest", latest));
    if let Some(release) = release {
        text.push_str(&line(4, "release", &release.version));
    }
    text.push_str("    <versions>\n");
    for stored in &versions {
        text.push_str(&line(6, "version", &stored.version));
    }
    text.push_str("    </versions>\n");
    text.push_str(&line(4, "lastUpdated", &updated));
    text.push_str("  </versioning>\n</metadata>\n");
    Some(text)
}

/// The newest file of those that differ only in their build.
struct Newest {
    /// The time and the number of its build. Of a file without one it is when it was published.
    build: Build,
    value: String,
    updated: String,
}

/// What is known of a snapshot: the newest build of each of its files.
fn of_snapshot(group: &str, artifact: &str, stored: &StoredVersion) -> Option<String> {
    let mut newest: BTreeMap<(String, String), Newest> = BTreeMap::new();
    let mut last_build = None;
    for (place, published_at) in places(stored) {
        last_build = last_build.max(place.build.clone());
        let (value, build) = (place.value(), place.build);
        let build = build.unwrap_or_else(|| Build { time: digits(published_at, "."), number: 0 });
        let found = Newest { updated: build.time.replace('.', ""), build, value };
        let key = (place.classifier, place.ending);
        if newest.get(&key).is_none_or(|known| known.build < found.build) {
            newest.insert(key, found);
        }
    }
    let updated = digits(stored.files.iter().map(|file| file.published_at).max()?, "");

    let mut text = begin(group, Some(artifact), Some(&stored.version));
    text.push_str("  <versioning>\n");
    if let Some(Build { time, number }) = last_build {
        text.push_str("    <snapshot>\n");
        text.push_str(&line(6, "timestamp", &time));
        text.push_str(&line(6, "buildNumber", &number.to_string()));
        text.push_str("    </snapshot>\n");
    }
    text.push_str(&line(4, "lastUpdated", &updated));
    text.push_str("    <snapshotVersions>\n");
    for ((classifier, ending), Newest { value, updated, .. }) in &newest {
        text.push_str("      <snapshotVersion>\n");
        if !classifier.is_empty() {
            text.push_str(&line(8, "classifier", classifier));
        }
        text.push_str(&line(8, "extension", ending));
        text.push_str(&line(8, "value", value));
        text.push_str(&line(8, "updated", updated));
        text.push_str("      </snapshotVersion>\n");
    }
    text.push_str("    </snapshotVersions>\n  </versioning>\n</metadata>\n");
    Some(text)
}

/// The beginning of a document.
pub(super) fn begin(group: &str, artifact: Option<&str>, version: Option<&str>) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<metadata modelVersion=\"1.1.0\">\n"
            .to_owned();
    let group = artifact.map(|_| group);
    for (name, value) in [("groupId", group), ("artifactId", artifact), ("version", version)] {
        text.push_str(&value.map(|value| line(2, name, value)).unwrap_or_default());
    }
    text
}

/// An element with a text in a line of its own.
pub(super) fn line(spaces: usize, name: &str, text: &str) -> String {
    format!("{:spaces$}<{name}>{}</{name}>\n", "", escaped(text))
}

/// A time as Maven writes it: `20260101120000`, with something between the date and the time of day.
fn digits(time: Timestamp, between: &str) -> String {
    let text = time.to_string();
    let digits: String = text.chars().filter(char::is_ascii_digit).take(14).collect();
    digits
        .split_at_checked(8)
        .map_or_else(String::new, |(date, rest)| format!("{date}{between}{rest}"))
}

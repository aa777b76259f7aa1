//! What repositories say of a snapshot: the newest build of each of its files.

use std::collections::BTreeMap;

use waybill_platform::repositories::{FixedContent, Package, StoredRepository, StoredVersion};

use super::layout::{Build, METADATA, Place, folder_of};
use super::metadata::{Metadata, begin, digits, line, places};
use super::xml::{decoded, visit};
use crate::components::joined::{Format, UpstreamDocument};
use crate::error::ApiError;
use crate::state::AppState;

/// The most files that the document of an upstream may name.
const FILES_MAX: usize = 1_000;

/// Snapshots of a version.
pub(super) struct SnapshotFormat {
    /// The version, which ends with `SNAPSHOT`.
    pub(super) version: String,
}

/// The builds of a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Builds {
    /// The name of the package.
    package: String,
    /// The newest file of those that differ only in their build, by their classifier and ending.
    newest: BTreeMap<(String, String), Newest>,
    last: Option<Build>,
    /// When the newest file was published, as Maven writes times.
    updated: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Newest {
    /// The time and the number of its build. Of a file without one it is when it was published.
    build: Build,
    /// The version as the name of the file has it.
    value: String,
    updated: String,
}

/// A file that the document of an upstream names.
#[derive(Default)]
struct Named {
    classifier: String,
    ending: String,
    value: String,
    updated: String,
}

/// What the document of an upstream says.
#[derive(Default)]
struct Read {
    time: String,
    number: String,
    updated: String,
    files: Vec<Named>,
}

impl Read {
    fn of(document: &[u8]) -> Option<Self> {
        let (mut read, mut file) = (Self::default(), Named::default());
        let done = visit(&decoded(document).ok()?, |path, text| {
            let Some(rest) = path.strip_prefix("metadata/versioning/") else { return };
            let field = match rest {
                "snapshot/timestamp" => &mut read.time,
                "snapshot/buildNumber" => &mut read.number,
                "lastUpdated" => &mut read.updated,
                "snapshotVersions/snapshotVersion/classifier" => &mut file.classifier,
                "snapshotVersions/snapshotVersion/extension" => &mut file.ending,
                "snapshotVersions/snapshotVersion/value" => &mut file.value,
                "snapshotVersions/snapshotVersion/updated" => &mut file.updated,
                "snapshotVersions/snapshotVersion" => {
                    return read.files.push(std::mem::take(&mut file));
                }
                _ => return,
            };
            text.clone_into(field);
        });
        done.ok().filter(|()| read.files.len() <= FILES_MAX)?;
        Some(read)
    }
}

fn only_digits(text: String) -> String {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text } else { String::new() }
}

impl SnapshotFormat {
    /// The path of a file of the snapshot.
    fn path(&self, package: &str, value: &str, classifier: &str, ending: &str) -> String {
        let artifact = package.rsplit(':').next().unwrap_or_default();
        let dash = if classifier.is_empty() { "" } else { "-" };
        let (folder, version) = (folder_of(package), &self.version);
        format!("{folder}/{version}/{artifact}-{value}{dash}{classifier}.{ending}")
    }

    /// Reads the document of an upstream. Files that could not be at the paths which follow from it are left out.
    fn builds(&self, package: &str, document: &[u8]) -> Option<Builds> {
        let Read { time, number, updated, files } = Read::of(document)?;
        let mut newest = BTreeMap::new();
        for Named { classifier, ending, value, updated } in files {
            let path = self.path(package, &value, &classifier, &ending);
            let place = Place::parse(&path).filter(|place| {
                (&place.classifier, &place.ending) == (&classifier, &ending)
                    && place.value() == value
            });
            let Some(place) = place else { continue };
            let updated = only_digits(updated);
            let build = place.build.unwrap_or(Build { time: updated.clone(), number: 0 });
            newest.insert((classifier, ending), Newest { build, value, updated });
        }
        // The newest build of a client that names no files.
        let stem = self.version.strip_suffix("SNAPSHOT")?;
        let pom = self.path(package, &format!("{stem}{time}-{number}"), "", "pom");
        let last = Place::parse(&pom).and_then(|place| place.build);
        let updated = only_digits(updated);
        Some(Builds { package: package.to_owned(), newest, last, updated })
    }
}

impl Metadata for SnapshotFormat {
    fn of(&self, known: &Package) -> Option<Builds> {
        let is_this = |stored: &&StoredVersion| stored.version == self.version;
        let stored = known.versions.iter().find(is_this)?;
        let times = stored.files.iter().map(|file| file.published_at);
        let mut builds = Builds {
            package: known.name.clone(),
            updated: digits(times.max()?, ""),
            ..Builds::default()
        };
        for (place, published_at) in places(stored) {
            builds.last = builds.last.max(place.build.clone());
            let (value, build) = (place.value(), place.build);
            let build =
                build.unwrap_or_else(|| Build { time: digits(published_at, "."), number: 0 });
            let found = Newest { updated: build.time.replace('.', ""), build, value };
            let key = (place.classifier, place.ending);
            if builds.newest.get(&key).is_none_or(|known| known.build < found.build) {
                builds.newest.insert(key, found);
            }
        }
        Some(builds)
    }

    fn written(&self, index: Builds) -> Option<String> {
        let (group, artifact) = index.package.split_once(':')?;
        let mut text = begin(Some((group, artifact, Some(&self.version))));
        text.push_str("  <versioning>\n");
        if let Some(Build { time, number }) = index.last {
            text.push_str("    <snapshot>\n");
            text.push_str(&line(6, "timestamp", &time));
            text.push_str(&line(6, "buildNumber", &number.to_string()));
            text.push_str("    </snapshot>\n");
        }
        if !index.updated.is_empty() {
            text.push_str(&line(4, "lastUpdated", &index.updated));
        }
        // Without files named, clients take those of the newest build.
        if !index.newest.is_empty() {
            text.push_str("    <snapshotVersions>\n");
        }
        for ((classifier, ending), Newest { value, updated, .. }) in &index.newest {
            text.push_str("      <snapshotVersion>\n");
            if !classifier.is_empty() {
                text.push_str(&line(8, "classifier", classifier));
            }
            text.push_str(&line(8, "extension", ending));
            text.push_str(&line(8, "value", value));
            text.push_str(&line(8, "updated", updated));
            text.push_str("      </snapshotVersion>\n");
        }
        if !index.newest.is_empty() {
            text.push_str("    </snapshotVersions>\n");
        }
        text.push_str("  </versioning>\n</metadata>\n");
        Some(text)
    }
}

impl Format for SnapshotFormat {
    type Index = Builds;

    fn folder(&self, name: &str) -> String {
        folder_of(name)
    }

    fn upstream(&self, name: &str) -> UpstreamDocument {
        UpstreamDocument::at(format!("{}/{}/{METADATA}", folder_of(name), self.version))
    }

    fn read(&self, name: &str, document: &[u8], _: &[u8]) -> Option<Builds> {
        self.builds(name, document)
    }

    async fn local(
        &self,
        _: &AppState,
        _: &StoredRepository,
        package: Package,
    ) -> Result<Builds, ApiError> {
        Ok(self.of(&package).unwrap_or_default())
    }

    fn retain(&self, index: &mut Builds, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        let keeps = |value: &str, classifier: &str, ending: &str| {
            let path = self.path(&index.package, value, classifier, ending);
            keeps(&path, &FixedContent::default())
        };
        let named = index.newest.len();
        index.newest.retain(|(classifier, ending), file| keeps(&file.value, classifier, ending));
        let is_hidden = match &index.last {
            None => false,
            Some(_) if named > 0 => index.newest.is_empty(),
            Some(_) => !keeps(&self.version, "", "pom"),
        };
        if is_hidden {
            index.last = None;
        }
    }

    fn find(&self, _: &Builds, _: &str) -> Option<(String, FixedContent)> {
        None
    }

    /// The builds of several sources are not of one version: the first one that has some is served.
    fn join(&self, _: &mut Builds, _: Builds) {}

    fn is_empty(&self, index: &Builds) -> bool {
        index.newest.is_empty() && index.last.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = "com.acme:shop";

    fn format() -> SnapshotFormat {
        SnapshotFormat { version: "1-SNAPSHOT".to_owned() }
    }

    fn read(versioning: &str) -> Option<Builds> {
        let document = format!("<metadata><versioning>{versioning}</versioning></metadata>");
        format().read(SHOP, document.as_bytes(), b"")
    }

    fn file(classifier: &str, extension: &str, value: &str) -> String {
        format!(
            "<snapshotVersion><classifier>{classifier}</classifier><extension>{extension}</extension>\
             <value>{value}</value><updated>20260101120000</updated></snapshotVersion>"
        )
    }

    #[test]
    fn what_is_written_is_read() {
        let files = [
            file("", "jar", "1-20260101.120000-7"),
            file("sources", "jar", "1-20260101.120000-7"),
            file("", "pom", "1-SNAPSHOT"),
            file("", "jar", "2-20260101.120000-7"),
            file("../x", "jar", "1-20260101.120000-7"),
        ];
        let versioning = format!(
            "<snapshot><timestamp>20260101.120000</timestamp><buildNumber>7</buildNumber></snapshot>\
             <lastUpdated>20260101120000</lastUpdated><snapshotVersions>{}</snapshotVersions>",
            files.concat()
        );
        let builds = read(&versioning).expect("valid");
        assert_eq!(builds.newest.len(), 3, "{builds:?}");
        let text = format().written(builds.clone()).expect("something");
        assert_eq!(format().read(SHOP, text.as_bytes(), b""), Some(builds));
    }

    #[test]
    fn a_document_without_files_names_the_newest_build() {
        let old = "<snapshot><timestamp>20260101.120000</timestamp><buildNumber>7</buildNumber></snapshot>";
        let mut builds = read(old).expect("valid");
        assert!(!format().is_empty(&builds));
        assert!(!format().written(builds.clone()).expect("something").contains("snapshotVersions"));
        format().retain(&mut builds, &|path, _| {
            assert_eq!(path, "com/acme/shop/1-SNAPSHOT/shop-1-SNAPSHOT.pom");
            false
        });
        assert!(format().is_empty(&builds), "what is hidden has no times");
        let odd = "<snapshot><timestamp>now</timestamp><buildNumber>7</buildNumber></snapshot>";
        assert!(format().is_empty(&read(odd).expect("valid")));
        assert_eq!(read(&file("", "jar", "1-SNAPSHOT").repeat(FILES_MAX + 1)), read(""));
        let many = format!(
            "<snapshotVersions>{}</snapshotVersions>",
            file("", "jar", "1-SNAPSHOT").repeat(FILES_MAX + 1)
        );
        assert_eq!(read(&many), None);
    }
}

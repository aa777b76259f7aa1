//! What repositories say of an artifact: its versions.

use waybill_platform::repositories::{FixedContent, Package, StoredRepository, StoredVersion};
use waybill_versions::Scheme;

use super::layout::{METADATA, Place, folder_of, is_name, is_snapshot};
use super::metadata::{Metadata, begin, digits, line, places};
use super::xml::{decoded, visit};
use crate::components::joined::{Format, UpstreamDocument};
use crate::error::ApiError;
use crate::state::AppState;

/// The most versions that the document of an upstream may name.
const VERSIONS_MAX: usize = 10_000;
/// What ends the path of the file with the SHA-1 of another one.
const SHA1: &str = ".sha1";

/// Artifacts, and all files of them.
pub(super) struct ArtifactFormat;

/// The versions of an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Versions {
    /// The name of the package.
    package: String,
    all: Vec<String>,
    /// When the newest file was published, as Maven writes times.
    updated: String,
}

impl Versions {
    /// Reads the document of an upstream. None if it is not valid.
    fn read(package: &str, document: &[u8]) -> Option<Self> {
        let (mut versions, mut updated, mut fits) = (Vec::new(), String::new(), true);
        let read = visit(&decoded(document).ok()?, |path, text| match path {
            "metadata/versioning/versions/version" if versions.len() == VERSIONS_MAX => {
                fits = false;
            }
            "metadata/versioning/versions/version" => versions.push(text.to_owned()),
            "metadata/versioning/lastUpdated" => text.clone_into(&mut updated),
            _ => {}
        });
        read.ok().filter(|()| fits)?;
        // What is no part of a path is none of an upstream that Maven could use.
        versions.retain(|version| is_name(version));
        if !updated.bytes().all(|byte| byte.is_ascii_digit()) {
            updated.clear();
        }
        Some(Self { package: package.to_owned(), all: versions, updated })
    }

    /// The path of the file that every version has.
    fn pom(folder: &str, artifact: &str, version: &str) -> String {
        format!("{folder}/{version}/{artifact}-{version}.pom")
    }
}

impl Metadata for ArtifactFormat {
    /// A version without a pom is not offered: clients would not find what it needs.
    fn of(&self, known: &Package) -> Option<Versions> {
        let has_pom = |stored: &&StoredVersion| places(stored).any(|(place, _)| place.is_pom());
        let versions: Vec<&StoredVersion> = known.versions.iter().filter(has_pom).collect();
        let times = versions.iter().flat_map(|stored| &stored.files).map(|file| file.published_at);
        Some(Versions {
            package: known.name.clone(),
            updated: digits(times.max()?, ""),
            all: versions.into_iter().map(|stored| stored.version.clone()).collect(),
        })
    }

    fn written(&self, index: Versions) -> Option<String> {
        let (group, artifact) = index.package.split_once(':')?;
        let versions = Scheme::Maven.sort(index.all, |version| version);
        let mut text = begin(Some((group, artifact, None)));
        text.push_str("  <versioning>\n");
        text.push_str(&line(4, "latest", versions.last()?));
        if let Some(release) = versions.iter().rev().find(|version| !is_snapshot(version)) {
            text.push_str(&line(4, "release", release));
        }
        text.push_str("    <versions>\n");
        for version in &versions {
            text.push_str(&line(6, "version", version));
        }
        text.push_str("    </versions>\n");
        if !index.updated.is_empty() {
            text.push_str(&line(4, "lastUpdated", &index.updated));
        }
        text.push_str("  </versioning>\n</metadata>\n");
        Some(text)
    }
}

impl Format for ArtifactFormat {
    type Index = Versions;

    fn folder(&self, name: &str) -> String {
        folder_of(name)
    }

    fn upstream(&self, name: &str) -> UpstreamDocument {
        UpstreamDocument::at(format!("{}/{METADATA}", folder_of(name)))
    }

    fn read(&self, name: &str, document: &[u8], _: &[u8]) -> Option<Versions> {
        Versions::read(name, document)
    }

    async fn local(
        &self,
        _: &AppState,
        _: &StoredRepository,
        package: Package,
    ) -> Result<Versions, ApiError> {
        let nothing = |package: &Package| Versions {
            package: package.name.clone(),
            all: Vec::new(),
            updated: String::new(),
        };
        Ok(self.of(&package).unwrap_or_else(|| nothing(&package)))
    }

    fn retain(&self, index: &mut Versions, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        let folder = folder_of(&index.package);
        let artifact = index.package.rsplit(':').next().unwrap_or_default();
        let keeps = |path: &str| keeps(path, &FixedContent::default());
        index.all.retain(|version| keeps(&Versions::pom(&folder, artifact, version)));
    }

    fn find(&self, _: &Versions, _: &str) -> Option<(String, FixedContent)> {
        None
    }

    fn address(&self, path: &str) -> Option<Vec<String>> {
        Some(path.split('/').map(str::to_owned).collect())
    }

    /// Snapshots of old clients are published again and again under one name.
    fn changes(&self, path: &str) -> bool {
        Place::parse(path).is_some_and(|place| place.is_snapshot() && place.build.is_none())
    }

    fn checksum(&self, path: &str) -> Option<Vec<String>> {
        self.address(&format!("{path}{SHA1}"))
    }

    fn join(&self, index: &mut Versions, other: Versions) {
        for version in other.all {
            if !index.all.contains(&version) {
                index.all.push(version);
            }
        }
        index.updated = std::mem::take(&mut index.updated).max(other.updated);
    }

    fn is_empty(&self, index: &Versions) -> bool {
        index.all.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(document: &str) -> Option<Versions> {
        ArtifactFormat.read("com.acme:shop", document.as_bytes(), b"")
    }

    #[test]
    fn what_is_written_is_read() {
        let document = "<metadata><groupId>other</groupId><versioning><latest>9</latest><versions>\
            <version>1.10</version><version>1.9</version><version>2-SNAPSHOT</version>\
            <version>../1</version><version/></versions><lastUpdated>20260101000000</lastUpdated>\
            </versioning></metadata>";
        let versions = read(document).expect("valid");
        assert_eq!(versions.all, ["1.10", "1.9", "2-SNAPSHOT"]);
        let text = ArtifactFormat.written(versions.clone()).expect("something");
        assert!(
            text.contains("<latest>2-SNAPSHOT</latest>\n    <release>1.10</release>"),
            "{text}"
        );
        let again = read(&text).expect("valid");
        assert_eq!(again.all, ["1.9", "1.10", "2-SNAPSHOT"]);
        assert_eq!(again.updated, versions.updated);
    }

    #[test]
    fn a_document_of_an_upstream_has_bounds() {
        let many = "<version>1</version>".repeat(VERSIONS_MAX + 1);
        for document in [
            "",
            "<metadata>",
            "<!DOCTYPE a><metadata/>",
            &format!("<metadata><versioning><versions>{many}</versions></versioning></metadata>"),
        ] {
            assert_eq!(read(document), None);
        }
        assert!(ArtifactFormat.is_empty(&read("<metadata/>").expect("valid")));
    }
}

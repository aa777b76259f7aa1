//! Packages that are joined of several sources: other registries of npm, and repositories of this server.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::value::RawValue;
use waybill_machines::rules::artifacts::check_artifact_path;
use waybill_platform::repositories::{Expected, FixedContent, Package, StoredRepository};
use waybill_platform::secret::hex;

use super::manifest::Manifest;
use super::names::{folder_of, path_of};
use super::packument::{Form, tags_with_latest, written};
use crate::components::helm::time_of;
use crate::components::joined::{Described, Format, UpstreamDocument};
use crate::error::ApiError;
use crate::state::AppState;

/// Packages of npm.
pub(in crate::components) struct NpmFormat;

/// What a registry says of a package.
#[derive(Debug, Default)]
pub(in crate::components) struct Packument {
    name: String,
    /// What it says of the whole package.
    pub(super) top: Manifest,
    pub(super) tags: BTreeMap<String, String>,
    pub(super) versions: BTreeMap<String, Manifest>,
    pub(super) times: BTreeMap<String, Box<RawValue>>,
}

impl Packument {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Reads the document of a registry.
    fn read(name: &str, document: &[u8]) -> Option<Self> {
        let mut top: Manifest = serde_json::from_slice(document).ok()?;
        let versions: BTreeMap<String, Manifest> = top.take("versions")?;
        let mut packument = Self {
            name: name.to_owned(),
            tags: top.take("dist-tags").unwrap_or_default(),
            times: top.take("time").unwrap_or_default(),
            versions,
            top,
        };
        // What has no place here is nothing that could be installed.
        packument
            .versions
            .retain(|version, _| check_artifact_path(&path_of(name, version)).is_ok());
        packument.keep_tags();
        Some(packument)
    }

    /// Removes the tags that name no version.
    fn keep_tags(&mut self) {
        let Self { versions, tags, .. } = self;
        tags.retain(|_, version| versions.contains_key(version));
    }

    /// The tags; `latest` is among them, as clients need it.
    pub(super) fn all_tags(&self) -> BTreeMap<String, String> {
        tags_with_latest(&self.tags, self.versions.keys().map(String::as_str))
    }
}

/// What the metadata of a version say of its file.
fn content_of(manifest: &Manifest) -> FixedContent {
    let dist: Manifest = manifest.get("dist").unwrap_or_default();
    let integrity: String = dist.get("integrity").unwrap_or_default();
    let sha512 = integrity.split_whitespace().find_map(|digest| {
        let digest = digest.strip_prefix("sha512-")?.split('?').next()?;
        let bytes = STANDARD.decode(digest).ok()?;
        Some(hex(&bytes))
    });
    FixedContent { expected: Expected { sha1: dist.get("shasum"), ..Expected::default() }, sha512 }
}

impl Format for NpmFormat {
    type Index = Packument;

    fn folder(&self, name: &str) -> String {
        folder_of(name)
    }

    fn upstream(&self, name: &str) -> UpstreamDocument {
        UpstreamDocument {
            path: format!("{name}/package.json"),
            // The slash of a scope is part of the name.
            from: vec![name.to_owned()],
            accept: Some("application/json"),
        }
    }

    fn read(&self, name: &str, document: &[u8], _: &[u8]) -> Option<Packument> {
        Packument::read(name, document)
    }

    async fn local(
        &self,
        state: &AppState,
        repository: &StoredRepository,
        package: Package,
    ) -> Result<Packument, ApiError> {
        let document = written(state, repository, &package, Form::Whole).await?;
        Packument::read(&package.name, &document).ok_or_else(ApiError::internal)
    }

    fn retain(&self, packument: &mut Packument, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        let Packument { name, versions, times, .. } = packument;
        let mut removed = BTreeSet::new();
        versions.retain(|version, manifest| {
            let is_kept = keeps(&path_of(name, version), &content_of(manifest));
            if !is_kept {
                removed.insert(version.clone());
            }
            is_kept
        });
        times.retain(|version, _| !removed.contains(version));
        packument.keep_tags();
    }

    fn find(&self, packument: &Packument, path: &str) -> Option<(String, FixedContent)> {
        let mut versions = packument.versions.iter();
        let (_, manifest) =
            versions.find(|(version, _)| path_of(&packument.name, version) == path)?;
        let dist: Manifest = manifest.get("dist")?;
        Some((dist.get("tarball")?, content_of(manifest)))
    }

    fn described(&self, packument: &Packument, path: &str) -> Described {
        let found = packument.versions.iter().find(|(of, _)| path_of(&packument.name, of) == path);
        let Some((version, manifest)) = found else { return Described::default() };
        let time = packument.times.get(version);
        let time: Option<String> = time.and_then(|text| serde_json::from_str(text.get()).ok());
        let published_at = time.as_deref().and_then(time_of);
        Described { licence: manifest.summary().licence, published_at }
    }

    fn join(&self, packument: &mut Packument, other: Packument) {
        for (version, manifest) in other.versions {
            packument.versions.entry(version).or_insert(manifest);
        }
        for (version, time) in other.times {
            packument.times.entry(version).or_insert(time);
        }
        for (tag, version) in other.tags {
            packument.tags.entry(tag).or_insert(version);
        }
    }

    fn is_empty(&self, packument: &Packument) -> bool {
        packument.versions.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(document: &serde_json::Value) -> Packument {
        Packument::read("shop", document.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn the_first_source_of_a_version_and_of_a_tag_wins() {
        let mut one = read(&json!({
            "versions": {"1.0.0": {"from": "one"}, "1.1.0": {"from": "one"}},
            "dist-tags": {"latest": "1.1.0", "old": "1.0.0"},
        }));
        let other = read(&json!({
            "versions": {"1.1.0": {"from": "other"}, "2.0.0": {"from": "other"}},
            "dist-tags": {"latest": "2.0.0", "old": "2.0.0", "none": "7.0.0"},
        }));
        NpmFormat.join(&mut one, other);
        let from = |version: &str| one.versions[version].get::<String>("from").unwrap();
        assert_eq!([from("1.0.0"), from("1.1.0"), from("2.0.0")], ["one", "one", "other"]);
        let tags = json!(one.all_tags());
        assert_eq!(tags, json!({"latest": "1.1.0", "old": "1.0.0"}));
    }

    #[test]
    fn a_file_is_found_with_what_its_version_says_of_it() {
        let packument = read(&json!({"versions": {
            "1.0.0": {"dist": {"tarball": "https://example.org/x.tgz", "shasum": "aa", "integrity": "sha1-Zm9v sha512-AAEC"}},
            "../../x": {"dist": {"tarball": "https://example.org/y.tgz"}},
        }}));
        assert_eq!(packument.versions.len(), 1);
        let (link, content) = NpmFormat.find(&packument, "shop/-/shop-1.0.0.tgz").unwrap();
        assert_eq!(link, "https://example.org/x.tgz");
        assert_eq!(content.expected.sha1.as_deref(), Some("aa"));
        assert_eq!(content.sha512.as_deref(), Some("000102"));
        assert!(NpmFormat.find(&packument, "shop/-/shop-2.0.0.tgz").is_none());
    }
}

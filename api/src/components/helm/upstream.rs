//! Charts that are joined of several sources: other repositories of charts, and those of this server.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Map, Value};
use waybill_machines::Timestamp;
use waybill_platform::repositories::{Expected, FixedContent, Package, StoredRepository};

use super::chart::{Chart, bounds, check_keys};
use super::index::stored_versions;
use super::names::{of_file, path_of};
use super::times::time_of;
use crate::components::joined::{Described, Format, UpstreamDocument, Whole};
use crate::error::ApiError;
use crate::state::AppState;

/// The most nodes of an index: each takes memory while it is read.
const NODES_MAX: usize = 2_000_000;
/// The document in which a repository says what it has.
const INDEX: &str = "index.yaml";
/// The fields of a chart that are no texts.
const BOOLEANS: [&str; 2] = ["deprecated", "enabled"];

/// Charts. The document of an upstream is of all of them, and of one for those who ask for its name.
pub(in crate::components) struct HelmFormat;

/// The versions of charts, by the names of the charts.
#[derive(Debug, Default)]
pub(in crate::components) struct Charts(pub(super) BTreeMap<String, Vec<ChartVersion>>);

/// What a repository says of a version of a chart.
#[derive(Debug)]
pub(super) struct ChartVersion {
    pub(super) chart: Chart,
    /// The SHA-256 of the file.
    pub(super) digest: Option<String>,
    pub(super) created: Option<Timestamp>,
    /// Where the file is; empty of a local repository.
    pub(super) link: String,
}

/// What is read of an index.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    entries: Option<BTreeMap<String, Option<Vec<Value>>>>,
}

/// What an index says of a version besides what its author says.
#[derive(Deserialize)]
struct About {
    #[serde(default)]
    urls: Vec<String>,
    #[serde(default)]
    digest: Option<String>,
    #[serde(default)]
    created: Option<String>,
}

/// Makes a text of every number and truth value that Helm reads as a text: where one is not a text, it would read
/// nothing of an index in JSON.
fn make_texts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter_mut();
            let texts = fields
                .filter(|(key, value)| !value.is_boolean() || !BOOLEANS.contains(&key.as_str()));
            texts.for_each(|(_, value)| make_texts(value));
        }
        Value::Array(values) => values.iter_mut().for_each(make_texts),
        Value::Number(_) | Value::Bool(_) => *value = value.to_string().into(),
        Value::Null | Value::String(_) => {}
    }
}

impl ChartVersion {
    /// Reads an entry of an index. None if it is not one that Helm takes, or nothing that can be fetched.
    fn read(name: &str, mut entry: Value) -> Option<Self> {
        check_keys(&entry).ok()?;
        make_texts(&mut entry);
        let fields: &mut Map<String, Value> = entry.as_object_mut()?;
        // As Helm reads indexes that it wrote long ago.
        fields.entry("apiVersion").or_insert_with(|| "v1".into());
        let About { urls, digest, created } = About::deserialize(&entry).ok()?;
        let chart = Chart::deserialize(&entry).ok()?.checked().ok()?;
        let path = path_of(&chart.name, &chart.version);
        if chart.name != name || of_file(&path) != Some((&chart.name, &chart.version)) {
            return None;
        }
        // Registries of images are no servers of files.
        let link = urls.into_iter().find(|url| !url.is_empty() && !url.starts_with("oci:"))?;
        let digest = digest.filter(|digest| !digest.is_empty());
        let digest = digest.map(|digest| digest.trim_start_matches("sha256:").to_lowercase());
        let is_digest = |digest: &String| {
            digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let created = created.as_deref().and_then(time_of);
        let is_known = digest.as_ref().is_none_or(is_digest);
        is_known.then_some(Self { chart, digest, created, link })
    }

    /// The path of its file.
    pub(super) fn path(&self) -> String {
        path_of(&self.chart.name, &self.chart.version)
    }

    fn content(&self) -> FixedContent {
        let sha256 = self.digest.clone();
        FixedContent { expected: Expected { sha256, ..Expected::default() }, sha512: None }
    }

    /// The number of the version, which is the same to Helm with a `v` before it.
    fn number(&self) -> String {
        self.chart.version.trim_start_matches('v').to_owned()
    }
}

/// Adds versions. Of several with one number the first one stays.
fn add(versions: &mut Vec<ChartVersion>, others: impl IntoIterator<Item = ChartVersion>) {
    let mut numbers: BTreeSet<_> = versions.iter().map(ChartVersion::number).collect();
    versions.extend(others.into_iter().filter(|version| numbers.insert(version.number())));
}

impl Format for HelmFormat {
    type Index = Charts;

    const IS_OF_ALL: bool = true;

    fn folder(&self, _: &str) -> String {
        String::new()
    }

    fn upstream(&self, _: &str) -> UpstreamDocument {
        let from = vec![INDEX.to_owned()];
        UpstreamDocument { path: INDEX.to_owned(), from, accept: None }
    }

    fn read(&self, name: &str, document: &[u8], _: &[u8]) -> Option<Charts> {
        let text = str::from_utf8(document).ok()?.trim_start_matches('\u{feff}');
        let read = serde_saphyr::from_str_with_options(text, bounds(Some(NODES_MAX)));
        let Document { entries } = read.ok()?;
        let mut charts = Charts::default();
        for (chart, entries) in entries? {
            if !name.is_empty() && chart != name {
                continue;
            }
            let entries = entries.into_iter().flatten();
            let read = entries.filter_map(|entry| ChartVersion::read(&chart, entry));
            let mut versions = Vec::new();
            add(&mut versions, read);
            charts.0.insert(chart, versions);
        }
        charts.0.retain(|_, versions| !versions.is_empty());
        Some(charts)
    }

    async fn local(
        &self,
        state: &AppState,
        _: &StoredRepository,
        package: Package,
    ) -> Result<Charts, ApiError> {
        let versions = stored_versions(state, package.versions).await?;
        Ok(Charts(BTreeMap::from([(package.name, versions)])))
    }

    fn retain(&self, charts: &mut Charts, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        for versions in charts.0.values_mut() {
            versions.retain(|version| keeps(&version.path(), &version.content()));
        }
        charts.0.retain(|_, versions| !versions.is_empty());
    }

    fn described(&self, charts: &Charts, path: &str) -> Described {
        let found = charts.0.values().flatten().find(|version| version.path() == path);
        let published_at = found.and_then(|version| version.created);
        Described { published_at, ..Described::default() }
    }

    fn find(&self, charts: &Charts, path: &str) -> Option<(String, FixedContent)> {
        let (name, _) = of_file(path)?;
        let found = charts.0.get(name)?.iter().find(|version| version.path() == path)?;
        Some((found.link.clone(), found.content()))
    }

    fn join(&self, charts: &mut Charts, other: Charts) {
        for (name, versions) in other.0 {
            add(charts.0.entry(name).or_default(), versions);
        }
    }

    fn is_empty(&self, charts: &Charts) -> bool {
        charts.0.is_empty()
    }
}

impl Whole for HelmFormat {
    fn names<'a>(&self, charts: &'a Charts) -> impl Iterator<Item = &'a str> {
        charts.0.keys().map(String::as_str)
    }

    fn keep(&self, charts: &mut Charts, keeps: &dyn Fn(&str) -> bool) {
        charts.0.retain(|name, _| keeps(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entries: &str) -> Option<Charts> {
        let text = format!("apiVersion: v1\nentries:\n  shop:\n{entries}\ngenerated: now\n");
        HelmFormat.read("", text.as_bytes(), b"")
    }

    fn versions(charts: &Charts) -> Vec<&str> {
        let versions = charts.0.values().flatten();
        versions.map(|version| version.chart.version.as_str()).collect()
    }

    #[test]
    fn what_helm_takes_is_read_and_other_versions_are_left_out() {
        let charts = read(
            "  - {name: shop, version: 1.0.0, appVersion: 1.5, deprecated: true, urls: [x.tgz]}
  - {name: shop, version: v1.0.0, urls: [again.tgz]}
  - {name: other, version: 1.1.0, urls: [x.tgz]}
  - {name: shop, version: 1.2, urls: [x.tgz]}
  - {name: shop, version: ../1.3.0, urls: [x.tgz]}
  - {name: shop, version: 1.4.0, urls: []}
  - {name: shop, version: 1.5.0, urls: ['oci://a.example/x']}
  - {name: shop, version: 1.6.0, urls: [x.tgz], digest: abc}
  - {name: shop, version: 1.7.0, urls: [x.tgz], type: other}
  - {name: shop, version: 1.8.0, urls: [x.tgz], keywords: x}
  - {name: shop, version: 1.9.0, urls: [x.tgz], Version: 9.0.0}
  - text
  - {name: shop, version: 2.0.0, urls: ['oci://a.example/x', 'https://a.example/y'], created: 2026-01-01}",
        );
        let charts = charts.unwrap();
        assert_eq!(versions(&charts), ["1.0.0", "2.0.0"]);
        let shop = &charts.0["shop"];
        let written = serde_json::to_value(&shop[0].chart).unwrap();
        assert_eq!((&written["appVersion"], &written["deprecated"]), (&"1.5".into(), &true.into()));
        assert_eq!((shop[1].link.as_str(), shop[1].created), ("https://a.example/y", None));
        assert!(HelmFormat.read("", b"<html>a page</html>", b"").is_none());
        assert!(HelmFormat.read("", b"apiVersion: v1", b"").is_none());
        assert!(HelmFormat.read("", b"{\"entries\": {}}", b"").is_some_and(|all| all.0.is_empty()));
    }

    #[test]
    fn a_file_is_found_with_what_the_index_says_of_it() {
        let digest = "AB".repeat(32);
        let charts =
            read(&format!("  - {{name: shop, version: 1.0.0, urls: [x], digest: {digest}}}"));
        let charts = charts.unwrap();
        let (link, content) = HelmFormat.find(&charts, "shop-1.0.0.tgz").unwrap();
        assert_eq!((link.as_str(), content.expected.sha256), ("x", Some(digest.to_lowercase())));
        assert!(HelmFormat.find(&charts, "shop-1.0.1.tgz").is_none());
    }

    #[test]
    fn aliases_and_nodes_cannot_make_an_index_large() {
        let mut bomb = "  - &x0 [a, a]\n".to_owned();
        for level in 1..30 {
            let below = level - 1;
            bomb.push_str(&format!("  - &x{level} [*x{below}, *x{below}]\n"));
        }
        assert!(read(&bomb).is_none());
        assert!(read(&format!("  - [{}]", "0, ".repeat(NODES_MAX))).is_none());
        assert!(read(&format!("  - {}{}", "[".repeat(60), "]".repeat(60))).is_none());
    }
}

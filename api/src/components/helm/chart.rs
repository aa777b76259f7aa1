//! `Chart.yaml`: what the author of a chart says of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_saphyr::{Budget, Options};

use super::names::{is_name, is_version};
use crate::components::path_names::folded;

/// The longest `Chart.yaml`, in bytes.
pub(super) const CHART_BYTES_MAX: usize = 256 * 1_024;
/// The most aliases in it: each may stand for much.
const ALIASES_MAX: usize = 8;
/// How deep it may be nested.
const DEPTH_MAX: usize = 32;
/// The longest key. Readers of YAML take no more than 1,024 characters.
const KEY_BYTES_MAX: usize = 512;
/// The annotation by which charts name their licence.
const LICENCE: &str = "artifacthub.io/license";

/// Why a `Chart.yaml` is not that of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ChartError {
    /// It is something else.
    #[error(
        "The Chart.yaml in the file is no valid YAML with apiVersion, name and version as texts"
    )]
    NotYaml,
    /// Its form is another one.
    #[error("The apiVersion in Chart.yaml is v1 or v2")]
    ApiVersion,
    /// The name is not valid.
    #[error(
        "The name in Chart.yaml has at most 128 letters, digits, dots, dashes and underscores, and begins with a letter or digit"
    )]
    Name,
    /// The version is not valid.
    #[error("The version in Chart.yaml is one of Semantic Versioning 2, as 1.0.0 or v1.0.0")]
    Version,
    /// One text in it would make the index unreadable for clients that read it as YAML.
    #[error("The Chart.yaml has control characters in a text; remove them")]
    Control,
    /// Two keys are one for clients that do not regard case, or a key is longer than YAML takes.
    #[error(
        "The Chart.yaml has two keys that differ only in case, or one of more than {KEY_BYTES_MAX} bytes"
    )]
    Keys,
    /// It is no kind of chart.
    #[error("The type in Chart.yaml is application or library")]
    Kind,
}

/// The fields that Helm reads. Others mean nothing to it, and are not in the index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Chart {
    pub(super) api_version: String,
    pub(super) name: String,
    pub(super) version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kube_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) keywords: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    home: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sources: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dependencies: Option<Vec<Dependency>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maintainers: Option<Vec<Maintainer>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    app_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deprecated: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    annotations: Option<BTreeMap<String, String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tags: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Dependency {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repository: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enabled: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    import_values: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alias: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Maintainer {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// The bounds within which the YAML of strangers is read, with at most so many nodes.
pub(super) fn bounds(nodes: Option<usize>) -> Options {
    let mut budget = Budget::default();
    budget.max_aliases = ALIASES_MAX;
    budget.max_depth = DEPTH_MAX;
    if let Some(nodes) = nodes {
        budget.max_nodes = nodes;
        // A list and a map have an end, too.
        budget.max_events = nodes.saturating_mul(2);
    }
    let mut options = Options::default();
    options.budget = Some(budget);
    options
}

/// Helm finds a field whatever the case of its key, and takes the last one.
pub(super) fn check_keys(value: &Value) -> Result<(), ChartError> {
    match value {
        Value::Object(fields) => {
            let mut seen = BTreeSet::new();
            for (key, value) in fields {
                let is_new = seen.insert(folded(key));
                if !is_new || key.len() > KEY_BYTES_MAX {
                    return Err(ChartError::Keys);
                }
                check_keys(value)?;
            }
            Ok(())
        }
        Value::Array(values) => values.iter().try_for_each(check_keys),
        _ => Ok(()),
    }
}

impl Chart {
    /// Reads a `Chart.yaml`.
    pub(super) fn read(text: &str) -> Result<Self, ChartError> {
        let text = text.trim_start_matches('\u{feff}');
        let read = serde_saphyr::from_str_with_options(text, bounds(None));
        let all: Value = read.map_err(|_| ChartError::NotYaml)?;
        check_keys(&all)?;
        let read = serde_saphyr::from_str_with_options(text, bounds(None));
        let chart: Self = read.map_err(|_| ChartError::NotYaml)?;
        chart.checked()
    }

    /// The chart, if it is one that Helm takes.
    pub(super) fn checked(self) -> Result<Self, ChartError> {
        let chart = self;
        if !matches!(&*chart.api_version, "v1" | "v2") {
            return Err(ChartError::ApiVersion);
        }
        if !is_name(&chart.name) {
            return Err(ChartError::Name);
        }
        if !is_version(&chart.version) {
            return Err(ChartError::Version);
        }
        // What JSON does not escape and YAML does not have.
        let written = serde_json::to_string(&chart).map_err(|_| ChartError::NotYaml)?;
        if written
            .contains(|letter: char| letter.is_control() || "\u{fffe}\u{ffff}".contains(letter))
        {
            return Err(ChartError::Control);
        }
        let kind = chart.kind.as_deref().unwrap_or_default();
        let is_known = matches!(kind, "" | "application" | "library");
        if is_known { Ok(chart) } else { Err(ChartError::Kind) }
    }

    /// The licence that its annotations name; empty if they name none.
    pub(super) fn licence(&self) -> &str {
        let named = self.annotations.as_ref().and_then(|all| all.get(LICENCE));
        named.map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(more: &str) -> Result<Chart, ChartError> {
        Chart::read(&format!("apiVersion: v2\nname: shop\nversion: 1.0.0\n{more}\n"))
    }

    #[test]
    fn what_helm_reads_is_kept_and_texts_need_no_quotes() {
        let chart = read(
            "appVersion: 1.10\ndescription:\nkeywords: [cart, 5]\ndeprecated: true\nunknown: x\nannotations:\n  artifacthub.io/license: MIT\n  a: true\ndependencies:\n- name: db\n  version: ~1\n  import-values: [a, {child: b, parent: c}]\nmaintainers:\n- name: Ann\n",
        );
        let chart = serde_json::to_value(chart.unwrap()).unwrap();
        assert_eq!(
            chart,
            json!({
                "apiVersion": "v2", "name": "shop", "version": "1.0.0", "appVersion": "1.10",
                "keywords": ["cart", "5"], "deprecated": true,
                "annotations": {"artifacthub.io/license": "MIT", "a": "true"},
                "dependencies": [
                    {"name": "db", "version": "~1", "import-values": ["a", {"child": "b", "parent": "c"}]}
                ],
                "maintainers": [{"name": "Ann"}],
            })
        );
        assert_eq!(read("annotations: {artifacthub.io/license: MIT}").unwrap().licence(), "MIT");
    }

    #[test]
    fn what_is_no_chart_is_rejected() {
        for (text, error) in [
            ("", ChartError::NotYaml),
            ("[", ChartError::NotYaml),
            ("name: shop\nversion: 1.0.0", ChartError::NotYaml),
            ("apiVersion: v9\nname: shop\nversion: 1.0.0", ChartError::ApiVersion),
            ("apiVersion: v2\nname: a/b\nversion: 1.0.0", ChartError::Name),
            ("apiVersion: v2\nname: ../b\nversion: 1.0.0", ChartError::Name),
            ("apiVersion: v2\nname: shop\nversion: 1.0", ChartError::Version),
            ("apiVersion: v2\nname: shop\nversion: vv1.0.0", ChartError::Version),
        ] {
            assert_eq!(Chart::read(text), Err(error), "{text}");
        }
        assert_eq!(read("type: other"), Err(ChartError::Kind));
        for keys in ["verſion: 2.0.0", "Name: other", "annotations: {a: b, A: c}"] {
            assert_eq!(read(keys), Err(ChartError::Keys), "{keys}");
        }
        let long = format!("annotations: {{{}: b}}", "k".repeat(600));
        assert_eq!(read(&long), Err(ChartError::Keys));
        for text in ["\\x7f", "\\x9f", "\\ufffe"] {
            assert_eq!(read(&format!("icon: \"{text}\"")), Err(ChartError::Control), "{text}");
        }
        // What readers understand in different ways.
        assert_eq!(read("name: other"), Err(ChartError::NotYaml));
        assert_eq!(read("---\nname: other"), Err(ChartError::NotYaml));
    }

    #[test]
    fn aliases_cannot_make_it_large() {
        let few = "description: &d a shop\nhome: *d";
        assert_eq!(read(few).unwrap().description.as_deref(), Some("a shop"));
        let many = |count: usize| read(&format!("x: &x a\nkeywords: [{}]", "*x, ".repeat(count)));
        assert!(many(ALIASES_MAX).is_ok());
        assert_eq!(many(ALIASES_MAX + 1), Err(ChartError::NotYaml));
        let mut bomb = "annotations: {a: b}\nx0: &x0 [a, a]\n".to_owned();
        for level in 1..30 {
            let below = level - 1;
            bomb.push_str(&format!("x{level}: &x{level} [*x{below}, *x{below}]\n"));
        }
        assert_eq!(read(&bomb), Err(ChartError::NotYaml));
        let deep = format!("x: {}{}", "[".repeat(60), "]".repeat(60));
        assert_eq!(read(&deep), Err(ChartError::NotYaml));
    }
}

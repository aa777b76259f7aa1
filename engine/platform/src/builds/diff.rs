//! What has changed between two runs (BUILD-05).
//!
//! Files are compared by what they are called apart from their version: `slf4j-api:2.0.9` is the successor of
//! `slf4j-api:2.0.7`. Of several with the same name, those that are equal are unchanged, and the others are paired in
//! their order.

use std::collections::BTreeMap;

use super::{Artifact, BuildInfo, Dependency, Module};

/// What has changed between two runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diff {
    /// The files that came out of them.
    pub artifacts: Changes<Artifact>,
    /// The files that went into them.
    pub dependencies: Changes<Dependency>,
    /// Their properties.
    pub properties: Changes<Property>,
}

/// What has changed in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes<T> {
    /// What only the newer run has.
    pub new: Vec<T>,
    /// What both have, and is not the same.
    pub updated: Vec<Pair<T>>,
    /// What both have.
    pub unchanged: Vec<T>,
    /// What only the older run has.
    pub removed: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        let (new, updated, unchanged, removed) = (vec![], vec![], vec![], vec![]);
        Self { new, updated, unchanged, removed }
    }
}

/// The same thing in two runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair<T> {
    /// In the newer run.
    pub now: T,
    /// In the older run.
    pub before: T,
}

/// A property.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Property {
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: String,
}

/// Compares two runs.
pub fn diff(newer: &BuildInfo, older: &BuildInfo) -> Diff {
    let properties = |info: &BuildInfo| {
        let all = info.properties.iter();
        let property = |(key, value): (&String, &String)| {
            (key.clone(), Property { key: key.clone(), value: value.clone() })
        };
        all.map(property).collect::<Vec<_>>()
    };
    Diff {
        artifacts: changes(artifacts(newer), artifacts(older), is_same_artifact),
        dependencies: changes(dependencies(newer), dependencies(older), is_same_dependency),
        properties: changes(properties(newer), properties(older), |one, other| one == other),
    }
}

fn artifacts(info: &BuildInfo) -> Vec<(String, Artifact)> {
    let of_module = |module: &Module| {
        let (name, version) = without_version(&module.id);
        let (name, version) = (name.to_owned(), version.to_owned());
        let keyed = module.artifacts.iter().map(move |artifact| {
            let file = if version.is_empty() {
                artifact.name.clone()
            } else {
                artifact.name.replace(&version, "")
            };
            (format!("{name}\u{1f}{file}"), artifact.clone())
        });
        keyed.collect::<Vec<_>>()
    };
    info.modules.iter().flat_map(of_module).collect()
}

/// The dependencies of all modules, each once.
fn dependencies(info: &BuildInfo) -> Vec<(String, Dependency)> {
    let all = info.modules.iter().flat_map(|module| module.dependencies.iter());
    let mut keyed: Vec<_> = all
        .map(|found| {
            let key = format!("{}\u{1f}{}", without_version(&found.id).0, found.r#type);
            // Each module has scopes of its own for it.
            (key, Dependency { scopes: Vec::new(), ..found.clone() })
        })
        .collect();
    keyed.sort();
    keyed.dedup();
    keyed
}

/// An id, and its version behind the last colon.
fn without_version(id: &str) -> (&str, &str) {
    id.rsplit_once(':').unwrap_or((id, ""))
}

fn is_same_artifact(one: &Artifact, other: &Artifact) -> bool {
    one.name == other.name
        && is_same_content(
            [&one.sha256, &one.sha1, &one.md5],
            [&other.sha256, &other.sha1, &other.md5],
        )
}

fn is_same_dependency(one: &Dependency, other: &Dependency) -> bool {
    one.id == other.id
        && is_same_content(
            [&one.sha256, &one.sha1, &one.md5],
            [&other.sha256, &other.sha1, &other.md5],
        )
}

/// Whether the strongest checksum that both have is the same. Files without checksums are compared by their names.
fn is_same_content(one: [&String; 3], other: [&String; 3]) -> bool {
    let both = one.into_iter().zip(other).find(|(one, other)| !one.is_empty() && !other.is_empty());
    both.is_none_or(|(one, other)| one.eq_ignore_ascii_case(other))
}

fn changes<T: Ord>(
    newer: Vec<(String, T)>,
    older: Vec<(String, T)>,
    is_same: impl Fn(&T, &T) -> bool,
) -> Changes<T> {
    let mut by_key: BTreeMap<String, (Vec<T>, Vec<T>)> = BTreeMap::new();
    for (key, item) in newer {
        by_key.entry(key).or_default().0.push(item);
    }
    for (key, item) in older {
        by_key.entry(key).or_default().1.push(item);
    }
    let mut changes = Changes::default();
    for (mut now, mut before) in by_key.into_values() {
        now.sort();
        before.sort();
        let mut changed = Vec::new();
        for item in now {
            match before.iter().position(|known| is_same(&item, known)) {
                Some(at) => {
                    before.remove(at);
                    changes.unchanged.push(item);
                }
                None => changed.push(item),
            }
        }
        let mut before = before.into_iter();
        for item in changed {
            match before.next() {
                Some(before) => changes.updated.push(Pair { now: item, before }),
                None => changes.new.push(item),
            }
        }
        changes.removed.extend(before);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(json: &str) -> BuildInfo {
        BuildInfo::read(json.as_bytes()).unwrap()
    }

    /// covers: [BUILD-05]
    #[test]
    fn files_are_compared_by_what_they_are_called_apart_from_their_version() {
        let older = info(
            r#"{"modules": [{"id": "g:shop:1.0", "artifacts": [
                    {"name": "shop-1.0.jar", "sha1": "a"}, {"name": "notes", "sha1": "n"}, {"name": "gone", "sha1": "g"}],
                "dependencies": [{"id": "g:log:1"}, {"id": "g:same:1", "sha1": "s"}, {"id": "two:1"}, {"id": "two:2"}]}],
                "properties": {"kept": "1", "changed": "1", "removed": "1"}}"#,
        );
        let newer = info(
            r#"{"modules": [{"id": "g:shop:1.1", "artifacts": [
                    {"name": "shop-1.1.jar", "sha1": "b"}, {"name": "notes", "sha1": "N", "sha256": "x"}, {"name": "fresh"}],
                "dependencies": [{"id": "g:log:2"}, {"id": "g:same:1", "sha1": "S", "scopes": ["test"]}, {"id": "two:2"}]}],
                "properties": {"kept": "1", "changed": "2", "added": "1"}}"#,
        );
        let Diff { artifacts, dependencies, properties } = diff(&newer, &older);
        let names =
            |files: &[Artifact]| files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
        let ids =
            |files: &[Dependency]| files.iter().map(|file| file.id.clone()).collect::<Vec<_>>();
        assert_eq!(names(&artifacts.new), ["fresh"]);
        assert_eq!(names(&artifacts.removed), ["gone"]);
        assert_eq!(names(&artifacts.unchanged), ["notes"]);
        let pair = &artifacts.updated[0];
        assert_eq!(
            (pair.before.name.as_str(), pair.now.name.as_str()),
            ("shop-1.0.jar", "shop-1.1.jar")
        );
        assert_eq!(ids(&dependencies.unchanged), ["g:same:1", "two:2"]);
        assert_eq!(ids(&dependencies.removed), ["two:1"]);
        assert_eq!(dependencies.updated[0].now.id, "g:log:2");
        let keys = |all: &[Property]| all.iter().map(|one| one.key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&properties.new), ["added"]);
        assert_eq!(keys(&properties.removed), ["removed"]);
        assert_eq!(keys(&properties.unchanged), ["kept"]);
        assert_eq!(properties.updated[0].before.value, "1");
        let none = diff(&newer, &newer);
        assert!(none.artifacts.updated.is_empty() && none.dependencies.new.is_empty());
    }
}

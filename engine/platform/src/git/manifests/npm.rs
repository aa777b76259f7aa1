//! `package-lock.json`, of all versions: `packages` by the folders in which they are installed, or before that
//! `dependencies` within each other.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::Pinned;

/// The folder of installed packages.
const INSTALLED: &str = "node_modules/";
/// The prefix of the version of a package that has another name where it is installed.
const ALIAS: &str = "npm:";

#[derive(Deserialize)]
struct Lock {
    #[serde(default)]
    packages: Option<BTreeMap<String, Package>>,
    #[serde(default)]
    dependencies: BTreeMap<String, Dependency>,
}

#[derive(Deserialize)]
struct Package {
    /// The name, where it is not that of the folder.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    version: Option<String>,
    /// The address that it was downloaded from, or false where npm leaves it out.
    #[serde(default)]
    resolved: Value,
    /// Whether it is a link to a folder of the repository.
    #[serde(default)]
    link: bool,
}

#[derive(Deserialize)]
struct Dependency {
    #[serde(default)]
    version: Option<String>,
    #[serde(default)]
    resolved: Value,
    #[serde(default)]
    dependencies: BTreeMap<String, Dependency>,
}

/// Whether it was downloaded from a repository or a file, which no registry has under this name and version.
fn is_elsewhere(resolved: &Value) -> bool {
    let Some(address) = resolved.as_str() else { return false };
    ["git:", "git+", "git@", "file:"].iter().any(|scheme| address.starts_with(scheme))
}

/// The packages that are installed; `None` if it is no such file.
pub(super) fn lock(text: &str) -> Option<Vec<Pinned>> {
    // A list would be read as an object whose fields are in order.
    let text = Some(text.trim_start()).filter(|text| text.starts_with('{'))?;
    let lock: Lock = serde_json::from_str(text).ok()?;
    let mut pinned = Vec::new();
    match lock.packages {
        Some(packages) => pinned.extend(packages.into_iter().filter_map(installed)),
        None => collect(lock.dependencies, &mut pinned),
    }
    Some(pinned)
}

/// The package in a folder; `None` for the packages of the repository itself.
fn installed((folder, package): (String, Package)) -> Option<Pinned> {
    let (_, own_name) = folder.rsplit_once(INSTALLED)?;
    let is_pinned = !package.link && !is_elsewhere(&package.resolved);
    let version = package.version.filter(|_| is_pinned)?;
    Some(Pinned::new(package.name.unwrap_or_else(|| own_name.to_owned()), version))
}

fn collect(dependencies: BTreeMap<String, Dependency>, pinned: &mut Vec<Pinned>) {
    for (name, dependency) in dependencies {
        let is_pinned = !is_elsewhere(&dependency.resolved);
        if let Some(version) = dependency.version.filter(|_| is_pinned) {
            let aliased = version.strip_prefix(ALIAS).and_then(|alias| alias.rsplit_once('@'));
            pinned.push(match aliased {
                Some((name, version)) => Pinned::new(name, version),
                None => Pinned::new(name, version),
            });
        }
        collect(dependency.dependencies, pinned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_those_of_the_folders() {
        let text = r#"{"name":"shop","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{
            "":{"name":"shop","version":"1.0.0","dependencies":{"lodash":"^4"}},
            "node_modules/lodash":{"version":"4.17.20","resolved":"https://npm.example.org/lodash"},
            "node_modules/@acme/web":{"version":"2.0.0"},
            "node_modules/@acme/web/node_modules/lodash":{"version":"3.10.1","dev":true},
            "node_modules/alias":{"name":"minimist","version":"1.2.0"},
            "node_modules/local":{"resolved":"packages/local","link":true},
            "node_modules/forked":{"version":"1.0.0","resolved":"git+ssh://git@github.com/acme/forked.git#6dcb09b5"},
            "node_modules/vendored":{"version":"1.0.0","resolved":"file:vendored-1.0.0.tgz"},
            "node_modules/@acme/omitted":{"version":"3.0.0","resolved":false},
            "packages/local":{"version":"0.1.0"},
            "packages/local/node_modules/ms":{"version":"2.0.0"}}}"#;
        let mut pinned = lock(text).unwrap();
        pinned.sort_by(|one, other| one.name.cmp(&other.name));
        let expected = [
            Pinned::new("@acme/omitted", "3.0.0"),
            Pinned::new("@acme/web", "2.0.0"),
            Pinned::new("lodash", "3.10.1"),
            Pinned::new("lodash", "4.17.20"),
            Pinned::new("minimist", "1.2.0"),
            Pinned::new("ms", "2.0.0"),
        ];
        assert_eq!(pinned, expected);
    }

    #[test]
    fn dependencies_of_the_first_version_are_within_each_other() {
        let text = r#"{"name":"shop","lockfileVersion":1,"dependencies":{
            "alias":{"version":"npm:@acme/minimist@1.2.0"},
            "forked":{"version":"1.0.0","resolved":"git://github.com/acme/forked.git#6dcb09b5"},
            "lodash":{"version":"4.17.20","requires":{"ms":"2"},"dependencies":{"ms":{"version":"2.0.0"}}}}}"#;
        let expected = [
            Pinned::new("@acme/minimist", "1.2.0"),
            Pinned::new("lodash", "4.17.20"),
            Pinned::new("ms", "2.0.0"),
        ];
        assert_eq!(lock(text).unwrap(), expected);
        assert_eq!((lock("[]"), lock("7")), (None, None));
    }
}

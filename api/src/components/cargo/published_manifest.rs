//! The metadata that Cargo sends with a crate, made of the `Cargo.toml` in its file, which Cargo has normalised: it has
//! no dependency without a version.

use serde_json::{Map, Value, json};
use toml::Table;

/// The registry of dependencies that name none, as Cargo writes it.
const CRATES_IO: &str = "https://github.com/rust-lang/crates.io-index";
/// The tables of dependencies, and the kinds that they are of.
const KINDS: [(&str, &str); 3] =
    [("dependencies", "normal"), ("dev-dependencies", "dev"), ("build-dependencies", "build")];
/// The fields that are sent as they are in the table of the package.
const FIELDS: [&str; 10] = [
    "authors",
    "description",
    "documentation",
    "homepage",
    "readme",
    "keywords",
    "categories",
    "license",
    "repository",
    "links",
];

/// The metadata. `is_own` says whether a registry that a dependency names, or none, is the one that the crate is from:
/// such dependencies are looked for where the crate will be. None if it is no manifest of a package.
pub(super) fn metadata(manifest: &Table, is_own: &dyn Fn(Option<&str>) -> bool) -> Option<Value> {
    let package = manifest.get("package")?.as_table()?;
    let mut metadata = Map::new();
    metadata.insert("name".into(), package.get("name")?.as_str()?.into());
    metadata.insert("vers".into(), package.get("version")?.as_str()?.into());
    for field in FIELDS {
        if let Some(value) = package.get(field).and_then(|value| serde_json::to_value(value).ok())
            && (value.is_string() || value.is_array())
        {
            metadata.insert(field.into(), value);
        }
    }
    for (from, to) in [("license-file", "license_file"), ("rust-version", "rust_version")] {
        if let Some(text) = package.get(from).and_then(toml::Value::as_str) {
            metadata.insert(to.into(), text.into());
        }
    }
    let features = manifest.get("features").and_then(|of| serde_json::to_value(of).ok());
    metadata.insert("features".into(), features.unwrap_or_else(|| json!({})));
    let mut dependencies = of_tables(manifest, None, is_own);
    let targets = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    for (target, tables) in targets {
        let tables = tables.as_table().into_iter();
        dependencies.extend(tables.flat_map(|tables| of_tables(tables, Some(target), is_own)));
    }
    metadata.insert("deps".into(), dependencies.into());
    Some(metadata.into())
}

fn of_tables(
    tables: &Table,
    target: Option<&str>,
    is_own: &dyn Fn(Option<&str>) -> bool,
) -> Vec<Value> {
    let of_kind = |(table, kind): (&str, &'static str)| {
        let table = tables.get(table)?.as_table()?.clone();
        Some(table.into_iter().map(move |(name, of)| (name, of, kind)))
    };
    let all = KINDS.into_iter().filter_map(of_kind).flatten();
    all.map(|(name, of, kind)| dependency(&name, &of, kind, target, is_own)).collect()
}

fn dependency(
    name: &str,
    of: &toml::Value,
    kind: &str,
    target: Option<&str>,
    is_own: &dyn Fn(Option<&str>) -> bool,
) -> Value {
    let field = |field: &str| of.get(field);
    let text = |name: &str| field(name).and_then(toml::Value::as_str);
    let flag = |name: &str| field(name).and_then(toml::Value::as_bool);
    let package = text("package");
    let registry = text("registry-index");
    let registry = (!is_own(registry)).then(|| registry.unwrap_or(CRATES_IO));
    let features = field("features").and_then(|features| serde_json::to_value(features).ok());
    json!({
        "name": package.unwrap_or(name),
        "explicit_name_in_toml": package.map(|_| name),
        "version_req": of.as_str().or_else(|| text("version")).unwrap_or("*"),
        "features": features.unwrap_or_else(|| json!([])),
        "optional": flag("optional").unwrap_or(false),
        "default_features": flag("default-features").unwrap_or(true),
        "target": target,
        "kind": kind,
        "registry": registry,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_are_those_that_cargo_would_send() {
        let manifest: Table = r#"
            [package]
            name = "shop"
            version = "1.0.0"
            edition = "2021"
            license = "MIT"
            rust-version = "1.70"
            [features]
            full = ["dep:cart"]
            [dependencies.cart-core]
            version = "1.2"
            package = "cart"
            optional = true
            default-features = false
            features = ["std"]
            registry-index = "sparse+https://own.example/index/"
            [dev-dependencies]
            serde = "1"
            [target."cfg(unix)".build-dependencies.nix]
            version = "0.31"
        "#
        .parse()
        .unwrap();
        let is_own = |registry: Option<&str>| registry == Some("sparse+https://own.example/index/");
        let sent = metadata(&manifest, &is_own).unwrap();
        assert_eq!(
            sent,
            json!({
                "name": "shop", "vers": "1.0.0", "license": "MIT", "rust_version": "1.70",
                "features": {"full": ["dep:cart"]},
                "deps": [
                    {"name": "cart", "explicit_name_in_toml": "cart-core", "version_req": "1.2",
                     "features": ["std"], "optional": true, "default_features": false,
                     "target": null, "kind": "normal", "registry": null},
                    {"name": "serde", "explicit_name_in_toml": null, "version_req": "1",
                     "features": [], "optional": false, "default_features": true,
                     "target": null, "kind": "dev", "registry": CRATES_IO},
                    {"name": "nix", "explicit_name_in_toml": null, "version_req": "0.31",
                     "features": [], "optional": false, "default_features": true,
                     "target": "cfg(unix)", "kind": "build", "registry": CRATES_IO},
                ],
            })
        );
        assert!(metadata(&"[workspace]".parse().unwrap(), &is_own).is_none());
    }
}

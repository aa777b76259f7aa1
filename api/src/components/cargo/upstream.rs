//! Crates that are joined of several sources: other registries of Cargo, and repositories of this server.

use std::collections::HashSet;

use semver::Version;
use serde::Deserialize;
use waybill_machines::rules::artifacts::check_artifact_path;
use waybill_platform::repositories::{Expected, FixedContent, Package, StoredRepository};

use super::index::lines;
use super::names::{canonical, is_name, number, path_of, prefix_of};
use crate::components::joined::{Format, UpstreamDocument};
use crate::error::ApiError;
use crate::state::AppState;

/// The crate of this name in the index: in lower case, and with a dash or an underscore, of which neither is the other.
pub(super) struct CargoFormat<'a>(pub(super) &'a str);

/// What a registry says of a crate.
#[derive(Debug, Default)]
pub(super) struct Crate {
    /// Its name as its author spells it.
    name: String,
    lines: Vec<Line>,
    /// The numbers of its versions without build metadata, which Cargo ignores.
    numbers: HashSet<Version>,
}

/// A line of an index.
#[derive(Debug)]
struct Line {
    version: String,
    /// The SHA-256 of the file.
    checksum: String,
    /// Where the file is; empty of a local repository.
    link: String,
    /// The line as it came.
    text: String,
}

/// What is read of a line.
#[derive(Deserialize)]
struct Seen {
    name: String,
    vers: String,
    cksum: String,
}

/// What is read of the configuration of a registry.
#[derive(Deserialize)]
struct Configuration {
    dl: String,
}

impl Configuration {
    /// The address of a file, by the rules of Cargo.
    fn link(&self, Seen { name, vers, cksum }: &Seen) -> String {
        let values = [
            ("{crate}", name.clone()),
            ("{version}", vers.clone()),
            ("{prefix}", prefix_of(name)),
            ("{lowerprefix}", prefix_of(&name.to_ascii_lowercase())),
            ("{sha256-checksum}", cksum.clone()),
        ];
        if !values.iter().any(|(marker, _)| self.dl.contains(marker)) {
            return format!("{}/{name}/{vers}/download", self.dl.trim_end_matches('/'));
        }
        values.iter().fold(self.dl.clone(), |link, (marker, value)| link.replace(marker, value))
    }
}

impl Crate {
    /// Reads lines. Those that are none, and those of another crate, are left out.
    fn read<'a>(
        asked: &str,
        lines: impl Iterator<Item = &'a str>,
        configuration: Option<&Configuration>,
    ) -> Self {
        let mut read = Self::default();
        for text in lines {
            let Ok(seen) = serde_json::from_str::<Seen>(text) else { continue };
            let is_spelled_so = read.name.is_empty() || read.name == seen.name;
            let is_asked_for = is_name(&seen.name) && seen.name.to_ascii_lowercase() == asked;
            let is_digest =
                seen.cksum.len() == 64 && seen.cksum.bytes().all(|byte| byte.is_ascii_hexdigit());
            let is_path = check_artifact_path(&path_of(&seen.name, &seen.vers)).is_ok();
            let Some(number) = number(&seen.vers) else { continue };
            if !is_spelled_so || !is_asked_for || !is_digest || !is_path {
                continue;
            }
            if !read.numbers.insert(number) {
                continue;
            }
            let link = configuration.map(|configuration| configuration.link(&seen));
            read.lines.push(Line {
                version: seen.vers,
                checksum: seen.cksum,
                link: link.unwrap_or_default(),
                text: text.to_owned(),
            });
            read.name = seen.name;
        }
        read
    }

    /// The index that clients read.
    pub(super) fn written(&self) -> Vec<u8> {
        let lines = self.lines.iter().map(|line| format!("{}\n", line.text));
        lines.collect::<String>().into_bytes()
    }
}

impl Line {
    fn content(&self) -> FixedContent {
        let sha256 = Some(self.checksum.clone());
        FixedContent { expected: Expected { sha256, ..Expected::default() }, sha512: None }
    }
}

impl Format for CargoFormat<'_> {
    type Index = Crate;

    fn canonical(&self, name: &str) -> String {
        canonical(name)
    }

    /// How the name is spelled is known by the index.
    fn folder(&self, _: &str) -> String {
        String::new()
    }

    fn folder_of(&self, name: &str, index: &Crate) -> String {
        if index.name.is_empty() { name.to_owned() } else { index.name.clone() }
    }

    fn upstream(&self, name: &str) -> UpstreamDocument {
        let prefix = prefix_of(name);
        UpstreamDocument {
            path: format!("{name}/index"),
            from: prefix.split('/').chain([name]).map(str::to_owned).collect(),
            accept: None,
        }
    }

    fn configuration(&self) -> Option<UpstreamDocument> {
        let from = vec!["config.json".to_owned()];
        Some(UpstreamDocument { path: "config.json".to_owned(), from, accept: None })
    }

    fn read(&self, name: &str, document: &[u8], configuration: &[u8]) -> Option<Crate> {
        let configuration = serde_json::from_slice(configuration).ok()?;
        let lines = str::from_utf8(document).ok()?.lines().map(str::trim);
        Some(Crate::read(name, lines, Some(&configuration)))
    }

    async fn local(
        &self,
        state: &AppState,
        _: &StoredRepository,
        package: Package,
    ) -> Result<Crate, ApiError> {
        let lines = lines(state, package.versions).await?;
        Ok(Crate::read(self.0, lines.iter().map(|line| line.trim()), None))
    }

    fn retain(&self, index: &mut Crate, keeps: &dyn Fn(&str, &FixedContent) -> bool) {
        let Crate { name, lines, .. } = index;
        lines.retain(|line| keeps(&path_of(name, &line.version), &line.content()));
    }

    fn find(&self, index: &Crate, path: &str) -> Option<(String, FixedContent)> {
        let mut lines = index.lines.iter();
        let line = lines.find(|line| path_of(&index.name, &line.version) == path)?;
        Some((line.link.clone(), line.content()))
    }

    fn join(&self, index: &mut Crate, other: Crate) {
        if index.lines.is_empty() {
            index.name.clone_from(&other.name);
        }
        // Cargo reads one spelling in one index.
        if index.name != other.name {
            return;
        }
        for line in other.lines {
            if number(&line.version).is_some_and(|number| index.numbers.insert(number)) {
                index.lines.push(line);
            }
        }
    }

    fn is_empty(&self, index: &Crate) -> bool {
        index.lines.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn line(name: &str, version: &str) -> String {
        json!({"name": name, "vers": version, "cksum": "0".repeat(64), "new": 1}).to_string()
    }

    fn link(dl: &str) -> String {
        let configuration = Configuration { dl: dl.to_owned() };
        let (name, vers, cksum) = ("Se_Rde".to_owned(), "1.0.0".to_owned(), "ab".to_owned());
        configuration.link(&Seen { name, vers, cksum })
    }

    #[test]
    fn the_address_of_a_file_is_that_of_the_configuration() {
        for (dl, expected) in [
            ("https://a.example/crates", "https://a.example/crates/Se_Rde/1.0.0/download"),
            ("https://a.example/crates/", "https://a.example/crates/Se_Rde/1.0.0/download"),
            ("https://a.example/{crate}-{version}", "https://a.example/Se_Rde-1.0.0"),
            ("https://a.example/{prefix}/{lowerprefix}/x", "https://a.example/Se/_R/se/_r/x"),
            ("https://a.example/{sha256-checksum}", "https://a.example/ab"),
        ] {
            assert_eq!(link(dl), expected, "{dl}");
        }
    }

    #[test]
    fn lines_are_served_as_they_came_and_others_are_left_out() {
        let texts = [
            line("Shop", "1.0.0"),
            line("Shop", "1.0.0+again"),
            line("shop", "1.1.0"),
            line("other", "1.2.0"),
            line("Shop", "../2.0.0"),
            line("Shop", "1.3.0").replace("0000", "g000"),
            "{}".to_owned(),
            "<html>".to_owned(),
            line("Shop", "2.0.0"),
        ];
        let read = Crate::read("shop", texts.iter().map(String::as_str), None);
        let written = String::from_utf8(read.written()).unwrap();
        assert_eq!(written, format!("{}\n{}\n", texts[0], texts[8]));
        let underscore = line("my_shop", "1.0.0");
        assert!(Crate::read("my-shop", [underscore.as_str()].into_iter(), None).lines.is_empty());
    }

    #[test]
    fn the_first_source_of_a_version_and_of_a_spelling_wins() {
        let read = |name: &str, versions: &[&str]| {
            let lines: Vec<_> = versions.iter().map(|version| line(name, version)).collect();
            Crate::read("shop", lines.iter().map(String::as_str), None)
        };
        let mut joined = Crate::default();
        for (name, versions) in
            [("Shop", &["1.0.0+a"][..]), ("Shop", &["1.0.0", "2.0.0"]), ("shop", &["3.0.0"])]
        {
            CargoFormat("shop").join(&mut joined, read(name, versions));
        }
        let versions: Vec<_> = joined.lines.iter().map(|line| line.version.as_str()).collect();
        assert_eq!(versions, ["1.0.0+a", "2.0.0"]);
    }
}

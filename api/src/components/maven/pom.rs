//! The pom of a version: what it is, and what it needs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::rules::packages::Summary;

use super::layout::Place;
use super::xml::{self, XmlError};

/// The largest pom, in bytes. Those that name the versions of thousands of others have one or two millions.
pub(super) const POM_BYTES_MAX: u64 = 4 * 1_024 * 1_024;
/// How many dependencies are kept in the metadata of a version.
const DEPENDENCIES_MAX: usize = 1_000;
/// How many properties are looked at.
const PROPERTIES_MAX: usize = 1_000;
/// How long a text in the metadata of a version is, in characters.
const TEXT_CHARS_MAX: usize = 200;
/// How long the description is, in characters.
const DESCRIPTION_CHARS_MAX: usize = 4_000;
/// How many properties may refer to each other for one value.
const REFERENCES_MAX: usize = 20;

/// Why a file is not the pom of its version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PomError {
    /// It is not read.
    #[error("The pom {0}")]
    Xml(#[from] XmlError),
    /// Its root is another element.
    #[error("The file is no pom: its root is not the element 'project'")]
    NoProject,
    /// It does not say of what it is.
    #[error("The pom does not say its {0}")]
    Missing(&'static str),
    /// It is of something else than its path says.
    #[error("The {what} in the pom is '{found}', and that of its path is '{expected}'")]
    Other { what: &'static str, found: String, expected: String },
}

/// A dependency.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Dependency {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    group: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    artifact: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    version: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    scope: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    classifier: String,
    #[serde(default, skip_serializing_if = "String::is_empty", rename = "type")]
    kind: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    optional: bool,
}

/// What is kept of a pom as the metadata of its version. What others define, as its parent does, is not in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pom {
    pub(super) packaging: String,
    pub(super) name: String,
    description: String,
    url: String,
    licences: Vec<String>,
    dependencies: Vec<Dependency>,
    /// By which a plugin is called, if the pom says so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) goal_prefix: String,
}

/// The texts of a pom that say of what it is.
#[derive(Debug, Default)]
struct Coordinates {
    has_root: bool,
    own: BTreeMap<&'static str, String>,
    properties: BTreeMap<String, String>,
}

impl Pom {
    /// Reads the pom at a place, and checks that it is the one of the version there.
    pub(super) fn read(bytes: &[u8], place: &Place) -> Result<Self, PomError> {
        let text = xml::decoded(bytes)?;
        let (mut pom, mut coordinates) = (Self::default(), Coordinates::default());
        let mut dependency = Dependency::default();
        xml::visit(&text, |path, text| {
            let Some(path) = path.strip_prefix("project") else { return };
            match path.strip_prefix('/') {
                Some(path) => {
                    pom.take(path, text, &mut dependency);
                    coordinates.take(path, text);
                }
                None => coordinates.has_root |= path.is_empty(),
            }
        })?;
        coordinates.check(place)?;
        if pom.packaging.is_empty() {
            "jar".clone_into(&mut pom.packaging);
        }
        Ok(pom)
    }

    fn take(&mut self, path: &str, text: &str, dependency: &mut Dependency) {
        let short = || cut(text, TEXT_CHARS_MAX);
        match path {
            "packaging" => self.packaging = short(),
            "name" => self.name = short(),
            "description" => self.description = cut(text, DESCRIPTION_CHARS_MAX),
            "url" => self.url = short(),
            "licenses/license/name" if self.licences.len() < DEPENDENCIES_MAX => {
                self.licences.push(short());
            }
            "build/plugins/plugin/configuration/goalPrefix" => self.goal_prefix = short(),
            "dependencies/dependency" => {
                let whole = std::mem::take(dependency);
                if self.dependencies.len() < DEPENDENCIES_MAX {
                    self.dependencies.push(whole);
                }
            }
            _ => match path.strip_prefix("dependencies/dependency/") {
                Some("groupId") => dependency.group = short(),
                Some("artifactId") => dependency.artifact = short(),
                Some("version") => dependency.version = short(),
                Some("scope") => dependency.scope = short(),
                Some("classifier") => dependency.classifier = short(),
                Some("type") => dependency.kind = short(),
                Some("optional") => dependency.optional = text == "true",
                _ => {}
            },
        }
    }

    /// What searches need of the version.
    pub(super) fn summary(&self) -> Summary {
        let description = if self.description.is_empty() { &self.name } else { &self.description };
        Summary::cut(description, &[], &self.licences.join(", "))
    }
}

impl Coordinates {
    fn take(&mut self, path: &str, text: &str) {
        let name = match path {
            "groupId" => "project.groupId",
            "artifactId" => "project.artifactId",
            "version" => "project.version",
            "parent/groupId" => "project.parent.groupId",
            "parent/version" => "project.parent.version",
            _ => {
                let property = path.strip_prefix("properties/");
                if let Some(name) = property.filter(|name| !name.contains('/'))
                    && self.properties.len() < PROPERTIES_MAX
                {
                    self.properties.insert(name.to_owned(), text.to_owned());
                }
                return;
            }
        };
        self.own.insert(name, text.to_owned());
    }

    /// Checks that they are those of a place.
    fn check(&self, place: &Place) -> Result<(), PomError> {
        if !self.has_root {
            return Err(PomError::NoProject);
        }
        for (what, own, inherited, expected) in [
            ("groupId", "project.groupId", Some("project.parent.groupId"), &place.group),
            ("artifactId", "project.artifactId", None, &place.artifact),
            ("version", "project.version", Some("project.parent.version"), &place.version),
        ] {
            let inherited = inherited.and_then(|name| self.own.get(name));
            let found = self.own.get(own).or(inherited).ok_or(PomError::Missing(what))?;
            // What is defined elsewhere, as on the command line, is not known here.
            let Some(found) = self.resolved(found) else { continue };
            if found != *expected {
                let (found, expected) = (cut(&found, TEXT_CHARS_MAX), expected.clone());
                return Err(PomError::Other { what, found, expected });
            }
        }
        Ok(())
    }

    /// A text with what its properties stand for; none if one of them is not defined in the pom.
    fn resolved(&self, text: &str) -> Option<String> {
        let mut text = text.to_owned();
        for _ in 0..REFERENCES_MAX {
            let Some((before, rest)) = text.split_once("${") else { return Some(text) };
            let (name, after) = rest.split_once('}')?;
            let own = name.strip_prefix("pom.").map(|name| format!("project.{name}"));
            let value = self.own.get(own.as_deref().unwrap_or(name));
            let value = value.or_else(|| self.properties.get(name))?;
            text = format!("{before}{value}{after}");
            if text.len() > TEXT_CHARS_MAX * REFERENCES_MAX {
                return None;
            }
        }
        None
    }
}

fn cut(text: &str, chars_max: usize) -> String {
    text.chars().take(chars_max).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(content: &str) -> Result<Pom, PomError> {
        let place = Place::parse("com/acme/shop/1.0/shop-1.0.pom").expect("a place");
        Pom::read(format!("<project>{content}</project>").as_bytes(), &place)
    }

    const OWN: &str =
        "<groupId>com.acme</groupId><artifactId>shop</artifactId><version>1.0</version>";

    #[test]
    fn what_a_version_is_and_needs_is_kept() {
        let pom = read(&format!(
            "{OWN}<name>Shop &amp; Co</name><description>A shop</description><packaging>war</packaging>\
             <licenses><license><name>MIT</name></license><license><name>Apache-2.0</name></license></licenses>\
             <dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>1</version>\
             <exclusions><exclusion><groupId>x</groupId></exclusion></exclusions></dependency>\
             <dependency><groupId>c</groupId><artifactId>d</artifactId><scope>test</scope><optional>true</optional>\
             </dependency></dependencies>\
             <dependencyManagement><dependencies><dependency><groupId>no</groupId></dependency></dependencies>\
             </dependencyManagement>"
        ));
        let pom = pom.expect("a pom");
        assert_eq!(pom.summary(), Summary::cut("A shop", &[], "MIT, Apache-2.0"));
        assert_eq!(
            serde_json::to_value(&pom).expect("JSON"),
            json!({
                "packaging": "war", "name": "Shop & Co", "description": "A shop", "url": "",
                "licences": ["MIT", "Apache-2.0"],
                "dependencies": [
                    {"group": "a", "artifact": "b", "version": "1"},
                    {"group": "c", "artifact": "d", "scope": "test", "optional": true},
                ],
            })
        );
        let named = read(&format!("{OWN}<name>Shop</name>")).expect("a pom");
        assert_eq!((&*named.packaging, &*named.summary().description), ("jar", "Shop"));
    }

    #[test]
    fn a_pom_is_that_of_its_path() {
        let parent = "<parent><groupId>com.acme</groupId><artifactId>all</artifactId><version>1.0</version></parent>";
        let artifact = "<artifactId>shop</artifactId>";
        let properties = |version: &str| {
            format!(
                "{parent}{artifact}<version>{version}</version><properties><revision>1.${{minor}}</revision>\
                 <minor>0</minor><again>${{again}}</again><more>${{more}}${{more}}</more></properties>"
            )
        };
        for right in [
            OWN.to_owned(),
            format!("{parent}{artifact}"),
            format!("{parent}{artifact}<groupId> com.acme\n</groupId>"),
            properties("${revision}"),
            properties("${project.parent.version}"),
            properties("${pom.parent.version}"),
            // Not defined in it, or by itself.
            properties("${changelist}"),
            properties("${again}"),
            properties("${more}"),
            properties("${revision"),
        ] {
            assert!(read(&right).is_ok(), "{right}");
        }
        for (wrong, sentence) in [
            (
                OWN.replace("shop", "other"),
                "The artifactId in the pom is 'other', and that of its path is 'shop'",
            ),
            (
                OWN.replace("1.0", "1.1"),
                "The version in the pom is '1.1', and that of its path is '1.0'",
            ),
            (
                OWN.replace("com.acme", "org.acme"),
                "The groupId in the pom is 'org.acme', and that of its path is 'com.acme'",
            ),
            (
                properties("${minor}"),
                "The version in the pom is '0', and that of its path is '1.0'",
            ),
            (parent.to_owned(), "The pom does not say its artifactId"),
            (artifact.to_owned(), "The pom does not say its groupId"),
            (OWN.replace("<version>1.0</version>", ""), "The pom does not say its version"),
            ("<a>".to_owned(), "The pom is no well-formed XML"),
        ] {
            assert_eq!(read(&wrong).expect_err(&wrong).to_string(), sentence);
        }
        let place = Place::parse("com/acme/shop/1.0/shop-1.0.pom").expect("a place");
        for root in ["<projects/>", "<a><project/></a>", "<metadata/>"] {
            assert_eq!(Pom::read(root.as_bytes(), &place), Err(PomError::NoProject), "{root}");
        }
    }
}

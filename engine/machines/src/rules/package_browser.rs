//! The rules of the package browser: its levels (PKG-01), the tabs of details (PKG-02), and the types that it offers
//! (PKG-09).

use serde::{Deserialize, Serialize};

use super::routes::{Place, RouteName};

/// The package types that lists and filters offer.
pub const DEFAULT_PACKAGE_TYPES: [&str; 8] =
    ["All", "docker", "npm", "maven", "go", "nuget", "helm", "mysql"];
/// Package types that are never offered.
pub const EXCLUDED_PACKAGE_TYPES: [&str; 3] = ["dockerV1", "terraformBackend", "releasebundles"];
/// Package types whose details are shown in a way of their own.
pub const SEPARATE_PACKAGE_TYPES: [&str; 5] = ["maven", "ivy", "gradle", "docker", "conan"];
/// The names of repositories in examples.
pub const SAMPLE_REPOSITORIES: [&str; 4] =
    ["npm-local", "npm-remote", "docker-local", "docker-virtual"];
/// The package type that has layers.
const DOCKER: &str = "docker";
/// Extensions of files that contain a readme.
const README_EXTENSIONS: [&str; 11] =
    ["tgz", "gz", "zip", "jar", "war", "nupkg", "crate", "apk", "whl", "egg", "mod"];

/// What the package browser shows, by the parameters of its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "PackageLevel"))]
#[serde(tag = "level", rename_all = "snake_case", deny_unknown_fields)]
pub enum Level {
    /// The list of packages.
    List {},
    /// One package with its versions.
    Package {
        /// The id of the package.
        package: String,
    },
    /// One version.
    Version {
        /// The id of the package.
        package: String,
        /// The version.
        version: String,
    },
}

impl Level {
    /// The level of a place; none if it is not in the package browser.
    pub fn of(place: &Place) -> Option<Self> {
        if place.route != RouteName::Packages {
            return None;
        }
        let param = |name: &str| place.params.get(name).cloned();
        Some(match (param("packageId"), param("versionId")) {
            (None, _) => Self::List {},
            (Some(package), None) => Self::Package { package },
            (Some(package), Some(version)) => Self::Version { package, version },
        })
    }

    /// The place of a level, without a search.
    pub fn place(&self) -> Place {
        let list = Place::of(RouteName::Packages);
        match self {
            Self::List {} => list,
            Self::Package { package } => list.at("packageId", package),
            Self::Version { package, version } => {
                list.at("packageId", package).at("versionId", version)
            }
        }
    }
}

/// A tab of details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DetailsTab {
    /// The readme.
    Readme,
    /// The properties.
    Properties,
    /// The builds that made it.
    Builds,
    /// The layers of an image.
    DockerLayers,
}

/// The tabs of details: for an image its layers too, and the builds of images and of what a build is linked with.
pub fn details_tabs(package_type: &str, has_builds: bool) -> Vec<DetailsTab> {
    let is_docker = package_type == DOCKER;
    let mut tabs = vec![DetailsTab::Readme, DetailsTab::Properties];
    if is_docker || has_builds {
        tabs.push(DetailsTab::Builds);
    }
    if is_docker {
        tabs.push(DetailsTab::DockerLayers);
    }
    tabs
}

/// The tab that a version opens with. The last extension of the lead file decides, in any case of its letters.
pub fn default_tab(lead_file: &str) -> DetailsTab {
    let name = lead_file.rsplit('/').next().unwrap_or(lead_file);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension {
        Some(extension) if README_EXTENSIONS.contains(&extension.as_str()) => DetailsTab::Readme,
        _ => DetailsTab::Properties,
    }
}

/// Whether lists and filters may offer a package type.
pub fn is_offered(package_type: &str) -> bool {
    !EXCLUDED_PACKAGE_TYPES.contains(&package_type)
}

/// Whether the package browser shows a package: the id begins with its type.
pub fn is_shown(package: &str) -> bool {
    package.split_once("://").is_none_or(|(package_type, _)| is_offered(package_type))
}

#[cfg(test)]
mod tests {
    use super::super::routes::place_of;
    use super::*;

    /// covers: [PKG-01]
    #[test]
    fn the_parameters_of_the_place_are_the_level() {
        let level = |path: &str| Level::of(&place_of(path));
        assert_eq!(level("/packages?query=name:a"), Some(Level::List {}));
        let package = "npm://@acme/shop".to_owned();
        let path = "/packages/npm%3A%2F%2F%40acme%2Fshop";
        assert_eq!(level(path), Some(Level::Package { package: package.clone() }));
        let version = Level::Version { package, version: "1.0".into() };
        assert_eq!(level(&format!("{path}/1.0")), Some(version));
        assert_eq!(level("/builds"), None);
    }

    #[test]
    fn the_last_extension_of_the_lead_file_is_the_default_tab() {
        for extension in README_EXTENSIONS {
            for name in [format!("a.{extension}"), format!("x/a.B.{}", extension.to_uppercase())] {
                assert_eq!(default_tab(&name), DetailsTab::Readme, "{name}");
            }
        }
        for name in ["", "tgz", "a.tgz.asc", "a.tgz/manifest.json", "a.tar", ".", "a.", "a.tgz "] {
            assert_eq!(default_tab(name), DetailsTab::Properties, "{name}");
        }
    }

    #[test]
    fn images_have_builds_and_layers() {
        use DetailsTab::{Builds, DockerLayers, Properties, Readme};
        assert_eq!(details_tabs("docker", false), [Readme, Properties, Builds, DockerLayers]);
        assert_eq!(details_tabs("npm", false), [Readme, Properties]);
        assert_eq!(details_tabs("npm", true), [Readme, Properties, Builds]);
    }

    #[test]
    fn excluded_types_are_not_offered() {
        assert!(DEFAULT_PACKAGE_TYPES.into_iter().all(is_offered));
        assert!(!EXCLUDED_PACKAGE_TYPES.into_iter().any(is_offered));
        for (package, shown) in
            [("npm://dockerV1", true), ("dockerV1://shop", false), ("dockerV1", true), ("", true)]
        {
            assert_eq!(is_shown(package), shown, "{package}");
        }
    }
}

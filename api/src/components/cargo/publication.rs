//! What Cargo says of a version that it publishes, and the line of the index that is made of it.

use std::collections::BTreeMap;
use std::path::Path;

use semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use waybill_blobs::Digests;
use waybill_machines::rules::packages::{PackageProblem, Summary};
use waybill_platform::repositories::{
    Admits, Expected, NewVersion, RepositoryError, StoredVersion,
};

use super::archive::{self, ArchiveError};
use super::names::{are_same, canonical, is_name, path_of, spelling};
use crate::components::tarball::TarballError;
use crate::error::ApiError;
use crate::state::AppState;

/// The metadata as Cargo sends it. Fields that mean nothing here are ignored.
#[derive(Debug, Deserialize)]
struct Sent {
    name: String,
    vers: String,
    #[serde(default)]
    deps: Vec<SentDependency>,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    links: Option<String>,
    #[serde(default)]
    rust_version: Option<String>,
    #[serde(flatten)]
    about: About,
}

/// What people read of a version.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct About {
    #[serde(default)]
    pub(super) description: Option<String>,
    #[serde(default)]
    authors: Vec<String>,
    #[serde(default)]
    documentation: Option<String>,
    #[serde(default)]
    homepage: Option<String>,
    #[serde(default)]
    repository: Option<String>,
    #[serde(default)]
    readme: Option<String>,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    license: Option<String>,
    #[serde(default)]
    license_file: Option<String>,
}

#[derive(Debug, Deserialize)]
struct SentDependency {
    name: String,
    version_req: String,
    #[serde(default)]
    features: Vec<String>,
    #[serde(default)]
    optional: bool,
    #[serde(default = "yes")]
    default_features: bool,
    #[serde(default)]
    target: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    registry: Option<String>,
    /// The name by which the code knows a renamed dependency.
    #[serde(default)]
    explicit_name_in_toml: Option<String>,
}

const fn yes() -> bool {
    true
}

/// A line of the index without whether the version is yanked.
#[derive(Debug, Serialize)]
struct Line {
    name: String,
    vers: String,
    deps: Vec<Dependency>,
    cksum: String,
    features: BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    features2: BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rust_version: Option<String>,
    /// 2 if there are features that older versions of Cargo do not understand.
    v: u8,
}

#[derive(Debug, Serialize)]
struct Dependency {
    name: String,
    req: String,
    features: Vec<String>,
    optional: bool,
    default_features: bool,
    target: Option<String>,
    kind: Option<String>,
    registry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
}

/// The metadata that is stored of a version.
#[derive(Serialize)]
struct Document {
    index: Line,
    about: About,
}

/// A version to be published.
#[derive(Debug)]
pub(super) struct Publication(Sent);

impl Publication {
    /// Reads the metadata.
    pub(super) fn read(metadata: &[u8]) -> Result<Self, ApiError> {
        let sent: Sent = crate::extract::read_json(metadata)?;
        if !is_name(&sent.name) {
            return Err(invalid(
                "A crate name has at most 64 letters, digits, dashes and underscores, and begins with a letter",
            ));
        }
        if Version::parse(&sent.vers).is_err() {
            return Err(invalid("The version is not valid: it has three numbers, as 1.0.0"));
        }
        let is_known = |kind: &str| matches!(kind, "normal" | "dev" | "build");
        let is_valid = |dependency: &SentDependency| {
            let alias = dependency.explicit_name_in_toml.as_deref();
            is_name(&dependency.name)
                && alias.is_none_or(is_name)
                && VersionReq::parse(&dependency.version_req).is_ok()
                && dependency.kind.as_deref().is_none_or(is_known)
        };
        if let Some(wrong) = sent.deps.iter().find(|dependency| !is_valid(dependency)) {
            let name: String = wrong.name.chars().take(64).collect();
            return Err(invalid(&format!("The dependency '{name}' is not valid")));
        }
        let belongs = |letter: char| letter.is_alphanumeric() || "_-+.".contains(letter);
        let is_feature = |name: &str| !name.is_empty() && name.chars().all(belongs);
        if !sent.features.keys().all(|name| is_feature(name)) {
            return Err(invalid("A name of a feature is not valid"));
        }
        Ok(Self(sent))
    }

    /// The name as it is spelled here.
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// The path of the file.
    pub(super) fn path(&self) -> String {
        path_of(&self.0.name, &self.0.vers)
    }

    /// Judges whether the crate is spelled as before, and the version another one.
    pub(super) fn admits(&self) -> Admits {
        let (name, version) = (self.0.name.clone(), self.0.vers.clone());
        Box::new(move |known| {
            let mut paths = known.versions.iter().flat_map(StoredVersion::paths);
            if paths.any(|path| spelling(path) != name) {
                return Err(RepositoryError::Package(PackageProblem::Spelling));
            }
            let exists = known.versions.iter().any(|stored| are_same(&stored.version, &version));
            let problem = RepositoryError::Package(PackageProblem::VersionExists);
            if exists { Err(problem) } else { Ok(()) }
        })
    }

    /// Checks that a file is an archive of this version.
    pub(super) async fn check_archive(
        &self,
        state: &AppState,
        file: &Path,
    ) -> Result<(), ApiError> {
        let (file, name, version) = (file.to_owned(), self.0.name.clone(), self.0.vers.clone());
        let check = move || archive::check(&file, &name, &version);
        state.package_indexes.check(check).await?.map_err(|error| match error {
            ArchiveError::Tarball(TarballError::TooLarge(_)) => {
                ApiError::too_large(format!("{error}."))
            }
            _ => invalid(&error.to_string()),
        })
    }

    /// The version to be published with a file that has these checksums.
    pub(super) fn version(self, file: &Digests) -> Result<NewVersion, ApiError> {
        let path = self.path();
        let Sent { name, vers, deps, features, links, rust_version, about } = self.0;
        let is_new = |values: &Vec<String>| {
            values.iter().any(|value| value.starts_with("dep:") || value.contains("?/"))
        };
        let (features2, features): (BTreeMap<_, _>, _) =
            features.into_iter().partition(|(_, values)| is_new(values));
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let summary =
            Summary::cut(&text(&about.description), &about.keywords, &text(&about.license));
        let index = Line {
            name: name.clone(),
            vers: vers.clone(),
            deps: deps.into_iter().map(Dependency::from).collect(),
            cksum: file.sha256.to_string(),
            v: if features2.is_empty() { 1 } else { 2 },
            features,
            features2,
            links,
            rust_version,
        };
        let document = serde_json::to_vec(&Document { index, about });
        Ok(NewVersion {
            name: canonical(&name),
            version: vers,
            path,
            expected: Expected::default(),
            document: document.map_err(|_| ApiError::internal())?.into(),
            summary,
            ..NewVersion::default()
        })
    }
}

impl From<SentDependency> for Dependency {
    fn from(sent: SentDependency) -> Self {
        // In the index the name is the one in the code, and the package is the real one.
        let (name, package) = match sent.explicit_name_in_toml {
            Some(alias) => (alias, Some(sent.name)),
            None => (sent.name, None),
        };
        Self {
            name,
            req: sent.version_req,
            features: sent.features,
            optional: sent.optional,
            default_features: sent.default_features,
            target: sent.target,
            kind: sent.kind,
            registry: sent.registry,
            package,
        }
    }
}

/// 400: what Cargo sends is not valid.
fn invalid(sentence: &str) -> ApiError {
    ApiError::bad_request("crate_metadata", format!("{sentence}."))
}

//! The versions of which remote repositories keep files: by their paths, and by what upstreams say of them. They are in
//! no index of this server.

use std::sync::LazyLock;

use moka::sync::Cache;
use waybill_engine::WantedVersion;
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{StoredRepository, VersionId};

use super::joined::{Described, Format, contents, document_of};
use super::{cargo, docker, go, helm, maven, npm, pypi};
use crate::error::ApiError;
use crate::state::AppState;

/// How many versions are remembered with what an index says of them: reading an index takes long where it is of many.
const REMEMBERED_MAX: u64 = 10_000;

/// What indexes say of versions, by the SHA-256 of the index and the path of the file.
static REMEMBERED: LazyLock<Cache<(String, String), Described>> =
    LazyLock::new(|| Cache::new(REMEMBERED_MAX));

/// The version of a package type of which a file is at a path. Documents about packages, and layers of images, belong
/// to none.
pub fn version_at(package_type: PackageType, path: &str) -> Option<VersionId> {
    let found = match package_type {
        PackageType::Generic | PackageType::Mysql => None,
        PackageType::Npm => npm::version_at(path),
        PackageType::Cargo => cargo::version_at(path),
        PackageType::Docker => docker::version_at(path),
        PackageType::Pypi => pypi::version_at(path),
        PackageType::Maven | PackageType::Gradle | PackageType::Ivy => maven::version_at(path),
        PackageType::Helm => helm::version_at(path),
        PackageType::Go => go::version_at(path),
    };
    found.map(|(package, version)| VersionId { package, version })
}

/// Whether the file at a path only says what a version is. Clients of Maven read it of versions that they do not
/// choose.
pub fn only_describes(package_type: PackageType, path: &str) -> bool {
    package_type.served_as() == PackageType::Maven && maven::only_describes(path)
}

/// What the upstream of a remote repository says of the version with a file at a path: its licence, which only indexes
/// of npm have, and when it was published, as indexes of npm, Python and Helm say.
///
/// # Errors
///
/// Why its index cannot be read.
pub async fn of_upstream(
    state: &AppState,
    wanted: &WantedVersion,
    path: &str,
) -> Result<(String, Option<Timestamp>), ApiError> {
    let found = state.engine.ports().repositories.repository(wanted.repository.clone()).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    let Some(repository) = found else { return Ok((String::new(), None)) };
    let name = &wanted.id.package;
    let described = match wanted.package_type {
        PackageType::Npm => indexed(&npm::NpmFormat, state, &repository, name, path).await?,
        PackageType::Pypi => indexed(&pypi::PypiFormat, state, &repository, name, path).await?,
        PackageType::Helm => indexed(&helm::HelmFormat, state, &repository, name, path).await?,
        PackageType::Generic
        | PackageType::Mysql
        | PackageType::Cargo
        | PackageType::Docker
        | PackageType::Maven
        | PackageType::Gradle
        | PackageType::Ivy
        | PackageType::Go => Described::default(),
    };
    Ok((described.licence, described.published_at))
}

async fn indexed<F: Format>(
    format: &F,
    state: &AppState,
    repository: &StoredRepository,
    name: &str,
    path: &str,
) -> Result<Described, ApiError> {
    let document = document_of(state, repository, format.upstream(name)).await?;
    let Some(document) = document else { return Ok(Described::default()) };
    let key = (document.content.sha256.0.clone(), path.to_owned());
    if let Some(described) = REMEMBERED.get(&key) {
        return Ok(described);
    }
    let bytes = contents(state, &document).await?;
    let _permit = state.package_indexes.work().await;
    let index = format.read(name, &bytes, &[]);
    let described = index.map(|index| format.described(&index, path)).unwrap_or_default();
    REMEMBERED.insert(key, described.clone());
    Ok(described)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clients_read_of_versions_that_they_do_not_choose_is_known() {
        for (path, expected) in [
            ("com/acme/shop/1.0/shop-1.0.pom", true),
            ("com/acme/shop/1.0/shop-1.0.pom.asc", true),
            ("com/acme/shop/1.0/shop-1.0.module", true),
            ("com/acme/shop/1.0/shop-1.0.jar", false),
            ("com/acme/shop/1.0/shop-1.0-pom.xml", false),
        ] {
            assert_eq!(only_describes(PackageType::Maven, path), expected, "{path}");
            assert!(!only_describes(PackageType::Generic, path), "{path}");
        }
    }

    #[test]
    fn paths_of_kept_files_say_their_versions() {
        let digest = "a".repeat(64);
        let (manifest, digest) = (
            format!("library/alpine/_manifests/sha256__{digest}/manifest.json"),
            format!("sha256:{digest}"),
        );
        for (of, path, package, version) in [
            (PackageType::Npm, "@acme/shop/-/shop-1.0.0-rc.1.tgz", "@acme/shop", "1.0.0-rc.1"),
            (PackageType::Cargo, "serde_json/serde_json-1.0.1.crate", "serde_json", "1.0.1"),
            (PackageType::Pypi, "shop/1.0/Shop-1.0-py3-none-any.whl", "shop", "1.0"),
            (PackageType::Pypi, "shop/1.0/shop-1.0.tar.gz", "shop", "1.0"),
            (PackageType::Maven, "com/acme/shop/1.0/shop-1.0.jar", "com.acme:shop", "1.0"),
            (PackageType::Maven, "com/acme/shop/1.0/shop-1.0.pom", "com.acme:shop", "1.0"),
            (PackageType::Go, "example.com/!acme/a/@v/v1.0.0.zip", "example.com/Acme/a", "v1.0.0"),
            (PackageType::Helm, "my-shop-1.0.0.tgz", "my-shop", "1.0.0"),
            (PackageType::Helm, "charts/my-shop-1.0.0.tgz.prov", "my-shop", "1.0.0"),
            (PackageType::Docker, &manifest, "library/alpine", &digest),
            (
                PackageType::Docker,
                "library/alpine/_tags/3.20/manifest.json",
                "library/alpine",
                "3.20",
            ),
        ] {
            let found = version_at(of, path).map(|id| (id.package, id.version));
            assert_eq!(found, Some((package.to_owned(), version.to_owned())), "{path}");
        }
        for (of, path) in [
            (PackageType::Generic, "a/a-1.0.0.tgz"),
            (PackageType::Npm, "@acme/shop/package.json"),
            (PackageType::Npm, "shop/-/other-1.0.0.tgz"),
            (PackageType::Cargo, "se/rd/serde"),
            (PackageType::Cargo, "config.json"),
            (PackageType::Pypi, "shop/index.json"),
            (PackageType::Pypi, "shop/1.0/shop-1.0-py3-none-any.whl.metadata"),
            (PackageType::Go, "example.com/a/@v/v1.0.0.mod"),
            (PackageType::Go, "example.com/a/@v/v1.0.0.info"),
            (PackageType::Maven, "com/acme/shop/maven-metadata.xml"),
            (PackageType::Go, "example.com/a/@v/list"),
            (PackageType::Go, "example.com/a/@latest"),
            (PackageType::Helm, "index.yaml"),
            (PackageType::Docker, "library/alpine/_blobs/sha256__aa"),
            (PackageType::Docker, "library/alpine/_lists/tags.json"),
        ] {
            assert_eq!(version_at(of, path), None, "{path}");
        }
    }
}

//! The plugins of a group, which Maven finds by the prefixes of their goals.

use waybill_platform::repositories::{StoredRepository, StoredVersion};

use super::layout::Place;
use super::metadata::{begin, line};
use super::pom::Pom;
use super::versions::sort;
use crate::caller::PackageClient;
use crate::components::package_index::{Document, keep_visible, metadata, published};
use crate::components::repository_index::kept;
use crate::error::ApiError;
use crate::state::AppState;

/// The packaging of a plugin.
const PLUGIN: &str = "maven-plugin";

/// The document about the plugins of a group; none if it has no plugin that the client may see.
pub(super) async fn of_group(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    group: &str,
) -> Result<Option<Document>, ApiError> {
    let begins = format!("{group}:");
    let document = kept(state, client, repository, format!("plugins {group}"), async |names| {
        let mut plugins = Vec::new();
        for name in names {
            let Some(artifact) = name.strip_prefix(&begins) else { continue };
            if let Some((prefix, title)) = plugin(state, client, repository, &name).await? {
                plugins.push((
                    prefix.unwrap_or_else(|| prefix_of(artifact)),
                    artifact.to_owned(),
                    title,
                ));
            }
        }
        Ok(written(group, &plugins).into_bytes())
    });
    Ok(Some(document.await?).filter(|document| !document.is_empty()))
}

/// The prefix that the pom of a plugin names, and the plugin's name; none if the package is no plugin.
async fn plugin(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
) -> Result<Option<(Option<String>, String)>, ApiError> {
    // Its last version may have been removed meanwhile.
    let Some(mut package) = published(state, repository, package).await? else { return Ok(None) };
    keep_visible(&mut package, client.rights().sight(repository).as_ref());
    let newest = sort(package.versions, |stored: &StoredVersion| &stored.version).pop();
    let mut files = newest.into_iter().flat_map(|stored| stored.files);
    let is_pom = |path: &str| Place::parse(path).is_some_and(|place| place.is_pom());
    let Some(file) = files.find(|file| is_pom(&file.path)) else { return Ok(None) };
    let document = metadata(state, &file).await?;
    let pom: Pom = serde_json::from_slice(&document).map_err(|_| ApiError::internal())?;
    let prefix = Some(pom.goal_prefix).filter(|prefix| !prefix.is_empty());
    Ok((pom.packaging == PLUGIN).then_some((prefix, pom.name)))
}

/// The prefix of a plugin that names none, by the name of its artifact.
fn prefix_of(artifact: &str) -> String {
    let of_maven = artifact.strip_prefix("maven-").and_then(|name| name.strip_suffix("-plugin"));
    let prefix = of_maven.or_else(|| artifact.strip_suffix("-maven-plugin"));
    prefix.unwrap_or(artifact).to_owned()
}

fn written(group: &str, plugins: &[(String, String, String)]) -> String {
    if plugins.is_empty() {
        return String::new();
    }
    let mut text = begin(group, None, None);
    text.push_str("  <plugins>\n");
    for (prefix, artifact, title) in plugins {
        let title = if title.is_empty() { artifact } else { title };
        text.push_str("    <plugin>\n");
        text.push_str(&line(6, "name", title));
        text.push_str(&line(6, "prefix", prefix));
        text.push_str(&line(6, "artifactId", artifact));
        text.push_str("    </plugin>\n");
    }
    text.push_str("  </plugins>\n</metadata>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plugin_has_the_prefix_that_maven_derives() {
        for (artifact, prefix) in [
            ("maven-shop-plugin", "shop"),
            ("shop-maven-plugin", "shop"),
            ("shop", "shop"),
            ("maven-plugin", "maven-plugin"),
        ] {
            assert_eq!(prefix_of(artifact), prefix, "{artifact}");
        }
    }
}
